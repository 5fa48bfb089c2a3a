// uct_score.h — how good a move looks without search, in centipawns: exchanges, what kind of move
// it is, where the kings are, and how often the side that played it won a playout.
//
// The history has an entry for every way of a piece and every drop, by colour. All moves of the
// winning side of a playout move its entries towards HISTORY_TOP, those of the losing side towards
// -HISTORY_TOP. The workers of a search share it with relaxed atomics; an update that is lost
// between two threads does no harm. The owner clears and ages it while no worker runs.
#pragma once

#include <stdatomic.h>

#include "game/contract.h"

enum { HISTORY_TOP = 1 << 12 };

typedef struct ScoreHistory {
    _Atomic int16_t entries[COLOR_NB][MOVE_PATH_NB];
} ScoreHistory;

void score_history_clear(ScoreHistory *history);
void score_history_age(ScoreHistory *history); // halves every entry
void score_history_add(ScoreHistory *history, Color side, Move move, bool is_won);

// The scores of the moves of one position. `last` is the move that led there, or MOVE_NONE.
typedef struct ScoreContext {
    const Position *pos;
    const ScoreHistory *history;
    Move last;
} ScoreContext;

// The score without what a quiet move loses by exchanges: never less than the whole score.
int score_bound(const ScoreContext *context, Move move);

// What the exchanges take away from the bound, 0 or less.
int score_loss(const Position *pos, Move move);

static inline int score_move(const ScoreContext *context, Move move) {
    return score_bound(context, move) + score_loss(context->pos, move);
}
