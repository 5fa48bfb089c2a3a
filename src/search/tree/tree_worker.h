// tree_worker.h — one thread of a tree search: samples that select, expand, evaluate and
// backpropagate.
//
// A worker is used by one thread at a time.
#pragma once

#include "search/tree/tree_search.h"

// Expands the root, whatever the rules say about it. False: there is no legal move. The root is a
// leaf.
bool tree_worker_expand_root(TreeWorker *worker);

// Computes the root's value again from the children that may be played; what was proven before may
// hold for other children only. No other worker runs.
void tree_worker_reset_root(TreeWorker *worker);

typedef enum Sampled {
    SAMPLE_DONE,
    SAMPLE_LOST,  // another worker expands the leaf: try again
    SAMPLE_FULL,  // there is no memory
    SAMPLE_OVER,  // everything is solved
    SAMPLE_GROWN, // inside a sample with playouts: the leaf has children now, the sample goes on
} Sampled;

// One sample: down to a leaf, its children, and back up.
Sampled tree_worker_sample(TreeWorker *worker);

// Samples until the search is over.
void tree_worker_run(TreeWorker *worker);
