// ending.h — how the rules see a position at the end of a line of search.
#pragma once

#include "search/search.h"

// The value for the side to move, `ply` plies below the root, if the game is over there or as good
// as over; VALUE_NONE if it goes on. The position is the newest of the history. `draw` is what a
// draw is worth to the side to move.
int gameover_by_rules(const Position *pos, const History *history, const Rules *rules, int draw,
                      int ply);

// The same where there is no legal move.
int gameover_no_moves(const Position *pos, int draw, int ply);
