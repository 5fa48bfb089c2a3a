#include "rules.h"

#include <stdint.h>

#include "movegen.h"

enum { FIFTY_MOVES = 100 }; // plies

const Rules RULES_DEFAULT = {.entering_king = ENTERING_KING_NONE, .move_limit = 0};

static const Outcome OPEN = {RESULT_OPEN, REASON_NONE};

void pos_record(const Position *pos, History *history) {
    history_push(history, pos_key(pos), 0, pos->reversible, pos_in_check(pos));
}

// No sequence of moves can mate: at most one knight, or bishops on one colour only.
static bool is_dead(const Position *pos) {
    if (pos->kinds[PAWN] | pos->kinds[ROOK] | pos->kinds[QUEEN])
        return false;
    const Bitboard bishops = pos->kinds[BISHOP], knights = pos->kinds[KNIGHT];
    if (knights)
        return !bishops && !bb_has_many(knights);
    return !(bishops & LIGHT_BITS) || !(bishops & ~LIGHT_BITS);
}

Outcome pos_outcome(const Position *pos, const History *history, const Rules *rules) {
    if (!pos_has_legal(pos))
        return pos_in_check(pos) ? (Outcome){RESULT_LOSS, REASON_CHECKMATE}
                                 : (Outcome){RESULT_DRAW, REASON_STALEMATE};
    if (history_repetition(history, 3, SIZE_MAX).occurrences >= 3)
        return (Outcome){RESULT_DRAW, REASON_REPETITION};
    if (pos->halfmove >= FIFTY_MOVES)
        return (Outcome){RESULT_DRAW, REASON_FIFTY_MOVES};
    if (is_dead(pos))
        return (Outcome){RESULT_DRAW, REASON_MATERIAL};
    if (rules->move_limit > 0 && pos_ply(pos) >= rules->move_limit)
        return (Outcome){RESULT_DRAW, REASON_MOVE_LIMIT};
    return OPEN;
}

Outcome pos_repetition(const Position *pos, const History *history, size_t max_back) {
    if (history_repetition(history, 2, max_back).occurrences >= 2)
        return (Outcome){RESULT_DRAW, REASON_REPETITION};
    // The hundredth ply may be mate, which takes precedence.
    if (pos->halfmove >= FIFTY_MOVES && !(pos_in_check(pos) && !pos_has_legal(pos)))
        return (Outcome){RESULT_DRAW, REASON_FIFTY_MOVES};
    return OPEN;
}

Result pos_declaration(const Position *pos, EnteringKing rule) {
    (void)pos, (void)rule;
    return RESULT_OPEN;
}
