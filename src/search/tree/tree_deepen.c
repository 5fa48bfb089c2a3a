#include "tree_deepen.h"

enum {
    HORIZON_MAX = PLY_MAX - 4, // so that no expected depth exceeds PLY_MAX
    HORIZON_LEAF = 1,          // a leaf nearer to the horizon is not expanded
    DEPTH_AHEAD = 3,           // a leaf is searched at most so much deeper than it was
    STEP_MAX = 4,              // and the children of a node that has been expanded, so much
    FRESH_PLIES = 1, // a node whose children are searched less deep than this is searched again
};

static int depth_of(const Block *block) {
    return atomic_load_explicit(&block->depth, memory_order_relaxed);
}

// How deep the children of the node at `ply` should be searched. Even differences only: values of
// even and odd depths differ.
static int target(const TreeWorker *worker, int ply) {
    const double slope = worker->search->settings->leaf_slope;
    const int less = (int)(-slope * (double)worker->path[ply].log_reach);
    return worker->horizon - ply - (less & ~1);
}

void deepen_begin(TreeWorker *worker) {
    const Tree *tree = &worker->search->tree;
    const int depth = depth_of(tree_block(tree, edge_link(tree_root(tree))));
    worker->horizon = depth > DEEPEN_FIRST ? depth : DEEPEN_FIRST;
    worker->samples = 0;
}

void deepen_count(TreeWorker *worker) {
    if (++worker->samples < worker->search->settings->leaf_samples ||
        worker->horizon >= HORIZON_MAX)
        return;
    worker->samples = 0;
    worker->horizon++;
}

bool deepen_is_far(const TreeWorker *worker, int ply) {
    return worker->horizon - ply < HORIZON_LEAF;
}

// Not less deep than the leaf itself was searched.
int deepen_depth(const TreeWorker *worker, int ply) {
    const int known = (int)edge_depth(worker->path[ply].node);
    int depth = target(worker, ply);
    while (depth < known - 1)
        depth += 2;
    while (depth > known + DEPTH_AHEAD)
        depth -= 2;
    return depth < 0 ? 0 : depth;
}

bool deepen_search(TreeWorker *worker, int depth, int best, bool is_again, AbChild *children,
                   int count) {
    const TreeSearch *search = worker->search;
    const int ply = worker->ply;
    const TreePly *here = &worker->path[ply];
    AbParent parent = {
        .pos = &worker->pos,
        .frame = tree_worker_frame(worker, ply),
        .history = &worker->history,
        .piece_to = {ply > 0 ? here[-1].piece_to : 0, ply > 1 ? here[-2].piece_to : 0},
        .root_side = search->root_side,
        .draw_bonus = search->limits->draw_bonus,
        .best = best,
        .depth = depth,
        .is_again = is_again,
    };
    const int64_t nodes = leaf_search(worker->leaf, &parent, search->control, children, count);
    if (nodes < 0)
        return false;
    tree_worker_count(worker, nodes);
    return true;
}

// ---- the children of an expanded node ----

// The value of a move that is not a bound.
static float best_known(const Siblings *siblings, const Block *children) {
    float best = -(float)VALUE_INFINITE;
    for (int i = 0; i < children->count; i++)
        if (siblings->value[i] > best &&
            edge_link((Edge){(Block *)(uintptr_t)children, i}) != LINK_BOUND)
            best = siblings->value[i];
    return best;
}

bool deepen_is_behind(const TreeWorker *worker, int ply, const Block *children) {
    if (target(worker, ply) > depth_of(children))
        return true;
    Siblings siblings;
    tree_search_siblings(worker->search, children, &siblings);
    const float floor = best_known(&siblings, children) - (float)leaf_bound_margin(worker->leaf);
    for (int i = 0; i < children->count; i++)
        if (siblings.value[i] > floor &&
            edge_link((Edge){(Block *)(uintptr_t)children, i}) == LINK_BOUND)
            return true;
    return false;
}

// Whether the value of a child stays. A deeper search takes all leaves, and the nodes that are out
// of the margin or have not been visited for long; their children are given up.
static bool is_kept(const TreeWorker *worker, Edge child, float value, float floor, int depth,
                    bool is_deeper) {
    const Link link = edge_link(child);
    if (value_is_proven(value) || link == LINK_BUSY || link == LINK_CLOSED)
        return true;
    if (!is_deeper)
        return link != LINK_BOUND || value <= floor;
    return link >= LINK_FIRST && value > floor &&
           depth_of(tree_block(&worker->search->tree, link)) >= depth - FRESH_PLIES;
}

// The link first, unless another worker has changed it.
static void put_result(Edge edge, Link before, const AbChild *result) {
    const Link after = result->is_bound ? LINK_BOUND : LINK_LEAF;
    if (!atomic_compare_exchange_strong_explicit(&block_links(edge.block)[edge.child], &before,
                                                 after, memory_order_relaxed, memory_order_relaxed))
        return;
    edge_put_value(edge, (float)result->value);
    edge_put_depth(edge, (float)result->depth);
}

void deepen_again(TreeWorker *worker, int ply, Block *children, int on_path) {
    const int old = depth_of(children), wanted = target(worker, ply);
    const bool is_deeper = wanted > old;
    const int depth = !is_deeper ? old : wanted > old + STEP_MAX ? wanted - 2 : wanted;
    Siblings siblings;
    AbChild results[MOVE_MAX];
    int places[MOVE_MAX], count = 0, best = -VALUE_INFINITE;
    Link links[MOVE_MAX];
    tree_search_siblings(worker->search, children, &siblings);
    const float floor = best_known(&siblings, children) - (float)leaf_bound_margin(worker->leaf);
    for (int i = 0; i < children->count; i++) {
        const Edge child = {children, i};
        const float value = siblings.value[i];
        if (value == SIMD_PAD)
            continue;
        links[count] = edge_link(child);
        if (i != on_path && !is_kept(worker, child, value, floor, depth, is_deeper)) {
            places[count] = i;
            results[count++] = (AbChild){.move = edge_move(child), .value = (int)value};
        } else if ((int)value > best && links[count] != LINK_BOUND) {
            best = (int)value;
        }
    }
    atomic_store_explicit(&children->depth, (uint8_t)depth, memory_order_relaxed);
    if (!count || value_is_decided(best) ||
        !deepen_search(worker, depth, best, true, results, count))
        return;
    for (int i = 0; i < count; i++)
        put_result((Edge){children, places[i]}, links[i], &results[i]);
}
