#include "uct_score.h"

#include <stdlib.h>

// In centipawns.
enum {
    SCORE_CHECK = 80,
    SCORE_RECAPTURE = 60, // on the square of the last move
    SCORE_DROP = -20,
    SCORE_FORWARD = 10,
    SCORE_NEAR_ENEMY = 12, // for every step nearer to the enemy king than NEAR
    SCORE_NEAR_OWN = 4,    // the same for the own king
    NEAR = 4,
    SCORE_HISTORY = 150, // of a move that always wins
};

// ---- history ----

void score_history_clear(ScoreHistory *history) {
    for (int side = 0; side < COLOR_NB; side++)
        for (int i = 0; i < MOVE_PATH_NB; i++)
            atomic_store_explicit(&history->entries[side][i], 0, memory_order_relaxed);
}

void score_history_age(ScoreHistory *history) {
    for (int side = 0; side < COLOR_NB; side++)
        for (int i = 0; i < MOVE_PATH_NB; i++) {
            _Atomic int16_t *entry = &history->entries[side][i];
            const int value = atomic_load_explicit(entry, memory_order_relaxed);
            atomic_store_explicit(entry, (int16_t)(value / 2), memory_order_relaxed);
        }
}

void score_history_add(ScoreHistory *history, Color side, Move move, bool is_won) {
    enum { MEMORY = 64 }; // playouts
    _Atomic int16_t *entry = &history->entries[side][move_path(move)];
    const int old = atomic_load_explicit(entry, memory_order_relaxed);
    const int step = ((is_won ? HISTORY_TOP : -HISTORY_TOP) - old) / MEMORY;
    atomic_store_explicit(entry, (int16_t)(old + step), memory_order_relaxed);
}

// ---- scores ----

// How many steps nearer than NEAR the move comes to the king of that colour.
static int nearness(const Position *pos, Color king_of, Move move) {
    if ((int)pos_king(pos, king_of) == SQUARE_NONE)
        return 0;
    const int files =
        abs((int)square_file(pos_king(pos, king_of)) - (int)square_file(move_to(move)));
    const int ranks =
        abs((int)square_rank(pos_king(pos, king_of)) - (int)square_rank(move_to(move)));
    const int steps = files > ranks ? files : ranks;
    return steps < NEAR ? NEAR - steps : 0;
}

static bool is_forward(Color side, Move move) {
    const int step = (int)square_rank(move_to(move)) - (int)square_rank(move_from(move));
    return (GAME_IS_CHESS ? side == FIRST : side == SECOND) ? step > 0 : step < 0;
}

int score_bound(const ScoreContext *context, Move move) {
    const Position *pos = context->pos;
    const Color side = pos_side(pos);
    const int history = atomic_load_explicit(&context->history->entries[side][move_path(move)],
                                             memory_order_relaxed);
    int score = SCORE_HISTORY * history / HISTORY_TOP;
    score += SCORE_NEAR_ENEMY * nearness(pos, color_other(side), move);
    if (pos_mover(pos, move) != KING)
        score += SCORE_NEAR_OWN * nearness(pos, side, move);
    if (move_is_drop(move))
        score += SCORE_DROP;
    else if (is_forward(side, move))
        score += SCORE_FORWARD;
    if (pos_gives_check(pos, move))
        score += SCORE_CHECK;
    if (pos_is_tactical(pos, move)) {
        score += pos_exchange(pos, move);
        if (context->last != MOVE_NONE && move_to(move) == move_to(context->last))
            score += SCORE_RECAPTURE;
    }
    return score;
}

int score_loss(const Position *pos, Move move) {
    return pos_is_tactical(pos, move) ? 0 : pos_exchange(pos, move);
}
