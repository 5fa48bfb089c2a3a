// rules.h — when a game of chess is over, by the rules and for a search. Stateless; the caller owns
// the History.
#pragma once

#include "game/history.h"
#include "position.h"

extern const Rules RULES_DEFAULT;

// Pushes this position; the history must have room.
void pos_record(const Position *pos, History *history);

// The result by the rules of the newest position of the history, which is `pos`. Mate takes
// precedence over every draw.
Outcome pos_outcome(const Position *pos, const History *history, const Rules *rules);

// For a search: the first recurrence within `max_back` plies and the fifty-move rule are draws.
Outcome pos_repetition(const Position *pos, const History *history, size_t max_back);

// What the side to move may claim because its king has entered: nothing in chess, under any rule.
Result pos_declaration(const Position *pos, EnteringKing rule);
