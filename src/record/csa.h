// csa.h — writes a game of shogi or minishogi as a CSA file, version 2.2.
//
// http://www2.computer-shogi.org/protocol/record_v22.html; minishogi as the UEC cup's MSK format
// has it, which is the same with five files and ranks. Values go into comments as floodgate's do.
#pragma once

#include "record/gametext.h"

void csa_write(const GameRecord *record, FILE *out);
