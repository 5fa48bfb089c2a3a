// The laws in which minishogi differs from its larger sister: a fourfold repetition is lost by the
// player who moved first in the game, and a king cannot claim anything.
#include "rules.h"

const Rules RULES_DEFAULT = {.entering_king = ENTERING_KING_NONE, .move_limit = 0};

// Who gave check with every move of the repetition loses; both at once cancel out.
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
