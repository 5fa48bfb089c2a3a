// hands.h (chess) — there are no hands; this exists for callers that are written for all games.
#pragma once

#include "position.h"

typedef uint32_t Hand;

static inline Key pos_board_key(const Position *pos) {
    return pos->key;
}

static inline Key pos_board_key_after(const Position *pos, Move move) {
    return pos_key_after(pos, move);
}

static inline Hand pos_hand(const Position *pos, Color color) {
    (void)pos, (void)color;
    return 0;
}

static inline Hand pos_hands(const Position *pos) {
    (void)pos;
    return 0;
}

static inline Hand pos_piece_set(const Position *pos) {
    (void)pos;
    return 0;
}

// Whether `hand` holds at least as many of every kind as `other`.
static inline bool hand_covers(Hand hand, Hand other) {
    return hand == other;
}

static inline Hand hand_union(Hand a, Hand b) {
    return a | b;
}

static inline Hand hand_common(Hand a, Hand b) {
    return a & b;
}

static inline Hand hand_kinds_held(Hand hand, Hand holder) {
    return hand & holder;
}

static inline int hand_size(Hand hand) {
    (void)hand;
    return 0;
}

static inline Hand pos_hand_after(const Position *pos, Move move, Hand hand) {
    (void)pos, (void)move;
    return hand;
}

static inline Hand pos_hand_before(const Position *pos, Move move, Hand hand) {
    (void)pos, (void)move;
    return hand;
}

static inline Hand pos_hand_withheld(const Position *pos) {
    (void)pos;
    return 0;
}
