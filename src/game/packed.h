// packed.h — a position in 32 bytes, for training data at rest.
//
// Everything that decides what may be played from here on is kept: pieces, hands, the side to move,
// in chess castling rights, en passant and the clock of the fifty-move rule; not the move number
// (where it is wanted it is stored beside) and not the history. Equal positions have equal bytes.
// The layout of each game is in doc/formats.md; that of shogi is the PackedSfen other programs
// read and write. Unpacking trusts nothing: any 32 bytes either become a position that pos_check
// would accept or are refused.
#pragma once

#include "game/contract.h"

enum { PACKED_BYTES = 32 };

typedef struct PackedPosition {
    uint8_t bytes[PACKED_BYTES];
} PackedPosition;

void pos_pack(const Position *pos, PackedPosition *packed);

// On failure `pos` is undefined. The ply is that of a position text without a move number.
Status pos_unpack(Position *pos, const PackedPosition *packed, Error *error);
