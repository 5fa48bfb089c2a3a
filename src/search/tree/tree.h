// tree.h — the memory of a search tree: blocks in one piece of memory that never grows.
//
// The root is the only child of a block of its own, so that every node is an Edge. Each worker
// takes blocks from a region of its own, without locks. When all regions are used up the workers
// gather, and one of them collects: blocks that the root no longer leads to become free, and then
// the blocks that samples reach least, until enough is free. Nodes that lose their children become
// leaves again and keep their value and depth. Nothing is moved, so no link changes. Free memory is
// handed out again as regions.
//
// tree_take and everything a sample does to blocks may run on many threads at once; the rest is for
// one thread while no other touches the tree.
#pragma once

#include "search/tree/tree_block.h"

typedef struct Tree {
    char *memory;
    size_t bytes;
    bool has_means;               // of all its blocks; changes only before tree_clear
    uint32_t grains;              // in all
    _Atomic uint32_t fresh;       // never used from here on
    _Atomic uint32_t free_list;   // the first region that is free again, or 0
    _Atomic uint32_t free_grains; // not yet handed out as regions
    uint32_t round;               // counts collections
    Block *origin;                // the root is its only child
} Tree;

// A worker's own piece of memory, from which it takes blocks.
typedef struct Region {
    uint32_t next, end; // grains
} Region;

Status tree_init(Tree *tree, size_t megabytes, Error *error);
void tree_release(Tree *tree); // also of a tree that is all zero

// Removes everything; the root is a leaf. Regions taken before are invalid.
void tree_clear(Tree *tree);

static inline Block *tree_block(const Tree *tree, Link link) {
    return (Block *)(void *)(tree->memory + (size_t)link * BLOCK_GRAIN);
}

static inline Link tree_link(const Tree *tree, const Block *block) {
    return (Link)((size_t)((const char *)block - tree->memory) / BLOCK_GRAIN);
}

static inline Edge tree_root(const Tree *tree) {
    return (Edge){tree->origin, 0};
}

// The child that `move` leads to; its block is null if there is none. The node has children.
Edge tree_find_child(const Tree *tree, Edge node, Move move);

// The moves from a node on, always to the child of the largest value; the first is the one that
// leads to the node. `pv` has room for `most`, at least one. Returns how many.
int tree_line(const Tree *tree, Edge node, Move *pv, int most);

// A block for `count` children whose arrays are not yet set. Null: it is time to collect.
Block *tree_take(Tree *tree, Region *region, int count);

// Makes `root` the root. The block that held it becomes unreachable.
void tree_reroot(Tree *tree, Edge root);

// What a collection asks the search.
typedef struct CollectHooks {
    // How likely a sample is to enter each child of a node: the sum is 1, solved children have 0.
    void (*weigh)(const void *context, Edge node, const Block *children, float *probabilities);
    bool (*is_over)(const void *context); // the search must end: abort
    const void *context;
} CollectHooks;

// Before collecting: what a worker has not used of its region is free again.
void tree_give_back(Tree *tree, Region *region);

// Frees everything unreachable and as much of the rest as is needed for the share `wanted` of the
// memory to be free. All regions have been given back. False: the collection was aborted; the tree
// is whole, but the memory is not yet free.
bool tree_collect(Tree *tree, const CollectHooks *hooks, double wanted);

// Memory in use, in thousandths.
int tree_permille(const Tree *tree);
