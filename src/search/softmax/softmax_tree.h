// softmax_tree.h — the memory of a softmax search: blocks in one piece of memory that never grows.
//
// The root is the only child of a block of its own, so that every node is a Edge. Blocks are taken
// in the order of addresses, by each worker from a region of its own, without locks. When all
// regions are used up the workers gather, and one of them collects: blocks that the root no longer
// leads to are free, and so are the blocks that the selection policy reaches least, until enough is
// free. The nodes above those become leaves again and keep the value and the depth they had.
// Nothing is moved, so no link changes. What is free is handed out again as regions.
//
// tree_take and everything a sample does to blocks may run on many threads at once; the rest is for
// one thread while no other touches the tree.
#pragma once

#include "search/softmax/softmax_block.h"

typedef struct Tree {
    char *memory;
    size_t bytes;
    uint32_t grains;              // in all
    _Atomic uint32_t fresh;       // never used from here on
    _Atomic uint32_t holes;       // the first region that is free again, or 0
    _Atomic uint32_t free_grains; // not yet handed out as regions
    uint32_t round;               // of the collector
    Block *origin;                // the root is its only child
} Tree;

// A worker's own piece of memory, from which it takes blocks.
typedef struct Region {
    uint32_t next, end; // grains
} Region;

Status tree_init(Tree *tree, size_t megabytes, Error *error);
void tree_release(Tree *tree); // also of a tree that is all zero

// Forgets everything; the root is a leaf. Regions taken before are void.
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

// The child that `move` leads to, or one without a block. The node has children.
Edge tree_find_child(const Tree *tree, Edge node, Move move);

// A block for so many children with everything but count unset, or null: it is time to collect.
Block *tree_take(Tree *tree, Region *region, int count);

// Makes `root` the root, whose block is then unreachable itself.
void tree_reroot(Tree *tree, Edge root);

// How likely each child of a block is to be chosen, the sum being 1; settled children have 0.
typedef struct TreePolicy {
    void (*weigh)(const void *context, const Tree *tree, Edge node, const Block *children,
                  float *probabilities);
    bool (*is_over)(const void *context); // an answer is wanted now
    const void *context;
} TreePolicy;

// Before collecting: what a worker has not used of its region is free again.
void tree_give_back(Tree *tree, Region *region);

// Frees everything unreachable and as much of the rest as is needed for `wanted` of 1 to be free.
// All regions have been given back. False: it was broken off, which leaves the tree whole but the
// memory not yet free.
bool tree_collect(Tree *tree, const TreePolicy *policy, double wanted);

// How much is in use, in thousandths.
int tree_permille(const Tree *tree);
