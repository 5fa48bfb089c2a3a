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

// ---- the moves of one position, for searches that use alpha-beta at their leaves ----

// A position, and how well its moves are to be known.
typedef struct AbParent {
    const Position *pos;
    const void *frame;      // the evaluator's for `pos`
    const History *history; // of the game and the path, `pos` included; null: no game before it
    int piece_to[2];        // of the last two moves, the newest first; 0: unknown
    Color root_side;        // of the search that asks: the value of a draw is that side's …
    int draw_bonus;         // … with this added
    int best;               // value of other moves that are not searched, or -VALUE_INFINITE
    int depth;              // of the search of each move; 0: quiescence search
    int margin;             // moves that are worse than the best by more need no exact value
    // How much less deep a move is searched if it is not the best.
    int slack;
    bool reduces;  // late moves are tried at reduced depth, as in a node of the main search
    bool is_again; // the values are those of an earlier search
} AbParent;

// A move of that position. Its value is seen from the player who moves.
typedef struct AbChild {
    Move move;
    int value;     // before: the static value, or that of the earlier search
    int depth;     // that it was searched to
    bool is_bound; // the value is an upper bound, out of the margin
} AbChild;

// Searches every child. The AlphaBeta is configured with one thread; its histories and its table
// serve one position after the other. Returns the number of nodes, or -1 if the control stopped it:
// then the children that were not searched are unchanged.
int64_t alphabeta_children(Search *search, const AbParent *parent, const SearchControl *control,
                           AbChild *children, int count);
