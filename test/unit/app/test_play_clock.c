// Clocks as a person types and reads them.
#include "app/play_clock.h"
#include "testing.h"

static TimeControl parse(const char *text) {
    TimeControl time = {0};
    Error error = {""};
    if (play_clock_parse(str_of(text), &time, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_true(timecontrol_has_clock(&time));
    return time;
}

static void assert_time(const char *text, int64_t main_ms, int64_t increment_ms,
                        int64_t byoyomi_ms) {
    const TimeControl time = parse(text);
    assert_int_equal(time.main_ms, main_ms);
    assert_int_equal(time.increment_ms, increment_ms);
    assert_int_equal(time.byoyomi_ms, byoyomi_ms);
}

static void test_parse(void **state) {
    (void)state;
    assert_time("10+5", 600000, 5000, 0);
    assert_time("10m+30s", 600000, 0, 30000);
    assert_time("10+30s", 600000, 0, 30000);
    assert_time("0m+10s", 0, 0, 10000);
    assert_time("0+2", 0, 2000, 0);
    assert_time("5", 300000, 0, 0);
    assert_time("90s", 90000, 0, 0);
    assert_time("1h", 3600000, 0, 0);
    static const char *const BAD[] = {
        "",     "+",   "x",   "10+", "+5",  "0",     "0+0", "-1",
        "10+x", "10x", "1.5", "m",   "s+s", "1+2+3", "10 ", "99999999999999999999",
        "1000h"};
    for (size_t i = 0; i < ARRAY_LEN(BAD); i++) {
        TimeControl time = {.main_ms = 4711};
        Error error = {""};
        if (play_clock_parse(str_of(BAD[i]), &time, &error) == STATUS_OK)
            fail_msg("'%s' was accepted", BAD[i]);
        assert_int_equal(time.main_ms, 4711);
        assert_non_null(strstr(error.text, "expected like 10+5"));
    }
}

static void test_format(void **state) {
    (void)state;
    GameClock clock;
    char text[CLOCK_TEXT_MAX];
    const TimeControl byoyomi = parse("10s+5s"), hours = parse("100");
    game_clock_begin(&clock, (TimeControl[]){byoyomi, byoyomi});
    play_clock_format(&clock, FIRST, text);
    assert_string_equal(text, "0:10 +5");
    game_clock_begin(&clock, (TimeControl[]){hours, hours});
    play_clock_format(&clock, SECOND, text);
    assert_string_equal(text, "1:40:00");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
