// tree_mate.h — mates by checks in a tree search, found by df-pn: at a leaf before it is expanded,
// and along the most probable line between samples.
//
// What is found goes into the table of proofs, where samples and other searches read it. The
// functions belong to the thread of their worker.
#pragma once

#include "search/tree/tree_search.h"

// The value of a leaf, which is the position of the worker, for the side to move: a win with its
// distance, or VALUE_NONE.
int tree_mate_at_leaf(TreeWorker *worker);

// Looks for mates along the principal variation, if enough positions were evaluated since the last
// time.
void tree_mate_step(TreeWorker *worker);
