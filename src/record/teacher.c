#include "record/teacher.h"

#include <string.h>

#include "piececode.h"

_Static_assert(PSV_BYTES == sizeof(Sample), "a PSV record is laid out as a sample");

// hcpe: position 32, value 2, move 2, result 1, padding 1.
enum { HCPE_VALUE_AT = 32, HCPE_MOVE_AT = 34, HCPE_RESULT_AT = 36 };

// The moves YaneuraOu writes where there is none, from a square to itself: pass, resign, win.
enum { PSV_PASS = 1 << 7 | 1, PSV_RESIGN = 2 << 7 | 2, PSV_WIN = 3 << 7 | 3 };

// Apery's 16 bits: to 0-6, from 7-13 (a drop: 80 and the kind), promotion 14.
enum { APERY_DROP = 80, APERY_PROMOTE = 1 << 14 };

enum { HCPE_DRAW, HCPE_FIRST_WINS, HCPE_SECOND_WINS, HCPE_RESULT_NB };

// The codewords of HuffmanCodedPos, flags included. On the board the colour comes before the
// promotion, in hand it comes last, and bishops and rooks in hand have separate codes.
static PieceCode HUFFMAN_CODED;

__attribute__((constructor)) static void huffman_coded_fill(void) {
    static const Codeword board[HAND_KIND_NB] = {
        [PAWN] = {0x01, 4},   [LANCE] = {0x03, 6}, [KNIGHT] = {0x07, 6}, [SILVER] = {0x0b, 6},
        [BISHOP] = {0x1f, 8}, [ROOK] = {0x3f, 8},  [GOLD] = {0x0f, 6},
    };
    static const Codeword held[HAND_KIND_NB] = {
        [PAWN] = {0x00, 3},   [LANCE] = {0x01, 5}, [KNIGHT] = {0x03, 5}, [SILVER] = {0x05, 5},
        [BISHOP] = {0x1f, 7}, [ROOK] = {0x3f, 7},  [GOLD] = {0x07, 5},
    };
    static const Codeword boxed[HAND_KIND_NB] = {
        [PAWN] = {0x02, 3},   [LANCE] = {0x09, 5}, [KNIGHT] = {0x0b, 5}, [SILVER] = {0x0d, 5},
        [BISHOP] = {0x0f, 7}, [ROOK] = {0x2f, 7},  [GOLD] = {0x1d, 5},
    };
    PieceCode *code = &HUFFMAN_CODED;
    code->board[0] = (Codeword){0, 1};
    for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++) {
        const Codeword word = board[kind];
        const unsigned top = word.length - 1u, color_at = kind == GOLD ? top : top - 1;
        for (unsigned color = FIRST; color < COLOR_NB; color++) {
            const unsigned plain = word.bits | color << color_at;
            code->board[piece_make((Color)color, kind)] = (Codeword){(uint8_t)plain, word.length};
            if (kind_can_promote(kind))
                code->board[piece_make((Color)color, kind_promoted(kind))] =
                    (Codeword){(uint8_t)(plain | 1u << top), word.length};
            code->spare[color][kind] = (Codeword){
                (uint8_t)(held[kind].bits | color << (held[kind].length - 1)), held[kind].length};
        }
        code->spare[OWNER_BOX][kind] = boxed[kind];
    }
    piececode_prepare(code);
}

Status sample_from_psv(Sample *sample, const uint8_t bytes[PSV_BYTES], Error *error) {
    Sample fresh;
    Position pos;
    memcpy(&fresh, bytes, sizeof fresh);
    TRY(piececode_read(&PACKED_SFEN, &fresh.position, false, &pos, error));
    pos_pack(&pos, &fresh.position);
    if (fresh.move == PSV_PASS || fresh.move == PSV_RESIGN || fresh.move == PSV_WIN)
        fresh.move = MOVE_NONE;
    fresh.flags = 0;
    TRY(sample_fits(&fresh, &pos, error));
    *sample = fresh;
    return STATUS_OK;
}

Status sample_to_psv(const Sample *sample, uint8_t bytes[PSV_BYTES], Error *error) {
    Position pos;
    TRY(pos_unpack(&pos, &sample->position, error));
    TRY(sample_fits(sample, &pos, error));
    memcpy(bytes, sample, PSV_BYTES);
    return STATUS_OK;
}

// An invalid move stays illegal.
static uint16_t move_from_apery(unsigned apery) {
    const unsigned to = apery & MOVE_SQUARE_MASK;
    const unsigned from = apery >> MOVE_FROM_SHIFT & MOVE_SQUARE_MASK;
    if (from > APERY_DROP && !(apery & APERY_PROMOTE))
        return (uint16_t)(MOVE_DROP | (from - APERY_DROP) << MOVE_FROM_SHIFT | to);
    const unsigned promote = apery & APERY_PROMOTE ? MOVE_PROMOTE : 0;
    return (uint16_t)(promote | from << MOVE_FROM_SHIFT | to);
}

static uint16_t move_to_apery(Move move) {
    const unsigned from =
        (unsigned)move_from(move) + (move_is_drop(move) ? (unsigned)APERY_DROP : 0u);
    const unsigned promote = move_is_promotion(move) ? APERY_PROMOTE : 0;
    return (uint16_t)(promote | from << MOVE_FROM_SHIFT | (unsigned)move_to(move));
}

// The result for the side to move; the same function converts back.
static int8_t result_for(Color side, unsigned result) {
    if (result == HCPE_DRAW)
        return 0;
    return (result == HCPE_FIRST_WINS) == (side == FIRST) ? 1 : -1;
}

Status sample_from_hcpe(Sample *sample, const uint8_t bytes[HCPE_BYTES], Error *error) {
    Sample fresh = {.flags = 0};
    PackedPosition packed;
    Position pos;
    uint16_t move;
    memcpy(&packed, bytes, sizeof packed);
    memcpy(&fresh.value, bytes + HCPE_VALUE_AT, sizeof fresh.value);
    memcpy(&move, bytes + HCPE_MOVE_AT, sizeof move);
    TRY(piececode_read(&HUFFMAN_CODED, &packed, false, &pos, error));
    const unsigned result = bytes[HCPE_RESULT_AT];
    if (result >= HCPE_RESULT_NB)
        return error_set(error, STATUS_BAD_INPUT, "hcpe: the result is %u, must be 0, 1 or 2",
                         result);
    if (move >> 15)
        return error_set(error, STATUS_BAD_INPUT,
                         "hcpe: the move is %#x, its highest bit must be 0", (unsigned)move);
    pos_pack(&pos, &fresh.position);
    fresh.move = move_from_apery(move);
    fresh.result = result_for(pos_side(&pos), result);
    TRY(sample_fits(&fresh, &pos, error));
    *sample = fresh;
    return STATUS_OK;
}

Status sample_to_hcpe(const Sample *sample, uint8_t bytes[HCPE_BYTES], Error *error) {
    Position pos;
    PackedPosition packed;
    TRY(pos_unpack(&pos, &sample->position, error));
    TRY(sample_fits(sample, &pos, error));
    piececode_write(&HUFFMAN_CODED, &pos, &packed);
    const uint16_t move = move_to_apery(sample->move);
    const bool is_first = pos_side(&pos) == FIRST;
    const int winner = sample->result == 0                ? HCPE_DRAW
                       : (sample->result > 0) == is_first ? HCPE_FIRST_WINS
                                                          : HCPE_SECOND_WINS;
    memset(bytes, 0, HCPE_BYTES);
    memcpy(bytes, &packed, sizeof packed);
    memcpy(bytes + HCPE_VALUE_AT, &sample->value, sizeof sample->value);
    memcpy(bytes + HCPE_MOVE_AT, &move, sizeof move);
    bytes[HCPE_RESULT_AT] = (uint8_t)winner;
    return STATUS_OK;
}
