#include "piececode.h"

#include <assert.h>
#include <string.h>

enum {
    KING_BITS = 7,
    BOARD_AT = 1 + 2 * KING_BITS,
    // A pawn takes three bits more than an empty square on the board, or three bits in hand, and so
    // on.
    SHOGI_BITS = BOARD_AT + SQUARE_NB - 2 + 18 * 3 + 4 * 4 * 5 + 2 * 2 * 7,
    MINISHOGI_BITS = BOARD_AT + SQUARE_NB - 2 + 2 * 3 + 2 * 2 * 5 + 2 * 2 * 7,
    STRING_BITS = GAME_IS_SHOGI ? SHOGI_BITS : MINISHOGI_BITS,
    WORD_NB = 6, // PACKED_BYTES, the extra bit of a missing king, and room to read beyond the end
};

_Static_assert(!GAME_IS_SHOGI || STRING_BITS == PACKED_BYTES * 8, "shogi fills it");
_Static_assert(STRING_BITS <= PACKED_BYTES * 8, "it fits");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are copied as they are");

#define BAD(...) error_set(error, STATUS_BAD_INPUT, "packed position: " __VA_ARGS__)

static const Kind SPARE_ORDER[] = {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK};

typedef struct BitString {
    uint64_t words[WORD_NB];
    unsigned at; // the next bit
} BitString;

ALWAYS_INLINE void put(BitString *string, Codeword word) {
    const unsigned shift = string->at % 64;
    uint64_t *to = string->words + string->at / 64;
    to[0] |= (uint64_t)word.bits << shift;
    to[1] |= (uint64_t)word.bits >> 1 >> (63 - shift);
    string->at += word.length;
}

// The next 64 bits, at most one bit beyond the end of the string.
ALWAYS_INLINE uint64_t look(const BitString *string) {
    const unsigned shift = string->at % 64;
    const uint64_t *from = string->words + string->at / 64;
    return from[0] >> shift | from[1] << 1 << (63 - shift);
}

ALWAYS_INLINE unsigned take(BitString *string, unsigned count) {
    const unsigned bits = (unsigned)look(string) & ((1u << count) - 1);
    string->at += count;
    return bits;
}

void piececode_prepare(PieceCode *code) {
    for (unsigned bits = 0; bits < ARRAY_LEN(code->board_of); bits++)
        for (unsigned piece = 0; piece < ARRAY_LEN(code->board); piece++) {
            const Codeword word = code->board[piece];
            if (word.length && (bits & ((1u << word.length) - 1)) == word.bits)
                code->board_of[bits] = (CodedPiece){(Piece)piece, word.length};
        }
    for (unsigned bits = 0; bits < ARRAY_LEN(code->spare_of); bits++)
        for (int owner = 0, rank = 0; owner < OWNER_NB; owner++)
            for (size_t i = 0; i < ARRAY_LEN(SPARE_ORDER); i++, rank++) {
                const Codeword word = code->spare[owner][SPARE_ORDER[i]];
                if (word.length && (bits & ((1u << word.length) - 1)) == word.bits)
                    code->spare_of[bits] = (CodedSpare){(uint8_t)owner, (uint8_t)SPARE_ORDER[i],
                                                        word.length, (uint8_t)rank};
            }
}

// How many pieces of a kind are on the board, promoted or not.
static int board_count(const Position *pos, Kind kind) {
    return bb_count(pos->kind[kind]) +
           (kind_can_promote(kind) ? bb_count(pos->kind[kind_promoted(kind)]) : 0);
}

static void write_spares(const PieceCode *code, const Position *pos, BitString *string) {
    for (int owner = 0; owner < OWNER_NB; owner++)
        for (size_t i = 0; i < ARRAY_LEN(SPARE_ORDER); i++) {
            const Kind kind = SPARE_ORDER[i];
            int count = 0;
            if (owner == OWNER_BOX)
                count = PIECE_INFO[kind].count - board_count(pos, kind) -
                        hand_count(pos->hand[FIRST], kind) - hand_count(pos->hand[SECOND], kind);
            else
                count = hand_count(pos->hand[owner], kind);
            for (; count > 0; count--)
                put(string, code->spare[owner][kind]);
        }
}

void piececode_write(const PieceCode *code, const Position *pos, PackedPosition *packed) {
    BitString string = {.at = BOARD_AT};
    unsigned square = 0;
    for (Bitboard rest = pos_occupied(pos); rest; square++) {
        const unsigned next = (unsigned)bb_pop(&rest);
        string.at += next - square; // each empty square is a 0
        square = next;
        if (piece_kind(pos->board[square]) != KING)
            put(&string, code->board[pos->board[square]]);
    }
    string.at += SQUARE_NB - square;
    write_spares(code, pos, &string);
    assert(string.at == (pos_has_king(pos, FIRST) && pos_has_king(pos, SECOND)
                             ? (unsigned)STRING_BITS
                             : STRING_BITS + 1u));

    // The code of a missing king holds the extra bit.
    const uint64_t last = string.words[STRING_BITS / 64] >> (STRING_BITS % 64) & 1;
    string.words[STRING_BITS / 64] ^= last << (STRING_BITS % 64);
    string.words[0] |= pos->side;
    for (int color = FIRST; color < COLOR_NB; color++) {
        const uint64_t king = pos->king[color] + (pos_has_king(pos, (Color)color) ? 0 : last);
        string.words[0] |= king << (1 + color * KING_BITS);
    }
    memcpy(packed->bytes, string.words, sizeof packed->bytes);
}

// The kings, and how many bits the string then has.
static Status read_kings(BitString *string, Position *pos, unsigned *length, Error *error) {
    pos->side = (uint8_t)take(string, 1);
    *length = STRING_BITS;
    for (int color = FIRST; color < COLOR_NB; color++) {
        const unsigned king = take(string, KING_BITS);
        if (king > SQUARE_NONE + 1)
            return BAD("a king is on square %u, must be below %d", king, SQUARE_NB);
        if (king < SQUARE_NONE) {
            if (pos->board[king])
                return BAD("both kings are on square %u", king);
            pos_put(pos, (Color)color, KING, (int)king);
            continue;
        }
        if (*length > STRING_BITS)
            return BAD("neither side has a king");
        string->words[STRING_BITS / 64] |= (uint64_t)(king - SQUARE_NONE) << (STRING_BITS % 64);
        ++*length;
    }
    return STATUS_OK;
}

static Status read_board(const PieceCode *code, BitString *string, unsigned length, Position *pos,
                         Error *error) {
    const unsigned one = pos->king[FIRST], two = pos->king[SECOND];
    const unsigned low = one < two ? one : two, high = one < two ? two : one;
    const unsigned count = SQUARE_NB - 1 - (high < SQUARE_NONE);
    unsigned i = 0;
    while (i < count && string->at < length) {
        const uint64_t ahead = look(string);
        if (!(ahead & 1)) { // empty squares are zeros: a whole run of them at once
            const unsigned run = ahead ? (unsigned)__builtin_ctzll(ahead) : 64;
            const unsigned empty = run < count - i ? run : count - i;
            i += empty;
            string->at += empty;
            continue;
        }
        const CodedPiece found = code->board_of[ahead & (ARRAY_LEN(code->board_of) - 1)];
        if (!found.length)
            return BAD("bit %u begins no piece", string->at);
        unsigned square = i++;
        square += square >= low;
        square += square >= high;
        pos_put(pos, piece_color(found.piece), piece_kind(found.piece), (int)square);
        string->at += found.length;
    }
    return i < count || string->at > length ? BAD("the board is cut off") : STATUS_OK;
}

static Status read_spares(const PieceCode *code, BitString *string, unsigned length, bool is_strict,
                          Position *pos, Error *error) {
    uint8_t counts[OWNER_NB][HAND_KIND_NB] = {0};
    unsigned rank = 0;
    while (string->at < length) {
        const CodedSpare found = code->spare_of[look(string) & (ARRAY_LEN(code->spare_of) - 1)];
        if (!found.length)
            return BAD("bit %u begins no piece in hand", string->at);
        if (is_strict && found.rank < rank)
            return BAD("the pieces in hand are not in order at bit %u", string->at);
        rank = found.rank;
        counts[found.owner][found.kind]++;
        string->at += found.length;
    }
    if (string->at != length)
        return BAD("the last piece in hand is cut off");
    for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++) {
        const int count = board_count(pos, kind) + counts[FIRST][kind] + counts[SECOND][kind] +
                          counts[OWNER_BOX][kind];
        if (count != PIECE_INFO[kind].count)
            return BAD("%d pieces of kind %d, the set has %d", count, (int)kind,
                       PIECE_INFO[kind].count);
        for (int color = FIRST; color < COLOR_NB; color++)
            pos->hand[color] += (Hand)counts[color][kind] << HAND_SHIFT[kind];
    }
    return STATUS_OK;
}

Status piececode_read(const PieceCode *code, const PackedPosition *packed, bool is_strict,
                      Position *pos, Error *error) {
    BitString string = {.at = 0};
    unsigned length;
    memcpy(string.words, packed->bytes, sizeof packed->bytes);
    uint64_t beyond = string.words[STRING_BITS / 64] >> (STRING_BITS % 64);
    for (int i = STRING_BITS / 64 + 1; i < WORD_NB; i++)
        beyond |= string.words[i];
    if (beyond)
        return BAD("bits beyond the end are set");
    pos_clear(pos);
    TRY(read_kings(&string, pos, &length, error));
    TRY(read_board(code, &string, length, pos, error));
    TRY(read_spares(code, &string, length, is_strict, pos, error));
    return pos_accept(pos, error);
}
