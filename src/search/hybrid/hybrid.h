// hybrid.h — alpha-beta beside a search that grows a tree, as in ym-shogi.
//
// Both search the same position at the same time, on threads of their own, and read the same table
// and the same proofs. The thread that owns the search starts both, ends both by one clock, and
// chooses between their moves by the rules of hybrid_arbiter.h. With one thread there is alpha-beta
// alone.
#pragma once

#include "search/search.h"

extern const SearchKind SEARCH_HYBRID;
