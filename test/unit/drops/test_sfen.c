// SFEN: accepted positions round-trip, impossible ones are refused with a sentence that names the
// fault.
#include "positions.h"

#include "notation.h"

typedef struct Refusal {
    const char *text;
    const char *word; // must occur in the sentence
} Refusal;

#define EMPTY "4k4/9/9/9/9/9/9/9/4K4"

static const Refusal SHOGI_REFUSALS[] = {
    {"", "empty"},
    {"   ", "empty"},
    {"9/9/9/9/9/9/9/9/9 b - 1", "king"},
    {"4k4/9/9/9/9/9/9/9 b - 1", "8 ranks"},
    {EMPTY "/9 b - 1", "more than 9 ranks"},
    {"4k4/9/9/9/9/9/9/9/4K3 b - 1", "rank i has 8 squares"},
    {"4k4/9/91/9/9/9/9/9/4K4 b - 1", "rank c has more than 9"},
    {"4k4/9/ppppppppp1/9/9/9/9/9/4K4 b - 1", "rank c has more than 9"},
    {"4k4/9/9p/9/9/9/9/9/4K4 b - 1", "rank c has more than 9"},
    {"4k4/9/4x4/9/9/9/9/9/4K4 b - 1", "'x' at 5c"},
    {"4k4/9/4+g4/9/9/9/9/9/4K4 b - 1", "cannot be promoted"},
    {"4k4/9/4+k4/9/9/9/9/9/4K4 b - 1", "cannot be promoted"},
    {"4k4/9/8+/9/9/9/9/9/4K4 b - 1", "without a piece"},
    {"4k4/9/4k4/9/9/9/9/9/4K4 b - 1", "white has two kings"},
    {"4k4/9/9/9/9/9/9/9/4K1K2 b - 1", "black has two kings"},
    {EMPTY, "side to move"},
    {EMPTY " x - 1", "'x'"},
    {EMPTY " b", "hands"},
    {EMPTY " b K 1", "'K'"},
    {EMPTY " b 19P 1", "19"},
    {EMPTY " b 99999999999P 1", "only 18"},
    {EMPTY " b 0P 1", "0 of 'P'"},
    {EMPTY " b 2 1", "no piece"},
    {EMPTY " b 3R 1", "only 2"},
    {EMPTY " b 2R1r 1", "3 of piece 'R'"},
    {"4k4/9/9/9/9/9/9/9/4K+R3 b Rr 1", "3 of piece 'R'"},
    {EMPTY " b - x", "move number"},
    {EMPTY " b - 99999999999999999999", "move number"},
    {EMPTY " b - 1 2", "after the position"},
    {"4k3P/9/9/9/9/9/9/9/4K4 b - 1", "at 1a could never move"},
    {"4k4/9/9/9/9/9/9/9/p3K4 b - 1", "white 'P' at 9i"},
    {"4k3L/9/9/9/9/9/9/9/4K4 b - 1", "'L' at 1a"},
    {"4k4/8N/9/9/9/9/9/9/4K4 b - 1", "'N' at 1b"},
    {"4k4/9/9/9/9/9/9/n8/4K4 b - 1", "'N' at 9h"},
    {"4k4/9/8P/8P/9/9/9/9/4K4 b - 1", "two pawns on file 1"},
    {"4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "could take the king"},
    {"4k4/4K4/9/9/9/9/9/9/9 b - 1", "could take the king"},
};

static const Refusal MINISHOGI_REFUSALS[] = {
    {"4k/5/5/5 b - 1", "4 ranks"},
    {"4k/5/5/5/K4/5 b - 1", "more than 5 ranks"},
    {"4k/5/6/5/K4 b - 1", "rank c has more than 5"},
    {"4k/5/2l2/5/K4 b - 1", "'l' at 3c"},
    {"4k/5/2N2/5/K4 b - 1", "'N' at 3c"},
    {"4k/5/5/5/K4 b 3P 1", "only 2"},
    {"4k/5/5/5/K4 b L 1", "'L'"},
    {"P3k/5/5/5/K4 b - 1", "at 5a could never move"},
    {"4k/2P2/2P2/5/K4 b - 1", "two pawns on file 3"},
};

static void check_refusals(const Refusal *refusals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Position pos;
        pos_start(&pos);
        const Position before = pos;
        Error error = {""};
        if (pos_parse(&pos, str_of(refusals[i].text), &error) == STATUS_OK)
            fail_msg("'%s' was accepted", refusals[i].text);
        if (!strstr(error.text, refusals[i].word))
            fail_msg("'%s': '%s' does not say '%s'", refusals[i].text, error.text,
                     refusals[i].word);
        assert_memory_equal(&pos, &before, sizeof pos);
    }
}

static void test_refusals(void **state) {
    (void)state;
    if (GAME_IS_SHOGI)
        check_refusals(SHOGI_REFUSALS, ARRAY_LEN(SHOGI_REFUSALS));
    else
        check_refusals(MINISHOGI_REFUSALS, ARRAY_LEN(MINISHOGI_REFUSALS));
}

// Texts in another order or with omissions come back in the canonical form.
static void test_accepted(void **state) {
    (void)state;
    static const struct {
        const char *text, *normal;
    } shogi[] = {
        {EMPTY " b -", EMPTY " b - 1"},
        {EMPTY " w - 0", EMPTY " w - 1"},
        {EMPTY " b p2PrB 7", EMPTY " b B2Prp 7"},
        {EMPTY " b PP 7", EMPTY " b 2P 7"},
        {"4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1", "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1"},
        {"4k4/9/9/9/9/9/9/9/9 b - 1", "4k4/9/9/9/9/9/9/9/9 b - 1"},
    };
    static const struct {
        const char *text, *normal;
    } mini[] = {{"4k/5/5/5/K4 w 2p2R -", NULL}, {"4k/5/5/5/K4 w 2p2R", "4k/5/5/5/K4 w 2R2p 1"}};
    char text[POS_TEXT_MAX];
    if (GAME_IS_SHOGI) {
        for (size_t i = 0; i < ARRAY_LEN(shogi); i++) {
            const Position pos = position_of(str_of(shogi[i].text));
            pos_format(&pos, text);
            assert_string_equal(text, shogi[i].normal);
        }
    } else {
        Position pos;
        assert_int_equal(pos_parse(&pos, str_of(mini[0].text), NULL), STATUS_BAD_INPUT);
        pos = position_of(str_of(mini[1].text));
        pos_format(&pos, text);
        assert_string_equal(text, mini[1].normal);
    }
}

// The longest text of a position fits: nearly all pieces promoted, and no two empty squares in a
// row.
static void test_longest(void **state) {
    (void)state;
    const char *crowded = GAME_IS_MINISHOGI
                              ? "+b+r+sgk/+b+r+s1+p/5/+P4/K3G b - 1000000"
                              : "+l+l+l+lk+n+n+n+n/1+r1+s+s+s+s+r1/+p+p+p+p+p+p+p+p+p/9/9/9/"
                                "+P+P+P+P+P+P+P+P+P/1+B5+B1/4K4 b 2G2g 1000000";
    Position pos = position_of(str_of(crowded));
    char text[POS_TEXT_MAX];
    pos_format(&pos, text);
    assert_string_equal(text, crowded);
}

static void test_moves(void **state) {
    (void)state;
    Position pos;
    pos_start(&pos);
    static const struct {
        const char *text, *word;
    } refusals[] = {{"", "not a move"},       {"7g7", "not a move"},      {"7g7f++", "not a move"},
                    {"0g7f", "not a move"},   {"7g7j", "not a move"},     {"P*", "not a move"},
                    {"K*5e", "not a move"},   {"p*5e", "not a move"},     {"P*5e+", "not a move"},
                    {"resign", "not a move"}, {"\xff\xfe", "not a move"}, {"1a1a", "not a legal"},
                    {"P*3c", "not a legal"},  {"1a1b+", "not a legal"}};
    for (size_t i = 0; i < ARRAY_LEN(refusals); i++) {
        Move move = 77;
        Error error = {""};
        assert_int_equal(move_parse(&pos, str_of(refusals[i].text), &move, &error),
                         STATUS_BAD_INPUT);
        if (!strstr(error.text, refusals[i].word))
            fail_msg("'%s': '%s'", refusals[i].text, error.text);
        assert_int_equal(move, 77);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_moves),
    };
    return cmocka_run_group_tests_name("sfen " GAME_NAME, tests, NULL, NULL);
}
