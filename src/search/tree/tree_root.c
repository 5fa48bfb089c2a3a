#include "tree_root.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "search/tree/tree_boltzmann.h"
#include "search/tree/tree_view.h"

static bool is_preferred(const RootMove *a, const RootMove *b) {
    if (a->is_deep != b->is_deep)
        return a->is_deep;
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return a->value > b->value;
}

static void sort(RootMove *moves, int count) {
    for (int i = 1; i < count; i++) {
        const RootMove move = moves[i];
        int j = i;
        for (; j > 0 && is_preferred(&move, &moves[j - 1]); j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
}

// With playouts the most visited move is played. A solved move gets no more visits: a proven win
// comes first, and so does a draw by the rules where the most visited move is worth less.
static void rank_by_visits(RootMove *moves, int count) {
    const RootMove *top = NULL;
    for (int i = 0; i < count; i++)
        if (!edge_is_solved(moves[i].edge) && (!top || moves[i].visits > top->visits))
            top = &moves[i];
    const float floor = top ? top->value : -(float)VALUE_DECIDED;
    for (int i = 0; i < count; i++) {
        moves[i].is_deep = moves[i].value > (float)-VALUE_DECIDED;
        if (edge_is_solved(moves[i].edge))
            moves[i].visits = moves[i].value > floor ? UINT32_MAX : 0;
    }
}

int root_moves(const TreeSearch *search, RootMove *moves) {
    const TreeSettings *settings = search->settings;
    const Edge root = tree_root(&search->tree);
    Block *children = tree_block(&search->tree, edge_link(root));
    const float least = (float)settings->decision_r * (edge_depth(root) - 1);
    _Alignas(SIMD_ALIGN) float probability[MOVE_MAX + SIMD_LANES];
    Siblings siblings;
    tree_search_siblings(search, children, &siblings);
    boltzmann_probabilities(siblings.value, siblings.padded, (float)settings->td, probability);
    int count = 0;
    for (int i = 0; i < children->count; i++) {
        if (siblings.value[i] == SIMD_PAD)
            continue;
        const Edge edge = {children, i};
        const float value = siblings.value[i];
        // A proven win or loss needs no depth, nor does a draw by the rules.
        const bool is_deep =
            value_is_proven(value) ? value > 0 : edge_is_solved(edge) || siblings.depth[i] > least;
        moves[count++] = (RootMove){.move = edge_move(edge),
                                    .edge = edge,
                                    .value = value,
                                    .probability = probability[i],
                                    .visits = search->has_playouts ? edge_visits(edge) : 0,
                                    .is_deep = is_deep};
    }
    assert(count > 0);
    if (search->has_playouts)
        rank_by_visits(moves, count);
    sort(moves, count);
    return count;
}

static int whole_depth(float depth) {
    return depth < 1 ? 1 : (int)lrintf(depth);
}

static void report_text(const TreeSearch *search, const char *text) {
    search->report->info(search->report->context, &(SearchInfo){.text = text});
}

static int64_t load(const _Atomic int64_t *count) {
    return atomic_load_explicit(count, memory_order_relaxed);
}

// How many playouts there were, how long they were, and what share of the time they took.
static void report_playouts(const TreeSearch *search) {
    const double seconds = (double)(clock_ns() - search->start_ns) / 1e9;
    double playouts = 0, tree_plies = 0, plies = 0, time_ns = 0;
    for (int i = 0; i < search->worker_count; i++) {
        const PlayoutCount *count = &search->workers[i].count;
        playouts += (double)load(&count->playouts);
        tree_plies += (double)load(&count->tree_plies);
        plies += (double)load(&count->plies);
        time_ns += (double)load(&count->time_ns);
    }
    char text[160];
    if (playouts > 0 && seconds > 0) {
        snprintf(text, sizeof text,
                 "playouts %.0f, %.0f a second, %.2f moves in the tree and %.2f below, "
                 "%.0f %% of the time below",
                 playouts, playouts / seconds, tree_plies / playouts, plies / playouts,
                 time_ns / 1e7 / seconds / search->worker_count);
        report_text(search, text);
    }
}

static void report_tree(const TreeSearch *search) {
    TreeView view;
    if (!search->settings->tree_info || !tree_view(&search->base, &view))
        return;
    TreeChild children[MOVE_MAX];
    const int count = view.children(view.tree, view.root, children);
    char text[120];
    snprintf(text, sizeof text, "entropy %.3f expected depth %.3f moves %d",
             treeview_entropy(children, count, TREE_SHARE), (double)view.depth, count);
    report_text(search, text);
    if (search->has_playouts)
        report_playouts(search);
}

void root_report(const TreeSearch *search) {
    const SearchReport *report = search->report;
    if (!report->info)
        return;
    RootMove moves[MOVE_MAX];
    const int count = root_moves(search, moves);
    const int64_t nodes = tree_search_nodes(search), time_ns = clock_ns() - search->start_ns;
    for (int i = 0; i < count && i < search->setup.multi_pv; i++) {
        Move pv[PLY_MAX];
        const int length = tree_line(&search->tree, moves[i].edge, pv, PLY_MAX);
        const SearchInfo info = {
            .depth = whole_depth(edge_depth(tree_root(&search->tree))),
            .deepest = length,
            .multi_pv = i + 1,
            .value = (int)lrintf(moves[i].value),
            .bound = BOUND_EXACT,
            .nodes = nodes,
            .time_ns = time_ns,
            .hash_permille = tree_permille(&search->tree),
            .pv = pv,
            .pv_count = length,
        };
        report->info(report->context, &info);
    }
    report_tree(search);
}

void root_fill_result(const TreeSearch *search, SearchResult *result) {
    RootMove moves[MOVE_MAX];
    root_moves(search, moves);
    result->best = moves[0].move;
    result->value = (int)lrintf(moves[0].value);
    result->depth = whole_depth(edge_depth(tree_root(&search->tree)));
    result->pv_count = tree_line(&search->tree, moves[0].edge, result->pv, PLY_MAX);
    result->deepest = result->pv_count;
    result->ponder = result->pv_count > 1 ? result->pv[1] : MOVE_NONE;
    result->nodes = tree_search_nodes(search);
    result->time_ns = clock_ns() - search->start_ns;
}
