// line.h — a game so far: the starting position, the moves, the current position, and the history
// for repetitions.
//
// A GameLine owns its memory and belongs to one thread. `line_parse` reads the texts of protocols
// and of the command line: `startpos`, `startpos moves …`, `sfen …`/`fen …` with or without moves,
// or a bare position.
#pragma once

#include "game/contract.h"

typedef struct GameLine {
    Position start, now;
    Move *moves;
    size_t count, capacity;
    History history;
} GameLine;

void line_init(GameLine *line);
void line_release(GameLine *line);

// Begins a new game at `start`. Fails only when there is no memory, and then the line is unchanged.
Status line_begin(GameLine *line, const Position *start, Error *error);

// Plays a legal move.
Status line_push(GameLine *line, Move move, Error *error);
// Plays the moves of a text, separated by spaces. On failure those before the refused one stay, and
// the error has its number.
Status line_push_text(GameLine *line, Str moves, Error *error);
void line_pop(GameLine *line);

// Makes `line` an independent copy of `from`. On failure it is unchanged.
Status line_copy(GameLine *line, const GameLine *from, Error *error);

// On failure the line is unchanged and the error names the field or the move.
Status line_parse(GameLine *line, Str text, Error *error);
