// The usual quiescence search: captures and promotions that lose no material, at the first ply also
// checks, in check all moves; the table is shared with the main search.
#include "ab_order.h"
#include "ab_worker.h"
#include "game/mate1.h"

enum {
    DELTA_MARGIN = GAME_IS_CHESS ? 130 : 220, // what a capture may gain besides its material
    EVASIONS_ENOUGH = 3,                      // quiet ones, once a good one is known
    DEEPEST = -8, // from this depth on only checks are answered: captures and drops could go on
                  // almost without end
};

static int store(AbWorker *worker, const TtEntry *entry) {
    worker_store(worker, pos_key(&worker->pos), *entry);
    return entry->value;
}

// Whether a move cannot raise the value to alpha, even with its capture.
static bool is_hopeless(const AbWorker *worker, Move move, int base, int alpha, int *reach) {
    const Position *pos = &worker->pos;
    *reach = base + capture_value(pos_captured(pos, move));
    return *reach <= alpha && !move_is_promotion(move) && !pos_gives_check(pos, move);
}

// Returns the stand-pat value: the static value, improved by the table entry.
static int stand_pat(AbWorker *worker, const TtEntry *known, bool is_known, TtEntry *fresh) {
    fresh->eval = is_known && known->eval != VALUE_NONE ? known->eval : worker_eval(worker);
    const int eval = worker_corrected(worker, fresh->eval);
    worker_ply(worker)->eval = eval;
    if (is_known && known->value != VALUE_NONE &&
        (known->bound & (known->value > eval ? BOUND_LOWER : BOUND_UPPER)))
        return known->value;
    return eval;
}

// Depth 0 is the first ply, with checks; then it is negative.
static int search_moves(AbWorker *worker, int alpha, int beta, int depth, int best, int base,
                        Move table_move, TtEntry *fresh) {
    const bool is_in_check = pos_in_check(&worker->pos);
    const bool is_pv = beta - alpha > 1;
    Picker picker;
    picker_quiescence(&picker, &worker->pos, worker->histories, worker_counter_history(worker),
                      worker_followup_history(worker), table_move, depth == 0);
    int tried = 0, quiet_evasions = 0;
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        tried++;
        if (best > -VALUE_DECIDED) {
            int reach;
            if (!is_in_check && is_hopeless(worker, move, base, alpha, &reach)) {
                if (reach > best)
                    best = reach;
                continue;
            }
            if (is_in_check && !pos_is_tactical(&worker->pos, move) &&
                ++quiet_evasions > EVASIONS_ENOUGH)
                break;
        }
        worker_do(worker, move);
        const int value = -quiesce_search(worker, -beta, -alpha, depth - 1);
        worker_undo(worker);
        if (worker_is_stopped(worker))
            return 0;
        if (value <= best)
            continue;
        best = value;
        if (value <= alpha)
            continue;
        fresh->move = move;
        if (is_pv)
            worker_set_pv(worker, move);
        if (value >= beta)
            break;
        alpha = value;
    }
    if (is_in_check && !tried)
        return worker_no_moves(worker);
    return best;
}

int quiesce_search(AbWorker *worker, int alpha, int beta, int depth) {
    if (worker->shared->settings.quiescence == QUIESCENCE_TWO_STAGE)
        return quiesce_two_stage(worker, alpha, beta);
    const bool is_pv = beta - alpha > 1, is_in_check = pos_in_check(&worker->pos);
    worker->pv_count[worker->ply] = 0;
    if (worker->ply > worker->deepest)
        worker->deepest = worker->ply;
    if (worker_must_stop(worker))
        return 0;
    const int verdict = worker_gameover(worker);
    if (verdict != VALUE_NONE)
        return verdict;
    if (worker->ply >= PLY_MAX - 1)
        return is_in_check ? worker_draw(worker) : worker_eval(worker);

    TtEntry known;
    const int table_depth = is_in_check || depth == 0 ? 0 : -1;
    const bool is_known =
        tt_probe(worker->shared->table, pos_key(&worker->pos), worker->ply, &known);
    if (is_known && !is_pv && known.depth >= table_depth && known.value != VALUE_NONE &&
        (known.bound & (known.value >= beta ? BOUND_LOWER : BOUND_UPPER)))
        return known.value;

    TtEntry fresh = {.eval = VALUE_NONE, .depth = table_depth, .bound = BOUND_UPPER};
    fresh.is_pv = is_known && known.is_pv;
    int best = -VALUE_INFINITE, base = 0;
    const int before = alpha;
    worker_ply(worker)->eval = VALUE_NONE;
    if (!is_in_check) {
        if (worker->shared->settings.mate_in_one && depth == 0 && !is_known &&
            pos_mate_in_one(&worker->pos) != MOVE_NONE) {
            fresh.value = value_win_in(worker->ply + 1);
            fresh.bound = BOUND_EXACT;
            fresh.depth = PLY_MAX;
            return store(worker, &fresh);
        }
        best = stand_pat(worker, &known, is_known, &fresh);
        if (best >= beta || depth <= DEEPEST) {
            fresh.value = best;
            fresh.bound = best >= beta ? BOUND_LOWER : BOUND_NONE;
            return is_known ? best : store(worker, &fresh);
        }
        if (best > alpha)
            alpha = best;
        base = worker_ply(worker)->eval + DELTA_MARGIN;
    }
    Move table_move = is_known ? known.move : MOVE_NONE;
    if (table_move != MOVE_NONE && (!pos_is_legal(&worker->pos, table_move) ||
                                    !(is_in_check || pos_is_tactical(&worker->pos, table_move))))
        table_move = MOVE_NONE;
    fresh.move = MOVE_NONE;
    fresh.value = search_moves(worker, alpha, beta, depth, best, base, table_move, &fresh);
    if (worker_is_stopped(worker))
        return 0;
    if (fresh.value >= beta)
        fresh.bound = BOUND_LOWER;
    else if (is_pv && fresh.value > before)
        fresh.bound = BOUND_EXACT;
    return store(worker, &fresh);
}
