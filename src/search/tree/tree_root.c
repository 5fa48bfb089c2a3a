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
                                    .is_deep = is_deep};
    }
    assert(count > 0);
    sort(moves, count);
    return count;
}

static int whole_depth(float depth) {
    return depth < 1 ? 1 : (int)lrintf(depth);
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
    search->report->info(search->report->context, &(SearchInfo){.text = text});
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
