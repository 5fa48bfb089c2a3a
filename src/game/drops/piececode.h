// piececode.h (drop games) — a position as a string of bits in which every piece has a codeword.
//
// One bit for the side to move, seven for each king's square, a codeword for each other square in
// order, one for each piece in hand, and one for each piece of the set that is neither on the board
// nor in hand: the box. A codeword in hand or box is one bit shorter than that on the board, where
// an empty square then takes one bit, so that all positions have the same length: 256 bits in
// shogi. The idea is Nanoha mini's; programs differ in their codewords, which is what a PieceCode
// holds.
//
// Without one of the kings there is one empty square more, so the last bit does not fit. The code
// of the missing king is SQUARE_NONE plus that bit.
//
// A PieceCode is filled before main and read-only from then on.
#pragma once

#include "game/packed.h"

typedef struct Codeword {
    uint8_t bits, length; // the lowest bit is written first
} Codeword;

// The meaning of the next bits of a string. The owner of a piece is a colour or the box.
typedef struct CodedPiece {
    Piece piece;
    uint8_t length; // 0: these bits are no codeword
} CodedPiece;

typedef struct CodedSpare {
    uint8_t owner, kind, length; // length 0: these bits are no codeword
    uint8_t rank;                // spares are written in this order
} CodedSpare;

enum { OWNER_BOX = COLOR_NB, OWNER_NB, CODEWORD_BOARD_MAX = 8, CODEWORD_SPARE_MAX = 7 };

typedef struct PieceCode {
    Codeword board[32]; // by Piece
    Codeword spare[OWNER_NB][HAND_KIND_NB];
    CodedPiece board_of[1 << CODEWORD_BOARD_MAX];
    CodedSpare spare_of[1 << CODEWORD_SPARE_MAX];
} PieceCode;

// Fills the tables for reading from the codewords.
void piececode_prepare(PieceCode *code);

void piececode_write(const PieceCode *code, const Position *pos, PackedPosition *packed);

// Any bytes either become a position that pos_parse would accept or are refused. If strict, only
// bytes that piececode_write writes; else hands and box may be mixed in any order.
Status piececode_read(const PieceCode *code, const PackedPosition *packed, bool is_strict,
                      Position *pos, Error *error);

// The codewords of pos_pack.
extern PieceCode PACKED_SFEN;
