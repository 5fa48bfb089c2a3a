// value.h — values of positions in searches, and the longest line.
//
// Values are those of the evaluators, in hundredths of a pawn for the side to move, and beyond
// their range wins and losses with their distance: VALUE_WIN - n is a win in n plies. Stateless.
#pragma once

#include <stdbool.h>

enum {
    PLY_MAX = 128, // no line is longer
    VALUE_WIN = 32000,
    VALUE_DECIDED = VALUE_WIN - 1000, // a value from here on is a win with its distance
    VALUE_INFINITE = VALUE_WIN + 1,
    VALUE_NONE = VALUE_WIN + 2,
};

static inline int value_win_in(int plies) {
    return VALUE_WIN - plies;
}

static inline int value_loss_in(int plies) {
    return plies - VALUE_WIN;
}

static inline bool value_is_decided(int value) {
    return value >= VALUE_DECIDED || value <= -VALUE_DECIDED;
}

// How a value relates to the true one: unknown, upper bound, lower bound, exact.
typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;
