#include "search/gameover.h"

// How many plies back a search detects repetitions. Longer cycles are ignored.
enum { REPETITION_PLIES = GAME_IS_CHESS ? 100 : 16 };

int gameover_no_moves(const Position *pos, int draw, int ply) {
    return GAME_IS_CHESS && !pos_in_check(pos) ? draw : value_loss_in(ply);
}

int gameover_by_rules(const Position *pos, const History *history, const Rules *rules, int draw,
                      int ply) {
    const Outcome outcome = pos_repetition(pos, history, REPETITION_PLIES);
    switch (outcome.result) {
    case RESULT_DRAW:
        return draw;
    // A repetition depends on the path, so it is not a proof: its value stays below proven wins.
    case RESULT_WIN:
        return outcome.reason == REASON_HANDS ? EVAL_LIMIT - 1000 : EVAL_LIMIT;
    case RESULT_LOSS:
        return outcome.reason == REASON_HANDS ? 1000 - EVAL_LIMIT : -EVAL_LIMIT;
    case RESULT_OPEN:
        break;
    }
    if (pos_declaration(pos, rules->entering_king) == RESULT_WIN)
        return value_win_in(ply + 1);
    if (rules->move_limit > 0 && pos_ply(pos) >= rules->move_limit && pos_has_legal(pos))
        return draw;
    return VALUE_NONE;
}
