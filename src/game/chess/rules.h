// rules.h — when a game of chess is over, for a judge and for a search. Stateless; the History is
// the caller's.
#pragma once

#include "game/history.h"
#include "position.h"

extern const Rules RULES_DEFAULT;

// Pushes this position; the history must have room.
void pos_record(const Position *pos, History *history);

// The judge's verdict on the newest position of the history, which is `pos`. Mate goes before every
// draw.
Outcome pos_outcome(const Position *pos, const History *history, const Rules *rules);

// A search's view: the first recurrence within `max_back` plies and the fifty-move rule are draws.
Outcome pos_repetition(const Position *pos, const History *history, size_t max_back);

// What the side to move may claim because its king has entered: nothing in chess, under any rule.
Result pos_declaration(const Position *pos, EnteringKing rule);
