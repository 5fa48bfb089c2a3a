// Moves in Japanese: written texts follow the association's rules and round-trip, and common
// variants are read.
#include "positions.h"
#include "record/kanji.h"

static Move parse_usi(const Position *pos, const char *text) {
    Move move = MOVE_NONE;
    Error error = {""};
    if (move_parse(pos, str_of(text), &move, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    return move;
}

static void assert_reads(const Position *pos, Move last, const char *text, Move expected) {
    Move move = MOVE_NONE;
    Error error = {""};
    char sfen[POS_TEXT_MAX];
    pos_format(pos, sfen);
    if (kanji_parse(pos, last, str_of(text), &move, &error) != STATUS_OK)
        fail_msg("%s: %s: %s", sfen, text, error.text);
    if (move != expected)
        fail_msg("%s: %s is read as another move", sfen, text);
}

// Every legal move, after any move and after one to the same square, in both spellings.
static void visit_round_trip(Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    const Move before = move_make(0, (int)rng_below(rng, SQUARE_NB));
    for (int i = 0; i < count; i++) {
        const Move lasts[] = {MOVE_NONE, before, moves[i]};
        for (size_t j = 0; j < ARRAY_LEN(lasts); j++) {
            char text[KANJI_TEXT_MAX];
            kanji_format(pos, lasts[j], moves[i], text);
            assert_reads(pos, lasts[j], text, moves[i]);
            kanji_format_kif(pos, lasts[j], moves[i], text);
            assert_reads(pos, lasts[j], text, moves[i]);
        }
    }
}

static void test_round_trip(void **state) {
    (void)state;
    random_play(5, GAME_IS_SHOGI ? 300 : 2000, visit_round_trip);
}

typedef struct Case {
    const char *sfen, *usi, *text;
} Case;

// Most are examples from the Japan Shogi Association's page on notation.
static const Case SHOGI_WRITTEN[] = {
    {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "7g7f", "▲７六歩"},
    {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "3c3d", "△３四歩"},
    {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "6i5h", "▲５八金左"},
    {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "6a5b", "△５二金右"},
    {"8k/2G6/G8/9/9/9/9/9/9 b - 1", "9c8b", "▲８二金上"},
    {"8k/2G6/G8/9/9/9/9/9/9 b - 1", "7b8b", "▲８二金寄"},
    {"8k/G1G6/9/9/9/9/9/9/9 b - 1", "9b8a", "▲８一金左"},
    {"8k/G1G6/9/9/9/9/9/9/9 b - 1", "7b8a", "▲８一金右"},
    {"4k4/9/9/9/9/9/9/9/2GG5 b - 1", "7i7h", "▲７八金直"},
    {"4k4/9/9/9/9/9/9/9/2GG5 b - 1", "6i7h", "▲７八金右"},
    {"5gg2/9/9/9/9/9/9/9/4K4 w - 1", "3a3b", "△３二金直"},
    {"5gg2/9/9/9/9/9/9/9/4K4 w - 1", "4a3b", "△３二金右"},
    {"4k4/9/9/9/9/9/2S6/9/2S6 b - 1", "7i8h", "▲８八銀上"},
    {"4k4/9/9/9/9/9/2S6/9/2S6 b - 1", "7g8h", "▲８八銀引"},
    {"4+P3k/3+P1+P3/3+P+P+P3/9/9/9/9/9/9 b - 1", "6c5b", "▲５二と左上"},
    {"4+P3k/3+P1+P3/3+P+P+P3/9/9/9/9/9/9 b - 1", "5c5b", "▲５二と直"},
    {"4+P3k/3+P1+P3/3+P+P+P3/9/9/9/9/9/9 b - 1", "4c5b", "▲５二と右上"},
    {"4+P3k/3+P1+P3/3+P+P+P3/9/9/9/9/9/9 b - 1", "6b5b", "▲５二と左寄"},
    {"4+P3k/3+P1+P3/3+P+P+P3/9/9/9/9/9/9 b - 1", "4b5b", "▲５二と右寄"},
    {"4+P3k/3+P1+P3/3+P+P+P3/9/9/9/9/9/9 b - 1", "5a5b", "▲５二と引"},
    {"+R8/9/9/1+R7/9/9/9/8k/9 b - 1", "9a8b", "▲８二龍引"},
    {"+R8/9/9/1+R7/9/9/9/8k/9 b - 1", "8d8b", "▲８二龍上"},
    {"6k2/9/9/9/4+R3+R/9/9/9/9 b - 1", "5e3e", "▲３五龍左"},
    {"6k2/9/9/9/4+R3+R/9/9/9/9 b - 1", "1e3e", "▲３五龍右"},
    {"8k/9/9/9/9/9/9/9/+R+R7 b - 1", "9i8h", "▲８八龍左"},
    {"8k/9/9/9/9/9/9/9/+R+R7 b - 1", "8i8h", "▲８八龍右"},
    {"+B+B7/8k/9/9/9/9/9/9/9 b - 1", "9a8b", "▲８二馬左"},
    {"+B+B7/8k/9/9/9/9/9/9/9 b - 1", "8a8b", "▲８二馬右"},
    {"4k4/9/9/9/9/9/9/9/N1N6 b - 1", "9i8g", "▲８七桂左"},
    {"4k4/9/9/9/9/9/9/9/N1N6 b - 1", "7i8g", "▲８七桂右"},
    {"4k4/9/9/9/9/9/9/9/2G6 b G 1", "G*7h", "▲７八金打"},
    {"4k4/9/9/9/9/9/9/9/2G6 b G 1", "7i7h", "▲７八金"},
    {"4k4/9/9/9/9/9/9/9/2G6 b G 1", "G*5e", "▲５五金"},
    {"4k4/9/9/7P1/9/9/9/9/4K4 b - 1", "2d2c+", "▲２三歩成"},
    {"4k4/9/9/7P1/9/9/9/9/4K4 b - 1", "2d2c", "▲２三歩不成"},
    {"4k4/7P1/9/9/9/9/9/9/4K4 b - 1", "2b2a+", "▲２一歩成"},
    {"4k4/7S1/9/7+S1/9/9/9/9/4K4 b - 1", "2d2c", "▲２三成銀"},
    {"4k4/7S1/9/9/9/9/9/9/4K4 b - 1", "2b3a", "▲３一銀不成"},
    {"4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i5h", "▲５八玉"},
};

static const Case MINISHOGI_WRITTEN[] = {
    {"rbsgk/4p/5/P4/KGSBR b - 1", "5d5c", "▲５三歩"},
    {"rbsgk/4p/5/P4/KGSBR w - 1", "3a2b", "△２二銀"},
    {"4k/5/5/5/K2GG b - 1", "1e1d", "▲１四金直"},
    {"4k/P4/5/5/K4 b - 1", "5b5a+", "▲５一歩成"},
    {"4k/B4/5/5/K4 b - 1", "5b4a", "▲４一角不成"},
};

static void test_written(void **state) {
    (void)state;
    const Case *cases = GAME_IS_SHOGI ? SHOGI_WRITTEN : MINISHOGI_WRITTEN;
    const size_t count = GAME_IS_SHOGI ? ARRAY_LEN(SHOGI_WRITTEN) : ARRAY_LEN(MINISHOGI_WRITTEN);
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(cases[i].sfen));
        const Move move = parse_usi(&pos, cases[i].usi);
        char text[KANJI_TEXT_MAX];
        kanji_format(&pos, MOVE_NONE, move, text);
        assert_string_equal(text, cases[i].text);
        assert_reads(&pos, MOVE_NONE, text, move);
    }
}

static void test_same_square(void **state) {
    (void)state;
    if (!GAME_IS_SHOGI)
        skip();
    const Position pos =
        position_of(str_of("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"));
    const Move last = move_make(square_make(7, 7), square_make(1, 1));
    const Move silver = parse_usi(&pos, "3a2b");
    char text[KANJI_TEXT_MAX];
    kanji_format(&pos, last, silver, text);
    assert_string_equal(text, "△同　銀");
    kanji_format_kif(&pos, last, silver, text);
    assert_string_equal(text, "同　銀(31)");
    static const char *const SPELLINGS[] = {"△同　銀", "△同銀",    "同 銀", "同銀(31)",
                                            "22銀",    "同　銀上", "☖同銀", "▽２二銀"};
    for (size_t i = 0; i < ARRAY_LEN(SPELLINGS); i++)
        assert_reads(&pos, last, SPELLINGS[i], silver);
    Error error = {""};
    Move move = MOVE_NONE;
    assert_int_equal(kanji_parse(&pos, MOVE_NONE, str_of("同銀"), &move, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "no move before"));
}

static void test_spellings(void **state) {
    (void)state;
    if (!GAME_IS_SHOGI)
        skip();
    static const Case CASES[] = {
        {GAME_START, "7g7f", "76歩"},
        {GAME_START, "7g7f", "７６歩"},
        {GAME_START, "7g7f", "7六歩"},
        {GAME_START, "7g7f", " ▲ ７六　歩 "},
        {GAME_START, "7g7f", "７六歩(77)"},
        {GAME_START, "7g7f", "７六歩（７７）"},
        {GAME_START, "7g7f", "☗７六歩"},
        {GAME_START, "7g7f", "先手７六歩"},
        {GAME_START, "5i5h", "58王"},
        {GAME_START, "5i5h", "58玉"},
        {"4k4/9/9/7P1/9/9/9/9/4K4 b - 1", "2d2c", "23歩生"},
        {"4k4/9/9/7P1/9/9/9/9/4K4 b - 1", "2d2c", "23歩(24)"},
        {"4k4/9/9/7P1/9/9/9/9/4K4 b - 1", "2d2c+", "23歩成(24)"},
        {"4k4/7P1/9/9/9/9/9/9/4K4 b - 1", "2b2a+", "21歩"}, // there is no choice
        {"4k4/7+S1/9/9/9/9/9/9/4K4 b - 1", "2b2a", "21全"},
        {"4k4/7+S1/9/9/9/9/9/9/4K4 b - 1", "2b2a", "21成銀"},
        {"4k4/7+R1/9/9/9/9/9/9/4K4 b - 1", "2b2a", "21竜"},
        {"4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5e", "55金打"},
        {"4k4/9/9/9/9/9/9/9/2GG5 b - 1", "6i7h", "78金右上"}, // more than needed
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        const Position pos = position_of(str_of(CASES[i].sfen));
        assert_reads(&pos, MOVE_NONE, CASES[i].text, parse_usi(&pos, CASES[i].usi));
    }
}

static void test_refused(void **state) {
    (void)state;
    static const Case SHOGI[] = {
        {GAME_START, "not a move", ""},
        {GAME_START, "not a move", "７"},
        {GAME_START, "not a move", "７六"},
        {GAME_START, "not a move", "７六歩歩"},
        {GAME_START, "not a move", "７六歩(7"},
        {GAME_START, "not a move", "７六歩(77)x"},
        {GAME_START, "not a move", "７六歩成成"},
        {GAME_START, "not a move", "７六歩打打"},
        {GAME_START, "not a move", "七六歩"},
        {GAME_START, "White, but Black", "△７六歩"},
        {GAME_START, "legal there: 7g7f", "７六銀"},
        {GAME_START, "legal there: nothing", "５五歩"},
        {GAME_START, "not a legal move", "７六歩(87)"},
        {GAME_START, "not a legal move", "７六歩成"},
        {GAME_START, "not a legal move", "７六歩打"},
        {GAME_START, "any of 4i5h, 6i5h", "58金"},
        {"4k4/9/9/7P1/9/9/9/9/4K4 b - 1", "any of", "23歩"}, // 成 or 不成
    };
    static const Case MINISHOGI[] = {
        {GAME_START, "not a move", "７六歩"},
        {GAME_START, "not a legal move", "５三香"},
        {GAME_START, "White, but Black", "△５三歩"},
    };
    const Case *cases = GAME_IS_SHOGI ? SHOGI : MINISHOGI;
    const size_t count = GAME_IS_SHOGI ? ARRAY_LEN(SHOGI) : ARRAY_LEN(MINISHOGI);
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(cases[i].sfen));
        Error error = {""};
        Move move = 4711;
        if (kanji_parse(&pos, MOVE_NONE, str_of(cases[i].text), &move, &error) != STATUS_BAD_INPUT)
            fail_msg("%s was accepted", cases[i].text);
        assert_int_equal(move, 4711);
        if (!strstr(error.text, cases[i].usi))
            fail_msg("%s: \"%s\" does not say \"%s\"", cases[i].text, error.text, cases[i].usi);
    }
}

// Texts of moves, truncated and damaged: no crash, and no illegal move is accepted.
static void visit_hostile(Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count && i < 20; i++) {
        char text[KANJI_TEXT_MAX];
        kanji_format(pos, MOVE_NONE, moves[i], text);
        const size_t len = rng_below(rng, (uint32_t)strlen(text) + 1);
        char *spoilt = malloc(len ? len : 1);
        assert_non_null(spoilt);
        memcpy(spoilt, text, len);
        if (len)
            spoilt[rng_below(rng, (uint32_t)len)] = (char)rng_below(rng, 256);
        Move move;
        if (kanji_parse(pos, MOVE_NONE, (Str){spoilt, len}, &move, NULL) == STATUS_OK)
            assert_true(pos_is_legal(pos, move));
        free(spoilt);
    }
}

static void test_hostile(void **state) {
    (void)state;
    random_play(6, 1000, visit_hostile);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),  cmocka_unit_test(test_written),
        cmocka_unit_test(test_same_square), cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
