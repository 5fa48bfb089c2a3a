// tree_block.h — the children of one node: a block of parallel arrays.
//
// A block has room for `count` children, which is fixed when it is made. Numbers are seen from the
// player who chooses among the children, so no loop over siblings has to change signs.
//
//     header 16 | value float[padded] | depth float[padded] | static_value int16[padded]
//               | visits uint32[count] | link uint32[count] | move uint16[count]
//               | mean float[count], of searches by playouts only | up to 31 unused
//
// `padded` is `count` rounded up to SIMD_LANES; the lanes behind hold SIMD_PAD as value and 0
// otherwise. That is 20 bytes a child, 10 a lane and the header; 4 more a child for means.
//
//     value   E: what the search makes of the values below the child; its static value, or that of
//             a small search, while it is a leaf; beyond VALUE_DECIDED a proven win or loss with
//             its distance in plies
//     depth   D: the expected depth below it; of a leaf the depth of its search, 0: static value
//     static_value   H: the value it had when it was made
//     visits  N: how many samples passed through it
//     link    where its own children are
//     move    the move that leads to it
//     mean    the mean result of the playouts that passed through it: 1 a win, -1 a loss
//
// Any worker reads and writes value, depth, visits, mean and link at any time, with relaxed atomics
// but for the link, whose store releases the block behind it. static_value and move are written
// before that and never again. A reader may see a value of one moment beside a depth of another;
// the next sample through the node corrects the result.
#pragma once

#include <stdatomic.h>

#include "base/simd.h"
#include "search/search.h"

// Where a block is, in grains from the start of its tree, or one of the first few:
typedef uint32_t Link;
enum {
    LINK_LEAF,   // not expanded
    LINK_BOUND,  // not expanded, and its value is only an upper bound
    LINK_BUSY,   // a worker is expanding it
    LINK_CLOSED, // never expanded again: the rules ended the game, or all below is solved
    LINK_FIRST,  // from here on it is the place of a block
};

enum { BLOCK_GRAIN = 32 };

typedef struct Block {
    _Atomic uint32_t grains; // its length
    _Atomic uint32_t mark;   // the last collection that kept it; of a free block, the next free one
    uint16_t count;          // of children; 0: free memory of this length
    _Atomic uint8_t depth;   // of the last search of all children that are leaves
    atomic_bool has_closed;  // some child is LINK_CLOSED; stays true
    float reach;             // for the collector: log of the probability that a sample gets here
} Block;

_Static_assert(sizeof(Block) == 16, "see above");

static inline size_t block_padded(const Block *block) {
    return simd_padded(block->count);
}

// Where the means begin: the moves before them end at a multiple of two.
static inline size_t block_means_at(size_t lanes, size_t count) {
    return (sizeof(Block) + lanes * 10 + count * 10 + 3) & ~(size_t)3;
}

static inline size_t block_bytes(int count, bool has_means) {
    const size_t children = (size_t)count, lanes = simd_padded(children);
    const size_t bytes = has_means ? block_means_at(lanes, children) + children * 4
                                   : sizeof(Block) + lanes * 10 + children * 10;
    return (bytes + BLOCK_GRAIN - 1) / BLOCK_GRAIN * BLOCK_GRAIN;
}

// An array of the block, `lanes` bytes for every lane and `each` for every child behind the header.
static inline void *block_at(const Block *block, size_t lanes, size_t each) {
    return (char *)(uintptr_t)(block + 1) + lanes * block_padded(block) + each * block->count;
}

static inline _Atomic float *block_values(const Block *block) {
    return block_at(block, 0, 0);
}

static inline _Atomic float *block_depths(const Block *block) {
    return block_at(block, 4, 0);
}

static inline int16_t *block_static_values(const Block *block) {
    return block_at(block, 8, 0);
}

static inline _Atomic uint32_t *block_visits(const Block *block) {
    return block_at(block, 10, 0);
}

static inline _Atomic Link *block_links(const Block *block) {
    return block_at(block, 10, 4);
}

static inline uint16_t *block_moves(const Block *block) {
    return block_at(block, 10, 8);
}

// Only in trees that have means.
static inline _Atomic float *block_means(const Block *block) {
    return (_Atomic float *)(void *)((char *)(uintptr_t)block +
                                     block_means_at(block_padded(block), block->count));
}

// A node: one child in its parent's block.
typedef struct Edge {
    Block *block;
    int child;
} Edge;

static inline float edge_value(Edge edge) {
    return atomic_load_explicit(&block_values(edge.block)[edge.child], memory_order_relaxed);
}

static inline float edge_depth(Edge edge) {
    return atomic_load_explicit(&block_depths(edge.block)[edge.child], memory_order_relaxed);
}

static inline uint32_t edge_visits(Edge edge) {
    return atomic_load_explicit(&block_visits(edge.block)[edge.child], memory_order_relaxed);
}

static inline float edge_mean(Edge edge) {
    return atomic_load_explicit(&block_means(edge.block)[edge.child], memory_order_relaxed);
}

static inline Link edge_link(Edge edge) {
    return atomic_load_explicit(&block_links(edge.block)[edge.child], memory_order_acquire);
}

static inline Move edge_move(Edge edge) {
    return block_moves(edge.block)[edge.child];
}

static inline bool value_is_proven(float value) {
    return value >= (float)VALUE_DECIDED || value <= (float)-VALUE_DECIDED;
}

// A child without children that a worker may expand.
static inline bool link_is_leaf(Link link) {
    return link == LINK_LEAF || link == LINK_BOUND;
}

// A proven value stays, whatever a slower worker computes. That worker may write in between, but
// then the next sample finds the proof again. A plain store, because no worker has to wait for it:
// an exchange on a cache line that other processors write costs as much as a level of the tree.
static inline void edge_put_value(Edge edge, float value) {
    _Atomic float *place = &block_values(edge.block)[edge.child];
    if (!value_is_proven(atomic_load_explicit(place, memory_order_relaxed)))
        atomic_store_explicit(place, value, memory_order_relaxed);
}

static inline void edge_put_depth(Edge edge, float depth) {
    atomic_store_explicit(&block_depths(edge.block)[edge.child], depth, memory_order_relaxed);
}

// A child that no sample needs to enter again.
static inline bool edge_is_solved(Edge edge) {
    return edge_link(edge) == LINK_CLOSED || value_is_proven(edge_value(edge));
}

// The same value seen from the player who moved to the node: the sign changes, and a win or loss is
// a ply further away.
static inline float value_from_above(float value) {
    if (value >= (float)VALUE_DECIDED)
        return 1 - value;
    if (value <= (float)-VALUE_DECIDED)
        return -1 - value;
    return -value;
}

// What a node is worth, seen from the player who chooses among its children.
typedef struct NodeValue {
    float value, depth;
} NodeValue;

// A private copy of sibling arrays in plain floats, padded and aligned.
typedef struct Siblings {
    _Alignas(SIMD_ALIGN) float value[MOVE_MAX + SIMD_LANES];
    _Alignas(SIMD_ALIGN) float depth[MOVE_MAX + SIMD_LANES];
    size_t padded;
} Siblings;

void siblings_read(Siblings *siblings, const Block *block);

// The visits of the siblings, padded with 0.
void siblings_visits(const Block *block, float *visits);
// The share that each sibling has of their visits; all 0 where there were none.
void siblings_visit_shares(const Block *block, float *shares);

// Closed siblings cannot be selected: their lanes become SIMD_PAD.
void siblings_drop_closed(const Block *block, float *objective);
