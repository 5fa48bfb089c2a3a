// Perft against published numbers, numbers of another engine, and the shared suite.
#include "positions.h"

#include "game/perft.h"
#include "record/epd.h"

typedef struct Case {
    const char *fen;
    int depth;
    uint64_t nodes;
} Case;

static void expect(const Case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Position pos = position_of(str_of(cases[i].fen));
        const uint64_t nodes = perft_count(&pos, cases[i].depth);
        if (nodes != cases[i].nodes)
            fail_msg("%s at depth %d: %llu, expected %llu", cases[i].fen, cases[i].depth,
                     (unsigned long long)nodes, (unsigned long long)cases[i].nodes);
    }
}

static void test_known(void **state) {
    (void)state;
    static const Case CASES[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
        {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422333},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
        {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103},
    };
    expect(CASES, ARRAY_LEN(CASES));
}

// Counted by Stockfish 15.1 with UCI_Chess960: kings and rooks anywhere, an inner rook with the
// right, rooks pinned on the first rank, castling that gives check along the rank.
static void test_chess960(void **state) {
    (void)state;
    static const Case CASES[] = {
        {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
        {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
        {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273318},
        {"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 4, 382958},
        {"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 4, 1171749},
        {"1r2k2r/8/8/8/8/8/8/R1R1K1RR w Cb - 0 1", 4, 720366},
        {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", 4, 285754},
        {"8/8/8/4B2b/6nN/8/5P2/2R1K2k w C - 0 1", 4, 118388},
        {"4k3/8/8/8/8/8/8/qR1K3R w HB - 0 1", 4, 137070},
        {"rkr5/8/8/8/8/8/8/5RKR b HFca - 0 1", 4, 231664},
    };
    expect(CASES, ARRAY_LEN(CASES));
}

// Counts above YURAGI_PERFT_LIMIT paths are left to the long run.
static void suite_line(Str line, int64_t limit, int *counts, int *left_out) {
    EpdRecord record;
    Error error = {""};
    if (epd_parse(&record, line, &error) != STATUS_OK)
        fail_msg("%.*s: %s", (int)line.len, line.at, error.text);
    for (int i = 0; i < record.count; i++) {
        Str depth_text = record.operations[i].opcode;
        depth_text.at++, depth_text.len--;
        int64_t depth = 0, expected = 0;
        if (record.operations[i].opcode.at[0] != 'D' || !str_int(depth_text, 1, 20, &depth))
            continue;
        assert_true(str_int(record.operations[i].operands, 0, INT64_MAX, &expected));
        if (expected > limit) {
            ++*left_out;
            continue;
        }
        ++*counts;
        uint64_t found = 0;
        assert_int_equal(perft_parallel(&record.position, (int)depth, 2, &found, NULL, &error),
                         STATUS_OK);
        if (found != (uint64_t)expected)
            fail_msg("%.*s: depth %d: %llu", (int)line.len, line.at, (int)depth,
                     (unsigned long long)found);
    }
}

// The start position to depth 6, where the limit allows ten times as much as for the others.
static void test_start(void **state) {
    (void)state;
    static const uint64_t expected[] = {1, 20, 400, 8902, 197281, 4865609, 119060324};
    const uint64_t limit = 10 * (uint64_t)testing_count("YURAGI_PERFT_LIMIT", 3000000);
    Position pos;
    pos_start(&pos);
    for (size_t depth = 0; depth < ARRAY_LEN(expected) && expected[depth] <= limit; depth++)
        assert_int_equal(perft_count(&pos, (int)depth), expected[depth]);
}

static void test_suite(void **state) {
    (void)state;
    FILE *file = testing_open("chess/perft.epd");
    const int64_t limit = testing_count("YURAGI_PERFT_LIMIT", 3000000);
    char *line = NULL;
    size_t capacity = 0;
    Str text;
    int positions = 0, counts = 0, left_out = 0;
    for (; testing_line(file, &line, &capacity, &text); positions++)
        suite_line(text, limit, &counts, &left_out);
    free(line);
    fclose(file);
    testing_note("%d positions, %d counts, %d left to the long run\n", positions, counts, left_out);
    assert_true(positions > 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_chess960),
        cmocka_unit_test(test_suite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
