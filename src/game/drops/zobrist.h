// zobrist.h — the random numbers of position keys.
//
// Board keys are combined with xor, hand keys with addition (a hand of three pawns is three times
// one pawn), so that a search can recognise the same board with other hands. Filled before main().
#pragma once

#include "game/types.h"
#include "pieces.h"

typedef struct ZobristTables {
    Key board[COLOR_NB][KIND_NB][SQUARE_NB];
    Key hand[COLOR_NB][HAND_KIND_NB];
    Key side;
} ZobristTables;

extern ZobristTables ZOBRIST;
