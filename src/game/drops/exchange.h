// exchange.h (drop games) — static exchange evaluation (SEE): the captures on one square.
#pragma once

#include "position.h"

// Material (values of pieces.def) the side to move wins by `move` if both sides then only capture
// on its target square, first the piece whose loss costs least, and stop when that is better. A
// captured piece counts twice: lost on the board and won in the hand. Pins are ignored; a king does
// not step into an attack.
int pos_exchange(const Position *pos, Move move);

// Whether pos_exchange is at least `floor`; mostly decided without the whole exchange.
bool pos_exchange_reaches(const Position *pos, Move move, int floor);

// The material that changes sides when a piece of this kind is captured; 0 for NO_KIND.
int capture_value(Kind kind);
