#include "softmax_view.h"

#include "search/softmax/softmax_policy.h"
#include "search/softmax/softmax_worker.h"

enum { CHILD_BITS = 16 };

static TreeNode node_of(const Tree *tree, Edge edge) {
    return (TreeNode)tree_link(tree, edge.block) << CHILD_BITS | (unsigned)edge.child;
}

static Edge edge_of(const Tree *tree, TreeNode node) {
    return (Edge){tree_block(tree, (Link)(node >> CHILD_BITS)),
                  (int)(node & ((1u << CHILD_BITS) - 1))};
}

// The policy of a temperature, those of the root without the moves that must not be played.
static void fill_policy(const Siblings *siblings, double temperature, float *probabilities) {
    const float sum =
        boltzmann_weights(siblings->value, siblings->padded, (float)temperature, probabilities);
    for (size_t i = 0; i < siblings->padded; i++)
        probabilities[i] = sum > 0 ? probabilities[i] / sum : 0;
}

static int children_of(const void *search, TreeNode node, TreeChild *out) {
    const Softmax *shared = search;
    const SoftmaxSettings *settings = &shared->settings;
    const Edge parent = edge_of(&shared->tree, node);
    const Link link = edge_link(parent);
    if (link < LINK_FIRST)
        return 0;
    Block *block = tree_block(&shared->tree, link);
    Siblings siblings;
    _Alignas(SIMD_ALIGN) float selection[MOVE_MAX + SIMD_LANES], weight[MOVE_MAX + SIMD_LANES],
        share[MOVE_MAX + SIMD_LANES];
    softmax_siblings(shared, block, &siblings);
    softmax_weigh(shared, parent, block, shared->workers[0].temperature, selection);
    fill_policy(&siblings, settings->td, share);
    if (settings->method == METHOD_UCTH)
        softmax_visit_shares(block, weight); // a mean of what was seen, not of the children
    else
        fill_policy(&siblings, settings->method == METHOD_UCTMAXH ? 0 : settings->tb, weight);
    for (int i = 0; i < block->count; i++) {
        const Edge edge = {block, i};
        const Link below = edge_link(edge);
        const float value = edge_value(edge);
        out[i] = (TreeChild){.move = edge_move(edge),
                             .value = value,
                             .static_value = block_static_values(block)[i],
                             .depth = edge_depth(edge),
                             .visits = edge_visits(edge),
                             .selection = selection[i],
                             .backup = weight[i],
                             .share = share[i],
                             .is_expanded = below >= LINK_FIRST,
                             .is_proven = value_is_proven(value),
                             .is_closed = below == LINK_CLOSED,
                             .node = node_of(&shared->tree, edge)};
    }
    return block->count;
}

static size_t bytes_of(const Softmax *shared) {
    const Tree *tree = &shared->tree;
    return (size_t)(tree->grains - atomic_load_explicit(&tree->free_grains, memory_order_relaxed)) *
           BLOCK_GRAIN;
}

bool softmax_view(const Search *search, TreeView *view) {
    const Softmax *shared = (const Softmax *)search;
    if (!shared->has_line)
        return false;
    const Edge root = tree_root(&shared->tree);
    *view = (TreeView){.tree = shared,
                       .children = children_of,
                       .root = node_of(&shared->tree, root),
                       .value = treeview_value_below(edge_value(root)),
                       .depth = edge_depth(root),
                       .visits = edge_visits(root),
                       .bytes = bytes_of(shared)};
    return true;
}
