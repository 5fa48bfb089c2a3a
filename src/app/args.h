// args.h — the options of a command as a constant table, from which both the parser and the help
// text are made.
//
// A row says how an option is written, which field of the command's request it sets, and what it
// is for:
//
//     static const Arg ROWS[] = {
//         ARG_ROW_NUMBER(Request, depth, "DEPTH", NULL, 0, 32, "length of the paths"),
//         ARG_ROW_NUMBER(Request, threads, "threads", "N", 1, 256, "number of threads (1)"),
//         ARG_ROW_FLAG(Request, is_json, "json", "print one JSON object"),
//     };
//
// A name in capitals is an operand: a word beside the options. Tables are constant; a request
// belongs to the caller, and its texts point into argv.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/macros.h"
#include "base/status.h"

// What a kind looks like in the request.
typedef enum ArgKind {
    ARG_FLAG,   // bool, set to true; the option takes no value
    ARG_TEXT,   // const char *
    ARG_NUMBER, // int or int64_t, in [min, max]
    ARG_REAL,   // double, in [min, max]
    ARG_CHOICE, // int or enum: the index in `choices`
    ARG_WORD,   // const char *: one of `choices`
    ARG_CALL,   // a function takes the value
    ARG_LIST,   // ArgList: the option may be given again
    ARG_REST,   // ArgRest: all remaining operands, possibly none
    ARG_GROUP,  // a struct that another table describes
    ARG_NOTE,   // not an option: a row or, without a name, a paragraph of the help text
} ArgKind;

enum { ARG_LIST_MAX = 256, ARGS_MAX = 64 }; // values of a list; options of a command

typedef struct ArgList {
    const char *at[ARG_LIST_MAX];
    int count;
} ArgList;

typedef struct ArgRest {
    char **words; // ended by NULL
    int count;
} ArgRest;

typedef struct Arg Arg;

// Takes the value of an option. `request` is the struct that the table of the row describes. The
// error does not repeat the name of the option.
typedef Status ArgTake(const Arg *arg, void *request, const char *text, Error *error);

typedef struct ArgTable {
    const Arg *rows;
    size_t count;
} ArgTable;

struct Arg {
    ArgKind kind;
    const char *name;    // without its dashes
    const char *value;   // what the help text calls the value; null for flags, choices, operands
    const char *help;    // one sentence; null: an old name, which is accepted and not shown
    size_t offset, size; // of the field
    int64_t min, max;    // both included
    const char *const *choices; // words, ended by NULL
    ArgTake *take;
    const ArgTable *group;
};

// The initialiser of an ArgTable with all rows of an array.
#define ARG_TABLE(rows)                                                                            \
    { rows, ARRAY_LEN(rows) }

#define ARG_FIELD(Request, field)                                                                  \
    .offset = offsetof(Request, field), .size = sizeof(((Request *)0)->field)
#define ARG_ROW_FLAG(Request, field, title, sentence)                                              \
    { ARG_FLAG, title, NULL, sentence, ARG_FIELD(Request, field) }
#define ARG_ROW_TEXT(Request, field, title, word, sentence)                                        \
    { ARG_TEXT, title, word, sentence, ARG_FIELD(Request, field) }
#define ARG_ROW_NUMBER(Request, field, title, word, low, high, sentence)                           \
    { ARG_NUMBER, title, word, sentence, ARG_FIELD(Request, field), .min = low, .max = high }
#define ARG_ROW_REAL(Request, field, title, word, low, high, sentence)                             \
    { ARG_REAL, title, word, sentence, ARG_FIELD(Request, field), .min = low, .max = high }
#define ARG_ROW_CHOICE(Request, field, title, words, sentence)                                     \
    { ARG_CHOICE, title, NULL, sentence, ARG_FIELD(Request, field), .choices = words }
#define ARG_ROW_WORD(Request, field, title, words, sentence)                                       \
    { ARG_WORD, title, NULL, sentence, ARG_FIELD(Request, field), .choices = words }
#define ARG_ROW_CALL(title, word, function, sentence)                                              \
    { ARG_CALL, title, word, sentence, .take = function }
#define ARG_ROW_LIST(Request, field, title, word, most, sentence)                                  \
    { ARG_LIST, title, word, sentence, ARG_FIELD(Request, field), .max = most }
#define ARG_ROW_REST(Request, field, title, sentence)                                              \
    { ARG_REST, title, NULL, sentence, ARG_FIELD(Request, field) }
#define ARG_ROW_GROUP(Request, field, table)                                                       \
    { ARG_GROUP, ARG_FIELD(Request, field), .group = &(table) }
#define ARG_ROW_NOTE(title, sentence)                                                              \
    { ARG_NOTE, title, .help = sentence }
// --position, which several commands have; command_line reads its value.
#define ARG_ROW_POSITION(Request, field)                                                           \
    ARG_ROW_TEXT(Request, field, "position", "TEXT",                                               \
                 "startpos, startpos moves ..., sfen/fen ..., or a bare SFEN/FEN")

// Whether a row is a word beside the options, and no option.
bool arg_is_operand(const Arg *arg);

// Reads the options and operands in argv[1] to argv[argc - 1] into `request`, which holds the
// defaults. Long options may be abbreviated and operands may stand anywhere, as with getopt_long.
// Reading ends at --help or -h, and *is_help says so.
Status args_parse(const ArgTable *table, int argc, char **argv, void *request, bool *is_help,
                  Error *error);

// Removes `--name VALUE` and `--name=VALUE` from argv, where `name` is an option besides those of
// the table: not after `--`, and not where it is the value of an option of the table. A null
// table stands for a command that is not known: only the first words are looked at. Without the
// option *value stays as it is.
Status args_take(const ArgTable *table, const char *name, int *argc, char **argv,
                 const char **value, Error *error);
