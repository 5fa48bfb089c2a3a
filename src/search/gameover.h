// gameover.h — the value of a position where the game ends by the rules, for searches.
#pragma once

#include "search/search.h"

// The value for the side to move, `ply` plies below the root, if the game is over there or counts
// as over; VALUE_NONE if it goes on. The position is the newest of the history. `draw` is the value
// of a draw for the side to move.
int gameover_by_rules(const Position *pos, const History *history, const Rules *rules, int draw,
                      int ply);

// The same for a position without legal moves.
int gameover_no_moves(const Position *pos, int draw, int ply);
