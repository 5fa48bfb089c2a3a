// pgn.h — writes a game of chess as PGN: seven tags, the starting position if it is not the usual
// one, SAN, and values and times in comments as match runners write them ({+0.31/12 0.45s}).
#pragma once

#include "record/gametext.h"

void pgn_write(const GameRecord *record, FILE *out);
