// Lines of problem files: what is read, what is refused, and what counts as solved.
#include "positions.h"

#include "lab/problem.h"

// A position with two known moves, in the notation of files.
static const char *const PLACE = GAME_IS_CHESS       ? "4k3/8/8/8/8/8/4P3/4K3 w - -"
                                 : GAME_IS_MINISHOGI ? "4k/5/5/5/K4 b P 1"
                                                     : "4k4/9/9/9/9/9/9/9/4K4 b P 1";
static const char *const ONE = GAME_IS_CHESS ? "e4" : "P*5b";
static const char *const TWO = GAME_IS_CHESS ? "Kd2" : "P*4c";
static const char *const MATE_PLACE = GAME_IS_CHESS ? "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" : PLACE;

static Move move_of(const char *text) {
    const Position pos = position_of(str_of(PLACE));
    Move move = MOVE_NONE;
    assert_ok(move_read(&pos, str_of(text), &move, error));
    return move;
}

// `%P`, `%1`, `%2` become the position and its moves.
static Str filled(const char *pattern, char text[1024]) {
    StrBuf out = strbuf_init(text, 1024);
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            strbuf_char(&out, *pattern);
            continue;
        }
        pattern++;
        strbuf_text(&out, *pattern == 'P' ? PLACE : *pattern == '1' ? ONE : TWO);
    }
    return str_of(text);
}

static Problem parse(ProblemForm *form, const char *pattern) {
    char text[1024];
    const Str line = filled(pattern, text);
    Problem problem;
    assert_false(problem_skip(form, line));
    assert_ok(problem_parse(form, line, 7, &problem, error));
    return problem;
}

static void refuse(ProblemForm *form, const char *pattern, const char *word) {
    char text[1024];
    Problem problem = {.best_count = 4711};
    Error error = {""};
    assert_int_equal(problem_parse(form, filled(pattern, text), 7, &problem, &error),
                     STATUS_BAD_INPUT);
    assert_int_equal(problem.best_count, 4711);
    if (!strstr(error.text, word))
        fail_msg("'%s': \"%s\" does not say \"%s\"", text, error.text, word);
}

static void assert_expected(const Problem *problem, const char *wanted) {
    char text[256];
    StrBuf out = strbuf_init(text, sizeof text);
    problem_expected(problem, &out);
    assert_string_equal(text, wanted);
}

static void test_epd(void **state) {
    (void)state;
    ProblemForm form = {.column_count = 0};
    Problem problem = parse(&form, "%P bm %1; id \"a\xff b\";\r");
    assert_string_equal(problem.id, "a? b");
    assert_true(problem_is_solved(&problem, move_of(ONE), 0));
    assert_false(problem_is_solved(&problem, move_of(TWO), VALUE_WIN - 1));
    assert_false(problem_is_solved(&problem, MOVE_NONE, VALUE_WIN - 1));
    assert_expected(&problem, ONE);

    problem = parse(&form, "%P am %1;");
    assert_string_equal(problem.id, "line 7");
    assert_false(problem_is_solved(&problem, move_of(ONE), 0));
    assert_true(problem_is_solved(&problem, move_of(TWO), 0));
    assert_false(problem_is_solved(&problem, MOVE_NONE, 0));

    problem = parse(&form, "%P bm %1 %2 %1; am %1;");
    assert_int_equal(problem.best_count, 2);
    assert_false(problem_is_solved(&problem, move_of(ONE), 0));
    assert_true(problem_is_solved(&problem, move_of(TWO), 0));
}

static void test_mate(void **state) {
    (void)state;
    ProblemForm form = {.column_count = 0};
    Problem problem = parse(&form, "%P dm 2;");
    assert_true(problem.asks_mate);
    assert_int_equal(problem.mate_plies, 3);
    assert_expected(&problem, "a win in 3 plies");
    const Move any = move_of(TWO);
    assert_true(problem_is_solved(&problem, any, value_win_in(3)));
    assert_true(problem_is_solved(&problem, any, value_win_in(1)));
    assert_false(problem_is_solved(&problem, any, value_win_in(5)));
    assert_false(problem_is_solved(&problem, any, value_loss_in(2)));
    assert_false(problem_is_solved(&problem, any, 3000));
    // Where moves are stated they decide, unless a win is what is asked for.
    problem = parse(&form, "%P bm %1; dm 2;");
    assert_false(problem.asks_mate);
    form.wants_mate = true;
    problem = parse(&form, "%P bm %1; dm 2;");
    assert_true(problem.asks_mate);
    assert_int_equal(problem.mate_plies, 3);
    problem = parse(&form, "%P");
    assert_true(problem_is_solved(&problem, any, value_win_in(99)));
    assert_expected(&problem, "a win");
    problem = parse(&form, "%P\tsomething else");
    assert_true(problem.asks_mate);
}

static void test_table(void **state) {
    (void)state;
    ProblemForm form = {.column_count = 0};
    Problem problem = parse(&form, "%P\t%1 | %2\tjunk");
    assert_int_equal(problem.best_count, 2);
    problem = parse(&form, "%P\t%1,%2");
    assert_int_equal(problem.best_count, 2);
    problem = parse(&form, "%P\t5");
    assert_int_equal(problem.mate_plies, 5);

    assert_true(problem_skip(&form, str_of("# just a word")));
    assert_int_equal(form.column_count, 0);
    assert_true(problem_skip(&form, str_of(" \r")));
    assert_true(problem_skip(&form, str_of("#sfen\tkind\tid\tanswer_lines")));
    assert_int_equal(form.column_count, 4);
    problem = parse(&form, "%P\tkind\tname\t%1 whatever follows | %2");
    assert_string_equal(problem.id, "name");
    assert_int_equal(problem.best_count, 2);

    assert_true(problem_skip(&form, str_of("#sfen\tmate_plies(by brute force)\ta_first_move")));
    problem = parse(&form, "%P\t7\t%1");
    assert_true(problem.asks_mate);
    assert_int_equal(problem.mate_plies, 7);
    assert_int_equal(problem.best_count, 0);
}

static void test_refused(void **state) {
    (void)state;
    ProblemForm form = {.column_count = 0};
    refuse(&form, "%P", "no answer");
    refuse(&form, "%P id \"x\";", "no answer");
    refuse(&form, "%P bm;", "no moves");
    refuse(&form, "%P bm zz9;", "zz9");
    refuse(&form, "%P dm 0;", "dm");
    refuse(&form, "%P dm 99999999999999999999;", "dm");
    refuse(&form, "%P\tzz9", "zz9");
    refuse(&form, "%P\t-3", "plies");
    refuse(&form, "%P\t", "no answer");
    refuse(&form, "junk", "");
    refuse(&form, "\t%1", "");
    refuse(&form, "", "");
    assert_true(problem_skip(&form, str_of("#sfen\tkind\tdifficulty")));
    refuse(&form, "%P\t%1\t3", "no answer");
}

static void test_hostile(void **state) {
    (void)state;
    static const char *const PATTERNS[] = {"%P bm %1; am %2; id \"x\";", "%P\t%1 | %2\t3\tx",
                                           "#a\tbest_move\tid", "%P dm 3;"};
    Rng rng;
    rng_init(&rng, 3);
    ProblemForm form = {.column_count = 0};
    for (int n = 0; n < 50000; n++) {
        char good[1024];
        const Str whole = filled(PATTERNS[rng_below(&rng, ARRAY_LEN(PATTERNS))], good);
        const size_t length = rng_below(&rng, (uint32_t)whole.len + 1);
        char *text = malloc(length ? length : 1); // so that a sanitizer sees its end
        assert_non_null(text);
        memcpy(text, good, length);
        for (uint32_t edits = rng_below(&rng, 3); length && edits; edits--)
            text[rng_below(&rng, (uint32_t)length)] = (char)rng_below(&rng, 256);
        const Str line = {text, length};
        form.wants_mate = rng_below(&rng, 2);
        Problem problem;
        if (!problem_skip(&form, line) &&
            problem_parse(&form, line, 1, &problem, NULL) == STATUS_OK)
            assert_true(problem.asks_mate || problem.best_count || problem.avoid_count);
        free(text);
    }
}

static void test_san_or_uci(void **state) {
    (void)state;
    if (!GAME_IS_CHESS)
        skip();
    const Position pos = position_of(str_of(MATE_PLACE));
    Move san = MOVE_NONE, uci = MOVE_NONE;
    assert_ok(move_read(&pos, str_of("Ra8#"), &san, error));
    assert_ok(move_read(&pos, str_of("a1a8"), &uci, error));
    assert_int_equal(san, uci);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_epd),     cmocka_unit_test(test_mate),
        cmocka_unit_test(test_table),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_hostile), cmocka_unit_test(test_san_or_uci),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
