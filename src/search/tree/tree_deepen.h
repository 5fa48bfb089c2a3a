// tree_deepen.h — leaves that are searched deeper and deeper (LeafSearch=deepening).
//
// Alpha-beta searches the children of a node when it is expanded, and again while the search lasts.
// Each worker has a horizon: so many plies below the root its leaves are searched, less where a
// sample is unlikely to get there (realisation probability). After LeafSamples samples the horizon
// grows by a ply. On its way back a sample searches the children of every node on its path again
// that are behind the horizon, from the leaf up, so that each search knows the new value of the
// path. A child far below the best has a bound for a value (LINK_BOUND); when the best value falls
// near it, the child is searched again at once.
//
// The functions belong to the thread of their worker.
#pragma once

#include "search/tree/tree_search.h"

enum { DEEPEN_FIRST = 2 }; // the depth of the root's children, and the first horizon

static inline bool deepen_is_on(const TreeWorker *worker) {
    return worker->leaf && worker->search->settings->leaf_search == LEAF_DEEPENING;
}

// At the begin of a run, when the tree has its root.
void deepen_begin(TreeWorker *worker);

// The depth of the search of the children of the node at `ply`, which is a leaf.
int deepen_depth(const TreeWorker *worker, int ply);

// Whether a leaf at `ply` is at the horizon: it is not expanded now.
bool deepen_is_far(const TreeWorker *worker, int ply);

// Searches children of the position of the worker. `best` is the value of others, or
// -VALUE_INFINITE. False: the search was stopped.
bool deepen_search(TreeWorker *worker, int depth, int best, bool is_again, AbChild *children,
                   int count);

// The worker's position is that of the node at `ply`, whose child `on_path` the sample has entered.
// Searches the other children again if they are behind the horizon, or are bounds near the best.
void deepen_again(TreeWorker *worker, int ply, Block *children, int on_path);

// Whether deepen_again has something to do.
bool deepen_is_behind(const TreeWorker *worker, int ply, const Block *children);

// Counts a sample.
void deepen_count(TreeWorker *worker);
