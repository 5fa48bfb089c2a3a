// tree_root.h — what a tree says: which move to play, which lines to show, when to stop.
//
// All of it may be asked while workers go on sampling, by a worker inside the gate or when none
// runs.
#pragma once

#include "search/tree/tree_search.h"

// A move of the root as it stands.
typedef struct RootMove {
    Move move;
    Edge edge;
    float value, depth, probability; // the last by Td, as the expected depth weighs it
    uint32_t visits;
    bool is_deep; // D above r (D(root) - 1)
} RootMove;

// The moves of the root in the order of preference (2020, section 6): those deep enough first, then
// by value. Returns how many.
int root_moves(const TreeSearch *search, RootMove *moves);

// The line from a root move on: always to the child of the largest value.
int root_line(const TreeSearch *search, const RootMove *first, Move *pv);

// -sum p ln p over the root's moves.
double root_entropy(const RootMove *moves, int count);

void root_report(const TreeSearch *search);
void root_fill_result(const TreeSearch *search, SearchResult *result);

// For the first worker, after every sample: whether a limit is reached. Also tells how it stands,
// now and then.
bool root_is_over(TreeSearch *search);

// For whoever gathered all workers: makes room.
void root_collect(TreeSearch *search);
