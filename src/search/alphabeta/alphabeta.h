// alphabeta.h — iterative deepening alpha-beta, with every method of the margins paper and of
// ym-shogi's alpha-beta half as an option.
//
// All threads search the same tree (Lazy SMP) and meet in one transposition table. Memory: the
// table is hash_mb; each thread has its histories and one frame of the evaluator a ply on top. With
// one thread a run depends on nothing but its arguments and the table.
#pragma once

#include "search/search.h"

extern const SearchKind SEARCH_ALPHABETA;

// Small searches of the moves of one position, for searches that want their leaves searched. The
// AlphaBeta has been configured, with one thread; its table remembers from one position to the
// next, and what came before alphabeta_age makes room first.
void alphabeta_age(Search *search);
// `frame` is the evaluator's for `pos`.
void alphabeta_visit(Search *search, const Position *pos, const void *frame,
                     const SearchControl *control);
// The value of the position after `move` for the side to move there: `depth` plies and the captures
// behind them, 0 being the captures alone. Exact between alpha and beta. When the control ends it,
// VALUE_NONE.
int alphabeta_look(Search *search, Move move, int depth, int alpha, int beta);
// Looked at since the visit began.
int64_t alphabeta_looked(const Search *search);
