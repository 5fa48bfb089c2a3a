// rules.h (drop games) — when a game is over. drops/verdict.c has what the games share; each game's
// rules.c has the result of a repetition and the claims of an entered king.
#pragma once

#include "game/history.h"
#include "position.h"

extern const Rules RULES_DEFAULT;

// Adds this position to the history: call once for the start of a game and after every move.
void pos_record(const Position *pos, History *history);

// The result by the rules, without claims that a player has to make (see pos_declaration).
Outcome pos_outcome(const Position *pos, const History *history, const Rules *rules);

// For a search: the first recurrence within `max_back` plies counts like the fourfold one, and the
// same board with a better or worse hand is a WIN or LOSS with REASON_HANDS, which a search should
// value less than a mate.
Outcome pos_repetition(const Position *pos, const History *history, size_t max_back);

// What the side to move may claim because its king has entered; OPEN if nothing.
Result pos_declaration(const Position *pos, EnteringKing rule);

// In each game's rules.c: the result of a fourfold repetition with these checks for the side to
// move, and whether an entered king wins without a claim.
Outcome rules_repetition(Color mover, Repetition repetition);
Outcome rules_entered_king(const Position *pos, EnteringKing rule);
