// move.h (drop games) — the 16 bits of a move: to 0–6, from 7–13 (a drop: the kind), drop 14,
// promotion 15. YaneuraOu and the PSV format have the same 16-bit moves, so training data needs no
// conversion.
#pragma once

#include "pieces.h"

enum { MOVE_DROP = 1 << 14, MOVE_PROMOTE = 1 << 15, MOVE_FROM_SHIFT = 7, MOVE_SQUARE_MASK = 127 };

// Where a move comes from and goes to, promotion aside: an index for tables.
enum { MOVE_PATH_NB = 1 << 15 };

static inline unsigned move_path(Move move) {
    return move & (MOVE_PATH_NB - 1);
}

static inline Move move_make(int from, int to) {
    return (Move)(from << MOVE_FROM_SHIFT | to);
}

static inline Move move_make_drop(Kind kind, int to) {
    return (Move)(MOVE_DROP | (int)kind << MOVE_FROM_SHIFT | to);
}

static inline int move_to(Move move) {
    return (int)(move & MOVE_SQUARE_MASK);
}

static inline int move_from(Move move) {
    return (int)(move >> MOVE_FROM_SHIFT & MOVE_SQUARE_MASK);
}

static inline bool move_is_drop(Move move) {
    return move & MOVE_DROP;
}

static inline Kind move_drop_kind(Move move) {
    return (Kind)move_from(move);
}

static inline bool move_is_promotion(Move move) {
    return move & MOVE_PROMOTE;
}
