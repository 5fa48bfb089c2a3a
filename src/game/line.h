// line.h — a game so far: where it began, the moves, the position now, and the history that judges
// need.
//
// A GameLine owns its memory and belongs to one thread. `line_parse` reads what protocols and the
// command line say: `startpos`, `startpos moves …`, `sfen …`/`fen …` with or without moves, or a
// bare position.
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

// Begins anew at `start`. Fails only for want of memory, and then the line is as before.
Status line_begin(GameLine *line, const Position *start, Error *error);

// Plays a legal move.
Status line_push(GameLine *line, Move move, Error *error);
void line_pop(GameLine *line);

// Makes `line` a game of its own with the same moves. On failure it is as before.
Status line_copy(GameLine *line, const GameLine *from, Error *error);

// On failure the line is unchanged and the error names the field or the move.
Status line_parse(GameLine *line, Str text, Error *error);
