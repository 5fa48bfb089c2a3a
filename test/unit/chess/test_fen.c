// FEN and UCI moves, in and out: texts that are accepted, and texts that are refused with their
// error messages.
#include <stdlib.h>
#include <string.h>

#include "positions.h"

static void visit_round_trip(Position *pos, Rng *rng) {
    (void)rng;
    char text[POS_TEXT_MAX], again[POS_TEXT_MAX];
    pos_format(pos, text);
    Position read = position_of(str_of(text));
    pos_format(&read, again);
    assert_string_equal(text, again);
    assert_true(pos_key(&read) == pos_key(pos));
    assert_int_equal(pos_ply(&read), pos_ply(pos));
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        char move_text[MOVE_TEXT_MAX];
        Move parsed = MOVE_NONE;
        move_format(pos, moves[i], move_text);
        assert_int_equal(move_parse(pos, str_of(move_text), &parsed, NULL), STATUS_OK);
        assert_int_equal(parsed, moves[i]);
    }
}

static void test_round_trip(void **state) {
    (void)state;
    random_play(11, 12000, visit_round_trip);
}

static void test_rewritten(void **state) {
    (void)state;
    static const char *const PAIRS[][2] = {
        // Counters may be missing, more spaces may separate fields, an impossible en passant square
        // is dropped.
        {"8/8/8/8/8/8/4K3/k7 w - -", "8/8/8/8/8/8/4K3/k7 w - - 0 1"},
        {"8/8/8/8/8/8/4K3/k7 b - - 7", "8/8/8/8/8/8/4K3/k7 b - - 7 1"},
        {"  8/8/8/8/8/8/4K3/k7   w\t- -  3 9 \r\n", "8/8/8/8/8/8/4K3/k7 w - - 3 9"},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
        // Shredder letters become X-FEN's, except where the rook is not the outermost one.
        {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"1r2k2r/8/8/8/8/8/8/R1R1K1RR w Cb - 0 1", "1r2k2r/8/8/8/8/8/8/R1R1K1RR w Cq - 0 1"},
        {"4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"},
    };
    for (size_t i = 0; i < ARRAY_LEN(PAIRS); i++) {
        const Position pos = position_of(str_of(PAIRS[i][0]));
        char text[POS_TEXT_MAX];
        pos_format(&pos, text);
        assert_string_equal(text, PAIRS[i][1]);
    }
}

// A text and a part of its error; an empty part marks a legal variant of a refused position.
static const char *const REFUSED[][2] = {
    {"", "empty"},
    {"   ", "empty"},
    {"startpos", "1 ranks"},
    {"8/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"},
    {"8/8/8/8/8/8/8/4K3/k7 w - - 0 1", "9 ranks"},
    {"8/8/8/8/ppppppppp/8/4K3/k7 w - - 0 1", "rank 4 has 9 squares, must have 8"},
    {"8/8/8/8/7/8/4K3/k7 w - - 0 1", "rank 4 has 7 squares"},
    {"8/8/8//8/8/4K3/k7 w - - 0 1", "rank 5 has 0 squares"},
    {"8/8/8/8/9/8/4K3/k7 w - - 0 1", "'9' in rank 4"},
    {"8/8/8/8/4x3/8/4K3/k7 w - - 0 1", "'x' in rank 4"},
    {"P7/8/8/8/8/8/4K3/k7 w - - 0 1", "pawn on a8"},
    {"8/8/8/8/8/8/4K3/k6p w - - 0 1", "pawn on h1"},
    {"8/8/8/8/8/8/8/k7 w - - 0 1", "White has no king"},
    {"8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"},
    {"k7/8/8/8/8/8/8/4K1K1 w - - 0 1", "White has 2 kings (e1, g1), must have 1"},
    {"k7/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"},
    {"k7/8/8/8/8/NNNNNNNN/PPPPPPPP/4K3 w - - 0 1", "White has 17 pieces"},
    {"k7/8/8/8/8/NNN5/PPPPPPPP/4K3 w - - 0 1", "promoted"},
    {"kqq5/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "Black has at least 1 promoted"},
    {"8/8/8/8/8/8/4K3/k7", "side to move: missing"},
    {"8/8/8/8/8/8/4K3/k7 x - - 0 1", "side to move: 'x', must be w or b"},
    {"8/8/8/8/8/8/4K3/k7 white - - 0 1", "side to move: 'white'"},
    {"8/8/8/8/8/8/4K3/k7 w", "castling: missing"},
    {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling: K needs a white rook right of the king on rank 1"},
    {"4k3/8/8/8/8/8/8/4K2R w q - 0 1", "castling: q needs a black rook left"},
    {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling: K needs the white king on rank 1, it is on e2"},
    {"4k3/8/8/8/8/8/8/4K2R w G - 0 1", "castling: G needs a white rook on g1"},
    {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "second right"},
    {"4k3/8/8/8/8/8/8/4K1RR w KG - 0 1", "second right"},
    {"4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling: 'X'"},
    {"4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "castling: '-'"},
    {"4k3/8/8/8/8/8/8/4K2R w KQkqK - 0 1", "more than four"},
    {"4k3/8/8/8/8/8/8/4K3 w -", "en passant: missing"},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", "en passant: 'e9'"},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e 0 1", "en passant: 'e'"},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1", "must be on rank 3"},
    {"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "must be on rank 6"},
    {"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "en passant: e3 needs a white pawn on e4"},
    {"4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", "empty"},
    {"4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "empty"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock: '-1'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock: 'x'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 40000 1", "halfmove clock"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number: '0'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 70000", "move number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "move number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", "'moves e1e2' after the position"},
    {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the side not to move (Black) is in check"},
    {"8/8/8/8/8/8/8/k1K5 w - - 0 1", ""},
    {"8/8/8/8/8/8/8/kK6 w - - 0 1", "the side not to move (Black) is in check"},
    {"4k3/8/3N4/8/8/8/4R3/b3K3 b - - 0 1", ""},
    {"4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1", "check from 3 pieces"},
};

static void test_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(REFUSED); i++) {
        Position pos;
        pos_start(&pos);
        const Position before = pos;
        Error error = {""};
        const Status status = pos_parse(&pos, str_of(REFUSED[i][0]), &error);
        if (!*REFUSED[i][1]) {
            assert_int_equal(status, STATUS_OK);
            continue;
        }
        assert_int_equal(status, STATUS_BAD_INPUT);
        if (!strstr(error.text, REFUSED[i][1]))
            fail_msg("'%s': \"%s\" does not say \"%s\"", REFUSED[i][0], error.text, REFUSED[i][1]);
        assert_memory_equal(&pos, &before, sizeof before);
    }
}

// Slices that are not terminated, and good texts with any byte damaged: no crash, and accepted
// positions satisfy every invariant.
static void test_hostile(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 12);
    for (size_t i = 0; i < ARRAY_LEN(CHESS_STARTS); i++) {
        const size_t len = strlen(CHESS_STARTS[i]);
        for (int n = 0; n < 20000; n++) {
            const size_t cut = n % 3 ? len : rng_below(&rng, (uint32_t)len + 1);
            char *text = malloc(cut + 1); // its own block, so that a sanitizer sees an overrun
            assert_non_null(text);
            memcpy(text, CHESS_STARTS[i], cut);
            for (uint32_t edits = rng_below(&rng, 4); cut && edits > 0; edits--)
                text[rng_below(&rng, (uint32_t)cut)] =
                    n % 2 ? (char)rng_below(&rng, 256)
                          : "pnbrqkPNBRQK12345678/ -wbabcdefgh"[rng_below(&rng, 33)];
            char *slice = realloc(text, cut ? cut : 1);
            assert_non_null(slice);
            Position pos;
            if (pos_parse(&pos, (Str){slice, cut}, NULL) == STATUS_OK) {
                assert_int_equal(pos_check(&pos, NULL), STATUS_OK);
                visit_round_trip(&pos, &rng);
            }
            free(slice);
        }
    }
}

static void test_castling_spelling(void **state) {
    (void)state;
    Position pos = position_of(str_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    Move by_king = MOVE_NONE, by_rook = MOVE_NONE;
    assert_int_equal(move_parse(&pos, str_of("e1g1"), &by_king, NULL), STATUS_OK);
    assert_int_equal(move_parse(&pos, str_of("e1h1"), &by_rook, NULL), STATUS_OK);
    assert_int_equal(by_king, by_rook);
    assert_true(move_is_castling(by_king));
    char text[MOVE_TEXT_MAX];
    move_format(&pos, by_king, text);
    assert_string_equal(text, "e1g1");
    pos_set_chess960(&pos, true);
    move_format(&pos, by_king, text);
    assert_string_equal(text, "e1h1");
    assert_int_equal(move_parse(&pos, str_of("e1c1"), &by_king, NULL), STATUS_OK);
    move_format(&pos, by_king, text);
    assert_string_equal(text, "e1a1");
    // A king one step from its castled square moves there plainly; only its rook's square means
    // castling.
    const Position close = position_of(str_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1"));
    assert_true(close.is_chess960);
    Move step = MOVE_NONE, castling = MOVE_NONE;
    assert_int_equal(move_parse(&close, str_of("f1g1"), &step, NULL), STATUS_OK);
    assert_int_equal(move_parse(&close, str_of("f1h1"), &castling, NULL), STATUS_OK);
    assert_false(move_is_castling(step));
    assert_true(move_is_castling(castling));
}

static void test_move_refused(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"", "is not a move"},         {"xyz", "'xyz' is not a move; expected like e2e4 or e7e8q"},
        {"e2e", "is not a move"},      {"e2e9", "is not a move"},
        {"i2e4", "is not a move"},     {"e7e8x", "is not a move"},
        {"e2e4qq", "is not a move"},   {"e2e5", "e2e5 is not a legal move here"},
        {"e2e4q", "not a legal move"}, {"0000", "is not a move"},
        {"a1a1", "not a legal move"},  {"e7e5", "not a legal move"},
        {"e1g1", "not a legal move"},  {"e1h1", "not a legal move"},
    };
    Position pos;
    pos_start(&pos);
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        Error error = {""};
        Move move = 4711;
        assert_int_equal(move_parse(&pos, str_of(CASES[i][0]), &move, &error), STATUS_BAD_INPUT);
        assert_int_equal(move, 4711);
        if (!strstr(error.text, CASES[i][1]))
            fail_msg("'%s': \"%s\" does not say \"%s\"", CASES[i][0], error.text, CASES[i][1]);
    }
}

// Equal rights, equal keys: an en passant capture that a pin forbids leaves no trace in the
// position.
static void test_en_passant_key(void **state) {
    (void)state;
    const Position with = position_of(str_of("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"));
    const Position without = position_of(str_of("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"));
    assert_true(pos_key(&with) == pos_key(&without));
    const Position legal = position_of(str_of("8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1"));
    const Position dropped = position_of(str_of("8/8/8/8/k2pP3/8/8/4K3 b - - 0 1"));
    assert_true(pos_key(&legal) != pos_key(&dropped));
}

// Only tests that the diagram is complete.
static void test_show(void **state) {
    (void)state;
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    assert_non_null(out);
    const Position pos =
        position_of(str_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"));
    pos_show(&pos, &(const BoardView){.is_ascii = true}, out);
    fclose(out);
    assert_non_null(strstr(text, "8  r n b . k b n r"));
    assert_non_null(strstr(text, "castling: KQkq\n"));
    assert_non_null(strstr(text, "en passant: -\n"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),        cmocka_unit_test(test_rewritten),
        cmocka_unit_test(test_refused),           cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_castling_spelling), cmocka_unit_test(test_move_refused),
        cmocka_unit_test(test_en_passant_key),    cmocka_unit_test(test_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
