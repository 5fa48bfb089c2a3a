#include "tree_search.h"

#include <math.h>

#include "base/macros.h"
#include "search/shared.h"

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

Move tree_search_table_move(const TreeWorker *worker, int ply) {
    const Tt *table = &worker->search->setup.shared->table;
    TtEntry entry;
    if (!table->count)
        return MOVE_NONE;
    const Key key = ply ? worker->path[ply - 1].key : pos_key(&worker->search->line.now);
    return tt_probe(table, key, ply, &entry) ? entry.move : MOVE_NONE;
}

// ---- making room ----

static void fill_reach(const void *context, Edge node, const Block *children,
                       float *probabilities) {
    const TreeSearch *search = context;
    search->policy->fill_reach(search, node, children, probabilities);
}

static bool is_over(const void *context) {
    return control_is_over(((const TreeSearch *)context)->control);
}

// Free memory may lie in pieces that are too small for most blocks. If the search did not get far
// with it, the next collection frees a larger share; if even all was not enough, the search ends.
void tree_search_collect(TreeSearch *search) {
    static const double SHARE = 0.25;  // of the memory
    enum { NODE_BYTES_MAX = 1 << 10 }; // fewer new nodes a KiB of memory: not far
    TreeProgress *progress = &search->progress;
    const int64_t nodes = tree_search_nodes(search), last = progress->collected_nodes;
    const bool is_scattered =
        last >= 0 && nodes - last < (int64_t)(search->tree.bytes / NODE_BYTES_MAX);
    if (nodes == last && progress->wanted >= 1)
        tree_search_stop(search);
    progress->wanted = is_scattered ? fmin(1, progress->wanted + SHARE) : SHARE;
    progress->collected_nodes = nodes;
    for (int i = 0; i < search->worker_count; i++)
        tree_give_back(&search->tree, &search->workers[i].region);
    const CollectHooks hooks = {fill_reach, is_over, search};
    if (!tree_collect(&search->tree, &hooks, progress->wanted))
        tree_search_stop(search);
}
