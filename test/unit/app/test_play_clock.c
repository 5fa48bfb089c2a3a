// The clocks of a game: what may be written, how time runs out, how the engine divides it.
#include "app/play_clock.h"
#include "testing.h"

static ClockRule parse(const char *text) {
    ClockRule rule = {0};
    Error error = {""};
    if (clockrule_parse(str_of(text), &rule, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_true(rule.is_on);
    return rule;
}

static void assert_rule(const char *text, int64_t main_ms, int64_t increment_ms,
                        int64_t byoyomi_ms) {
    const ClockRule rule = parse(text);
    assert_int_equal(rule.main_ms, main_ms);
    assert_int_equal(rule.increment_ms, increment_ms);
    assert_int_equal(rule.byoyomi_ms, byoyomi_ms);
}

static void test_parse(void **state) {
    (void)state;
    assert_rule("10+5", 600000, 5000, 0);
    assert_rule("10m+30s", 600000, 0, 30000);
    assert_rule("10+30s", 600000, 0, 30000);
    assert_rule("0m+10s", 0, 0, 10000);
    assert_rule("0+2", 0, 2000, 0);
    assert_rule("5", 300000, 0, 0);
    assert_rule("90s", 90000, 0, 0);
    assert_rule("1h", 3600000, 0, 0);
    static const char *const BAD[] = {
        "",     "+",   "x",   "10+", "+5",  "0",     "0+0", "-1",
        "10+x", "10x", "1.5", "m",   "s+s", "1+2+3", "10 ", "99999999999999999999",
        "1000h"};
    for (size_t i = 0; i < ARRAY_LEN(BAD); i++) {
        ClockRule rule = {.main_ms = 4711};
        Error error = {""};
        if (clockrule_parse(str_of(BAD[i]), &rule, &error) == STATUS_OK)
            fail_msg("'%s' was accepted", BAD[i]);
        assert_int_equal(rule.main_ms, 4711);
        assert_non_null(strstr(error.text, "expected like 10+5"));
    }
}

static void test_increment(void **state) {
    (void)state;
    GameClock clock;
    gameclock_begin(&clock, parse("10s+5"));
    assert_int_equal(gameclock_limit(&clock, FIRST), 15000);
    assert_true(gameclock_spend(&clock, FIRST, 7000));
    assert_int_equal(clock.left_ms[FIRST], 13000);
    assert_int_equal(clock.left_ms[SECOND], 15000);
    assert_false(gameclock_spend(&clock, FIRST, 13000));
    assert_int_equal(clock.left_ms[FIRST], 0);
}

static void test_byoyomi(void **state) {
    (void)state;
    GameClock clock;
    gameclock_begin(&clock, parse("10s+5s"));
    assert_true(gameclock_spend(&clock, SECOND, 14999));
    assert_int_equal(clock.left_ms[SECOND], 0);
    assert_true(gameclock_spend(&clock, SECOND, 4999));
    assert_false(gameclock_spend(&clock, SECOND, 5000));
    GameClock off = {0};
    assert_true(gameclock_spend(&off, FIRST, 1000000000));
    char text[CLOCK_TEXT_MAX];
    gameclock_format(&clock, FIRST, text);
    assert_string_equal(text, "0:10 +5");
    gameclock_begin(&clock, parse("100"));
    gameclock_format(&clock, FIRST, text);
    assert_string_equal(text, "1:40:00");
}

// Whoever keeps to the plan never loses on time.
static void test_plan(void **state) {
    (void)state;
    static const char *const RULES[] = {"1s", "10s", "5m", "1+1", "0+1", "0m+1s", "10m+30s", "3h"};
    Position pos;
    pos_start(&pos);
    for (size_t i = 0; i < ARRAY_LEN(RULES); i++) {
        GameClock clock;
        gameclock_begin(&clock, parse(RULES[i]));
        for (int move = 0; move < 100; move++) {
            const TimePlan plan = gameclock_plan(&clock, &pos, 5);
            assert_int_equal(plan.start_ns, 5);
            assert_true(plan.optimum_ns >= 0 && plan.optimum_ns <= plan.maximum_ns);
            if (plan.maximum_ns / 1000000 >= gameclock_limit(&clock, FIRST) ||
                !gameclock_spend(&clock, FIRST, plan.optimum_ns / 1000000))
                fail_msg("%s: flag at move %d", RULES[i], move);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_increment),
        cmocka_unit_test(test_byoyomi),
        cmocka_unit_test(test_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
