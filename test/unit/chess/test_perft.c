// The move generator counted against published numbers, numbers of another engine, and the shared
// suite.
#include <stdio.h>
#include <stdlib.h>

#include "record/epd.h"
#include "walk.h"

static uint64_t perft(Position *pos, int depth) {
    if (depth == 1)
        return (uint64_t)pos_count_legal(pos);
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        Undo undo;
        pos_do(pos, moves[i], &undo);
        nodes += perft(pos, depth - 1);
        pos_undo(pos, moves[i], &undo);
    }
    return nodes;
}

typedef struct Case {
    const char *fen;
    int depth;
    uint64_t nodes;
} Case;

static void expect(const Case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Position pos = walk_position(cases[i].fen);
        const uint64_t nodes = perft(&pos, cases[i].depth);
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

// Every line of the shared suite whose count is at most the given one, so that the test stays a
// matter of seconds.
enum { SUITE_NODES_MAX = 1000000 };

static void suite_line(Str line, int number) {
    EpdRecord record;
    Error error = {""};
    if (epd_parse(&record, line, &error) != STATUS_OK)
        fail_msg("perft.epd, line %d: %s", number, error.text);
    for (int i = 0; i < record.count; i++) {
        Str depth_text = record.operations[i].opcode;
        depth_text.at++, depth_text.len--;
        int64_t depth = 0, nodes = 0;
        if (record.operations[i].opcode.at[0] != 'D' || !str_int(depth_text, 1, 20, &depth))
            continue;
        assert_true(str_int(record.operations[i].operands, 0, INT64_MAX, &nodes));
        if (nodes > SUITE_NODES_MAX)
            continue;
        const uint64_t counted = perft(&record.position, (int)depth);
        if (counted != (uint64_t)nodes)
            fail_msg("perft.epd, line %d, depth %d: %llu, expected %lld", number, (int)depth,
                     (unsigned long long)counted, (long long)nodes);
    }
}

static void test_suite(void **state) {
    (void)state;
    const char *folder = getenv("YURAGI_SHARED_DATA");
    if (!folder) {
        print_message("# YURAGI_SHARED_DATA is not set: the shared perft suite is skipped\n");
        skip();
    }
    char path[1024];
    snprintf(path, sizeof path, "%s/chess/perft.epd", folder);
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("# %s cannot be read: the shared perft suite is skipped\n", path);
        skip();
    }
    char line[2048];
    int number = 0;
    while (fgets(line, sizeof line, file)) {
        number++;
        if (str_trim(str_of(line)).len && line[0] != '#')
            suite_line(str_of(line), number);
    }
    fclose(file);
    assert_true(number > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_chess960),
        cmocka_unit_test(test_suite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
