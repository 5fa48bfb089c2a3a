// alphabeta.h — iterative deepening alpha-beta, with every method of the margins paper and of
// ym-shogi's alpha-beta half as an option.
//
// All threads search the same tree (Lazy SMP) and meet in one transposition table. Memory: the
// table is hash_mb; each thread has its histories and one frame of the evaluator a ply on top. With
// one thread a run depends on nothing but its arguments and the table.
#pragma once

#include "search/search.h"

extern const SearchKind SEARCH_ALPHABETA;
