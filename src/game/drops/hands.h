// hands.h (drop games) — hands, for callers that are written for all games. hand_covers compares
// two of them.
#pragma once

#include "position.h"

// The key of the board and the side to move, without the hands.
static inline Key pos_board_key(const Position *pos) {
    return pos->board_key;
}

static inline Hand pos_hand(const Position *pos, Color color) {
    return pos->hand[color];
}
