// movegen.h (drop games) — legal moves, in the stages of a search. See game/contract.h.
//
// Every function may be called in check or not and gives legal moves only. Arrays need room for
// MOVE_MAX moves; up to seven entries behind the returned count may be overwritten.
#pragma once

#include "position.h"

int gen_legal(const Position *pos, Move *moves);
int gen_useful(const Position *pos, Move *moves);
int gen_tactical(const Position *pos, Move *moves);
int gen_quiet(const Position *pos, Move *moves);
int gen_evasions(const Position *pos, Move *moves);
int gen_checks(const Position *pos, Move *moves);

int pos_count_legal(const Position *pos);
bool pos_has_legal(const Position *pos);
