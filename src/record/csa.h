// csa.h — writes a game of shogi or minishogi as a CSA file, version 2.2.
//
// http://www2.computer-shogi.org/protocol/record_v22.html; minishogi in the MSK format of the UEC
// cup, which is the same with five files and ranks. Values are written as comments, as floodgate
// does. A draw by the move limit is %MAX_MOVES of version 3: %HIKIWAKE and %JISHOGI of version 2.2
// are draws by entering kings.
#pragma once

#include "record/gametext.h"

void csa_write(const GameRecord *record, FILE *out);
