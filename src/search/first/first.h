// first.h — the smallest search: the child with the best value. Read this one first.
//
// It evaluates every move one ply deep, with one call of the evaluator. A mate in one takes
// precedence. It owns one frame of the evaluator and keeps nothing between runs.
#pragma once

#include "search/search.h"

extern const SearchKind SEARCH_FIRST;
