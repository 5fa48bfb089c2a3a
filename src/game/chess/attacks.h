// attacks.h — which squares a piece reaches: tables, and obstruction difference past other pieces.
//
// Obstruction difference: on one line through a square, subtracting the nearest blocker below from
// the blockers above changes exactly the bits between the two nearest blockers. Two masks a line
// and 6 KB of tables, where magic bitboards need 800 KB. For whole sets of sliders `sliders_fill`
// floods all eight directions at once in two vectors of four lanes.
//
// The tables are written once, by a constructor that runs before main, and only read afterwards.
#pragma once

#include "geometry.h"

// The four lines through a square, and the lanes of the flood.
enum { LINE_FILE, LINE_RANK, LINE_RISING, LINE_FALLING, LINE_NB };

// The squares of a line on either side of a square, in the order of the bits, and both together.
typedef struct LineMask {
    Bitboard lower, upper, both;
} LineMask;

typedef Bitboard Lanes __attribute__((vector_size(32), aligned(32)));

typedef struct AttackTables {
    Lanes lines[SQUARE_NB]; // both halves of the four lines, with the square itself
    LineMask masks[SQUARE_NB][LINE_NB];
    Bitboard straight[SQUARE_NB]; // a rook's reach on an empty board
    Bitboard diagonal[SQUARE_NB]; // a bishop's
    Bitboard king[SQUARE_NB];
    Bitboard knight[SQUARE_NB];
    Bitboard pawn[COLOR_NB][SQUARE_NB];
    Bitboard between[SQUARE_NB][SQUARE_NB]; // strictly between two squares of one line, or empty
    Bitboard through[SQUARE_NB][SQUARE_NB]; // the whole line through two squares, or empty
} AttackTables;

extern AttackTables ATTACKS;

ALWAYS_INLINE Bitboard line_attacks(const LineMask *mask, Bitboard occupied) {
    const Bitboard lower = mask->lower & occupied;
    const Bitboard upper = mask->upper & occupied;
    const Bitboard nearest = 0x8000000000000000ull >> __builtin_clzll(lower | 1);
    return mask->both & (upper ^ (upper - nearest));
}

ALWAYS_INLINE Bitboard bishop_attacks(Square square, Bitboard occupied) {
    const LineMask *masks = ATTACKS.masks[square];
    return line_attacks(&masks[LINE_RISING], occupied) |
           line_attacks(&masks[LINE_FALLING], occupied);
}

ALWAYS_INLINE Bitboard rook_attacks(Square square, Bitboard occupied) {
    const LineMask *masks = ATTACKS.masks[square];
    return line_attacks(&masks[LINE_FILE], occupied) | line_attacks(&masks[LINE_RANK], occupied);
}

// What a piece of this kind attacks from `square`. Pawns have a colour and their own table.
ALWAYS_INLINE Bitboard kind_attacks(Kind kind, Square square, Bitboard occupied) {
    switch (kind) {
    case KNIGHT:
        return ATTACKS.knight[square];
    case BISHOP:
        return bishop_attacks(square, occupied);
    case ROOK:
        return rook_attacks(square, occupied);
    case QUEEN:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
    case KING:
        return ATTACKS.king[square];
    default:
        return 0;
    }
}

// What the pawns of one colour attack, towards the a-file and towards the h-file.
ALWAYS_INLINE Bitboard pawns_attack_west(Color color, Bitboard pawns) {
    pawns &= ~FILE_A_BITS;
    return color == FIRST ? pawns << 7 : pawns >> 9;
}

ALWAYS_INLINE Bitboard pawns_attack_east(Color color, Bitboard pawns) {
    pawns &= ~FILE_H_BITS;
    return color == FIRST ? pawns << 9 : pawns >> 7;
}

ALWAYS_INLINE Bitboard knights_attack(Bitboard knights) {
    const Bitboard one = (knights >> 1 & ~FILE_H_BITS) | (knights << 1 & ~FILE_A_BITS);
    const Bitboard two = (knights >> 2 & ~(FILE_H_BITS | FILE_H_BITS >> 1)) |
                         (knights << 2 & ~(FILE_A_BITS | FILE_A_BITS << 1));
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

// Floods sliders along each lane's line, upwards into reach[0] and downwards into reach[1] (Kogge
// and Stone's parallel prefix: three doublings cover seven steps). Lanes stay apart, and within a
// lane no square but a slider's own is reached twice, so population counts of the lanes count
// moves.
ALWAYS_INLINE void sliders_fill(const Lanes *sliders, Bitboard occupied, Lanes reach[2]) {
    const Lanes step = {8, 1, 9, 7};
    const Lanes up_land = {~0ull, ~FILE_A_BITS, ~FILE_A_BITS, ~FILE_H_BITS};
    const Lanes down_land = {~0ull, ~FILE_H_BITS, ~FILE_H_BITS, ~FILE_A_BITS};
    Lanes up = *sliders, down = *sliders;
    Lanes up_free = ~occupied & up_land, down_free = ~occupied & down_land;
    up |= up_free & (up << step);
    down |= down_free & (down >> step);
    up_free &= up_free << step;
    down_free &= down_free >> step;
    up |= up_free & (up << 2 * step);
    down |= down_free & (down >> 2 * step);
    up_free &= up_free << 2 * step;
    down_free &= down_free >> 2 * step;
    up |= up_free & (up << 4 * step);
    down |= down_free & (down >> 4 * step);
    reach[0] = up << step & up_land;
    reach[1] = down >> step & down_land;
}

// Everything the sliders attack, rooks and queens in `straight`, bishops and queens in `diagonal`.
ALWAYS_INLINE Bitboard sliders_attack(Bitboard straight, Bitboard diagonal, Bitboard occupied) {
    const Lanes sliders = {straight, straight, diagonal, diagonal};
    Lanes reach[2];
    sliders_fill(&sliders, occupied, reach);
    const Lanes all = reach[0] | reach[1];
    return (all[0] | all[1]) | (all[2] | all[3]);
}
