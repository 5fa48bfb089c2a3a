// alphabeta.h — iterative deepening alpha-beta, with all methods of the margins paper and of
// ym-shogi's alpha-beta search as options.
//
// All threads search the same tree (Lazy SMP) and share one transposition table. Memory: the table
// has hash_mb; each thread also has its histories and one frame of the evaluator a ply. With one
// thread a run depends only on its arguments and the table.
#pragma once

#include "search/search.h"

extern const SearchKind SEARCH_ALPHABETA;

// A thread of another search joins the present run, as helper `index` below the setup's
// spare_threads, and returns when the run is over. Without a run it returns at once.
void alphabeta_help(Search *search, int index);

// Small searches of the moves of one position, for searches that use alpha-beta at their leaves.
// The AlphaBeta is configured with one thread; its table keeps entries from one position to the
// next.
// `frame` is the evaluator's for `pos`.
void alphabeta_visit(Search *search, const Position *pos, const void *frame,
                     const SearchControl *control);
// The value of the position after `move` for the side to move there: `depth` plies and quiescence
// search, 0 being quiescence alone. Exact between alpha and beta. VALUE_NONE if the control stops
// it.
int alphabeta_look(Search *search, Move move, int depth, int alpha, int beta);
// Nodes since the last alphabeta_visit.
int64_t alphabeta_looked(const Search *search);
