// tree_root.h — the moves of the root: which one to play, what to report.
//
// May be called while workers sample, by a worker inside the gate, or while none runs.
#pragma once

#include "search/tree/tree_search.h"

typedef struct RootMove {
    Move move;
    Edge edge;
    float value;
    float probability; // by Td, as the expected depth weighs it
    uint32_t visits;   // counts only where the search has playouts
    bool is_deep;      // D above r (D(root) - 1)
} RootMove;

// The moves of the root in the order of preference (2020, section 6): first the ones that are deep
// enough, then by value. With playouts: by visits, but proven wins first and proven losses last.
// Returns how many: at least one.
int root_moves(const TreeSearch *search, RootMove *moves);

void root_report(const TreeSearch *search);
void root_fill_result(const TreeSearch *search, SearchResult *result);
