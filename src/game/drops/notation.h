// notation.h (drop games) — squares and moves as USI writes them: `7g7f`, `8h2b+`, `P*5e`.
#pragma once

#include "position.h"

enum { SQUARE_TEXT_MAX = 3, MOVE_TEXT_MAX = 8, MOVE_WORD_MAX = MOVE_TEXT_MAX };

void square_format(int square, char text[SQUARE_TEXT_MAX]);

// Accepts legal moves only; the error says why the text is not one.
Status move_parse(const Position *pos, Str text, Move *move, Error *error);
void move_format(const Position *pos, Move move, char text[MOVE_TEXT_MAX]);

// As game files write them, which is the same in these games.
Status move_read(const Position *pos, Str text, Move *move, Error *error);
void move_write(const Position *pos, Move legal, char text[MOVE_WORD_MAX]);
