// gamerow.h — one line of a table of games: the result and the moves.
//
// Two forms are accepted. In tab-separated columns the first is the result and the last the game;
// columns between them are ignored. Without tabs the first word is the result and the rest the
// game:
//
//     1-0 <tab> 2567 <tab> 2610 <tab> 2015 <tab> d2d4 g8f6 c2c4 …
//     b startpos moves 7g7f 3c3d …
//
// A game is a list of moves from the start position, or any text that line_parse accepts. A result
// is `1-0`, `0-1`, `1/2-1/2`, `*`, or a letter: the winner's colour as in position texts (`b` and
// `w`), `d` for a draw, `?` for an unknown result. The format has no place for values.
// Stateless; the caller owns the line.
#pragma once

#include "record/gametext.h"

typedef enum RowResult { ROW_UNKNOWN, ROW_FIRST, ROW_DRAW, ROW_SECOND } RowResult;

// Whether there is a game in this line: not for an empty one or one that begins with `#`.
bool gamerow_is_game(Str text);

// Writes the result, the names of both players, how the game ended, and the game; tab-separated.
void gamerow_write(const GameRecord *record, FILE *out);

// Fills both outputs. On failure *line holds the moves before the refused one, if any, and the
// error says what is wrong, with the number of the move.
Status gamerow_parse(Str text, GameLine *line, RowResult *end, Error *error);
