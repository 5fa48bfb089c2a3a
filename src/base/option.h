// option.h — typed options: a constant table that describes the fields of a plain settings struct.
//
// One table serves the option lines that answer `usi` and `uci`, `setoption`, `--option NAME=VALUE`
// on the command line, and the lists of options in help texts. A row describes its field, the
// values it takes and its default:
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

// The type of the field of each kind.
typedef enum OptionKind {
    OPTION_CHECK,  // bool
    OPTION_SPIN,   // int, in [min, max]
    OPTION_REAL,   // double, in [min, max]; no protocol has reals, so it is announced as a string
    OPTION_COMBO,  // int or enum: the index in `choices`
    OPTION_STRING, // char[], always terminated
    OPTION_FILE,   // char[], always terminated; a path, for which USI has a type of its own
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

// Sets every field to its default.
void option_defaults(const OptionTable *table, void *settings);

// Whether a name or a value is this text. Case does not matter, as UCI demands.
bool option_is_same(Str name, const char *text);

// The row of that name, or NULL.
const OptionSpec *option_find(const OptionTable *table, Str name);

// The same, but an unknown name is an error, which suggests the most similar name.
Status option_require(const OptionTable *table, Str name, const OptionSpec **spec, Error *error);

// Sets one field. White space around name and value is ignored; `<empty>` is the empty text. On
// failure the settings are unchanged, and the error says which values are allowed.
Status option_set(const OptionTable *table, void *settings, Str name, Str value, Error *error);

// The same with a number: of spins, reals and combos (the index of the choice).
Status option_set_number(const OptionTable *table, void *settings, const char *name, double number,
                         Error *error);

// Writes the value of one field as option_set accepts it; nothing for a button.
void option_value(const OptionSpec *spec, const void *settings, StrBuf *out);

// The name of its kind: check, spin, real, combo, string, filename or button.
const char *option_type(const OptionSpec *spec);

// Writes one protocol line, without the newline: option name … type … default … min … max … var …
void option_print(const OptionSpec *spec, OptionProtocol dialect, StrBuf *out);
