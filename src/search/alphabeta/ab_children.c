// The values of all moves of one position. A node of the main search asks which move is best; here
// every move that is nearly as good needs a value, and of every other it must be known that its
// value is only a bound: a search that takes bounds for values follows moves which no search
// has looked at.
#include "ab_children.h"

#include "ab_order.h"

AbWorker *alphabeta_visit(Search *search, const AbParent *parent, const SearchControl *control) {
    AlphaBeta *shared = (AlphaBeta *)search;
    AbWorker *worker = worker_visit(shared, parent->pos, control);
    memcpy(worker->frames, parent->frame, worker->frame_stride);
    // Without memory for the game, repetitions of earlier positions are not seen.
    if (parent->history)
        history_copy(&worker->history, parent->history, PLY_MAX + 2, NULL);
    worker->root_side = parent->root_side;
    shared->visit_limits.draw_bonus = parent->draw_bonus;
    AbPly *ply = worker_ply(worker);
    ply[-1].piece_to = parent->piece_to[0];
    ply[-2].piece_to = parent->piece_to[1];
    return worker;
}

// The order of the main search; moves that it leaves out come last.
static void order_by_picker(AbWorker *worker, int depth, Move table_move, const AbChild *children,
                            int count, int *order) {
    static const Move none[REFUTATION_NB];
    bool is_listed[MOVE_MAX] = {false};
    int listed = 0;
    Picker picker;
    picker_main(&picker, &worker->pos, worker->histories, worker_counter_history(worker),
                worker_followup_history(worker), table_move, none, depth);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;)
        for (int i = 0; i < count; i++)
            if (children[i].move == move && !is_listed[i]) {
                is_listed[i] = true;
                order[listed++] = i;
                break;
            }
    for (int i = 0; i < count; i++)
        if (!is_listed[i])
            order[listed++] = i;
}

static void order_by_value(const AbChild *children, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int j = i;
        for (; j > 0 && children[order[j - 1]].value < children[i].value; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
}

static Move table_move_of(const AbWorker *worker) {
    TtEntry known;
    if (!tt_probe(worker->shared->table, pos_key(&worker->pos), 0, &known) || !known.move ||
        !pos_is_legal(&worker->pos, known.move))
        return MOVE_NONE;
    return known.move;
}

// The depth at which the move number `number`, from 1, is tried.
static int reduced_depth(AbWorker *worker, const AbParent *parent, Move move, int number) {
    const AlphaBeta *shared = worker->shared;
    const int depth = parent->depth;
    if (!parent->reduces || !shared->settings.late_move_reduction || depth < 2 || number < 2)
        return depth;
    int reduction = shared->reductions[depth] * shared->reductions[number < 255 ? number : 255] /
                        REDUCTION_ONE -
                    REDUCTION_ONE; // as in a node of the principal variation
    if (pos_is_tactical(&worker->pos, move))
        reduction /= 2;
    else
        reduction -= worker_quiet_history(worker, move) * REDUCTION_ONE / HISTORY_PER_PLY;
    if (pos_gives_check(&worker->pos, move))
        reduction -= REDUCTION_ONE;
    const int plies = reduction / REDUCTION_ONE;
    return plies < 0 ? depth : plies > depth - 1 ? 1 : depth - plies;
}

// The value of the move that was just played, for the player who played it.
static int look(AbWorker *worker, int alpha, int beta, int depth, bool is_cut) {
    return -(depth > 0 ? node_search(worker, -beta, -alpha, depth, is_cut)
                       : quiesce_search(worker, -beta, -alpha, 0));
}

// Whether the move is better than the best is searched as in a node of the main search. If it is
// not, its value within the margin is searched less deep.
static void search_child(AbWorker *worker, const AbParent *parent, int best, int reduced,
                         AbChild *child) {
    const int full = parent->depth, floor = best - parent->margin;
    int value = -VALUE_INFINITE, depth = full;
    if (best != -VALUE_INFINITE) {
        value = look(worker, best, best + 1, reduced, true);
        if (value > best && reduced < full)
            value = look(worker, best, best + 1, full, false);
        else
            depth = reduced;
    }
    if (best == -VALUE_INFINITE || value > best) {
        depth = full;
        value = look(worker, best, VALUE_INFINITE, full, false);
    } else if (value > floor) {
        const int least = full > 0;
        const int less = full - parent->slack > least ? full - parent->slack : least;
        const int again = look(worker, floor, best, less, false);
        value = again < value ? again : value;
    }
    if (worker_is_stopped(worker))
        return;
    child->depth = depth;
    child->is_bound = best != -VALUE_INFINITE && value <= floor;
    child->value = eval_clamp(value);
}

static void store(AbWorker *worker, const AbParent *parent, const AbChild *best) {
    worker_store(worker, pos_key(&worker->pos),
                 (TtEntry){.move = best->move,
                           .value = best->value,
                           .eval = VALUE_NONE,
                           .depth = parent->depth + 1,
                           .bound = BOUND_EXACT,
                           .is_pv = true});
}

int64_t alphabeta_children(Search *search, const AbParent *parent, const SearchControl *control,
                           AbChild *children, int count) {
    AbWorker *worker = alphabeta_visit(search, parent, control);
    const bool has_others = parent->best != -VALUE_INFINITE;
    const AbChild *best = NULL;
    int order[MOVE_MAX];
    if (parent->depth > 0 && !parent->is_again)
        order_by_picker(worker, parent->depth, table_move_of(worker), children, count, order);
    else
        order_by_value(children, count, order);
    worker->root_depth = parent->depth > 0 ? parent->depth : 1;
    for (int i = 0; i < count; i++) {
        AbChild *child = &children[order[i]];
        const int reduced = reduced_depth(worker, parent, child->move, i + 1 + has_others);
        const int most = best ? best->value : parent->best;
        worker_do(worker, child->move);
        search_child(worker, parent, most, reduced, child);
        worker_undo(worker);
        if (worker_is_stopped(worker))
            return -1;
        if (child->value > most)
            best = child;
    }
    if (best && parent->depth > 0)
        store(worker, parent, best);
    return worker_nodes(worker);
}
