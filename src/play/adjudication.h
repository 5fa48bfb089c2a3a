// adjudication.h — ends games by the values of the players, before the rules do.
//
// The game adds the value of every move; an Adjudication counts for how long the players have
// agreed. A plain value; any thread.
#pragma once

#include "search/search.h"

typedef struct AdjudicationConfig {
    // A game is lost when for `resign_plies` plies in a row both sides say that the same side is
    // ahead by `resign_value`; with `resigns_alone` also when the losing side says so in its half
    // of that many plies. 0 plies: never.
    int resign_value, resign_plies;
    bool resigns_alone;
    // A game is drawn when both sides say for `draw_plies` plies in a row that neither is ahead by
    // more than `draw_value`, from ply `draw_from` on. 0 plies: never.
    int draw_value, draw_plies, draw_from;
    // For self-play: a win or a loss that a search has found is not played out, and a verdict takes
    // effect instead of the move that completes it. Otherwise the move is played, and a lost game
    // ends when it is the losing side's turn.
    bool ends_decided;
} AdjudicationConfig;

typedef struct Adjudication {
    int winning_plies;        // in a row; above 0: FIRST is ahead, below 0: SECOND
    int even_plies;           // in a row
    int lost_moves[COLOR_NB]; // in a row, of each side, by its own values
    int decided;              // the last value: 1: FIRST wins, -1: SECOND wins, 0: not decided
} Adjudication;

// Counts the move of `side`; `value` is the side's own, VALUE_NONE if there is none.
void adjudication_add(Adjudication *adjudication, const AdjudicationConfig *config, Color side,
                      int value);

// The verdict for `side`, which is to move at this ply; RESULT_OPEN: the game goes on.
Result adjudication_result(const Adjudication *adjudication, const AdjudicationConfig *config,
                           Color side, int ply);
