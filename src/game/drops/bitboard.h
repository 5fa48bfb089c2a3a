// bitboard.h — sets of squares, on any board up to 128 squares, with plain C operators.
//
// A square is file * RANK_NB + rank; file 0 is the rightmost (`1`), rank 0 the top (`a`). FIRST
// plays upwards, towards rank 0, so its forward step is a shift right by one, and a step to the
// next file one by RANK_NB.
#pragma once

#include "base/macros.h"
#include "game/types.h"
#include "geometry.h"

enum { SQUARE_NONE = SQUARE_NB };

static inline int square_make(int file, int rank) {
    return file * RANK_NB + rank;
}

static inline int square_file(int square) {
    return square / RANK_NB;
}

static inline int square_rank(int square) {
    return square % RANK_NB;
}

// The rank as `color` sees it: 0 is the far end, where promotion is.
static inline int square_depth(Color color, int square) {
    return color == FIRST ? square_rank(square) : RANK_NB - 1 - square_rank(square);
}

#define BB_BOARD (((Bitboard)1 << (SQUARE_NB - 1) << 1) - 1)
#define BB_FILE  (((Bitboard)1 << RANK_NB) - 1)
#define BB_TOP   (BB_BOARD / BB_FILE) // rank 0: one bit every RANK_NB

static inline Bitboard bb_of(int square) {
    return (Bitboard)1 << square;
}

static inline bool bb_has(Bitboard b, int square) {
    return b >> square & 1;
}

static inline Bitboard bb_rank(int rank) {
    return BB_TOP << rank;
}

// The `count` ranks farthest from the player.
ALWAYS_INLINE Bitboard bb_far_ranks(Color color, int count) {
    const Bitboard top = BB_TOP * (((Bitboard)1 << count) - 1);
    return color == FIRST ? top : top << (RANK_NB - count);
}

// The two halves: every board fits 128 bits, and on a small one the upper half is a constant 0.
static inline uint64_t bb_low(Bitboard b) {
    return (uint64_t)b;
}

static inline uint64_t bb_high(Bitboard b) {
    return (uint64_t)((unsigned __int128)b >> 64);
}

static inline int bb_count(Bitboard b) {
    return __builtin_popcountll(bb_low(b)) + __builtin_popcountll(bb_high(b));
}

static inline bool bb_has_many(Bitboard b) {
    return (b & (b - 1)) != 0;
}

static inline int bb_first(Bitboard b) {
    return bb_low(b) ? __builtin_ctzll(bb_low(b)) : 64 + __builtin_ctzll(bb_high(b));
}

static inline int bb_pop(Bitboard *b) {
    const int square = bb_first(*b);
    *b &= *b - 1;
    return square;
}

// One step for all squares of the set at once; squares that leave the board are dropped.
static inline Bitboard bb_up(Bitboard b) {
    return (b & ~BB_TOP) >> 1;
}

static inline Bitboard bb_down(Bitboard b) {
    return (b & ~bb_rank(RANK_NB - 1)) << 1;
}

static inline Bitboard bb_sideways(Bitboard b) {
    return (b << RANK_NB | b >> RANK_NB) & BB_BOARD;
}

ALWAYS_INLINE Bitboard bb_forward(Color color, Bitboard b) {
    return color == FIRST ? bb_up(b) : bb_down(b);
}

ALWAYS_INLINE Bitboard bb_backward(Color color, Bitboard b) {
    return color == FIRST ? bb_down(b) : bb_up(b);
}

// Every square of the files in which `pawns` has no square. Needs at most one square a file: in the
// difference below each file borrows from its own bottom rank only, and keeps it exactly if it has
// no pawn.
static inline Bitboard bb_files_without(Bitboard pawns) {
    const Bitboard bottom = bb_rank(RANK_NB - 1);
    const Bitboard open = (bottom - pawns) & bottom;
    return open | (open - (open >> (RANK_NB - 1)));
}
