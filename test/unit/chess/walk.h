// walk.h — random games for the chess tests: the same positions on every run, from many kinds of
// beginnings.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/macros.h"
#include "game/contract.h"

// Beginnings that reach castling (Chess960 included), promotions, captures in passing and pins
// soon.
static const char *const WALK_FENS[] = {
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

typedef struct Walk {
    uint64_t state;
} Walk;

static inline uint32_t walk_random(Walk *walk, uint32_t below) {
    walk->state = walk->state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((walk->state >> 33) % below);
}

static inline Position walk_position(const char *fen) {
    Position pos;
    Error error = {""};
    if (pos_parse(&pos, str_of(fen), &error) != STATUS_OK)
        fail_msg("%s: %s", fen, error.text);
    return pos;
}

// Calls `visit` on every position of `games` random games of at most `plies` plies from each
// beginning.
static inline void walk_all(uint64_t seed, int games, int plies,
                            void (*visit)(Position *pos, Walk *walk)) {
    Walk walk = {seed};
    for (size_t i = 0; i < ARRAY_LEN(WALK_FENS); i++) {
        for (int game = 0; game < games; game++) {
            Position pos = walk_position(WALK_FENS[i]);
            for (int ply = 0; ply < plies; ply++) {
                visit(&pos, &walk);
                Move moves[MOVE_MAX];
                const int count = gen_legal(&pos, moves);
                if (!count)
                    break;
                Undo undo;
                pos_do(&pos, moves[walk_random(&walk, (uint32_t)count)], &undo);
            }
        }
    }
}
