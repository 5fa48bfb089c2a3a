// move.h — the 16 bits of a chess move.
//
//     bits 0-5 to | bits 6-11 from | bits 12-13 promotion kind - KNIGHT | bits 14-15 type
//
// Castling is written as the king taking its own rook, which is unambiguous in Chess960 as well.
// The promotion bits of other types are 0, so every move has exactly one code. MOVE_NONE (a1a1) is
// never legal.
#pragma once

#include "geometry.h"

typedef enum MoveType {
    MOVE_NORMAL,
    MOVE_PROMOTION,
    MOVE_EN_PASSANT,
    MOVE_CASTLING,
} MoveType;

enum { MOVE_CODE_NB = 1 << 16 };

// Where a move comes from and goes to, promotion aside: an index for tables.
enum { MOVE_PATH_NB = 1 << 12 };

ALWAYS_INLINE unsigned move_path(Move move) {
    return move & (MOVE_PATH_NB - 1);
}

ALWAYS_INLINE Move move_make(Square from, Square to) {
    return from << 6 | to;
}

ALWAYS_INLINE Move move_make_typed(MoveType type, Square from, Square to) {
    return (Move)type << 14 | from << 6 | to;
}

ALWAYS_INLINE Move move_make_promotion(Square from, Square to, Kind kind) {
    return (Move)MOVE_PROMOTION << 14 | ((Move)kind - KNIGHT) << 12 | from << 6 | to;
}

ALWAYS_INLINE Square move_to(Move move) {
    return move & 63;
}

ALWAYS_INLINE Square move_from(Move move) {
    return move >> 6 & 63;
}

ALWAYS_INLINE MoveType move_type(Move move) {
    return (MoveType)(move >> 14 & 3);
}

ALWAYS_INLINE bool move_is_castling(Move move) {
    return move_type(move) == MOVE_CASTLING;
}

ALWAYS_INLINE bool move_is_drop(Move move) {
    (void)move;
    return false;
}

ALWAYS_INLINE bool move_is_en_passant(Move move) {
    return move_type(move) == MOVE_EN_PASSANT;
}

ALWAYS_INLINE bool move_is_promotion(Move move) {
    return move_type(move) == MOVE_PROMOTION;
}

// The kind the pawn becomes, or NO_KIND when the move does not promote.
ALWAYS_INLINE Kind move_promotion(Move move) {
    return move_is_promotion(move) ? (Kind)((move >> 12 & 3) + KNIGHT) : NO_KIND;
}

// Where king and rook stand after the king castles with the rook on `rook`: g and f, or c and d.
ALWAYS_INLINE Square castling_king_to(Square king, Square rook) {
    return (king & ~7u) | (rook > king ? 6u : 2u);
}

ALWAYS_INLINE Square castling_rook_to(Square king, Square rook) {
    return (king & ~7u) | (rook > king ? 5u : 3u);
}
