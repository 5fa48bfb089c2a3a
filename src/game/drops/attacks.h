// attacks.h — which squares a piece attacks.
//
// Steps are looked up. Slides are computed by *obstruction difference*: on one line, let `upper` be
// the occupied squares above the slider and `lower` the highest occupied one below it (bit 0 stands
// in for none). In upper - lower the borrow runs from `lower` up to the first blocker above, so
// upper ^ (upper - lower) is exactly the span between both blockers, blockers included. No big
// tables, no special instructions, the same few operations for any occupancy.
//
// The tables are filled before main() and never written again.
#pragma once

#include "bitboard.h"
#include "pieces.h"

typedef enum Line { LINE_FILE, LINE_RANK, LINE_RISING, LINE_FALLING, LINE_NB } Line;

// The squares of a line through a square, below and above it in square order, without the square
// itself.
typedef struct LineMask {
    Bitboard lower, upper;
} LineMask;

typedef struct AttackTables {
    Bitboard step[COLOR_NB][KIND_NB][SQUARE_NB]; // the non-sliding part of every kind's attacks
    LineMask line[LINE_NB][SQUARE_NB];
    Bitboard bishop_rays[SQUARE_NB], rook_rays[SQUARE_NB]; // on an empty board
    Bitboard between[SQUARE_NB][SQUARE_NB];                // strictly between; empty if not in line
    Bitboard through[SQUARE_NB][SQUARE_NB];                // the whole line; empty if not in line
} AttackTables;

extern AttackTables ATTACKS;

// The set from the highest square of `b` upwards; the whole board and more if `b` is empty.
static inline Bitboard bb_from_highest(Bitboard b) {
    if (sizeof(Bitboard) <= 8)
        return (Bitboard) - ((Bitboard)1 << (63 - __builtin_clzll(bb_low(b) | 1)));
    const uint64_t high = bb_high(b), low = bb_low(b);
    const unsigned __int128 minus = (unsigned __int128)-1;
    const int top = high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(low | 1);
    return (Bitboard)(minus << top);
}

static inline Bitboard attacks_line(Line line, int square, Bitboard occupied) {
    const LineMask *mask = &ATTACKS.line[line][square];
    const Bitboard upper = mask->upper & occupied;
    const Bitboard span = upper ^ (upper + bb_from_highest(mask->lower & occupied));
    return span & (mask->lower | mask->upper);
}

static inline Bitboard attacks_bishop(int square, Bitboard occupied) {
    return attacks_line(LINE_RISING, square, occupied) |
           attacks_line(LINE_FALLING, square, occupied);
}

static inline Bitboard attacks_rook(int square, Bitboard occupied) {
    return attacks_line(LINE_FILE, square, occupied) | attacks_line(LINE_RANK, square, occupied);
}

// A lance attacks one way only: FIRST's down the square order, SECOND's up.
ALWAYS_INLINE Bitboard attacks_lance(Color color, int square, Bitboard occupied) {
    const LineMask *mask = &ATTACKS.line[LINE_FILE][square];
    if (color == FIRST)
        return mask->lower & bb_from_highest(mask->lower & occupied);
    const Bitboard upper = mask->upper & occupied;
    return mask->upper & (upper ^ (upper - 1));
}

static inline Bitboard attacks_step(Color color, Kind kind, int square) {
    return ATTACKS.step[color][kind][square];
}

// Any kind; with constant `kind` only its case remains.
ALWAYS_INLINE Bitboard attacks_of(Color color, Kind kind, int square, Bitboard occupied) {
    switch (kind) {
    case LANCE:
        return attacks_lance(color, square, occupied);
    case BISHOP:
        return attacks_bishop(square, occupied);
    case ROOK:
        return attacks_rook(square, occupied);
    case HORSE:
        return attacks_bishop(square, occupied) | attacks_step(color, KING, square);
    case DRAGON:
        return attacks_rook(square, occupied) | attacks_step(color, KING, square);
    default:
        return attacks_step(color, kind, square);
    }
}

static inline Bitboard attacks_between(int a, int b) {
    return ATTACKS.between[a][b];
}

static inline Bitboard attacks_through(int a, int b) {
    return ATTACKS.through[a][b];
}
