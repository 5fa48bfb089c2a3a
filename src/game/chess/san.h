// san.h — moves in standard algebraic notation (SAN). Stateless.
#pragma once

#include "position.h"

enum { SAN_TEXT_MAX = 12 }; // the longest, Qa1xb2+, needs 8 with its terminator

// The shortest unambiguous form, with + or #.
void san_format(const Position *pos, Move legal, char text[SAN_TEXT_MAX]);

// Accepts the variants of real files: 0-0 for O-O, missing or superfluous x + # ! ? = and e.p.,
// more of the origin than necessary. An ambiguous or illegal move is an error.
Status san_parse(const Position *pos, Str text, Move *move, Error *error);

// The legal moves that a text may mean, as san_parse reads it; negative if it is not SAN.
int san_read(const Position *pos, Str text, Move moves[MOVE_MAX]);
