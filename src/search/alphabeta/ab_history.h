// ab_history.h — history tables: they order moves and correct static values.
//
// Every entry is a decaying average: an update moves it towards its limit by a share of the
// distance. One set a thread, nothing shared. A *piece_to* is the kind that moves and its target;
// piece_to 0 (no kind) means "no move".
#pragma once

#include <string.h>

#include "search/search.h"

enum {
    PIECE_TO_NB = (int)KIND_NB * (int)SQUARE_NB,
    HISTORY_LIMIT = 1 << 14,
    CORRECTION_LIMIT = 1024, // in steps of CORRECTION_GRAIN to a hundredth of a pawn
    CORRECTION_GRAIN = 8,
    CORRECTION_NB = 1 << 14,
};

typedef int16_t AbContinuation[PIECE_TO_NB]; // by the piece_to of the next move

typedef struct AbHistories {
    int16_t quiet[COLOR_NB][MOVE_PATH_NB];
    int16_t capture[PIECE_TO_NB][KIND_NB];
    Move counter[COLOR_NB][PIECE_TO_NB];
    AbContinuation counter_history[PIECE_TO_NB];  // by the opponent's last move
    AbContinuation followup_history[PIECE_TO_NB]; // by the side's own last move
    int16_t structure[COLOR_NB][CORRECTION_NB];
    int16_t last_move[COLOR_NB][PIECE_TO_NB];
} AbHistories;

static inline int move_piece_to(const Position *pos, Move move) {
    return (int)pos_mover(pos, move) * (int)SQUARE_NB + (int)move_to(move);
}

static inline void history_update(int16_t *entry, int bonus, int limit) {
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / limit);
}

static inline int history_bonus(int depth) {
    const int bonus = 150 * depth - 80;
    return bonus < 1600 ? bonus : 1600;
}

static inline int16_t *correction_structure(AbHistories *histories, const Position *pos) {
    const uint64_t hash = pos_structure(pos) * 0x9e3779b97f4a7c15u;
    return &histories->structure[pos_side(pos)][hash >> 50];
}
