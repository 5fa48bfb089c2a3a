// uct.h — UCT with static values in the place of playouts: a sample takes the child with the best
// upper confidence bound. See README.md here.
#pragma once

#include "search/tree/tree_search.h"

// The value of a node: the mean of the leaves that samples reached (UCTH), or that of its best
// child (UCTMAXH).
typedef enum UctBackup { UCT_MEAN, UCT_MAX } UctBackup;

typedef struct UctSettings {
    TreeSettings tree;
    int backup; // UctBackup
    double c;   // in centipawns
} UctSettings;

extern const SearchKind SEARCH_UCT;
