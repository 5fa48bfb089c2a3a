// exchange.h — static exchange evaluation (SEE): the captures on one square. Stateless.
#pragma once

#include "position.h"

// The value of each kind in an exchange, in hundredths of a pawn.
extern const int EXCHANGE_VALUES[KIND_NB];

// Material won (negative: lost) by a legal move and the captures on its target square that follow,
// when both sides capture with their least valuable piece and stop when that is better. Quiet moves
// give 0 or less; pins are ignored.
int pos_exchange(const Position *pos, Move legal);

// Whether pos_exchange is at least `floor`; mostly decided without the whole exchange.
bool pos_exchange_reaches(const Position *pos, Move legal, int floor);

// The material that changes sides when a piece of this kind is captured; 0 for NO_KIND.
static inline int capture_value(Kind kind) {
    return EXCHANGE_VALUES[kind];
}
