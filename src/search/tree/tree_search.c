#include "tree_search.h"

#include "base/macros.h"

int64_t tree_search_nodes(const TreeSearch *search) {
    int64_t nodes = 0;
    for (int i = 0; i < search->worker_count; i++)
        nodes += atomic_load_explicit(&search->workers[i].nodes, memory_order_relaxed);
    return nodes;
}

static bool is_root(const TreeSearch *search, const Block *children) {
    return tree_link(&search->tree, children) == edge_link(tree_root(&search->tree));
}

void tree_search_siblings(const TreeSearch *search, const Block *children, Siblings *siblings) {
    siblings_read(siblings, children);
    if (UNLIKELY(search->has_excluded) && is_root(search, children))
        for (int i = 0; i < children->count; i++)
            if (search->is_root_excluded[i])
                siblings->value[i] = SIMD_PAD;
}
