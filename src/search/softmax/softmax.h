// softmax.h — Monte Carlo Softmax Search: a tree grown by samples that draw their moves from a
// Boltzmann distribution. See README.md here and doc/softmax-search.md.
#pragma once

#include "search/tree/tree_search.h"

extern const SearchKind SEARCH_SOFTMAX;

// Ts of one thread.
float softmax_temperature(const TreeSearch *search, int thread);
