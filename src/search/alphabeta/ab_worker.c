#include "ab_worker.h"

#include <string.h>

#include "base/clock.h"
#include "search/gameover.h"

enum { POLL_NODES = 512 };

// At least this many nodes are searched, even without time: most first iterations take fewer.
enum { LEAST_NODES = 4096 };

static void step(AbWorker *worker, Key after) {
    tt_prefetch(worker->shared->table, after);
    const int64_t nodes = worker_nodes(worker) + 1;
    atomic_store_explicit(&worker->nodes, nodes, memory_order_relaxed);
}

int64_t worker_all_nodes(const AlphaBeta *shared) {
    int64_t nodes = 0;
    for (int i = 0; i < shared->worker_count; i++)
        nodes += worker_nodes(&shared->workers[i]);
    return nodes;
}

void worker_do(AbWorker *worker, Move move) {
    AbPly *ply = worker_ply(worker);
    step(worker, pos_key_after(&worker->pos, move));
    ply->move = move;
    ply->piece_to = move_piece_to(&worker->pos, move);
    const void *frame = worker_frame(worker);
    worker->ply++;
    eval_advance(worker->shared->setup.eval, &worker->pos, move, frame, worker_frame(worker));
    pos_do(&worker->pos, move, &ply->undo);
    pos_record(&worker->pos, &worker->history);
}

void worker_undo(AbWorker *worker) {
    worker->ply--;
    const AbPly *ply = worker_ply(worker);
    history_pop(&worker->history);
    pos_undo(&worker->pos, ply->move, &ply->undo);
}

void worker_pass(AbWorker *worker) {
    AbPly *ply = worker_ply(worker);
    ply->move = MOVE_NONE;
    ply->piece_to = 0;
    const void *frame = worker_frame(worker);
    worker->ply++;
    memcpy(worker_frame(worker), frame, worker->shared->setup.eval->frame_bytes);
    pos_pass(&worker->pos, &ply->undo);
    step(worker, pos_key(&worker->pos));
    pos_record(&worker->pos, &worker->history);
}

void worker_unpass(AbWorker *worker) {
    worker->ply--;
    history_pop(&worker->history);
    pos_unpass(&worker->pos, &worker_ply(worker)->undo);
}

bool worker_must_stop(AbWorker *worker) {
    AlphaBeta *shared = worker->shared;
    if (worker_is_stopped(worker))
        return true;
    if (worker->index)
        return false;
    const int64_t nodes = worker_nodes(worker);
    const int64_t limit = shared->limits->nodes;
    bool is_over = false;
    if (limit) {
        // Exact with one thread; with more, the nodes of other threads are added now and then.
        is_over = nodes >= limit;
        if (shared->worker_count > 1 && !is_over && nodes % 64 == 0)
            is_over = worker_all_nodes(shared) >= limit;
    }
    // There must be an answer: the node limit does not apply before the first iteration is
    // finished. The clock applies earlier, since quiescence search may take long.
    is_over &= worker->completed_depth > 0;
    if (!is_over && nodes % POLL_NODES == 0 && (worker->completed_depth || nodes >= LEAST_NODES))
        is_over = control_is_over(shared->control) ||
                  (shared->due_ns != INT64_MAX && clock_ns() >= shared->due_ns);
    if (!is_over)
        return false;
    atomic_store_explicit(&shared->is_stopped, true, memory_order_relaxed);
    return true;
}

int worker_draw(const AbWorker *worker) {
    const AlphaBeta *shared = worker->shared;
    const int value = search_draw_value(&shared->setup, shared->limits, worker->root_side);
    return pos_side(&worker->pos) == worker->root_side ? value : -value;
}

int worker_no_moves(const AbWorker *worker) {
    return gameover_no_moves(&worker->pos, worker_draw(worker), worker->ply);
}

int worker_gameover(const AbWorker *worker) {
    return gameover_by_rules(&worker->pos, &worker->history, &worker->shared->setup.rules,
                             worker_draw(worker), worker->ply);
}

int worker_eval(const AbWorker *worker) {
    return eval_value(worker->shared->setup.eval, &worker->pos, worker_frame(worker));
}

int worker_corrected(AbWorker *worker, int eval) {
    if (!worker->shared->settings.correction_history)
        return eval;
    const Color side = pos_side(&worker->pos);
    const int by_structure = *correction_structure(worker->histories, &worker->pos);
    const int by_move = worker->histories->last_move[side][worker_ply(worker)[-1].piece_to];
    return eval_clamp(eval + (2 * by_structure + by_move) / (2 * CORRECTION_GRAIN));
}

void worker_store(AbWorker *worker, Key key, TtEntry entry) {
    entry.yields = worker->shared->setup.yields_table;
    tt_store(worker->shared->table, key, worker->ply, entry);
}

void worker_set_pv(AbWorker *worker, Move move) {
    const int ply = worker->ply, count = worker->pv_count[ply + 1];
    worker->pv[ply][0] = move;
    memcpy(&worker->pv[ply][1], worker->pv[ply + 1], (size_t)count * sizeof(Move));
    worker->pv_count[ply] = count + 1;
}

void worker_set_line(AbWorker *worker, const Move *line, int count) {
    const int most = PLY_MAX - worker->ply;
    worker->pv_count[worker->ply] = count < most ? count : most;
    memcpy(worker->pv[worker->ply], line, (size_t)worker->pv_count[worker->ply] * sizeof(Move));
}

void worker_clear_stack(AbWorker *worker) {
    memset(worker->stack, 0, sizeof worker->stack);
    for (int i = 0; i < PLY_BEFORE; i++)
        worker->stack[i].eval = VALUE_NONE;
}

AbWorker *worker_visit(AlphaBeta *shared, const Position *pos, const SearchControl *control) {
    AbWorker *worker = &shared->workers[0];
    shared->visit_limits = (SearchLimits){0};
    shared->limits = &shared->visit_limits;
    shared->due_ns = INT64_MAX;
    shared->control = control;
    atomic_store_explicit(&shared->is_stopped, false, memory_order_relaxed);
    worker->pos = *pos;
    worker->root_side = pos_side(pos);
    worker->ply = 0;
    worker->completed_depth = 1; // an answer exists already: the clock may end it at any time
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    worker_clear_stack(worker);
    history_clear(&worker->history);
    pos_record(pos, &worker->history);
    return worker;
}
