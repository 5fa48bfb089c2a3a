// The rules in which shogi differs from minishogi: a fourfold repetition is a draw, and a player
// whose king has entered the enemy camp with enough pieces may claim a win.
#include "rules.h"

#include "movegen.h"

const Rules RULES_DEFAULT = {.entering_king = ENTERING_KING_27, .move_limit = 0};

// A player who gave check with every move of the repetition loses; if both did, it is a plain
// repetition.
Outcome rules_repetition(Color mover, Repetition repetition) {
    (void)mover;
    if (repetition.mover_checked != repetition.opponent_checked)
        return (Outcome){repetition.mover_checked ? RESULT_LOSS : RESULT_WIN,
                         REASON_PERPETUAL_CHECK};
    return (Outcome){RESULT_DRAW, REASON_REPETITION};
}

// The square where the enemy king starts in an even game.
static int try_square(Color color) {
    return square_make(FILE_NB / 2, color == FIRST ? 0 : RANK_NB - 1);
}

Outcome rules_entered_king(const Position *pos, EnteringKing rule) {
    const Color them = color_other(pos_side(pos));
    if (rule == ENTERING_KING_TRY && pos->king[them] == try_square(them))
        return (Outcome){RESULT_LOSS, REASON_TRY};
    return (Outcome){RESULT_OPEN, REASON_NONE};
}

typedef struct Entered {
    int pieces; // in the zone, the king not counted
    int points; // of those and of the hand: bishop and rook 5, others 1
} Entered;

static Entered count_entered(const Position *pos, Color color) {
    const Bitboard big = pos->kind[BISHOP] | pos->kind[ROOK] | pos->kind[HORSE] | pos->kind[DRAGON];
    const Bitboard inside = pos->color[color] & bb_far_ranks(color, ZONE_RANKS) & ~pos->kind[KING];
    Entered entered = {.pieces = bb_count(inside)};
    entered.points = entered.pieces + 4 * bb_count(inside & big);
    for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
        entered.points +=
            hand_count(pos->hand[color], kind) * (kind == BISHOP || kind == ROOK ? 5 : 1);
    return entered;
}

Result pos_declaration(const Position *pos, EnteringKing rule) {
    const Color us = pos_side(pos);
    const int king = pos->king[us];
    if (rule == ENTERING_KING_NONE || king == SQUARE_NONE)
        return RESULT_OPEN;
    if (rule == ENTERING_KING_TRY)
        return pos_is_legal(pos, move_make(king, try_square(us))) ? RESULT_WIN : RESULT_OPEN;
    if (pos_in_check(pos) || square_depth(us, king) >= ZONE_RANKS)
        return RESULT_OPEN;
    const Entered entered = count_entered(pos, us);
    if (entered.pieces < 10)
        return RESULT_OPEN;
    if (rule == ENTERING_KING_27)
        return entered.points >= (us == FIRST ? 28 : 27) ? RESULT_WIN : RESULT_OPEN;
    if (entered.points >= 31)
        return RESULT_WIN;
    return entered.points >= 24 ? RESULT_DRAW : RESULT_OPEN;
}
