// softmax_leaf.h — leaves that are worth more than a static value: a quiescence search, or a small
// alpha-beta search, of every new child.
#pragma once

#include "search/softmax/softmax_worker.h"

typedef struct SoftmaxLeaf SoftmaxLeaf;

// How much of the search's memory goes into the tables of one worker's leaves; 0 for static values.
int leaf_megabytes(const SearchSetup *setup, const SoftmaxSettings *settings);

// Null where the settings want static values; null is allowed below. Belongs to one worker.
Status leaf_new(const SearchSetup *setup, const SoftmaxSettings *settings, SoftmaxLeaf **leaf,
                Error *error);
void leaf_free(SoftmaxLeaf *leaf);
void leaf_new_game(SoftmaxLeaf *leaf); // forgets
void leaf_new_run(SoftmaxLeaf *leaf);

// Replaces the static values of the children of the worker's position, each seen from the side to
// move there. When the search is stopped the rest keep theirs. Returns how many positions were
// evaluated.
int64_t leaf_improve(SoftmaxLeaf *leaf, SoftmaxWorker *worker, const Move *moves, int count,
                     int *values);
