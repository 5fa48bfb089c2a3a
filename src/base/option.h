// option.h — typed options: a constant table that describes the fields of a plain settings struct.
//
// The same table answers `usi`/`uci` with option lines, takes `setoption`, and takes `--option
// NAME=VALUE` on the command line. A row says where its field lies, what text may set it and what
// it is set to at first:
//
//     static const OptionSpec ROWS[] = {
//         OPTION_ROW_SPIN(Settings, threads, "Threads", "1", 1, 512, "number of search threads"),
//         OPTION_ROW_FILE(Settings, eval_file, "EvalFile", "", "file of weights"),
//     };
//     const OptionTable OPTIONS = OPTION_TABLE(ROWS);
//
// Rows of different names may share a field. Tables are constant; a settings struct belongs to the
// caller, who lets one thread write it.
#pragma once

#include <stddef.h>

#include "base/macros.h"
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
    OPTION_BUTTON, // bool: pressing sets it, the code that acts on it clears it
} OptionKind;

enum { OPTION_NAME_MAX = 63, OPTION_TEXT_MAX = 4096 }; // bytes of a name; of a text field

typedef struct OptionSpec {
    const char *name; // ASCII letters, digits and '_': GUIs drop names with spaces
    OptionKind kind;
    size_t offset, size;  // of the field; for text the size bounds the length, terminator included
    const char *fallback; // the default, as text in the form a user would type; NULL for a button
    double min, max;      // of spins (within 32 bits) and reals, both included
    const char *const *choices; // of combos: words, ended by NULL
    const char *help;           // one sentence, for people
} OptionSpec;

typedef struct OptionTable {
    const OptionSpec *specs;
    size_t count;
} OptionTable;

// The initialiser of an OptionTable with all rows of an array.
#define OPTION_TABLE(rows)                                                                         \
    { rows, ARRAY_LEN(rows) }

// One row of each kind. `title` is the name of the option, `initial` its default as text.
#define OPTION_ROW_CHECK(Settings, field, title, initial, sentence)                                \
    { title, OPTION_CHECK, OPTION_FIELD(Settings, field), initial, 0, 0, NULL, sentence }
#define OPTION_ROW_SPIN(Settings, field, title, initial, low, high, sentence)                      \
    { title, OPTION_SPIN, OPTION_FIELD(Settings, field), initial, low, high, NULL, sentence }
#define OPTION_ROW_REAL(Settings, field, title, initial, low, high, sentence)                      \
    { title, OPTION_REAL, OPTION_FIELD(Settings, field), initial, low, high, NULL, sentence }
#define OPTION_ROW_COMBO(Settings, field, title, initial, words, sentence)                         \
    { title, OPTION_COMBO, OPTION_FIELD(Settings, field), initial, 0, 0, words, sentence }
#define OPTION_ROW_STRING(Settings, field, title, initial, sentence)                               \
    { title, OPTION_STRING, OPTION_FIELD(Settings, field), initial, 0, 0, NULL, sentence }
#define OPTION_ROW_FILE(Settings, field, title, initial, sentence)                                 \
    { title, OPTION_FILE, OPTION_FIELD(Settings, field), initial, 0, 0, NULL, sentence }
#define OPTION_ROW_BUTTON(Settings, field, title, sentence)                                        \
    { title, OPTION_BUTTON, OPTION_FIELD(Settings, field), NULL, 0, 0, NULL, sentence }
#define OPTION_FIELD(Settings, field) offsetof(Settings, field), sizeof(((Settings *)0)->field)

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

// The name of its kind: check, spin, real, combo, string, filename or button.
const char *option_type(const OptionSpec *spec);

// Writes one protocol line, without the newline: option name … type … default … min … max … var …
void option_print(const OptionSpec *spec, OptionProtocol dialect, StrBuf *out);
