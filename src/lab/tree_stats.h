// tree_stats.h — the shape of a search tree in numbers, level by level: how many nodes lie at each
// depth and how likely they are (2017, figures 2 and 3), the entropy of the selection policy, and
// the expected depth.
//
// A node has two probabilities. Its realisation probability, the product of the shares on the path,
// is that the game reaches it, as the expected depth weighs it; over all leaves it sums to 1, and
// the mean of their depths is D of the root, unless children of leaves were dropped. Its sampling
// probability, the product of the selection probabilities, is that the next sample passes through
// it. The calling thread walks the tree once.
#pragma once

#include "search/search.h"

// Level 0 is the root's.
typedef struct TreeLevel {
    int64_t expanded, leaves; // nodes with and without children
    int64_t proven, closed;   // of both kinds
    int64_t children;         // of the expanded
    int64_t visits;           // samples that passed through or ended here
    double mass;              // the realisation probability of the leaves here
    double drawn;             // the probability that the next sample ends at a leaf here
    // Over expanded nodes; the second of each pair weighs a node by its sampling probability. Not a
    // number where there are none.
    double entropy, entropy_drawn; // of the selection policy
    double depth, depth_drawn;     // D
} TreeLevel;

typedef struct TreeStats {
    TreeLevel levels[PLY_MAX + 1];
    int level_count;
    int64_t expanded, leaves;
    double leaf_depth;    // the mean depth of a leaf, weighed by realisation
    double sample_length; // plies from the root to where a sample ended, on average, where the tree
                          // remembers them all
} TreeStats;

// Fails only for want of memory.
Status tree_stats_fill(const TreeView *view, TreeStats *stats, Error *error);
