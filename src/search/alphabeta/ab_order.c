#include "ab_order.h"

#include <limits.h>

static Move move_of(int64_t scored) {
    return (Move)(scored & 0xffff);
}

static int score_of(int64_t scored) {
    return (int)(scored >> 16);
}

static int64_t scored(int score, Move move) {
    return (int64_t)((uint64_t)(int64_t)score << 16 | move);
}

static void begin(Picker *picker, const Position *pos, const AbHistories *histories,
                  Move table_move, PickStage otherwise) {
    picker->pos = pos;
    picker->histories = histories;
    picker->table_move = table_move;
    picker->stage = table_move != MOVE_NONE ? PICK_TABLE : otherwise;
    picker->after_table = otherwise;
    picker->next = picker->count = picker->losing = picker->refutation = 0;
    picker->is_with_checks = picker->skips_quiet = picker->lists_all = false;
    picker->exchange_floor = 0;
}

void picker_main(Picker *picker, const Position *pos, const AbHistories *histories,
                 const int16_t *counter_history, const int16_t *followup_history, Move table_move,
                 const Move refutations[REFUTATION_NB], int depth) {
    begin(picker, pos, histories, table_move,
          pos_in_check(pos) ? PICK_EVASION_START : PICK_TACTICAL_START);
    picker->counter_history = counter_history;
    picker->followup_history = followup_history;
    picker->depth = depth;
    memcpy(picker->refutations, refutations, sizeof picker->refutations);
}

void picker_quiescence(Picker *picker, const Position *pos, const AbHistories *histories,
                       const int16_t *counter_history, const int16_t *followup_history,
                       Move table_move, bool is_with_checks) {
    begin(picker, pos, histories, table_move,
          pos_in_check(pos) ? PICK_EVASION_START : PICK_QUIESCENCE_START);
    picker->counter_history = counter_history;
    picker->followup_history = followup_history;
    picker->is_with_checks = is_with_checks;
}

void picker_winning(Picker *picker, const Position *pos, const AbHistories *histories,
                    Move table_move, int floor) {
    begin(picker, pos, histories, table_move, PICK_QUIESCENCE_START);
    picker->exchange_floor = floor;
}

// ---- scores ----

// Most valuable victim first, plus history; a promotion counts with its gain.
static int tactical_score(const Picker *picker, Move move) {
    const Position *pos = picker->pos;
    const Kind victim = pos_captured(pos, move);
    return 16 * capture_value(victim) + (move_is_promotion(move) ? 4000 : 0) +
           picker->histories->capture[move_piece_to(pos, move)][victim];
}

static int quiet_score(const Picker *picker, Move move) {
    const Position *pos = picker->pos;
    const int piece_to = move_piece_to(pos, move);
    return 2 * picker->histories->quiet[pos_side(pos)][move_path(move)] +
           picker->counter_history[piece_to] + picker->followup_history[piece_to];
}

static void fill(Picker *picker, int from, const Move *moves, int count,
                 int (*score)(const Picker *, Move)) {
    picker->next = from;
    picker->count = from;
    for (int i = 0; i < count; i++)
        if (moves[i] != picker->table_move)
            picker->moves[picker->count++] = scored(score(picker, moves[i]), moves[i]);
}

static int evasion_score(const Picker *picker, Move move) {
    return pos_is_tactical(picker->pos, move) ? tactical_score(picker, move) + (1 << 20)
                                              : quiet_score(picker, move);
}

// ---- choice ----

// Moves the best of the rest to the front. For short lists, and where the first move often ends the
// node.
static int64_t take_best(Picker *picker) {
    int best = picker->next;
    for (int i = best + 1; i < picker->count; i++)
        if (picker->moves[i] > picker->moves[best])
            best = i;
    const int64_t taken = picker->moves[best];
    picker->moves[best] = picker->moves[picker->next];
    picker->moves[picker->next++] = taken;
    return taken;
}

// Sorts the moves above a score to the front; the others follow in any order.
static void sort_above(Picker *picker, int limit) {
    int sorted = picker->next;
    for (int i = picker->next; i < picker->count; i++) {
        if (score_of(picker->moves[i]) < limit)
            continue;
        const int64_t current = picker->moves[i];
        picker->moves[i] = picker->moves[sorted];
        int j = sorted++;
        for (; j > picker->next && picker->moves[j - 1] < current; j--)
            picker->moves[j] = picker->moves[j - 1];
        picker->moves[j] = current;
    }
}

static bool is_refutation(const Picker *picker, Move move) {
    for (int i = 0; i < REFUTATION_NB; i++)
        if (picker->refutations[i] == move)
            return true;
    return false;
}

// A refutation is a quiet move that is legal here and has not been picked already.
static bool is_fresh_refutation(const Picker *picker, int index) {
    const Move move = picker->refutations[index];
    if (move == MOVE_NONE || move == picker->table_move)
        return false;
    for (int i = 0; i < index; i++)
        if (picker->refutations[i] == move)
            return false;
    return pos_is_legal(picker->pos, move) && !pos_is_tactical(picker->pos, move) &&
           (picker->lists_all || pos_is_useful(picker->pos, move));
}

static Move next_tactical(Picker *picker) {
    while (picker->next < picker->count) {
        const Move move = move_of(take_best(picker));
        if (pos_exchange_reaches(picker->pos, move, 0))
            return move;
        // All entries before `next` have been picked, so there is room for it.
        picker->moves[picker->losing++] = scored(0, move);
    }
    return MOVE_NONE;
}

static Move next_refutation(Picker *picker) {
    while (picker->refutation < REFUTATION_NB) {
        const int index = picker->refutation++;
        if (is_fresh_refutation(picker, index))
            return picker->refutations[index];
    }
    return MOVE_NONE;
}

static Move next_quiet(Picker *picker) {
    while (!picker->skips_quiet && picker->next < picker->count) {
        const Move move = move_of(picker->moves[picker->next++]);
        if (!is_refutation(picker, move))
            return move;
    }
    return MOVE_NONE;
}

static Move next_quiescence(Picker *picker) {
    while (picker->next < picker->count) {
        const Move move = move_of(take_best(picker));
        if (pos_exchange_reaches(picker->pos, move, picker->exchange_floor))
            return move;
    }
    return MOVE_NONE;
}

// Quiet checks that lose no material.
static Move next_check(Picker *picker) {
    while (picker->next < picker->count) {
        const Move move = move_of(picker->moves[picker->next++]);
        if (!pos_is_tactical(picker->pos, move) && pos_exchange_reaches(picker->pos, move, 0))
            return move;
    }
    return MOVE_NONE;
}

static int check_score(const Picker *picker, Move move) {
    (void)picker, (void)move;
    return 0;
}

// The tactical ones of all legal moves, or the others.
static int list_legal(const Picker *picker, bool is_tactical, Move *moves) {
    const int all = gen_legal(picker->pos, moves);
    int count = 0;
    for (int i = 0; i < all; i++)
        if (pos_is_tactical(picker->pos, moves[i]) == is_tactical)
            moves[count++] = moves[i];
    return count;
}

static int list_tactical(const Picker *picker, Move *moves) {
    return picker->lists_all ? list_legal(picker, true, moves) : gen_tactical(picker->pos, moves);
}

static int list_quiet(const Picker *picker, Move *moves) {
    return picker->lists_all ? list_legal(picker, false, moves) : gen_quiet(picker->pos, moves);
}

static int list_evasions(const Picker *picker, Move *moves) {
    return picker->lists_all ? gen_legal(picker->pos, moves) : gen_useful(picker->pos, moves);
}

// Generates the moves of the next stage and enters it.
static void enter(Picker *picker) {
    Move moves[MOVE_MAX];
    switch (picker->stage) {
    case PICK_TACTICAL_START:
        fill(picker, 0, moves, list_tactical(picker, moves), tactical_score);
        picker->stage = PICK_TACTICAL;
        break;
    case PICK_QUIET_START:
        fill(picker, picker->losing, moves, picker->skips_quiet ? 0 : list_quiet(picker, moves),
             quiet_score);
        sort_above(picker, -2500 * picker->depth);
        picker->stage = PICK_QUIET;
        break;
    case PICK_EVASION_START:
        fill(picker, 0, moves, list_evasions(picker, moves), evasion_score);
        picker->stage = PICK_EVASION;
        break;
    case PICK_QUIESCENCE_START:
        fill(picker, 0, moves, gen_tactical(picker->pos, moves), tactical_score);
        picker->stage = PICK_QUIESCENCE;
        break;
    case PICK_CHECK_START:
        fill(picker, 0, moves, gen_checks(picker->pos, moves), check_score);
        picker->stage = PICK_CHECK;
        break;
    default:
        break;
    }
}

Move picker_next(Picker *picker) {
    Move move = MOVE_NONE;
    for (;;) {
        switch (picker->stage) {
        case PICK_TABLE:
            picker->stage = picker->after_table;
            return picker->table_move;
        case PICK_TACTICAL:
            if ((move = next_tactical(picker)) != MOVE_NONE)
                return move;
            picker->stage = PICK_REFUTATION;
            break;
        case PICK_REFUTATION:
            if ((move = next_refutation(picker)) != MOVE_NONE)
                return move;
            picker->stage = PICK_QUIET_START;
            break;
        case PICK_QUIET:
            if ((move = next_quiet(picker)) != MOVE_NONE)
                return move;
            picker->next = 0;
            picker->stage = PICK_LOSING;
            break;
        case PICK_LOSING:
            if (picker->next < picker->losing)
                return move_of(picker->moves[picker->next++]);
            picker->stage = PICK_END;
            break;
        case PICK_EVASION:
            if (picker->next < picker->count)
                return move_of(take_best(picker));
            picker->stage = PICK_END;
            break;
        case PICK_QUIESCENCE:
            if ((move = next_quiescence(picker)) != MOVE_NONE)
                return move;
            picker->stage = picker->is_with_checks ? PICK_CHECK_START : PICK_END;
            break;
        case PICK_CHECK:
            if ((move = next_check(picker)) != MOVE_NONE)
                return move;
            picker->stage = PICK_END;
            break;
        case PICK_END:
            return MOVE_NONE;
        default:
            enter(picker);
        }
    }
}
