// The clocks of a game: how time runs out, and how an engine divides it.
#include "play/game_clock.h"
#include "testing.h"

enum { MS = 1000000 };

static GameClock clock_of(TimeControl time) {
    GameClock clock;
    game_clock_begin(&clock, (TimeControl[]){time, time});
    return clock;
}

static bool spend(GameClock *clock, Color side, int64_t time_ms) {
    return game_clock_spend(clock, side, time_ms * MS, 0);
}

static void test_increment(void **state) {
    (void)state;
    GameClock clock = clock_of((TimeControl){.main_ms = 10000, .increment_ms = 5000});
    assert_int_equal(game_clock_limit_ms(&clock, FIRST), 15000);
    assert_true(spend(&clock, FIRST, 7000));
    assert_int_equal(clock.left_ns[FIRST] / MS, 13000);
    assert_int_equal(clock.left_ns[SECOND] / MS, 15000);
    assert_false(spend(&clock, FIRST, 13000));
    assert_int_equal(clock.left_ns[FIRST], 0);
}

static void test_byoyomi(void **state) {
    (void)state;
    GameClock clock = clock_of((TimeControl){.main_ms = 10000, .byoyomi_ms = 5000});
    assert_true(spend(&clock, SECOND, 14999));
    assert_int_equal(clock.left_ns[SECOND], 0);
    assert_true(spend(&clock, SECOND, 4999));
    assert_false(spend(&clock, SECOND, 5000));
    GameClock off = clock_of((TimeControl){0});
    assert_false(game_clock_has_flag(&off, FIRST));
    assert_true(spend(&off, FIRST, 1000000000));
}

static void test_margin_and_movetime(void **state) {
    (void)state;
    GameClock clock = clock_of((TimeControl){.main_ms = 100});
    assert_true(game_clock_spend(&clock, FIRST, 129 * MS, 30));
    assert_int_equal(clock.left_ns[FIRST], 0);
    assert_false(game_clock_spend(&clock, FIRST, 30 * MS, 30));
    clock = clock_of((TimeControl){.movetime_ms = 50});
    assert_true(game_clock_has_flag(&clock, FIRST));
    assert_true(spend(&clock, FIRST, 60)); // a little late is no fault
    assert_false(spend(&clock, FIRST, 2000));
}

// An engine that keeps to the plan never loses on time.
static void test_plan(void **state) {
    (void)state;
    static const TimeControl TIMES[] = {
        {.main_ms = 1000},
        {.main_ms = 10000},
        {.main_ms = 300000},
        {.main_ms = 60000, .increment_ms = 1000},
        {.increment_ms = 1000},
        {.byoyomi_ms = 1000},
        {.main_ms = 600000, .byoyomi_ms = 30000},
        {.main_ms = 10800000},
    };
    Position pos;
    pos_start(&pos);
    for (size_t i = 0; i < ARRAY_LEN(TIMES); i++) {
        GameClock clock = clock_of(TIMES[i]);
        for (int move = 0; move < 100; move++) {
            const TimePlan plan = game_clock_plan(&clock, &pos, false, 5);
            assert_int_equal(plan.start_ns, 5);
            assert_true(plan.optimum_ns >= 0 && plan.optimum_ns <= plan.maximum_ns);
            if (plan.maximum_ns / MS >= game_clock_limit_ms(&clock, FIRST) ||
                !game_clock_spend(&clock, FIRST, plan.optimum_ns, 0))
                fail_msg("time control %zu: flag at move %d", i, move);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_increment),
        cmocka_unit_test(test_byoyomi),
        cmocka_unit_test(test_margin_and_movetime),
        cmocka_unit_test(test_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
