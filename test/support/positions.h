// positions.h — positions for tests of one game: parsed or reached by random play.
#pragma once

#include "base/rng.h"
#include "game/line.h"
#include "testing.h"

static inline Position position_of(Str text) {
    Position pos;
    Error error = {""};
    if (pos_parse(&pos, text, &error) != STATUS_OK)
        fail_msg("%.*s: %s", (int)text.len, text.at, error.text);
    return pos;
}

static inline int move_compare(const void *a, const void *b) {
    const Move left = *(const Move *)a, right = *(const Move *)b;
    return (left > right) - (left < right);
}

static inline void moves_sort(Move *moves, int count) {
    qsort(moves, (size_t)count, sizeof *moves, move_compare);
}

static inline void assert_same_moves(const Position *pos, const Move *left, int left_count,
                                     const Move *right, int right_count) {
    char text[POS_TEXT_MAX], move[MOVE_TEXT_MAX];
    pos_format(pos, text);
    for (int i = 0; i < left_count && i < right_count; i++)
        if (left[i] != right[i]) {
            move_format(pos, left[i] < right[i] ? left[i] : right[i], move);
            fail_msg("%s: %s is only in the %s list", text, move,
                     left[i] < right[i] ? "first" : "second");
        }
    if (left_count != right_count)
        fail_msg("%s: %d moves and %d moves", text, left_count, right_count);
}

// Starting positions of random games, in which rare rules soon apply. One list a game.
static const char *const SHOGI_STARTS[] = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", // the most legal moves
    "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",              // one king
    "3rkr3/9/8p/4N4/1B7/9/1SG6/2S6/9 b LPp 1",
};
static const char *const MINISHOGI_STARTS[] = {
    "rbsgk/4p/5/P4/KGSBR b - 1",
    "r2k1/b1sg1/S4/K4/3+p1 b RBPg 33",
    "S4/2gkp/Kb3/1GS2/R2BR w p 14",
    "4k/5/5/5/5 b 2R2B2G2S2P 1",
};
static const char *const CHESS_STARTS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1r2k2r/8/8/8/8/8/8/R1R1K1RR w Cb - 0 1",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    "8/8/8/2k1pP2/8/8/qK6/7B w - e6 0 1",
    "rn1k1bnr/1bpp1ppp/8/1P2pP1Q/p7/8/P1PPP1PP/RNB1KBNR w KQ e6 0 7",
};

static inline Position random_start(Rng *rng) {
    const char *const *starts = GAME_IS_CHESS       ? CHESS_STARTS
                                : GAME_IS_MINISHOGI ? MINISHOGI_STARTS
                                                    : SHOGI_STARTS;
    const size_t count = GAME_IS_CHESS       ? ARRAY_LEN(CHESS_STARTS)
                         : GAME_IS_MINISHOGI ? ARRAY_LEN(MINISHOGI_STARTS)
                                             : ARRAY_LEN(SHOGI_STARTS);
    // Half of the games are ordinary ones.
    return position_of(str_of(starts[rng_below(rng, 2) ? 0 : rng_below(rng, (uint32_t)count)]));
}

// Calls `visit` with every position of random games until `plies` have been seen. A game ends when
// there is no legal move or after 300 plies.
static inline void random_play(uint64_t seed, long plies, void (*visit)(Position *pos, Rng *rng)) {
    Rng rng;
    rng_init(&rng, seed);
    Position pos = random_start(&rng);
    int length = 0;
    for (long ply = 0; ply < plies; ply++) {
        visit(&pos, &rng);
        Move moves[MOVE_MAX];
        const int count = gen_legal(&pos, moves);
        if (!count || ++length > 300) {
            pos = random_start(&rng);
            length = 0;
            continue;
        }
        Undo undo;
        pos_do(&pos, moves[rng_below(&rng, (uint32_t)count)], &undo);
    }
}
