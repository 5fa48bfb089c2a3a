// fuzz_notation.h — any text as a move, in any notation: an accepted move is legal and round-trips.
//
// The first byte picks one of some interesting positions, the second one a random walk away from
// it, so that texts are tried in more positions. The rest is the text.
#pragma once

#include "fuzz.h"

enum { FUZZ_NOTATION_HEAD = 2, FUZZ_MOVE_TEXT_MAX = 32 };

typedef struct FuzzNotation {
    Status (*parse)(const Position *pos, Str text, Move *move, Error *error);
    void (*format)(const Position *pos, Move move, char *text); // at most FUZZ_MOVE_TEXT_MAX
} FuzzNotation;

// Promotions forced and free, full hands, checks, pins, drops that would mate, en passant, castling
// of both kinds, many equal pieces with one target.
static const char *const FUZZ_SHOGI[] = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "8k/6G2/7S1/9/9/9/9/9/4K4 b P 1",
    "4k4/1+R1P1L3/2N1L1P1N/9/9/9/1np1l1n2/3l1p1+r1/1K7 w BGSbgs 1",
    "4k4/9/9/9/4r4/9/4G4/4K4/9 b 2Pbgsnlp 1",
};
static const char *const FUZZ_MINISHOGI[] = {
    "rbsgk/4p/5/P4/KGSBR b - 1",
    "4k/5/5/5/K4 b RBGSPrbgsp 1",
    "4k/2G2/3S1/5/K4 b P 1",
    "2k2/P3+B/1sS2/p3r/2K2 w Gg 1",
};
static const char *const FUZZ_CHESS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/3p4/KPp4r/1R3p1k/8/4P1P1/8 w - c6 0 1",
    "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/8/8/N3N3/8/N3N3/4K3 w - - 0 1",
};

static inline const char *fuzz_interesting(unsigned pick) {
    if (GAME_IS_SHOGI)
        return FUZZ_SHOGI[pick % ARRAY_LEN(FUZZ_SHOGI)];
    if (GAME_IS_MINISHOGI)
        return FUZZ_MINISHOGI[pick % ARRAY_LEN(FUZZ_MINISHOGI)];
    return FUZZ_CHESS[pick % ARRAY_LEN(FUZZ_CHESS)];
}

static inline Position fuzz_picked(const uint8_t head[FUZZ_NOTATION_HEAD]) {
    Position pos;
    Error error = {""};
    if (pos_parse(&pos, str_of(fuzz_interesting(head[0])), &error) != STATUS_OK)
        fuzz_fail(NULL, error.text);
    Rng rng;
    rng_init(&rng, head[1]);
    for (int plies = head[1] % 16; plies > 0; plies--) {
        const Move move = fuzz_some_move(&pos, &rng);
        if (!move)
            break;
        Undo undo;
        pos_do(&pos, move, &undo);
    }
    return pos;
}

static inline void fuzz_notation_try(const uint8_t *data, size_t size, FuzzNotation notation) {
    if (size < FUZZ_NOTATION_HEAD)
        return;
    const Position pos = fuzz_picked(data);
    const Str text = fuzz_text(data + FUZZ_NOTATION_HEAD, size - FUZZ_NOTATION_HEAD);
    Move move = MOVE_NONE, again = MOVE_NONE;
    Error error;
    const Status status = notation.parse(&pos, text, &move, &error);
    if (status != STATUS_OK) {
        fuzz_require_error(status, &error);
        return;
    }
    Move legal[MOVE_MAX];
    const int count = fuzz_sorted_moves(&pos, legal);
    fuzz_require(fuzz_is_listed(legal, count, move), &pos, "an accepted move is legal");
    char written[FUZZ_MOVE_TEXT_MAX];
    notation.format(&pos, move, written);
    fuzz_require(notation.parse(&pos, str_of(written), &again, &error) == STATUS_OK &&
                     again == move,
                 &pos, "a move we write we read");
}

// Half of the mutations make the text that of a legal move, which libFuzzer may then change.
static inline size_t fuzz_notation_mutate(uint8_t *data, size_t size, size_t max_size,
                                          unsigned seed, FuzzNotation notation) {
    Rng rng;
    rng_init(&rng, seed);
    if (size < FUZZ_NOTATION_HEAD || max_size < FUZZ_NOTATION_HEAD + FUZZ_MOVE_TEXT_MAX ||
        rng_below(&rng, 2))
        return LLVMFuzzerMutate(data, size, max_size);
    if (rng_below(&rng, 2))
        data[rng_below(&rng, FUZZ_NOTATION_HEAD)] = (uint8_t)rng_next(&rng);
    const Position pos = fuzz_picked(data);
    const Move move = fuzz_some_move(&pos, &rng);
    if (!move)
        return LLVMFuzzerMutate(data, size, max_size);
    char text[FUZZ_MOVE_TEXT_MAX];
    notation.format(&pos, move, text);
    const size_t length = strlen(text);
    memcpy(data + FUZZ_NOTATION_HEAD, text, length);
    if (rng_below(&rng, 2))
        return FUZZ_NOTATION_HEAD + length;
    return FUZZ_NOTATION_HEAD +
           LLVMFuzzerMutate(data + FUZZ_NOTATION_HEAD, length, max_size - FUZZ_NOTATION_HEAD);
}
