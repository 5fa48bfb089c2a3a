// The rules in which minishogi differs from shogi: the player who moved first in the game loses a
// fourfold repetition, and there are no claims by an entered king.
#include "rules.h"

const Rules RULES_DEFAULT = {.entering_king = ENTERING_KING_NONE, .move_limit = 0};

// A player who gave check with every move of the repetition loses; if both did, it is a plain
// repetition.
Outcome rules_repetition(Color mover, Repetition repetition) {
    if (repetition.mover_checked != repetition.opponent_checked)
        return (Outcome){repetition.mover_checked ? RESULT_LOSS : RESULT_WIN,
                         REASON_PERPETUAL_CHECK};
    return (Outcome){mover == FIRST ? RESULT_LOSS : RESULT_WIN, REASON_REPETITION};
}

Outcome rules_entered_king(const Position *pos, EnteringKing rule) {
    (void)pos, (void)rule;
    return (Outcome){RESULT_OPEN, REASON_NONE};
}

Result pos_declaration(const Position *pos, EnteringKing rule) {
    (void)pos, (void)rule;
    return RESULT_OPEN;
}
