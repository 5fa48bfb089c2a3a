// geometry.h — the board and the pieces of chess: sizes, squares, kinds, sets of squares, traits.
//
// A square is rank * 8 + file with a1 = 0, so bit 0 of a Bitboard is a1 and shifting left by 8 goes
// one rank towards Black. FIRST is White. Everything here is constant; any thread may use it.
#pragma once

#include <stdint.h>

#include "base/macros.h"
#include "game/types.h"

#define GAME_NAME "chess"

// The traits of this game, for plain `if` in code that is compiled once a game.
enum {
    GAME_HAS_DROPS = 0,
    GAME_HAS_CASTLING = 1,
    GAME_IS_CHESS = 1,
    GAME_IS_SHOGI = 0,
    GAME_IS_MINISHOGI = 0,
};

enum {
    FILE_NB = 8,
    RANK_NB = 8,
    SQUARE_NB = 64,
    SQUARE_NONE = SQUARE_NB, // no square; tables indexed by an optional square have one entry more
    MOVE_MAX = 256,          // no legal position has more than 218 moves
};

typedef uint64_t Bitboard;
typedef unsigned Square;

typedef enum Kind {
    NO_KIND,
#define PIECE(kind, letter, value) kind,
#include "pieces.def"
#undef PIECE
    KIND_NB
} Kind;

// A piece is a kind and a colour in four bits; 0 is an empty square.
typedef uint8_t Piece;
enum { NO_PIECE = 0, PIECE_NB = 16 };

ALWAYS_INLINE Piece piece_make(Color color, Kind kind) {
    return (Piece)((unsigned)kind | (unsigned)color << 3);
}

ALWAYS_INLINE Kind piece_kind(Piece piece) {
    return (Kind)(piece & 7);
}

ALWAYS_INLINE Color piece_color(Piece piece) {
    return (Color)(piece >> 3);
}

ALWAYS_INLINE Square square_make(unsigned file, unsigned rank) {
    return rank * FILE_NB + file;
}

ALWAYS_INLINE unsigned square_file(Square square) {
    return square % FILE_NB;
}

ALWAYS_INLINE unsigned square_rank(Square square) {
    return square / FILE_NB;
}

ALWAYS_INLINE Bitboard bb_of(Square square) {
    return (Bitboard)1 << square;
}

ALWAYS_INLINE Square bb_first(Bitboard bits) {
    return (Square)__builtin_ctzll(bits);
}

// Removes the lowest square of a non-empty set and returns it.
ALWAYS_INLINE Square bb_pop(Bitboard *bits) {
    const Square square = bb_first(*bits);
    *bits &= *bits - 1;
    return square;
}

ALWAYS_INLINE int bb_count(Bitboard bits) {
    return __builtin_popcountll(bits);
}

ALWAYS_INLINE bool bb_has_many(Bitboard bits) {
    return (bits & (bits - 1)) != 0;
}

#define FILE_A_BITS 0x0101010101010101ull
#define FILE_H_BITS 0x8080808080808080ull
#define RANK_1_BITS 0x00000000000000ffull
#define LIGHT_BITS  0x55aa55aa55aa55aaull

ALWAYS_INLINE Bitboard rank_bits(unsigned rank) {
    return RANK_1_BITS << (rank * FILE_NB);
}

ALWAYS_INLINE Bitboard file_bits(unsigned file) {
    return FILE_A_BITS << file;
}

// The rank (0 to 7) that is the `rank`th from the side of `color`.
ALWAYS_INLINE unsigned rank_for(Color color, unsigned rank) {
    return color == FIRST ? rank : RANK_NB - 1 - rank;
}

// One step towards the opponent, for a whole set.
ALWAYS_INLINE Bitboard bb_forward(Color color, Bitboard bits) {
    return color == FIRST ? bits << 8 : bits >> 8;
}
