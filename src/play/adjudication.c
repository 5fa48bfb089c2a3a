#include "play/adjudication.h"

#include <stdlib.h>

void adjudication_add(Adjudication *adjudication, const AdjudicationConfig *config, Color side,
                      int value) {
    const bool has_value = value != VALUE_NONE;
    const bool is_even = has_value && abs(value) <= config->draw_value;
    const bool is_far = has_value && abs(value) >= config->resign_value;
    const int winner = (value > 0) == (side == FIRST) ? 1 : -1;
    const int before = adjudication->winning_plies;
    adjudication->even_plies = is_even ? adjudication->even_plies + 1 : 0;
    adjudication->winning_plies = !is_far ? 0 : before * winner > 0 ? before + winner : winner;
    int *lost_moves = &adjudication->lost_moves[side];
    *lost_moves = is_far && value <= 0 ? *lost_moves + 1 : 0;
    adjudication->decided = has_value && value_is_decided(value) ? winner : 0;
}

Result adjudication_result(const Adjudication *adjudication, const AdjudicationConfig *config,
                           Color side, int ply) {
    const int sign = side == FIRST ? 1 : -1;
    const int ahead = adjudication->winning_plies * sign;
    if (config->ends_decided && adjudication->decided)
        return adjudication->decided * sign > 0 ? RESULT_WIN : RESULT_LOSS;
    if (config->resign_plies) {
        if (-ahead >= config->resign_plies)
            return RESULT_LOSS;
        if (config->ends_decided && ahead >= config->resign_plies)
            return RESULT_WIN;
        if (config->resigns_alone && 2 * adjudication->lost_moves[side] >= config->resign_plies)
            return RESULT_LOSS;
    }
    if (config->draw_plies && ply >= config->draw_from &&
        adjudication->even_plies >= config->draw_plies)
        return RESULT_DRAW;
    return RESULT_OPEN;
}
