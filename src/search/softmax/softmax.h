// softmax.h — Monte Carlo Softmax Search: a tree grown by samples that draw their moves from a
// Boltzmann distribution. See README.md here and doc/softmax-search.md.
#pragma once

#include "search/search.h"

extern const SearchKind SEARCH_SOFTMAX;
