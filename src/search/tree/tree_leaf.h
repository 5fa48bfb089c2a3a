// tree_leaf.h — leaves that are worth more than a static value: a quiescence search, or a small
// alpha-beta search, of every new child.
//
// A Leaf belongs to one worker. Null stands for static values.
#pragma once

#include "search/search.h"
#include "search/tree/tree_settings.h"

typedef struct Leaf Leaf;

// How much of the search's memory goes into the tables of one worker's leaves; 0 for static values.
int leaf_megabytes(const SearchSetup *setup, const TreeSettings *settings);

// `margin` as TreePolicy's leaf_margin says.
Status leaf_new(const SearchSetup *setup, const TreeSettings *settings, double margin, Leaf **leaf,
                Error *error);
void leaf_free(Leaf *leaf);
void leaf_new_game(Leaf *leaf); // forgets what it has learned

// Replaces the static values of the children of `pos`, each seen from the side to move there.
// `frame` is the evaluator's for `pos`. When the search is stopped the remaining children keep
// theirs. Returns how many positions were evaluated. The leaf is not null.
int64_t leaf_improve(Leaf *leaf, const Position *pos, const void *frame,
                     const SearchControl *control, const Move *moves, int count, int *values);
