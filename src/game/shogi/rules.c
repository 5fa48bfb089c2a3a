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

static int board_points(const Position *pos, Bitboard pieces) {
    const Bitboard big = pos->kind[BISHOP] | pos->kind[ROOK] | pos->kind[HORSE] | pos->kind[DRAGON];
    return bb_count(pieces) + 4 * bb_count(pieces & big);
}

static int hand_points(const Position *pos, Color color) {
    int points = 0;
    for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
        points += hand_count(pos->hand[color], kind) * (kind == BISHOP || kind == ROOK ? 5 : 1);
    return points;
}

static Entered count_entered(const Position *pos, Color color) {
    const Bitboard inside = pos->color[color] & bb_far_ranks(color, ZONE_RANKS) & ~pos->kind[KING];
    return (Entered){.pieces = bb_count(inside),
                     .points = board_points(pos, inside) + hand_points(pos, color)};
}

// What is missing of all pieces was given as a handicap by SECOND, which needs as many points less
// under the rules for handicap games.
static int handicap_points(const Position *pos) {
    enum { ALL_POINTS = 54 }; // of an even game, without the kings
    const Bitboard pieces = (pos->color[FIRST] | pos->color[SECOND]) & ~pos->kind[KING];
    return ALL_POINTS - board_points(pos, pieces) - hand_points(pos, FIRST) -
           hand_points(pos, SECOND);
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
    const bool is_handicap = rule == ENTERING_KING_24H || rule == ENTERING_KING_27H;
    const int points = entered.points + (is_handicap && us == SECOND ? handicap_points(pos) : 0);
    if (rule == ENTERING_KING_27 || rule == ENTERING_KING_27H)
        return points >= (us == FIRST ? 28 : 27) ? RESULT_WIN : RESULT_OPEN;
    if (points >= 31)
        return RESULT_WIN;
    return points >= 24 ? RESULT_DRAW : RESULT_OPEN;
}
