// SAN: round trips, and the variants of real files.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"
#include "record/epd.h"
#include "san.h"

static void visit_round_trip(Position *pos, Rng *rng) {
    (void)rng;
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        char text[SAN_TEXT_MAX];
        Error error = {""};
        Move parsed = MOVE_NONE;
        san_format(pos, moves[i], text);
        if (san_parse(pos, str_of(text), &parsed, &error) != STATUS_OK)
            fail_msg("%s", error.text);
        assert_int_equal(parsed, moves[i]);
    }
}

static void test_round_trip(void **state) {
    (void)state;
    random_play(21, 12000, visit_round_trip);
}

typedef struct Case {
    const char *fen, *text, *uci;
} Case;

static void test_written(void **state) {
    (void)state;
    static const Case CASES[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nf3", "g1f3"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh8+", "h1h8"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", "e1g1"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8#", "a1a8"},
        {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rad1", "a1d1"},
        {"4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "R1a3", "a1a3"},
        {"4k3/8/8/8/8/Q7/4K3/Q1Q5 w - - 0 1", "Qa1b2", "a1b2"},
        {"4k3/8/8/8/8/Q7/4K3/Q1Q5 w - - 0 1", "Q3b2", "a3b2"},
        {"4k3/8/8/8/8/Q7/4K3/Q1Q5 w - - 0 1", "Qcb2", "c1b2"},
        // The other knight is pinned, so the origin is not needed.
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2", "g1e2"},
        {"3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1", "exd8=Q+", "e7d8q"},
        {"3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1", "exd8=N", "e7d8n"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6"},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        const Position pos = position_of(str_of(CASES[i].fen));
        Move move = MOVE_NONE;
        char text[SAN_TEXT_MAX];
        assert_int_equal(move_parse(&pos, str_of(CASES[i].uci), &move, NULL), STATUS_OK);
        san_format(&pos, move, text);
        assert_string_equal(text, CASES[i].text);
    }
}

static void test_tolerated(void **state) {
    (void)state;
    static const Case CASES[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0!?", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o+", "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rh8", "h1h8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rh1xh8", "h1h8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rh1-h8+!", "h1h8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh3", "h1h3"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ng1f3", "g1f3"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ngf3??", "g1f3"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "N1f3", "g1f3"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", " e4 ", "e2e4"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Pe4", "e2e4"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4#", "e2e4"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b4", "b2b4"},
        {"3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1", "e8Q", "e7e8q"},
        {"3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1", "exd8=q", "e7d8q"},
        {"3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1", "ed8(R)+", "e7d8r"},
        {"3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1", "e8b", "e7e8b"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6ep", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.+", "e5d6"},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        const Position pos = position_of(str_of(CASES[i].fen));
        Move move = MOVE_NONE;
        Error error = {""};
        if (san_parse(&pos, str_of(CASES[i].text), &move, &error) != STATUS_OK)
            fail_msg("%s", error.text);
        char uci[MOVE_TEXT_MAX];
        move_format(&pos, move, uci);
        assert_string_equal(uci, CASES[i].uci);
    }
}

static void test_refused(void **state) {
    (void)state;
    static const char *const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const Case CASES[] = {
        {START, "", "not a move"},
        {START, "!?", "not a move"},
        {START, "N", "not a move"},
        {START, "f", "not a move"},
        {START, "Nf9", "not a move"},
        {START, "Xf3", "not a move"},
        {START, "N1f3f3", "not a move"},
        {START, "O-O-O-O", "not a move"},
        {START, "Nf5", "Nf5 is not a legal move here"},
        {START, "O-O", "O-O is not a legal move here"},
        {START, "e5", "not a legal move"},
        {START, "e4=Q", "not a legal move"},
        {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "ambiguous, the pieces on a1 and h1"},
        {"3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1", "exd8", "not a legal move"},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        const Position pos = position_of(str_of(CASES[i].fen));
        Move move = 4711;
        Error error = {""};
        assert_int_equal(san_parse(&pos, str_of(CASES[i].text), &move, &error), STATUS_BAD_INPUT);
        assert_int_equal(move, 4711);
        if (!strstr(error.text, CASES[i].uci))
            fail_msg("'%s': \"%s\" does not say \"%s\"", CASES[i].text, error.text, CASES[i].uci);
    }
}

static void test_hostile(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 22);
    const Position pos = position_of(str_of(CHESS_STARTS[1]));
    for (int n = 0; n < 300000; n++) {
        const size_t len = rng_below(&rng, 9);
        char *text = malloc(len ? len : 1);
        assert_non_null(text);
        for (size_t i = 0; i < len; i++)
            text[i] = n % 8 ? "NBRQKabcdefgh12345678x=+#O-ep."[rng_below(&rng, 30)]
                            : (char)rng_below(&rng, 256);
        Move move = MOVE_NONE;
        if (san_parse(&pos, (Str){text, len}, &move, NULL) == STATUS_OK)
            assert_true(pos_is_legal(&pos, move));
        free(text);
    }
}

// The best moves of the problem suites are hand-written SAN.
static void check_suite(const char *name) {
    FILE *file = testing_open(name);
    static const char *const opcodes[] = {"bm", "am"};
    char *line = NULL;
    size_t capacity = 0;
    Str text;
    while (testing_line(file, &line, &capacity, &text)) {
        EpdRecord record;
        assert_ok(epd_parse(&record, text, error));
        for (size_t i = 0; i < ARRAY_LEN(opcodes); i++) {
            const EpdOperation *operation = epd_find(&record, opcodes[i]);
            Str operands = operation ? operation->operands : (Str){NULL, 0}, word;
            Move move = MOVE_NONE;
            while (epd_next(&operands, &word))
                assert_ok(san_parse(&record.position, word, &move, error));
        }
    }
    free(line);
    fclose(file);
}

static void test_suites(void **state) {
    (void)state;
    static const char *const names[] = {"chess/wac.epd",         "chess/wac_corrected.epd",
                                        "chess/ecm.epd",         "chess/wcsac.epd",
                                        "chess/suites_misc.epd", "chess/mates_1-8.epd"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        check_suite(names[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_written),
        cmocka_unit_test(test_tolerated),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_hostile),    cmocka_unit_test(test_suites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
