// A chess position in 32 bytes: the pieces, then the state that is not on the board.
//
//     0  occupied squares, 64 bits, a1 = bit 0
//     8  a nibble for each of them in that order, the first in the low half of a byte: the kind
//        (pawn 1 to king 6, as pieces.def lists them) or 7 for a rook that may still castle, and 8
//        for Black
//    24  side to move: 0 White, 1 Black
//    25  the square of a legal en passant capture, a1 = 0; 0: none
//    26  halfmove clock, 16 bits
//    28  zero
#include "game/packed.h"

#include <assert.h>
#include <string.h>

#include "chess_inside.h"

enum { NIBBLES_AT = 8, SIDE_AT = 24, EN_PASSANT_AT = 25, CLOCK_AT = 26, REST_AT = 28 };
enum { NIBBLE_NB = 32, CASTLING_ROOK = 7 };

_Static_assert(PAWN == 1 && KING == 6, "nibbles are kinds");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are copied as they are");

#define BAD(...) error_set(error, STATUS_BAD_INPUT, "packed position: " __VA_ARGS__)

void pos_pack(const Position *pos, PackedPosition *packed) {
    const Bitboard occupied = pos_occupied(pos);
    uint64_t nibbles[2] = {0, 0};
    int at = 0;
    assert(bb_count(occupied) <= NIBBLE_NB);
    for (Bitboard rest = occupied; rest; at++) {
        const Square square = bb_pop(&rest);
        const bool may_castle = pos->castling_rooks >> square & 1;
        const Piece piece = pos->board[square];
        const uint64_t nibble =
            may_castle ? piece_make(piece_color(piece), (Kind)CASTLING_ROOK) : piece;
        nibbles[at / 16] |= nibble << (at % 16 * 4);
    }
    const uint16_t clock = (uint16_t)(pos->halfmove < HALFMOVE_MAX ? pos->halfmove : HALFMOVE_MAX);
    memset(packed, 0, sizeof *packed);
    memcpy(packed->bytes, &occupied, sizeof occupied);
    memcpy(packed->bytes + NIBBLES_AT, nibbles, sizeof nibbles);
    packed->bytes[SIDE_AT] = pos->side;
    packed->bytes[EN_PASSANT_AT] = pos->en_passant == SQUARE_NONE ? 0 : pos->en_passant;
    memcpy(packed->bytes + CLOCK_AT, &clock, sizeof clock);
}

static Status unpack_board(Position *pos, const PackedPosition *packed, Error *error) {
    Bitboard occupied;
    uint64_t nibbles[2];
    memcpy(&occupied, packed->bytes, sizeof occupied);
    memcpy(nibbles, packed->bytes + NIBBLES_AT, sizeof nibbles);
    const int count = bb_count(occupied);
    if (count > NIBBLE_NB)
        return BAD("%d pieces, at most %d are possible", count, NIBBLE_NB);
    for (int at = 0; occupied; at++) {
        const Square square = bb_pop(&occupied);
        const Piece nibble = nibbles[at / 16] >> (at % 16 * 4) & 15;
        const bool may_castle = (nibble & 7) == CASTLING_ROOK;
        if (!piece_kind(nibble))
            return BAD("square %u holds %u, which is no piece", square, (unsigned)nibble);
        pos_put(pos, may_castle ? piece_make(piece_color(nibble), ROOK) : nibble, square);
        pos->castling_rooks |= (Bitboard)may_castle << square;
    }
    const uint64_t low = count < 16 ? nibbles[0] >> (count * 4) : 0;
    const uint64_t high = count < 16 ? nibbles[1] : count < 32 ? nibbles[1] >> (count % 16 * 4) : 0;
    return low | high ? BAD("there are more pieces than occupied squares") : STATUS_OK;
}

static Status unpack_state(Position *pos, const PackedPosition *packed, Error *error) {
    uint16_t clock;
    uint32_t rest;
    memcpy(&clock, packed->bytes + CLOCK_AT, sizeof clock);
    memcpy(&rest, packed->bytes + REST_AT, sizeof rest);
    const unsigned side = packed->bytes[SIDE_AT], en_passant = packed->bytes[EN_PASSANT_AT];
    if (side >= COLOR_NB)
        return BAD("side to move is %u, must be 0 or 1", side);
    if (en_passant >= SQUARE_NB)
        return BAD("the en passant square is %u, must be below %d", en_passant, SQUARE_NB);
    if (clock > HALFMOVE_MAX)
        return BAD("the halfmove clock is %u, at most %d", (unsigned)clock, HALFMOVE_MAX);
    if (rest)
        return BAD("the last four bytes must be 0");
    pos->side = (uint8_t)side;
    pos->ply = side;
    pos->halfmove = clock;
    TRY(pos_check_castling(pos, error));
    if (!en_passant)
        return STATUS_OK;
    TRY(pos_offer_en_passant(pos, en_passant, error));
    return pos->en_passant == en_passant ? STATUS_OK : BAD("en passant without a legal capture");
}

Status pos_unpack(Position *pos, const PackedPosition *packed, Error *error) {
    *pos = (Position){.en_passant = SQUARE_NONE};
    TRY(unpack_board(pos, packed, error));
    TRY(pos_check_material(pos, error));
    TRY(unpack_state(pos, packed, error));
    return pos_accept(pos, error);
}
