#include "tree_kind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "search/gameover.h"
#include "search/tree/tree_deepen.h"
#include "search/tree/tree_progress.h"
#include "search/tree/tree_root.h"
#include "search/tree/tree_worker.h"

// ---- memory ----

static void release_workers(TreeWorker *workers, int count) {
    for (int i = 0; workers && i < count; i++) {
        free(workers[i].frames);
        history_release(&workers[i].history);
        leaf_free(workers[i].leaf);
        probe_free(workers[i].probe);
    }
    free(workers);
}

static Status init_worker(TreeWorker *worker, TreeSearch *search, int index,
                          const SearchSetup *setup, const TreeSettings *settings, Error *error) {
    worker->search = search;
    worker->index = index;
    worker->frame_stride = eval_frame_stride(setup->eval);
    worker->frames = eval_frames_new(setup->eval, PLY_MAX + 1);
    history_init(&worker->history);
    if (!worker->frames)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the evaluator");
    const bool wants_probe = settings->leaf_mate_nodes || settings->line_mate_nodes;
    if (wants_probe && !(worker->probe = probe_new()))
        return error_set(error, STATUS_NO_MEMORY, "no memory for the search for mates");
    return leaf_new(setup, settings, search->policy->leaf_margin(settings), &worker->leaf, error);
}

static Status new_workers(TreeSearch *search, const SearchSetup *setup,
                          const TreeSettings *settings, TreeWorker **workers, Error *error) {
    const int count = setup->threads;
    *workers = calloc((size_t)count, sizeof **workers);
    if (!*workers)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", count);
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < count; i++)
        status = init_worker(&(*workers)[i], search, i, setup, settings, error);
    if (status != STATUS_OK)
        release_workers(*workers, count);
    return status;
}

Status tree_kind_create(const SearchKind *kind, const TreePolicy *policy, size_t bytes,
                        Search **base, Error *error) {
    assert(bytes >= sizeof(TreeSearch));
    TreeSearch *search = calloc(1, bytes);
    TreeSettings *settings = calloc(1, kind->settings_bytes);
    if (!search || !settings) {
        free(search);
        free(settings);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    }
    search->base.kind = kind;
    search->policy = policy;
    search->settings = settings;
    gate_init(&search->gate);
    line_init(&search->line);
    *base = &search->base;
    return STATUS_OK;
}

void tree_kind_destroy(Search *base) {
    TreeSearch *search = (TreeSearch *)base;
    team_release(&search->team);
    release_workers(search->workers, search->worker_count);
    tree_release(&search->tree);
    line_release(&search->line);
    gate_release(&search->gate);
    free(search->settings);
    free(search);
}

// ---- settings ----

static void forget(TreeWorker *worker) {
    leaf_new_game(worker->leaf);
    probe_clear(worker->probe);
}

void tree_kind_new_game(Search *base) {
    TreeSearch *search = (TreeSearch *)base;
    search->has_line = false;
    for (int i = 0; i < search->worker_count; i++)
        forget(&search->workers[i]);
}

// The table is for the leaves; the tree gets the rest.
int tree_kind_table_mb(const SearchSetup *setup, const void *settings) {
    return setup->threads * leaf_megabytes(setup, settings);
}

static int tree_megabytes(const SearchSetup *setup, const TreeSettings *settings) {
    const int left = setup->hash_mb - tree_kind_table_mb(setup, settings);
    return left < 1 ? 1 : left;
}

Status tree_kind_configure(Search *base, const SearchSetup *setup, const void *settings,
                           Error *error) {
    TreeSearch *search = (TreeSearch *)base;
    TreeWorker *workers;
    Tree tree = {0};
    TRY(new_workers(search, setup, settings, &workers, error));
    const size_t megabytes = (size_t)tree_megabytes(setup, settings);
    const bool is_new_size = search->tree.bytes != megabytes << 20;
    Status status = is_new_size ? tree_init(&tree, megabytes, error) : STATUS_OK;
    if (status == STATUS_OK)
        status = team_fit(&search->team, setup->threads, error);
    if (status != STATUS_OK) {
        tree_release(&tree);
        release_workers(workers, setup->threads);
        return status;
    }
    if (is_new_size) {
        tree_release(&search->tree);
        search->tree = tree;
    }
    release_workers(search->workers, search->worker_count);
    search->workers = workers;
    search->worker_count = setup->threads;
    search->setup = *setup;
    memcpy(search->settings, settings, base->kind->settings_bytes);
    search->counts_visits = search->policy->needs_visits(settings);
    search->has_playouts = search->tree.has_means = search->policy->playouts != NULL;
    search->has_line = false; // the values in the tree may be of other weights or settings
    return STATUS_OK;
}

void tree_kind_warm(Search *base) {
    enum { WARM_BYTES_MAX = 256 << 20 };
    TreeSearch *search = (TreeSearch *)base;
    pages_commit(search->tree.memory,
                 search->tree.bytes < WARM_BYTES_MAX ? search->tree.bytes : WARM_BYTES_MAX);
}

// ---- the tree of the move before ----

static bool begins_with(const GameLine *line, const GameLine *prefix) {
    return line->count >= prefix->count && pos_key(&line->start) == pos_key(&prefix->start) &&
           pos_ply(&line->start) == pos_ply(&prefix->start) &&
           (!prefix->count ||
            !memcmp(line->moves, prefix->moves, prefix->count * sizeof *prefix->moves));
}

// Goes on from the old root to the new one. False: the tree does not have it, or only as a leaf.
static bool follow(TreeSearch *search, const GameLine *line) {
    if (!search->has_line || !search->settings->reuse_tree || !begins_with(line, &search->line))
        return false;
    const Color side = pos_side(&line->now), before = search->root_side;
    const int draw_value = search_draw_value(&search->setup, search->limits, side);
    if (draw_value != (side == before ? search->draw_value : -search->draw_value))
        return false;
    Edge node = tree_root(&search->tree);
    for (size_t i = search->line.count; i < line->count; i++) {
        if (edge_link(node) < LINK_FIRST)
            return false;
        node = tree_find_child(&search->tree, node, line->moves[i]);
        if (!node.block)
            return false;
    }
    if (edge_link(node) < LINK_FIRST)
        return false;
    if (node.block != search->tree.origin)
        tree_reroot(&search->tree, node);
    return true;
}

// ---- a run ----

static Status begin(TreeWorker *worker, const GameLine *line, Error *error) {
    const TreeSearch *search = worker->search;
    TRY(history_copy(&worker->history, &line->history, PLY_MAX + 2, error));
    worker->pos = line->now;
    worker->ply = 0;
    Rng seeder;
    rng_init(&seeder, search->setup.seed + line->count);
    worker->rng = rng_split(&seeder, (uint64_t)worker->index);
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    worker->next_mate = 0;
    memset(worker->tried, 0, sizeof worker->tried);
    memset(&worker->count, 0, sizeof worker->count);
    eval_refresh(search->setup.eval, &worker->pos, worker->frames);
    return STATUS_OK;
}

// Which moves of the root must not be played. What was proven of the root may have been proven of
// other moves.
static void exclude_root_moves(TreeSearch *search, const SearchLimits *limits) {
    const Tree *tree = &search->tree;
    const Edge root = tree_root(tree);
    const bool had_excluded = search->has_excluded;
    search->has_excluded = limits->move_count > 0;
    if (!had_excluded && !search->has_excluded)
        return;
    memset(search->is_root_excluded, true, sizeof search->is_root_excluded);
    for (int i = 0; i < limits->move_count; i++)
        search->is_root_excluded[tree_find_child(tree, root, limits->moves[i]).child] = false;
    tree_worker_reset_root(&search->workers[0]);
}

// Moves that are never useful are in the tree only where the limits name them.
static bool has_wanted(const TreeSearch *search, const SearchLimits *limits) {
    for (int i = 0; i < limits->move_count; i++)
        if (!tree_find_child(&search->tree, tree_root(&search->tree), limits->moves[i]).block)
            return false;
    return true;
}

static void drop_regions(TreeSearch *search) {
    for (int i = 0; i < search->worker_count; i++)
        search->workers[i].region = (Region){0, 0};
}

// The tree with this root, expanded. False: there is no legal move.
static bool set_root(TreeSearch *search, const GameLine *line) {
    const bool is_old = follow(search, line) && has_wanted(search, search->limits);
    search->root_side = pos_side(&line->now);
    search->draw_value = search_draw_value(&search->setup, search->limits, search->root_side);
    if (is_old)
        return true;
    tree_clear(&search->tree);
    drop_regions(search);
    search->has_excluded = false;
    return tree_worker_expand_root(&search->workers[0]);
}

static void run_worker(void *context, int index) {
    tree_worker_run(&((TreeSearch *)context)->workers[index]);
}

Status tree_kind_run(Search *base, const GameLine *line, const SearchLimits *limits,
                     const SearchControl *control, const SearchReport *report, SearchResult *result,
                     Error *error) {
    TreeSearch *search = (TreeSearch *)base;
    *result = (SearchResult){.best = MOVE_NONE};
    search->limits = limits;
    search->control = control;
    search->report = report;
    tree_progress_begin(search);
    atomic_store_explicit(&search->is_stopped, false, memory_order_relaxed);
    for (int i = 0; i < search->worker_count; i++)
        TRY(begin(&search->workers[i], line, error));
    if (!set_root(search, line)) {
        search->has_line = false;
        result->value = gameover_no_moves(&line->now, search->draw_value, 0);
        return STATUS_OK;
    }
    search->has_line = line_copy(&search->line, line, error) == STATUS_OK;
    exclude_root_moves(search, limits);
    for (int i = 0; i < search->worker_count; i++)
        deepen_begin(&search->workers[i]);
    team_start(&search->team, run_worker, search);
    run_worker(search, 0);
    team_wait(&search->team);
    root_report(search);
    root_fill_result(search, result);
    return STATUS_OK;
}
