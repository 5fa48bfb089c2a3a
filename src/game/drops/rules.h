// rules.h (drop games) — when a game is over. What the games share is in drops/verdict.c; what a
// repetition means and what an entered king may claim is one page a game, in its own rules.c.
#pragma once

#include "game/history.h"
#include "position.h"

extern const Rules RULES_DEFAULT;

// Adds this position to the history: call once for the start of a game and after every move.
void pos_record(const Position *pos, History *history);

// The judge's verdict, without claims a player has to make (see pos_declaration).
Outcome pos_outcome(const Position *pos, const History *history, const Rules *rules);

// A search's view of a line: the first recurrence within `max_back` plies counts as the fourfold
// one would, and the same board with a better or worse hand as a WIN or LOSS for REASON_HANDS,
// which a search should value less than a mate.
Outcome pos_repetition(const Position *pos, const History *history, size_t max_back);

// What the side to move may claim because its king has entered; OPEN if nothing.
Result pos_declaration(const Position *pos, EnteringKing rule);

// The game's own law: what a fourfold repetition with these checks is for the side to move, and
// whether a king standing where it stands has won by itself.
Outcome rules_repetition(Color mover, Repetition repetition);
Outcome rules_entered_king(const Position *pos, EnteringKing rule);
