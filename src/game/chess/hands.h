// hands.h (chess) — there are no hands; this exists for callers that are written for all games.
#pragma once

#include "position.h"

typedef uint32_t Hand;

static inline Key pos_board_key(const Position *pos) {
    return pos->key;
}

static inline Hand pos_hand(const Position *pos, Color color) {
    (void)pos, (void)color;
    return 0;
}

// Whether `hand` holds at least as many of every kind as `other`.
static inline bool hand_covers(Hand hand, Hand other) {
    return hand == other;
}
