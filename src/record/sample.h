// sample.h — one position of training data: where, what a search thought of it, what it played, and
// how the game ended.
//
// Forty bytes, little-endian, the layout of the PSV records of shogi programs; so in shogi a file
// of samples without its header is one of theirs, but for the moves, which are ours.
#pragma once

#include "game/packed.h"

typedef struct Sample {
    PackedPosition position;
    int16_t value; // of the search, hundredths of a pawn, seen from the side to move
    uint16_t move; // the 16 bits of the move played; 0: none
    uint16_t ply;  // of the game
    int8_t result; // of the game: 1 the side to move won, -1 it lost, 0 a draw
    uint8_t flags; // 0
} Sample;

_Static_assert(sizeof(Sample) == 40, "as the format says");
