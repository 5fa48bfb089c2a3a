#include "rules.h"

#include <stdint.h>

#include "movegen.h"

enum { FOURFOLD = 4, TWOFOLD = 2 };

static uint64_t both_hands(const Position *pos) {
    return pos->hand[FIRST] | (uint64_t)pos->hand[SECOND] << 32;
}

static Hand hand_of(uint64_t hands, Color color) {
    return (Hand)(color == FIRST ? hands : hands >> 32);
}

void pos_record(const Position *pos, History *history) {
    // Captured pieces return by drops, so no move is irreversible.
    history_push(history, pos->board_key, both_hands(pos), UINT32_MAX, pos_in_check(pos));
}

Outcome pos_outcome(const Position *pos, const History *history, const Rules *rules) {
    if (!pos_has_legal(pos))
        return (Outcome){RESULT_LOSS, pos_in_check(pos) ? REASON_CHECKMATE : REASON_STALEMATE};
    const Outcome entered = rules_entered_king(pos, rules->entering_king);
    if (entered.result != RESULT_OPEN)
        return entered;
    const Repetition repetition = history_repetition(history, FOURFOLD, SIZE_MAX);
    if (repetition.occurrences >= FOURFOLD)
        return rules_repetition(pos_side(pos), repetition);
    if (rules->move_limit > 0 && pos_ply(pos) >= rules->move_limit)
        return (Outcome){RESULT_DRAW, REASON_MOVE_LIMIT};
    return (Outcome){RESULT_OPEN, REASON_NONE};
}

// The latest earlier occurrence of the same board decides.
static Result compare_hands(const History *history, Color mover, size_t max_back) {
    const HistoryEntry *now = &history->entries[history->count - 1];
    const size_t played = history->count - 1;
    const size_t limit = played < max_back ? played : max_back;
    for (size_t back = 4; back <= limit; back += 2) {
        const HistoryEntry *then = now - back;
        if (then->board_key != now->board_key)
            continue;
        const Hand held = hand_of(then->hands, mover), holds = hand_of(now->hands, mover);
        if (hand_covers(holds, held))
            return RESULT_WIN;
        return hand_covers(held, holds) ? RESULT_LOSS : RESULT_OPEN;
    }
    return RESULT_OPEN;
}

Outcome pos_repetition(const Position *pos, const History *history, size_t max_back) {
    const Repetition repetition = history_repetition(history, TWOFOLD, max_back);
    if (repetition.occurrences >= TWOFOLD)
        return rules_repetition(pos_side(pos), repetition);
    const Result hands = compare_hands(history, pos_side(pos), max_back);
    return (Outcome){hands, hands == RESULT_OPEN ? REASON_NONE : REASON_HANDS};
}
