#include "softmax.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/pages.h"
#include "search/gameover.h"
#include "search/softmax/softmax_decide.h"
#include "search/softmax/softmax_leaf.h"
#include "search/softmax/softmax_policy.h"
#include "search/softmax/softmax_view.h"
#include "search/softmax/softmax_worker.h"

// ---- memory ----

static void release_workers(SoftmaxWorker *workers, int count) {
    for (int i = 0; workers && i < count; i++) {
        free(workers[i].frames);
        history_release(&workers[i].history);
        leaf_free(workers[i].leaf);
    }
    free(workers);
}

static Status init_worker(SoftmaxWorker *worker, Softmax *shared, int index,
                          const SearchSetup *setup, const SoftmaxSettings *settings, Error *error) {
    worker->shared = shared;
    worker->index = index;
    worker->frame_stride = eval_frame_stride(setup->eval);
    worker->frames = eval_frames_new(setup->eval, PLY_MAX + 1);
    history_init(&worker->history);
    if (!worker->frames)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the evaluator");
    return leaf_new(setup, settings, &worker->leaf, error);
}

static Status new_workers(Softmax *shared, const SearchSetup *setup,
                          const SoftmaxSettings *settings, SoftmaxWorker **workers, Error *error) {
    const int count = setup->threads;
    *workers = calloc((size_t)count, sizeof **workers);
    if (!*workers)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", count);
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < count; i++)
        status = init_worker(&(*workers)[i], shared, i, setup, settings, error);
    if (status != STATUS_OK)
        release_workers(*workers, count);
    return status;
}

static Status create(Search **search, Error *error) {
    Softmax *shared = calloc(1, sizeof *shared);
    if (!shared)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    shared->base.kind = &SEARCH_SOFTMAX;
    gate_init(&shared->gate);
    line_init(&shared->line);
    *search = &shared->base;
    return STATUS_OK;
}

static void destroy(Search *search) {
    Softmax *shared = (Softmax *)search;
    team_release(&shared->team);
    release_workers(shared->workers, shared->worker_count);
    tree_release(&shared->tree);
    line_release(&shared->line);
    gate_release(&shared->gate);
    free(shared);
}

// ---- settings ----

static void new_game(Search *search) {
    Softmax *shared = (Softmax *)search;
    shared->has_line = false;
    for (int i = 0; i < shared->worker_count; i++)
        leaf_new_game(shared->workers[i].leaf);
}

// The table is for the leaves; the tree gets the rest.
static int table_mb(const SearchSetup *setup, const void *settings) {
    return setup->threads * leaf_megabytes(setup, settings);
}

static int tree_megabytes(const SearchSetup *setup, const SoftmaxSettings *settings) {
    const int left = setup->hash_mb - table_mb(setup, settings);
    return left < 1 ? 1 : left;
}

static Status configure(Search *search, const SearchSetup *setup, const void *settings,
                        Error *error) {
    Softmax *shared = (Softmax *)search;
    SoftmaxWorker *workers;
    Tree tree = {0};
    TRY(new_workers(shared, setup, settings, &workers, error));
    const size_t megabytes = (size_t)tree_megabytes(setup, settings);
    const bool is_new_size = shared->tree.bytes != megabytes << 20;
    Status status = is_new_size ? tree_init(&tree, megabytes, error) : STATUS_OK;
    if (status == STATUS_OK)
        status = team_fit(&shared->team, setup->threads, error);
    if (status != STATUS_OK) {
        tree_release(&tree);
        release_workers(workers, setup->threads);
        return status;
    }
    if (is_new_size) {
        tree_release(&shared->tree);
        shared->tree = tree;
    }
    release_workers(shared->workers, shared->worker_count);
    shared->workers = workers;
    shared->worker_count = setup->threads;
    shared->setup = *setup;
    shared->settings = *(const SoftmaxSettings *)settings;
    shared->has_line = false; // the values in the tree may be of other weights or temperatures
    return STATUS_OK;
}

static void warm(Search *search) {
    enum { WARM_BYTES_MAX = 256 << 20 };
    Softmax *shared = (Softmax *)search;
    pages_commit(shared->tree.memory,
                 shared->tree.bytes < WARM_BYTES_MAX ? shared->tree.bytes : WARM_BYTES_MAX);
}

// ---- the tree of the move before ----

static bool begins_with(const GameLine *line, const GameLine *prefix) {
    return line->count >= prefix->count && pos_key(&line->start) == pos_key(&prefix->start) &&
           pos_ply(&line->start) == pos_ply(&prefix->start) &&
           (!prefix->count ||
            !memcmp(line->moves, prefix->moves, prefix->count * sizeof *prefix->moves));
}

// Goes on from the old root to the new one. False: the tree does not have it, or only as a leaf.
static bool follow(Softmax *shared, const GameLine *line) {
    if (!shared->has_line || !shared->settings.reuse_tree || !begins_with(line, &shared->line))
        return false;
    // A draw is valued as the root's player sees it.
    if (shared->setup.draw_value && shared->root_side != pos_side(&line->now))
        return false;
    Edge node = tree_root(&shared->tree);
    for (size_t i = shared->line.count; i < line->count; i++) {
        if (edge_link(node) < LINK_FIRST)
            return false;
        node = tree_find_child(&shared->tree, node, line->moves[i]);
        if (!node.block)
            return false;
    }
    if (edge_link(node) < LINK_FIRST)
        return false;
    if (node.block != shared->tree.origin)
        tree_reroot(&shared->tree, node);
    return true;
}

// ---- a run ----

static float thread_temperature(const Softmax *shared, int index) {
    const SoftmaxSettings *settings = &shared->settings;
    if (settings->ts_max <= 0)
        return (float)settings->ts;
    const double share =
        shared->worker_count > 1 ? (double)index / (double)(shared->worker_count - 1) : 0;
    return (float)(settings->ts_min + share * (settings->ts_max - settings->ts_min));
}

static Status begin(SoftmaxWorker *worker, const GameLine *line, Error *error) {
    const Softmax *shared = worker->shared;
    TRY(history_copy(&worker->history, &line->history, PLY_MAX + 2, error));
    worker->pos = line->now;
    worker->ply = 0;
    Rng seeder;
    rng_init(&seeder, shared->setup.seed + line->count);
    worker->rng = rng_split(&seeder, (uint64_t)worker->index);
    worker->temperature = thread_temperature(shared, worker->index);
    if (worker->index == 0) // the table is shared
        leaf_new_run(worker->leaf);
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    eval_refresh(shared->setup.eval, &worker->pos, worker->frames);
    return STATUS_OK;
}

static bool is_wanted(const SearchLimits *limits, Move move) {
    for (int i = 0; i < limits->move_count; i++)
        if (limits->moves[i] == move)
            return true;
    return false;
}

// Which moves of the root must not be played. What was proven of the root may have been proven of
// other moves.
static void exclude_root_moves(Softmax *shared, const SearchLimits *limits) {
    const Edge root = tree_root(&shared->tree);
    const Block *children = tree_block(&shared->tree, edge_link(root));
    const bool had_excluded = shared->has_excluded;
    shared->has_excluded = limits->move_count > 0;
    for (int i = 0; shared->has_excluded && i < children->count; i++)
        shared->is_root_excluded[i] = !is_wanted(limits, block_moves(children)[i]);
    if (!had_excluded && !shared->has_excluded)
        return;
    Siblings siblings;
    softmax_siblings(shared, children, &siblings);
    const NodeValue value =
        backup(siblings.value, siblings.depth, siblings.padded, &shared->settings);
    atomic_store_explicit(&block_values(root.block)[0], value_from_above(value.value),
                          memory_order_relaxed);
    atomic_store_explicit(&block_depths(root.block)[0], value.depth, memory_order_relaxed);
}

// Moves that are never useful are not in the tree, unless somebody asks for them.
static bool has_wanted(const Softmax *shared, const SearchLimits *limits) {
    for (int i = 0; i < limits->move_count; i++)
        if (!tree_find_child(&shared->tree, tree_root(&shared->tree), limits->moves[i]).block)
            return false;
    return true;
}

static void void_regions(Softmax *shared) {
    for (int i = 0; i < shared->worker_count; i++)
        shared->workers[i].region = (Region){0, 0};
}

// The tree with this root, expanded. False: there is no legal move.
static bool set_root(Softmax *shared, const GameLine *line) {
    const bool is_old = follow(shared, line) && has_wanted(shared, shared->limits);
    shared->root_side = pos_side(&line->now);
    if (is_old)
        return true;
    tree_clear(&shared->tree);
    void_regions(shared);
    shared->has_excluded = false;
    return worker_expand_root(&shared->workers[0]);
}

static void run_worker(void *context, int index) {
    worker_run(&((Softmax *)context)->workers[index]);
}

static Status run(Search *search, const GameLine *line, const SearchLimits *limits,
                  const SearchControl *control, const SearchReport *report, SearchResult *result,
                  Error *error) {
    Softmax *shared = (Softmax *)search;
    *result = (SearchResult){.best = MOVE_NONE};
    shared->start_ns = clock_ns();
    shared->limits = limits;
    shared->control = control;
    shared->report = report;
    shared->progress =
        (SoftmaxProgress){.report_ns = shared->start_ns + 100000000, .collected_nodes = -1};
    atomic_store_explicit(&shared->is_stopped, false, memory_order_relaxed);
    for (int i = 0; i < shared->worker_count; i++)
        TRY(begin(&shared->workers[i], line, error));
    if (!set_root(shared, line)) {
        shared->has_line = false;
        result->value = gameover_no_moves(&line->now, shared->setup.draw_value, 0);
        return STATUS_OK;
    }
    shared->has_line = line_copy(&shared->line, line, error) == STATUS_OK;
    exclude_root_moves(shared, limits);
    team_start(&shared->team, run_worker, shared);
    run_worker(shared, 0);
    team_wait(&shared->team);
    softmax_report(shared);
    softmax_fill_result(shared, result);
    return STATUS_OK;
}

const SearchKind SEARCH_SOFTMAX = {
    .name = "softmax",
    .summary = "Monte Carlo softmax search",
    .options = SOFTMAX_OPTIONS,
    .option_count = SOFTMAX_OPTION_NB,
    .settings_bytes = sizeof(SoftmaxSettings),
    .ponders_on_all = true,
    .create = create,
    .destroy = destroy,
    .table_mb = table_mb,
    .configure = configure,
    .new_game = new_game,
    .warm = warm,
    .run = run,
    .tree = softmax_view,
};
