// The PackedSfen of YaneuraOu, in its newer form, where pieces may be missing; minishogi uses the
// codewords of its kinds.
#include "game/packed.h"

#include "piececode.h"

// Board codewords without their flags. The lowest bit means that the square is not empty and is not
// written for pieces in hand.
static const Codeword KIND_WORDS[HAND_KIND_NB] = {
    [PAWN] = {0x01, 2},   [LANCE] = {0x03, 4}, [KNIGHT] = {0x0b, 4}, [SILVER] = {0x07, 4},
    [BISHOP] = {0x1f, 6}, [ROOK] = {0x3f, 6},  [GOLD] = {0x0f, 5},
};

PieceCode PACKED_SFEN;

static Codeword word_with(Codeword word, unsigned flag) {
    return (Codeword){(uint8_t)(word.bits | flag << word.length), (uint8_t)(word.length + 1)};
}

// The flags that follow: promoted, for kinds that can be, and then the colour. A piece in the box
// has the otherwise impossible code of a promoted piece in FIRST's hand; a gold that of SECOND's
// promoted silver.
__attribute__((constructor)) static void packed_sfen_fill(void) {
    PieceCode *code = &PACKED_SFEN;
    code->board[0] = (Codeword){0, 1};
    for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++) {
        const Codeword word = KIND_WORDS[kind];
        const Codeword spare = {(uint8_t)(word.bits >> 1), (uint8_t)(word.length - 1)};
        for (Color color = FIRST; color < COLOR_NB; color++) {
            const Codeword plain = kind == GOLD ? word : word_with(word, 0);
            const Codeword held = kind == GOLD ? spare : word_with(spare, 0);
            code->board[piece_make(color, kind)] = word_with(plain, color);
            code->spare[color][kind] = word_with(held, color);
            if (kind_can_promote(kind))
                code->board[piece_make(color, kind_promoted(kind))] =
                    word_with(word_with(word, 1), color);
        }
        code->spare[OWNER_BOX][kind] = word_with(word_with(spare, 1), 0);
    }
    const Codeword silver = code->spare[OWNER_BOX][SILVER];
    code->spare[OWNER_BOX][GOLD] = (Codeword){(uint8_t)(silver.bits | 1 << 4), silver.length};
    piececode_prepare(code);
}

void pos_pack(const Position *pos, PackedPosition *packed) {
    piececode_write(&PACKED_SFEN, pos, packed);
}

Status pos_unpack(Position *pos, const PackedPosition *packed, Error *error) {
    return piececode_read(&PACKED_SFEN, packed, true, pos, error);
}
