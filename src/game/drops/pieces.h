// pieces.h — kinds, pieces and hands of the drop games.
//
// The kinds are the same in every drop game; a game without lances has none in its set. Facts about
// a kind that differ by game are in the game's pieces.def, which fills PIECE_INFO.
#pragma once

#include "base/macros.h"
#include "game/types.h"
#include "geometry.h"

// Promotion sets bit 3. GOLD and KING have numbers without a promoted kind.
typedef enum Kind {
    NO_KIND,
    PAWN,
    LANCE,
    KNIGHT,
    SILVER,
    BISHOP,
    ROOK,
    GOLD,
    KING,
    TOKIN,
    PRO_LANCE,
    PRO_KNIGHT,
    PRO_SILVER,
    HORSE,
    DRAGON,
    KIND_NB,
    KIND_PROMOTED = 8,
    HAND_KIND_NB = GOLD + 1,
} Kind;

typedef uint8_t Piece; // kind | color << 4; 0 is an empty square

static inline Piece piece_make(Color color, Kind kind) {
    return (Piece)((unsigned)kind | (unsigned)color << 4);
}

static inline Kind piece_kind(Piece piece) {
    return (Kind)(piece & 15);
}

static inline Color piece_color(Piece piece) {
    return (Color)(piece >> 4);
}

static inline bool kind_can_promote(Kind kind) {
    return kind >= PAWN && kind <= ROOK;
}

static inline Kind kind_promoted(Kind kind) {
    return (Kind)(kind | KIND_PROMOTED);
}

// The kind of a captured piece in the hand.
static inline Kind kind_base(Kind kind) {
    return kind > KING ? (Kind)(kind & 7) : kind;
}

static inline bool kind_moves_like_gold(Kind kind) {
    return kind == GOLD || (kind >= TOKIN && kind <= PRO_SILVER);
}

typedef struct PieceInfo {
    char letter; // as SFEN writes FIRST's; '\0': not in this game
    char kanji[4];
    uint8_t count; // in the set
    int16_t value; // see pieces.def
} PieceInfo;

extern const PieceInfo PIECE_INFO[KIND_NB];

// A hand packs its counts with a spare bit above each, so that one subtraction compares all of
// them.
//   pawn 0-4 · lance 6-8 · knight 10-12 · silver 14-16 · bishop 18-19 · rook 21-22 · gold 24-26
typedef uint32_t Hand;

enum { HAND_SPARE_BITS = 1u << 5 | 1u << 9 | 1u << 13 | 1u << 17 | 1u << 20 | 1u << 23 | 1u << 27 };

extern const uint8_t HAND_SHIFT[HAND_KIND_NB];

static inline Hand hand_one(Kind kind) {
    return (Hand)1 << HAND_SHIFT[kind];
}

static inline int hand_count(Hand hand, Kind kind) {
    static const uint8_t mask[HAND_KIND_NB] = {0, 31, 7, 7, 7, 3, 3, 7};
    return (int)(hand >> HAND_SHIFT[kind] & mask[kind]);
}

// Whether `hand` holds at least as many of every kind as `other`.
static inline bool hand_covers(Hand hand, Hand other) {
    return ((hand - other) & HAND_SPARE_BITS) == 0;
}
