#include "tree_view.h"

#include "search/tree/tree_boltzmann.h"
#include "search/tree/tree_search.h"

enum { CHILD_BITS = 16 };

static TreeNode node_of(const Tree *tree, Edge edge) {
    return (TreeNode)tree_link(tree, edge.block) << CHILD_BITS | (unsigned)edge.child;
}

static Edge edge_of(const Tree *tree, TreeNode node) {
    return (Edge){tree_block(tree, (Link)(node >> CHILD_BITS)),
                  (int)(node & ((1u << CHILD_BITS) - 1))};
}

static int children_of(const void *context, TreeNode node, TreeChild *out) {
    const TreeSearch *search = context;
    const Edge parent = edge_of(&search->tree, node);
    const Link link = edge_link(parent);
    if (link < LINK_FIRST)
        return 0;
    Block *block = tree_block(&search->tree, link);
    Siblings siblings;
    _Alignas(SIMD_ALIGN) float selection[MOVE_MAX + SIMD_LANES], weight[MOVE_MAX + SIMD_LANES],
        share[MOVE_MAX + SIMD_LANES];
    tree_search_siblings(search, block, &siblings);
    search->policy->fill_selection(search, parent, block, selection);
    search->policy->fill_backup(search, block, &siblings, weight);
    boltzmann_probabilities(siblings.value, siblings.padded, (float)search->settings->td, share);
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
                             .node = node_of(&search->tree, edge)};
    }
    return block->count;
}

static int line_of(const void *context, TreeNode node, Move *pv, int most) {
    const Tree *tree = &((const TreeSearch *)context)->tree;
    return tree_line(tree, edge_of(tree, node), pv, most);
}

static size_t bytes_of(const Tree *tree) {
    return (size_t)(tree->grains - atomic_load_explicit(&tree->free_grains, memory_order_relaxed)) *
           BLOCK_GRAIN;
}

bool tree_view(const Search *base, TreeView *view) {
    const TreeSearch *search = (const TreeSearch *)base;
    if (!search->has_line)
        return false;
    const Edge root = tree_root(&search->tree);
    *view = (TreeView){.tree = search,
                       .children = children_of,
                       .line = line_of,
                       .root = node_of(&search->tree, root),
                       .value = treeview_value_below(edge_value(root)),
                       .depth = edge_depth(root),
                       .visits = edge_visits(root),
                       .bytes = bytes_of(&search->tree)};
    return true;
}
