// sample.h — one position of training data: the position, the value of a search, the move played,
// and the result of the game.
//
// Forty bytes, little-endian, the layout of the PSV records of shogi programs. In shogi the moves
// have the same bits too, so a file of samples without its header is a PSV file.
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

// Whether a sample of `pos` makes sense: the move is legal or none, the result and the flags are in
// range. For foreign records; `pos` is the unpacked position of the sample.
Status sample_fits(const Sample *sample, const Position *pos, Error *error);
