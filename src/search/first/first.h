// first.h — the smallest search: the child with the best value. Read this one first.
//
// It looks one move ahead, at every move, with one call of the evaluator. A mate in one goes before
// everything else. It owns one frame of the evaluator and remembers nothing.
#pragma once

#include "search/search.h"

extern const SearchKind SEARCH_FIRST;
