// movegen.h — the generators: strictly legal moves, in check or not, into an array of the caller
// with room for MOVE_MAX. Each returns the count. Nothing is allocated and nothing shared; any
// number of threads may generate.
#pragma once

#include "position.h"

int gen_legal(const Position *pos, Move *moves);
int gen_useful(const Position *pos, Move *moves);   // = gen_legal in chess
int gen_tactical(const Position *pos, Move *moves); // captures, promotions, en passant
int gen_quiet(const Position *pos, Move *moves);    // the rest
int gen_evasions(const Position *pos, Move *moves); // = gen_legal, for a position in check
int gen_checks(const Position *pos, Move *moves);   // all moves that give check
int pos_count_legal(const Position *pos);
bool pos_has_legal(const Position *pos);
