// packed.h — a position in 32 bytes, for stored training data.
//
// It keeps all that decides which moves are legal from here on: pieces, hands, the side to move, in
// chess castling rights, en passant and the clock of the fifty-move rule; neither the move number
// (files that need it store it separately) nor the history. Equal positions have equal bytes. The
// layout of each game is in doc/formats.md; that of shogi is the PackedSfen of other programs.
// Unpacking accepts hostile data: any 32 bytes either become a position that pos_check accepts or
// are refused.
#pragma once

#include "game/contract.h"

enum { PACKED_BYTES = 32 };

typedef struct PackedPosition {
    uint8_t bytes[PACKED_BYTES];
} PackedPosition;

void pos_pack(const Position *pos, PackedPosition *packed);

// On failure `pos` is undefined. The ply is that of a position text without a move number.
Status pos_unpack(Position *pos, const PackedPosition *packed, Error *error);
