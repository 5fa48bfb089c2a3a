// value.h — values of positions as searches know them, and how far a search can look.
//
// Values are those of the evaluators, in hundredths of a pawn and seen from the side to move, and
// beyond them wins and losses with their distance: VALUE_WIN - n is a win in n plies. Stateless.
#pragma once

#include <stdbool.h>

enum {
    PLY_MAX = 128, // no line is longer
    VALUE_WIN = 32000,
    VALUE_DECIDED = VALUE_WIN - 1000, // from here on a value is a win with its distance
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

// What a value says of the true one: nothing, at most, at least, exactly.
typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;
