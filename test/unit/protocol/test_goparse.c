// What `go` and `setoption` mean, word by word.
#include "option_check.h"
#include "testing.h"

#include "game/by_game.h"
#include "protocol/goparse.h"
#include "protocol/infoline.h"
#include "protocol/setting.h"

static GoRequest parsed(const char *words, bool is_uci, Status expected) {
    Position pos;
    pos_start(&pos);
    GoRequest request = {0};
    Error error = {""};
    const Status status = go_parse(str_of(words), &pos, is_uci, &request, &error);
    if (status != expected)
        fail_msg("%s: %d, %s", words, status, error.text);
    return request;
}

static void test_clocks(void **state) {
    (void)state;
    const GoRequest request =
        parsed("btime 1 wtime 2 binc 3 winc 4 byoyomi 5 movestogo 6", true, STATUS_OK);
    const Color black = GAME_IS_CHESS ? SECOND : FIRST;
    assert_int_equal(request.time_ms[black], 1);
    assert_int_equal(request.time_ms[color_other(black)], 2);
    assert_int_equal(request.increment_ms[black], 3);
    assert_int_equal(request.increment_ms[color_other(black)], 4);
    Position pos;
    pos_start(&pos);
    ClockState clock;
    assert_true(go_clock(&request, &pos, &clock));
    assert_int_equal(clock.time_ms, request.time_ms[FIRST]);
    assert_int_equal(clock.byoyomi_ms, 5);
    assert_int_equal(clock.moves_to_go, 6);
}

static void test_no_clock_and_one_clock(void **state) {
    (void)state;
    Position pos;
    pos_start(&pos);
    ClockState clock;
    GoRequest request = parsed("depth 3", true, STATUS_OK);
    assert_false(go_clock(&request, &pos, &clock));
    request = parsed(GAME_IS_CHESS ? "btime 70" : "wtime 70", true, STATUS_OK);
    assert_true(go_clock(&request, &pos, &clock));
    assert_int_equal(clock.time_ms, 70);
    request = parsed("btime 0 wtime 0 byoyomi 0", true, STATUS_OK);
    assert_true(go_clock(&request, &pos, &clock));
    request = parsed("movetime -1", true, STATUS_OK);
    assert_true(go_clock(&request, &pos, &clock));
    assert_int_equal(clock.movetime_ms, 1);
}

static void test_mate(void **state) {
    (void)state;
    assert_int_equal(parsed("mate 3", true, STATUS_OK).mate_plies, 5);
    const GoRequest timed = parsed("mate 3000", false, STATUS_OK);
    assert_true(timed.is_mate_search && timed.has_movetime && timed.movetime_ms == 3000);
    assert_false(parsed("mate infinite", false, STATUS_OK).has_movetime);
    assert_false(parsed("mate infinite", false, STATUS_OK).is_infinite);
}

static void test_moves_end_at_the_next_word(void **state) {
    (void)state;
    Position pos;
    pos_start(&pos);
    Move moves[MOVE_MAX];
    gen_legal(&pos, moves);
    char a[MOVE_TEXT_MAX], b[MOVE_TEXT_MAX], words[128];
    move_format(&pos, moves[0], a);
    move_format(&pos, moves[1], b);
    snprintf(words, sizeof words, "infinite searchmoves %s %s %s", a, b, a);
    const GoRequest request = parsed(words, true, STATUS_OK);
    assert_true(request.is_infinite && request.move_count == 2);
    assert_true(request.moves[0] == moves[0] && request.moves[1] == moves[1]);
    snprintf(words, sizeof words, "searchmoves %s %s depth 4 nodes 9", a, b);
    const GoRequest between = parsed(words, true, STATUS_OK);
    assert_true(between.move_count == 2 && between.depth == 4 && between.nodes == 9);
    snprintf(words, sizeof words, "searchmoves %s 1z9q %s infinite", a, b);
    const GoRequest wrong = parsed(words, true, STATUS_BAD_INPUT);
    assert_true(wrong.move_count == 2 && wrong.is_infinite);
}

static void test_nonsense_is_skipped(void **state) {
    (void)state;
    GoRequest request = parsed("depth infinite nodes 5", true, STATUS_BAD_INPUT);
    assert_true(request.is_infinite && request.depth == 0 && request.nodes == 5);
    request = parsed("depth 99999999999999999999 ponder", true, STATUS_BAD_INPUT);
    assert_true(request.is_ponder && request.depth == 0);
    request = parsed("btime x wtime 5", true, STATUS_BAD_INPUT);
    assert_true(request.has_time[BLACK] && request.time_ms[BLACK] == 0 &&
                request.time_ms[WHITE] == 5);
}

// A clock that is late has no time left; that is no error.
static void test_times_below_zero(void **state) {
    (void)state;
    const GoRequest request = parsed("btime -5 wtime -5 byoyomi -1 binc -3", true, STATUS_OK);
    for (Color side = FIRST; side < COLOR_NB; side++)
        assert_true(request.has_time[side] && request.time_ms[side] == 0);
    assert_true(request.has_byoyomi && request.byoyomi_ms == 0 && request.increment_ms[BLACK] == 0);
    ClockState clock;
    Position pos;
    pos_start(&pos);
    assert_true(go_clock(&request, &pos, &clock));
}

static void test_option_table(void **state) {
    (void)state;
    assert_ok(option_table_check(&SESSION_OPTIONS, error));
}

static const char *spelt(int value, bool is_uci) {
    static char text[32];
    StrBuf out = strbuf_init(text, sizeof text);
    score_format(value, is_uci, &out);
    return text;
}

static void test_scores(void **state) {
    (void)state;
    assert_string_equal(spelt(-37, true), "cp -37");
    assert_string_equal(spelt(value_win_in(5), false), "mate 5");
    assert_string_equal(spelt(value_win_in(5), true), "mate 3");
    assert_string_equal(spelt(value_win_in(1), true), "mate 1");
    assert_string_equal(spelt(value_loss_in(4), false), "mate -4");
    assert_string_equal(spelt(value_loss_in(4), true), "mate -2");
    assert_string_equal(spelt(value_loss_in(0), true), "mate 0");
    assert_string_equal(spelt(value_loss_in(0), false), "mate -0");
}

static void test_chances(void **state) {
    (void)state;
    const struct {
        int value;
        const char *text;
    } cases[] = {
        {0, BY_GAME(" wdl 500 0 500 ", " wdl 500 0 500 ", " wdl 251 498 251 ")},
        {100, BY_GAME(" wdl 529 0 471 ", " wdl 555 0 445 ", " wdl 439 435 126 ")},
        {value_loss_in(3), " wdl 0 0 1000 "},
    };
    Position pos;
    pos_start(&pos);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[INFO_LINE_MAX];
        StrBuf out = strbuf_init(text, sizeof text);
        info_format(&(SearchInfo){.value = cases[i].value}, &pos, true, true, &out);
        if (!strstr(text, cases[i].text))
            fail_msg("%s: no%s", text, cases[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_no_clock_and_one_clock),
        cmocka_unit_test(test_mate),
        cmocka_unit_test(test_moves_end_at_the_next_word),
        cmocka_unit_test(test_nonsense_is_skipped),
        cmocka_unit_test(test_times_below_zero),
        cmocka_unit_test(test_option_table),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_chances),
    };
    return cmocka_run_group_tests_name("goparse", tests, NULL, NULL);
}
