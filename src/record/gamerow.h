// gamerow.h — one line of a table of games: how it ended, and its moves.
//
// Two shapes are understood. In tab-separated columns the first is the result and the last the
// game; what lies between is passed over. Without tabs the first word is the result and the rest
// the game:
//
//     1-0 <tab> 2567 <tab> 2610 <tab> 2015 <tab> d2d4 g8f6 c2c4 …
//     b startpos moves 7g7f 3c3d …
//
// A game is a list of moves from the start position, or anything line_parse knows. A result is
// `1-0`, `0-1`, `1/2-1/2`, `*`, or a letter: the winner's colour as the game's positions write it
// (`b` and `w`), `d` for a draw, `?` for a result nobody wrote down. Nothing is kept; the line is
// the caller's.
#pragma once

#include "game/line.h"

typedef enum RowResult { ROW_UNKNOWN, ROW_FIRST, ROW_DRAW, ROW_SECOND } RowResult;

// Whether there is a game in this line: not for an empty one or one that begins with `#`.
bool gamerow_is_game(Str text);

// Fills both outputs. When it is refused, *line holds the moves before the one that was refused, if
// it came to that, and the error says what is wrong, with the number of the move.
Status gamerow_parse(Str text, GameLine *line, RowResult *end, Error *error);
