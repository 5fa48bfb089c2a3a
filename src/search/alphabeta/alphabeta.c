#include "alphabeta.h"

#include <assert.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>

#include "ab_worker.h"
#include "base/clock.h"
#include "base/macros.h"
#include "base/pages.h"

// ---- memory ----

static void release_worker(AbWorker *worker) {
    free(worker->frames);
    pages_free(worker->histories, sizeof *worker->histories);
    free(worker->roots);
    probe_free(worker->probe);
    history_release(&worker->history);
}

static void release_workers(AbWorker *workers, int count) {
    for (int i = 0; workers && i < count; i++)
        release_worker(&workers[i]);
    free(workers);
}

static bool init_worker(AbWorker *worker, AlphaBeta *shared, int index, const Eval *eval) {
    worker->shared = shared;
    worker->index = index;
    worker->frame_stride = eval_frame_stride(eval);
    worker->frames = eval_frames_new(eval, PLY_MAX + 2);
    worker->histories = pages_new(sizeof *worker->histories);
    worker->roots = calloc(MOVE_MAX, sizeof *worker->roots);
    history_init(&worker->history);
    return worker->frames && worker->histories && worker->roots &&
           history_reserve(&worker->history, PLY_MAX + 2, NULL) == STATUS_OK;
}

static Status new_workers(AlphaBeta *shared, const SearchSetup *setup, AbWorker **workers,
                          Error *error) {
    const int count = setup->threads + setup->spare_threads;
    *workers = calloc((size_t)count, sizeof **workers);
    bool is_complete = *workers != NULL;
    for (int i = 0; is_complete && i < count; i++)
        is_complete = init_worker(&(*workers)[i], shared, i, setup->eval);
    if (is_complete)
        return STATUS_OK;
    release_workers(*workers, count);
    return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", count);
}

static Status create(Search **search, Error *error) {
    AlphaBeta *shared = calloc(1, sizeof *shared);
    if (!shared)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    shared->base.kind = &SEARCH_ALPHABETA;
    *search = &shared->base;
    return STATUS_OK;
}

static void destroy(Search *search) {
    AlphaBeta *shared = (AlphaBeta *)search;
    team_release(&shared->team);
    release_workers(shared->workers, shared->worker_count);
    tt_release(&shared->quiescence_table);
    free(shared);
}

// ---- settings ----

// How much of the memory the second table of the two-stage quiescence search gets.
static int second_mb(const SearchSetup *setup, const AbSettings *settings) {
    return settings->quiescence == QUIESCENCE_TWO_STAGE ? (setup->hash_mb + 7) / 8 : 0;
}

static int table_mb(const SearchSetup *setup, const void *settings) {
    const int left = setup->hash_mb - second_mb(setup, settings);
    return left > 0 ? left : 1;
}

// Resizes the second table; the old one is kept if its size fits.
static Status fit_second(Tt *table, size_t megabytes, Error *error) {
    if (!megabytes || table->mapped == megabytes << 20)
        return STATUS_OK;
    Tt fresh;
    TRY(tt_init(&fresh, megabytes, error));
    tt_release(table);
    *table = fresh;
    return STATUS_OK;
}

static Status fit_workers(AlphaBeta *shared, const SearchSetup *setup, Error *error) {
    const int count = setup->threads + setup->spare_threads;
    if (shared->worker_count == count && shared->setup.threads == setup->threads &&
        shared->setup.eval == setup->eval &&
        shared->workers[0].frame_stride == eval_frame_stride(setup->eval))
        return STATUS_OK;
    AbWorker *workers;
    TRY(new_workers(shared, setup, &workers, error));
    const Status status = team_fit(&shared->team, setup->threads, error);
    if (status != STATUS_OK) {
        release_workers(workers, count);
        return status;
    }
    release_workers(shared->workers, shared->worker_count);
    shared->workers = workers;
    shared->worker_count = count;
    return STATUS_OK;
}

// Every worker looks for mates with memory of its own.
static Status fit_probes(AlphaBeta *shared, const AbSettings *settings, Error *error) {
    for (int i = 0; settings->mate_search && i < shared->worker_count; i++) {
        AbWorker *worker = &shared->workers[i];
        if (!worker->probe && !(worker->probe = probe_new()))
            return error_set(error, STATUS_NO_MEMORY, "no memory for the search for mates");
    }
    return STATUS_OK;
}

static Status configure(Search *search, const SearchSetup *setup, const void *settings,
                        Error *error) {
    AlphaBeta *shared = (AlphaBeta *)search;
    const AbSettings *wanted = settings;
    TRY(fit_workers(shared, setup, error));
    TRY(fit_probes(shared, wanted, error));
    shared->setup = *setup;
    shared->table = &setup->shared->table;
    TRY(fit_second(&shared->quiescence_table, (size_t)second_mb(setup, wanted), error));
    shared->settings = *wanted;
    information_fill(&shared->information, wanted->curve_a, wanted->curve_draw);
    // The reduction of a move is the product of two of these: it grows with the logarithms of depth
    // and move number.
    for (size_t i = 1; i < ARRAY_LEN(shared->reductions); i++)
        shared->reductions[i] = (int)lround(0.72 * REDUCTION_ONE * log((double)i));
    return STATUS_OK;
}

static void new_game(Search *search) {
    AlphaBeta *shared = (AlphaBeta *)search;
    tt_clear(&shared->quiescence_table);
    for (int i = 0; i < shared->worker_count; i++) {
        pages_clear(shared->workers[i].histories, sizeof *shared->workers[i].histories);
        probe_clear(shared->workers[i].probe);
    }
}

static void warm(Search *search) {
    AlphaBeta *shared = (AlphaBeta *)search;
    tt_warm(&shared->quiescence_table);
    for (int i = 0; i < shared->worker_count; i++)
        pages_commit(shared->workers[i].histories, sizeof *shared->workers[i].histories);
}

// ---- a run ----

static void fill_roots(AbWorker *worker, const GameLine *line, const SearchLimits *limits) {
    Move moves[MOVE_MAX];
    int count = worker->shared->setup.generates_all ? gen_legal(&line->now, moves)
                                                    : gen_useful(&line->now, moves);
    const Move *wanted = moves;
    if (limits->move_count) {
        wanted = limits->moves;
        count = limits->move_count < MOVE_MAX ? limits->move_count : MOVE_MAX;
    }
    worker->root_count = 0;
    for (int i = 0; i < count; i++) {
        AbRootMove *root = &worker->roots[worker->root_count++];
        root->move = wanted[i];
        root->value = root->previous = -VALUE_INFINITE;
        root->nodes = 0;
        root->deepest = 0;
        root->pv[0] = wanted[i];
        root->pv_count = 1;
    }
}

static Status begin(AbWorker *worker, const GameLine *line, const SearchLimits *limits,
                    Error *error) {
    TRY(history_copy(&worker->history, &line->history, PLY_MAX + 2, error));
    worker->pos = line->now;
    worker->root_side = pos_side(&line->now);
    worker->ply = worker->completed_depth = 0;
    worker->has_run = false;
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    worker_clear_stack(worker);
    eval_refresh(worker->shared->setup.eval, &worker->pos, worker->frames);
    fill_roots(worker, line, limits);
    return STATUS_OK;
}

static void run_worker(void *context, int index) {
    AbWorker *worker = &((AlphaBeta *)context)->workers[index];
    worker->has_run = true;
    deepen_run(worker);
}

// The count first: either the run sees the helper and waits for it, or the helper sees that the run
// is over.
void alphabeta_help(Search *search, int index) {
    AlphaBeta *shared = (AlphaBeta *)search;
    assert(index < shared->setup.spare_threads);
    atomic_fetch_add(&shared->helper_count, 1);
    if (atomic_load(&shared->is_open))
        run_worker(shared, shared->setup.threads + index);
    atomic_fetch_sub(&shared->helper_count, 1);
}

static void close_run(AlphaBeta *shared) {
    atomic_store(&shared->is_open, false);
    atomic_store_explicit(&shared->is_stopped, true, memory_order_relaxed);
    team_wait(&shared->team);
    while (atomic_load(&shared->helper_count))
        sched_yield();
}

// The deepest worker, unless its value is lower; a shorter win always counts.
static const AbWorker *best_worker(const AlphaBeta *shared) {
    const AbWorker *best = &shared->workers[0];
    if (shared->setup.multi_pv > 1 || shared->limits->depth)
        return best;
    for (int i = 1; i < shared->worker_count; i++) {
        const AbWorker *other = &shared->workers[i];
        const int mine = best->roots[0].value, theirs = other->roots[0].value;
        if (other->has_run && other->completed_depth > 0 && theirs != -VALUE_INFINITE &&
            (theirs >= VALUE_DECIDED
                 ? theirs > mine
                 : other->completed_depth > best->completed_depth && theirs >= mine))
            best = other;
    }
    return best;
}

// The last reports are of the last complete depth of the first worker. What is known since then may
// have another best move, so all lines are reported again, from one worker at one time.
static void report_end(const AbWorker *best) {
    if (best->index || best->completed_depth < best->root_depth)
        deepen_report(best);
}

static void fill_result(const AlphaBeta *shared, const AbWorker *best, SearchResult *result) {
    const AbRootMove *root = &best->roots[0];
    result->best = root->move;
    result->value = root->value != -VALUE_INFINITE ? root->value : root->previous;
    if (result->value == -VALUE_INFINITE) // not even the first move was finished
        result->value = eval_value(shared->setup.eval, &shared->line->now, best->frames);
    result->depth = best->completed_depth;
    result->deepest = root->deepest;
    result->pv_count = root->pv_count;
    memcpy(result->pv, root->pv, (size_t)root->pv_count * sizeof(Move));
    result->ponder = root->pv_count > 1 ? root->pv[1] : MOVE_NONE;
    result->nodes = worker_all_nodes(shared);
}

// A mate by checks ends the search before it begins. The only moves of the limits, and several
// lines, need the search.
static bool find_mate(AlphaBeta *shared, SearchResult *result) {
    const AbSettings *settings = &shared->settings;
    AbWorker *worker = &shared->workers[0];
    if (!settings->mate_search || !settings->mate_nodes_root || shared->limits->move_count ||
        shared->setup.multi_pv > 1)
        return false;
    const ProbeMate mate = probe_find(worker->probe, &worker->pos, settings->mate_nodes_root, true,
                                      shared->control, &shared->setup.shared->proofs);
    if (!mate.count)
        return false;
    result->best = mate.line[0];
    result->value = value_win_in(mate.plies);
    result->pv_count = mate.count < PLY_MAX ? mate.count : PLY_MAX;
    result->depth = result->deepest = result->pv_count;
    memcpy(result->pv, mate.line, (size_t)result->pv_count * sizeof(Move));
    result->ponder = result->pv_count > 1 ? result->pv[1] : MOVE_NONE;
    return true;
}

static void report_mate(const AlphaBeta *shared, const SearchResult *result) {
    const SearchInfo info = {.depth = result->depth,
                             .deepest = result->deepest,
                             .multi_pv = 1,
                             .value = result->value,
                             .bound = BOUND_EXACT,
                             .nodes = result->nodes,
                             .time_ns = result->time_ns,
                             .pv = result->pv,
                             .pv_count = result->pv_count};
    if (shared->report->info)
        shared->report->info(shared->report->context, &info);
}

static Status run(Search *search, const GameLine *line, const SearchLimits *limits,
                  const SearchControl *control, const SearchReport *report, SearchResult *result,
                  Error *error) {
    AlphaBeta *shared = (AlphaBeta *)search;
    *result = (SearchResult){.best = MOVE_NONE};
    shared->start_ns = clock_ns();
    shared->due_ns = INT64_MAX;
    shared->line = line;
    shared->limits = limits;
    shared->control = control;
    shared->report = report;
    atomic_store_explicit(&shared->is_stopped, false, memory_order_relaxed);
    for (int i = 0; i < shared->worker_count; i++)
        TRY(begin(&shared->workers[i], line, limits, error));
    if (!shared->workers[0].root_count) {
        result->value = worker_no_moves(&shared->workers[0]);
        return STATUS_OK;
    }
    if (find_mate(shared, result)) {
        result->time_ns = clock_ns() - shared->start_ns;
        report_mate(shared, result);
        return STATUS_OK;
    }
    atomic_store(&shared->is_open, true);
    team_start(&shared->team, run_worker, shared);
    run_worker(shared, 0);
    close_run(shared);
    const AbWorker *best = best_worker(shared);
    report_end(best);
    fill_result(shared, best, result);
    result->time_ns = clock_ns() - shared->start_ns;
    return STATUS_OK;
}

// ---- small searches ----

static int quiesce(Search *search, const Position *pos) {
    AlphaBeta *shared = (AlphaBeta *)search;
    SearchControl control;
    control_init(&control);
    AbWorker *worker = worker_visit(shared, pos, &control);
    eval_refresh(shared->setup.eval, pos, worker->frames);
    return quiesce_search(worker, -VALUE_INFINITE, VALUE_INFINITE, 0);
}

const SearchKind SEARCH_ALPHABETA = {
    .name = "alphabeta",
    .summary = "iterative deepening alpha-beta",
    .options = &AB_OPTIONS,
    .settings_bytes = sizeof(AbSettings),
    .create = create,
    .destroy = destroy,
    .table_mb = table_mb,
    .configure = configure,
    .new_game = new_game,
    .warm = warm,
    .run = run,
    .quiesce = quiesce,
};
