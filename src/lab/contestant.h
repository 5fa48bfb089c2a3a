// contestant.h — who plays in a match, as data: a built-in player or another program, its options,
// and its time.
//
//     name=A search=alphabeta nodes=2000 NullMove=false
//     name=B cmd=fairy-stockfish proto=usi option.Threads=1 movetime=200
//
// A value with spaces is put in quotes: cmd="/opt/my engine/run". Of two values for the same thing
// the later one counts. A Contestant owns its texts and is only read once it has been made.
#pragma once

#include "lab/recipe.h"

enum { CONTESTANT_NAME_MAX = 64, CONTESTANT_ARGS_MAX = 32 };

// How the time of a game is counted; all zero: it is not.
typedef struct TimeTerms {
    int64_t main_ms, increment_ms, byoyomi_ms;
    int64_t movetime_ms; // for every move instead
} TimeTerms;

static inline bool terms_have_clock(const TimeTerms *terms) {
    return terms->main_ms || terms->increment_ms || terms->byoyomi_ms;
}

typedef enum Dialect { DIALECT_USI, DIALECT_UCI } Dialect;

typedef struct Contestant {
    char name[CONTESTANT_NAME_MAX];
    char *text;    // owned: everything that was said, which recipe and argv point into
    char *summary; // owned: the same in one line, for records
    Recipe recipe; // options, and limits of nodes and depth
    TimeTerms time;
    bool ponders; // thinks on the other side's time too
    bool is_external;
    Dialect dialect;
    char drop;                                 // how it writes a drop: P*5e, or P@5e as some do
    const char *argv[CONTESTANT_ARGS_MAX + 2]; // the program and its arguments, ended by null
    int arg_count;
} Contestant;

// Understands `each`, which holds for all contestants, and then `text`. Without a name it is called
// engine1, engine2, … by its number. Refuses a contestant that would think for ever. Whether a
// built-in player has these options is seen when one is made.
Status contestant_parse(Contestant *contestant, int number, const char *each, const char *text,
                        Error *error);
void contestant_release(Contestant *contestant);
