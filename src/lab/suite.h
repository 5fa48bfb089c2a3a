// suite.h — a file of problems, and players that solve them.
//
// A Suite owns its problems. suite_solve makes one player a thread; each problem is a new game to
// its player, so that with limits of depth or nodes the attempts do not depend on how many players
// there are. The report is called in the order of the file, by one thread at a time, not always the
// same one.
#pragma once

#include "lab/problem.h"
#include "play/config.h"

enum { SUITE_PLAYERS_MAX = 256, SUITE_PROBLEMS_MAX = 1 << 20 };

typedef struct Suite {
    Problem *problems; // owned
    size_t count, capacity;
    size_t skipped; // lines that could not be read
} Suite;

typedef struct SuiteReading {
    bool wants_mate; // see ProblemForm
    bool skips_bad;  // count lines that cannot be read, instead of refusing the file
} SuiteReading;

// Reads a whole file. Errors name the path and the line; then *suite is empty.
Status suite_open(Suite *suite, const char *path, SuiteReading reading, Error *error);
void suite_release(Suite *suite);

typedef struct Attempt {
    bool is_solved;
    Move move; // MOVE_NONE: the search had none
    int value, depth;
    int64_t nodes, time_ns;
    int64_t found_ns; // since when the answer was right, up to the end; -1: it was not
} Attempt;

// Either function may be null.
typedef struct SuiteReport {
    void (*attempt)(void *context, size_t index, const Attempt *attempt);
    void (*progress)(void *context, size_t done, size_t solved); // after each attempt
    void *context;
} SuiteReport;

// Fills attempts[0 .. suite->count - 1]. When `stop` is stopped, which is no failure, the attempts
// that were not reported mean nothing.
Status suite_solve(const Suite *suite, const Config *config, int players, const SuiteReport *report,
                   const SearchControl *stop, Attempt *attempts, Error *error);
