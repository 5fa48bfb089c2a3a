#include "tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/pages.h"

enum {
    REGION_GRAINS = (64 << 10) / BLOCK_GRAIN,
    ORIGIN = LINK_FIRST + 1, // where the origin is
};

Status tree_init(Tree *tree, size_t megabytes, Error *error) {
    const size_t most = (size_t)UINT32_MAX * BLOCK_GRAIN;
    const size_t bytes = megabytes << 20 < most ? megabytes << 20 : most;
    *tree = (Tree){.memory = pages_new(bytes), .bytes = bytes};
    if (!tree->memory)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a tree of %zu MiB", megabytes);
    tree->grains = (uint32_t)(bytes / BLOCK_GRAIN);
    tree_clear(tree);
    return STATUS_OK;
}

void tree_release(Tree *tree) {
    pages_free(tree->memory, tree->bytes);
    *tree = (Tree){0};
}

// A worker that comes too late for a free block may still read these two while the worker that took
// it writes them.
static uint32_t grains_of(const Block *block) {
    return atomic_load_explicit(&block->grains, memory_order_relaxed);
}

static uint32_t mark_of(const Block *block) {
    return atomic_load_explicit(&block->mark, memory_order_relaxed);
}

static Block *init_header(Tree *tree, uint32_t at, uint32_t grains, int count) {
    Block *block = tree_block(tree, at);
    atomic_store_explicit(&block->grains, grains, memory_order_relaxed);
    atomic_store_explicit(&block->mark, 0, memory_order_relaxed);
    block->count = (uint16_t)count;
    atomic_store_explicit(&block->depth, 0, memory_order_relaxed);
    atomic_store_explicit(&block->has_closed, false, memory_order_relaxed);
    block->reach = 0;
    return block;
}

static void init_root(Tree *tree) {
    tree->origin = tree_block(tree, ORIGIN);
    const size_t bytes = block_bytes(1, tree->has_means);
    memset(tree->origin, 0, bytes);
    init_header(tree, ORIGIN, (uint32_t)(bytes / BLOCK_GRAIN), 1);
    for (size_t i = 1; i < block_padded(tree->origin); i++)
        atomic_store_explicit(&block_values(tree->origin)[i], SIMD_PAD, memory_order_relaxed);
}

void tree_clear(Tree *tree) {
    init_root(tree);
    const uint32_t first = ORIGIN + grains_of(tree->origin);
    atomic_store_explicit(&tree->fresh, first, memory_order_relaxed);
    atomic_store_explicit(&tree->free_list, 0, memory_order_relaxed);
    atomic_store_explicit(&tree->free_grains, tree->grains - first, memory_order_relaxed);
}

void tree_reroot(Tree *tree, Edge root) {
    const float value = edge_value(root), depth = edge_depth(root);
    const uint32_t visits = edge_visits(root);
    const Link link = edge_link(root);
    const int16_t static_value = block_static_values(root.block)[root.child];
    const float mean = tree->has_means ? edge_mean(root) : 0;
    init_root(tree);
    block_static_values(tree->origin)[0] = static_value;
    if (tree->has_means)
        atomic_store_explicit(&block_means(tree->origin)[0], mean, memory_order_relaxed);
    atomic_store_explicit(&block_values(tree->origin)[0], value, memory_order_relaxed);
    atomic_store_explicit(&block_depths(tree->origin)[0], depth, memory_order_relaxed);
    atomic_store_explicit(&block_visits(tree->origin)[0], visits, memory_order_relaxed);
    atomic_store_explicit(&block_links(tree->origin)[0], link, memory_order_relaxed);
}

Edge tree_find_child(const Tree *tree, Edge node, Move move) {
    Block *children = tree_block(tree, edge_link(node));
    for (int i = 0; i < children->count; i++)
        if (block_moves(children)[i] == move)
            return (Edge){children, i};
    return (Edge){NULL, 0};
}

static Edge best_child(const Tree *tree, Edge node) {
    Block *children = tree_block(tree, edge_link(node));
    Edge best = {children, 0};
    for (int i = 1; i < children->count; i++) {
        const Edge edge = {children, i};
        if (edge_value(edge) > edge_value(best))
            best = edge;
    }
    return best;
}

int tree_line(const Tree *tree, Edge node, Move *pv, int most) {
    int count = 0;
    pv[count++] = edge_move(node);
    while (count < most && edge_link(node) >= LINK_FIRST) {
        node = best_child(tree, node);
        pv[count++] = edge_move(node);
    }
    return count;
}

int tree_permille(const Tree *tree) {
    const uint32_t free = atomic_load_explicit(&tree->free_grains, memory_order_relaxed);
    return (int)(1000 * (uint64_t)(tree->grains - free) / tree->grains);
}

// ---- allocation ----

// Free memory has a header too, so that a sweep can walk over everything.
static void make_free(Tree *tree, uint32_t at, uint32_t grains, uint32_t next) {
    Block *block = init_header(tree, at, grains, 0);
    block->count = 0;
    atomic_store_explicit(&block->mark, next, memory_order_relaxed);
}

// The list gets longer only while no worker runs, so a compare-and-swap of its first block is
// enough: the block behind it cannot have changed.
static bool take_free(Tree *tree, Region *region) {
    uint32_t at = atomic_load_explicit(&tree->free_list, memory_order_acquire);
    while (at) {
        const Block *block = tree_block(tree, at);
        const uint32_t grains = grains_of(block);
        if (atomic_compare_exchange_weak_explicit(&tree->free_list, &at, mark_of(block),
                                                  memory_order_acquire, memory_order_acquire)) {
            *region = (Region){at, at + grains};
            return true;
        }
    }
    return false;
}

static bool take_fresh(Tree *tree, Region *region) {
    uint32_t at = atomic_load_explicit(&tree->fresh, memory_order_relaxed);
    uint32_t end;
    do {
        if (at >= tree->grains)
            return false;
        end = tree->grains - at < REGION_GRAINS ? tree->grains : at + REGION_GRAINS;
    } while (!atomic_compare_exchange_weak_explicit(&tree->fresh, &at, end, memory_order_relaxed,
                                                    memory_order_relaxed));
    *region = (Region){at, end};
    return true;
}

void tree_give_back(Tree *tree, Region *region) {
    if (region->next < region->end)
        make_free(tree, region->next, region->end - region->next, 0);
    region->next = region->end = 0;
}

static bool take_region(Tree *tree, Region *region) {
    tree_give_back(tree, region);
    if (!take_free(tree, region) && !take_fresh(tree, region))
        return false;
    atomic_fetch_sub_explicit(&tree->free_grains, region->end - region->next, memory_order_relaxed);
    return true;
}

Block *tree_take(Tree *tree, Region *region, int count) {
    const uint32_t grains = (uint32_t)(block_bytes(count, tree->has_means) / BLOCK_GRAIN);
    while (region->end - region->next < grains)
        if (!take_region(tree, region))
            return NULL;
    Block *block = init_header(tree, region->next, grains, count);
    region->next += grains;
    return block;
}

// ---- collection ----

// Memory by the probability that a sample gets there: bucket k counts blocks around 2^(-k / 4).
enum { BUCKETS = 512 };

typedef struct Census {
    uint64_t grains[BUCKETS];
    uint64_t all;
} Census;

static int bucket_of(float reach) {
    const float bucket = -4 * reach / (float)M_LN2;
    return !(bucket > 0) ? 0 : bucket >= BUCKETS - 1 ? BUCKETS - 1 : (int)bucket;
}

// A block on the path of a walk and the child to look at next.
typedef struct WalkFrame {
    Edge node;
    Block *children;
    int next;
} WalkFrame;

// The next block below the one on top of the stack, or null when there is none.
static Block *next_child(const Tree *tree, WalkFrame *step, Edge *edge) {
    while (step->next < step->children->count) {
        *edge = (Edge){step->children, step->next++};
        const Link link = edge_link(*edge);
        if (link >= LINK_FIRST)
            return tree_block(tree, link);
    }
    return NULL;
}

static void set_reach(const Tree *tree, const CollectHooks *hooks, Edge node,
                      const Block *children) {
    _Alignas(SIMD_ALIGN) float probabilities[MOVE_MAX + SIMD_LANES];
    hooks->weigh(hooks->context, node, children, probabilities);
    for (int i = 0; i < children->count; i++) {
        const Link link = edge_link((Edge){(Block *)(uintptr_t)children, i});
        if (link >= LINK_FIRST)
            tree_block(tree, link)->reach =
                children->reach + (probabilities[i] > 0 ? logf(probabilities[i]) : -(float)BUCKETS);
    }
}

// A walk over all blocks below the root, parents first: the first counts memory, the second marks
// the blocks to keep and cuts off the others.
typedef struct Walk {
    const CollectHooks *hooks;
    Census census;
    bool is_census, is_aborted;
    uint32_t steps;
    float min_reach; // blocks that are reached less are cut off
    uint32_t round;
} Walk;

// A large tree takes longer than the clock may have left, so the walk asks now and then.
static bool is_aborted(Walk *walk) {
    enum { STEPS = 512 };
    if (++walk->steps % STEPS == 0 && walk->hooks->is_over(walk->hooks->context))
        walk->is_aborted = true;
    return walk->is_aborted;
}

// Whether the walk goes on below the block.
static bool enter(Walk *walk, const Tree *tree, Edge node, Block *children) {
    if (walk->is_census) {
        walk->census.grains[bucket_of(children->reach)] += grains_of(children);
        walk->census.all += grains_of(children);
        set_reach(tree, walk->hooks, node, children);
        return true;
    }
    if (children->reach < walk->min_reach) {
        atomic_store_explicit(&block_links(node.block)[node.child], LINK_LEAF,
                              memory_order_relaxed);
        return false;
    }
    atomic_store_explicit(&children->mark, walk->round, memory_order_relaxed);
    return true;
}

static void walk_tree(Tree *tree, Walk *walk) {
    WalkFrame stack[PLY_MAX + 1];
    const Edge root = tree_root(tree);
    if (edge_link(root) < LINK_FIRST)
        return;
    stack[0] = (WalkFrame){root, tree_block(tree, edge_link(root)), 0};
    stack[0].children->reach = 0;
    enter(walk, tree, root, stack[0].children);
    for (int depth = 0; depth >= 0 && !is_aborted(walk);) {
        Edge edge;
        Block *children = next_child(tree, &stack[depth], &edge);
        if (!children) {
            depth--;
        } else if (enter(walk, tree, edge, children)) {
            assert(depth < PLY_MAX);
            stack[++depth] = (WalkFrame){edge, children, 0};
        }
    }
}

// The reach below which blocks are cut off so that no more than `kept` grains stay. The block of
// the root's children always stays.
static float find_min_reach(const Census *census, uint64_t kept) {
    uint64_t sum = census->all;
    for (int bucket = BUCKETS - 1; bucket > 0 && sum > kept; bucket--) {
        sum -= census->grains[bucket];
        if (sum <= kept)
            return -(float)bucket / 4 * (float)M_LN2;
    }
    return census->all > kept ? -0.25f * (float)M_LN2 : -INFINITY;
}

// Joins neighbouring free memory into regions.
static void sweep(Tree *tree, Walk *walk) {
    const uint32_t end = atomic_load_explicit(&tree->fresh, memory_order_relaxed);
    uint32_t free_list = 0, free_grains = tree->grains - end;
    for (uint32_t at = ORIGIN + grains_of(tree->origin); at < end && !is_aborted(walk);) {
        uint32_t next = at;
        while (next < end && next - at < REGION_GRAINS) {
            const Block *block = tree_block(tree, next);
            if (block->count && mark_of(block) == walk->round)
                break;
            next += grains_of(block);
        }
        if (next == at) {
            at += grains_of(tree_block(tree, at));
            continue;
        }
        make_free(tree, at, next - at, free_list);
        free_list = at;
        free_grains += next - at;
        at = next;
    }
    atomic_store_explicit(&tree->free_list, free_list, memory_order_relaxed);
    atomic_store_explicit(&tree->free_grains, free_grains, memory_order_relaxed);
}

// Each of its three parts can be aborted anywhere: the census changes nothing, a node is cut off or
// not, and memory that was not swept is not yet a region.
bool tree_collect(Tree *tree, const CollectHooks *hooks, double wanted) {
    Walk walk = {.hooks = hooks, .is_census = true};
    walk_tree(tree, &walk);
    const uint64_t kept = (uint64_t)((1 - wanted) * (double)tree->grains);
    if (walk.is_aborted)
        return false;
    walk.is_census = false;
    walk.min_reach = find_min_reach(&walk.census, kept);
    walk.round = ++tree->round;
    walk_tree(tree, &walk);
    if (!walk.is_aborted)
        sweep(tree, &walk);
    return !walk.is_aborted;
}
