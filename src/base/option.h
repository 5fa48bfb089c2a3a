// option.h — typed options: a constant table that describes the fields of a plain settings struct.
//
// The same table answers `usi`/`uci` with option lines, takes `setoption`, and takes `--option
// NAME=VALUE` on the command line. A row says where its field lies, what text may set it and what
// it is set to at first:
//
//     static const OptionSpec SPECS[] = {
//         {"Threads", OPTION_SPIN, OPTION_FIELD(Settings, threads), "1", .min = 1, .max = 512,
//          .help = "Number of search threads"},
//         {"EvalFile", OPTION_FILE, OPTION_FIELD(Settings, eval_file), "", .help = "Weights"},
//     };
//
// Rows of different names may share a field. Tables are constant; a settings struct belongs to the
// caller, who lets one thread write it.
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "base/str.h"

// What a kind looks like in the settings struct.
typedef enum OptionKind {
    OPTION_CHECK,  // bool
    OPTION_SPIN,   // int, in [min, max]
    OPTION_REAL,   // double, in [min, max]; no protocol has reals, so it is announced as a string
    OPTION_COMBO,  // int or enum: the index in `choices`
    OPTION_STRING, // char[], always terminated
    OPTION_FILE,   // char[], likewise; a path, which USI can ask for with a dialogue
    OPTION_BUTTON, // bool: pressing sets it, whoever acts on it clears it
} OptionKind;

// `size` is the size of the field; for text it bounds the length, terminator included.
#define OPTION_FIELD(Settings, field) offsetof(Settings, field), sizeof(((Settings *)0)->field)

enum { OPTION_NAME_MAX = 63, OPTION_TEXT_MAX = 4096 }; // bytes of a name; of a text field

typedef struct OptionSpec {
    const char *name; // ASCII letters, digits and '_': GUIs drop names with spaces
    OptionKind kind;
    size_t offset, size;
    const char *fallback; // the default, as text in the form a user would type; NULL for a button
    double min, max;      // of spins (within 32 bits) and reals, both included
    const char *const *choices; // of combos: words, ended by NULL
    const char *help;           // one sentence, for people
} OptionSpec;

// UCI has no type for files; they are announced as strings.
typedef enum OptionProtocol { OPTION_USI, OPTION_UCI } OptionProtocol;

// Whether a table keeps the promises above and every default is a value its own row accepts. For
// tests.
Status option_table_check(const OptionSpec *specs, size_t count, Error *error);

// Sets every field to its default.
void option_defaults(const OptionSpec *specs, size_t count, void *settings);

// The row of that name, compared without regard to case as UCI asks, or NULL.
const OptionSpec *option_find(const OptionSpec *specs, size_t count, Str name);

// The same, where a name that nobody has is an error, which names the one that looks most like it.
Status option_require(const OptionSpec *specs, size_t count, Str name, const OptionSpec **spec,
                      Error *error);

// Sets one field. White space around name and value is ignored; `<empty>` is the empty text. When
// it is refused the settings are as before, and the error says what would be right.
Status option_set(const OptionSpec *specs, size_t count, void *settings, Str name, Str value,
                  Error *error);

// The same for a number that the program has: spins, reals and combos (the index of the choice).
Status option_set_number(const OptionSpec *specs, size_t count, void *settings, const char *name,
                         double number, Error *error);

// Writes the value of one field as option_set would take it; of a button, nothing.
void option_value(const OptionSpec *spec, const void *settings, StrBuf *out);

// Writes one protocol line, without the newline: option name … type … default … min … max … var …
void option_print(const OptionSpec *spec, OptionProtocol dialect, StrBuf *out);
