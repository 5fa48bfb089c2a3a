// tree_leaf.h — leaves that are worth more than a static value: a quiescence search, or a small
// alpha-beta search, of every new child.
//
// A Leaf belongs to one worker. Null stands for static values.
#pragma once

#include "search/alphabeta/alphabeta.h"
#include "search/tree/tree_settings.h"

typedef struct Leaf Leaf;

// How much of the search's memory goes into the tables of one worker's leaves; 0 for static values.
int leaf_megabytes(const SearchSetup *setup, const TreeSettings *settings);

// `margin` as TreePolicy's leaf_margin says.
Status leaf_new(const SearchSetup *setup, const TreeSettings *settings, double margin, Leaf **leaf,
                Error *error);
void leaf_free(Leaf *leaf);
void leaf_new_game(Leaf *leaf); // forgets what it has learned

// Searches the children of `parent`, whose depth counts only where leaves deepen; the leaf fills in
// how. Returns how many positions were evaluated, or -1 if the search was stopped. The leaf is not
// null.
int64_t leaf_search(Leaf *leaf, AbParent *parent, const SearchControl *control, AbChild *children,
                    int count);
// Children this much worse than the best have bounds instead of values.
int leaf_bound_margin(const Leaf *leaf);
