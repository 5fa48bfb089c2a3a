// hands.h (drop games) — hands, for callers that are written for all games. hand_covers compares
// two of them.
//
// A search for mates compares positions with the same board and different hands. What one hand
// proves, others may prove too; the functions here say which.
#pragma once

#include "position.h"

// The key of the board and the side to move, without the hands.
static inline Key pos_board_key(const Position *pos) {
    return pos->board_key;
}

static inline Hand pos_hand(const Position *pos, Color color) {
    return pos->hand[color];
}

Key pos_board_key_after(const Position *pos, Move move);

// All bits of those kinds whose spare bit is in `spares`.
static inline Hand hand_fields(Hand spares) {
    const Hand five = spares & 1u << 5, two = spares & (1u << 20 | 1u << 23);
    const Hand three = spares & ~(five | two);
    return (five - (five >> 5)) | (three - (three >> 3)) | (two - (two >> 2));
}

// The greater count of every kind.
static inline Hand hand_union(Hand a, Hand b) {
    const Hand mask = hand_fields(((a | HAND_SPARE_BITS) - b) & HAND_SPARE_BITS);
    return (a & mask) | (b & ~mask);
}

// The smaller count of every kind.
static inline Hand hand_common(Hand a, Hand b) {
    const Hand mask = hand_fields(((a | HAND_SPARE_BITS) - b) & HAND_SPARE_BITS);
    return (b & mask) | (a & ~mask);
}

// Of `hand`, all pieces of the kinds that `holder` holds, or of the kinds that it lacks.
static inline Hand hand_kinds_held(Hand hand, Hand holder) {
    const Hand ones = 1u << 0 | 1u << 6 | 1u << 10 | 1u << 14 | 1u << 18 | 1u << 21 | 1u << 24;
    return hand & hand_fields(((holder | HAND_SPARE_BITS) - ones) & HAND_SPARE_BITS);
}

static inline Hand hand_kinds_lacked(Hand hand, Hand holder) {
    return hand & ~hand_kinds_held(hand, holder);
}

// The pieces of both hands.
static inline Hand pos_hands(const Position *pos) {
    return pos->hand[FIRST] + pos->hand[SECOND];
}

// All pieces of both sides but the kings, as a hand: captures, drops and promotions keep it.
static inline Hand pos_piece_set(const Position *pos) {
    Hand set = pos_hands(pos) + (Hand)bb_count(pos->kind[GOLD]) * hand_one(GOLD);
    for (Kind kind = PAWN; kind < GOLD; kind++)
        set += (Hand)bb_count(pos->kind[kind] | pos->kind[kind_promoted(kind)]) * hand_one(kind);
    return set;
}

static inline int hand_size(Hand hand) {
    int size = 0;
    for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
        size += hand_count(hand, kind);
    return size;
}

// The hand of the side to move after the move, if it is `hand` before it.
Hand pos_hand_after(const Position *pos, Move move, Hand hand);
// The least hand of the side to move that becomes at least `hand` by the move.
Hand pos_hand_before(const Position *pos, Move move, Hand hand);

// The side to move is in check. The pieces of the other side that it could interpose if it had
// them, of kinds that it has none of.
Hand pos_hand_withheld(const Position *pos);
