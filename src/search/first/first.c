#include "first.h"

#include "game/mate1.h"

FirstResult first_search(const Eval *eval, const Position *pos, void *frame) {
    Position probe = *pos;
    const Move mate = pos_mate_in_one(&probe);
    if (mate != MOVE_NONE)
        return (FirstResult){.move = mate, .value = EVAL_LIMIT, .nodes = 1, .is_mate = true};

    Move moves[MOVE_MAX];
    int values[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    eval_refresh(eval, pos, frame);
    eval_children(eval, pos, frame, moves, count, values);
    // A child's value is the opponent's, so the smallest is the best.
    FirstResult best = {.move = MOVE_NONE, .value = -EVAL_LIMIT - 1, .nodes = count};
    for (int i = 0; i < count; i++)
        if (-values[i] > best.value) {
            best.value = -values[i];
            best.move = moves[i];
        }
    return best;
}
