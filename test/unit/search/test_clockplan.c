// The plan for a move keeps its promises at every clock, likely or not.
#include "testing.h"

#include "base/rng.h"
#include "search/clockplan.h"

enum { CLOCKS = 200000, MS = 1000000 };

static const ClockConfig LOCAL = {.delay_ms = 10, .delay_most_ms = 80, .slow_mover = 100};

// Mostly small, now and then absurd.
static int64_t some_ms(Rng *rng) {
    static const int64_t SIZES[] = {1, 30, 200, 1500, 20000, 1000000, INT64_MAX / 4};
    if (rng_below(rng, 4) == 0)
        return 0;
    const int64_t size = SIZES[rng_below(rng, rng_below(rng, 20) ? 6 : 7)];
    return (int64_t)(rng_unit(rng) * (double)size);
}

static ClockState some_clock(Rng *rng) {
    ClockState clock = {.time_ms = some_ms(rng), .ply = (int)rng_below(rng, 400)};
    if (rng_below(rng, 2))
        clock.byoyomi_ms = some_ms(rng);
    else
        clock.increment_ms = some_ms(rng);
    if (rng_below(rng, 4) == 0)
        clock.moves_to_go = (int)rng_below(rng, 60);
    if (rng_below(rng, 8) == 0)
        clock.movetime_ms = some_ms(rng);
    return clock;
}

static ClockConfig some_habits(Rng *rng) {
    return (ClockConfig){.delay_ms = (int)rng_below(rng, 200),
                         .delay_most_ms = (int)rng_below(rng, 2000),
                         .minimum_ms = rng_below(rng, 2) ? (int)rng_below(rng, 5000) : 0,
                         .slow_mover = 1 + (int)rng_below(rng, 1000),
                         .is_pondering = rng_below(rng, 2)};
}

// What is left until the flag falls, in milliseconds.
static double wall_ms(const ClockState *clock) {
    if (clock->movetime_ms > 0)
        return (double)clock->movetime_ms;
    const double wall = (double)clock->time_ms + (double)clock->byoyomi_ms;
    return wall > 0 ? wall : (double)clock->increment_ms;
}

static void test_never_beyond_the_flag(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < CLOCKS; i++) {
        const ClockState clock = some_clock(&rng);
        const ClockConfig habits = some_habits(&rng);
        const TimePlan plan = clockplan_make(&clock, &habits, 7);
        assert_int_equal(plan.start_ns, 7);
        assert_true(plan.optimum_ns > 0 && plan.optimum_ns <= plan.maximum_ns);
        const double wall = wall_ms(&clock);
        const double delay = clock.movetime_ms > 0 ? 1 : habits.delay_most_ms;
        const double margin = delay < wall * 2 / 3 ? delay : 0;
        const double most = wall - margin > 0.5 ? wall - margin : 0.5;
        if ((double)plan.maximum_ns / MS > most * 1.000001)
            fail_msg("%.1f ms of %.1f ms", (double)plan.maximum_ns / MS, wall);
    }
}

static void test_more_time_is_more_thought(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 2);
    for (int i = 0; i < CLOCKS; i++) {
        ClockState clock = some_clock(&rng);
        const ClockConfig habits = some_habits(&rng);
        const TimePlan before = clockplan_make(&clock, &habits, 0);
        const int64_t more = 1 + some_ms(&rng) / 2;
        const bool is_lone_increment = clock.time_ms + clock.byoyomi_ms == 0;
        clock.time_ms += more;
        const TimePlan after = clockplan_make(&clock, &habits, 0);
        // With nothing but an increment left all of it counts; with a little time only that does.
        if (is_lone_increment)
            continue;
        if (!clock.byoyomi_ms)
            assert_true(after.optimum_ns >= before.optimum_ns);
        assert_true(after.maximum_ns >= before.maximum_ns || clock.byoyomi_ms);
    }
}

// As GUIs play them: how long a game lasts when every move takes its maximum.
static int moves_until_flag(ClockState clock, double overhead_ms, int moves) {
    double left = (double)clock.time_ms;
    for (int i = 0; i < moves; i++) {
        clock.time_ms = (int64_t)left;
        clock.ply = 2 * i;
        const TimePlan plan = clockplan_make(&clock, &LOCAL, 0);
        left -= (double)plan.optimum_ns / MS + overhead_ms;
        if (left < 0)
            return i;
        left += (double)clock.increment_ms;
    }
    return moves;
}

static void test_games_are_played_to_their_end(void **state) {
    (void)state;
    assert_int_equal(moves_until_flag((ClockState){.time_ms = 1000}, 1.5, 150), 150);
    assert_int_equal(moves_until_flag((ClockState){.time_ms = 60000}, 2, 300), 300);
    assert_int_equal(moves_until_flag((ClockState){.time_ms = 100, .increment_ms = 10}, 5, 1000),
                     1000);
    assert_int_equal(moves_until_flag((ClockState){.time_ms = 10000, .increment_ms = 100}, 8, 1000),
                     1000);
}

static void test_time_is_not_wasted(void **state) {
    (void)state;
    // A byoyomi is used up when nothing else is left.
    TimePlan plan = clockplan_make(&(ClockState){.byoyomi_ms = 10000}, &LOCAL, 0);
    assert_true(plan.optimum_ns == plan.maximum_ns && plan.maximum_ns >= INT64_C(9900) * MS);
    // With main time besides, a move takes at least most of it.
    plan = clockplan_make(&(ClockState){.time_ms = 600000, .byoyomi_ms = 10000}, &LOCAL, 0);
    assert_true(plan.optimum_ns >= INT64_C(10000) * MS && plan.maximum_ns > 3 * plan.optimum_ns);
    // Ten minutes last a game.
    plan = clockplan_make(&(ClockState){.time_ms = 600000}, &LOCAL, 0);
    assert_true(plan.optimum_ns >= INT64_C(8000) * MS && plan.optimum_ns <= INT64_C(20000) * MS);
    // An increment is used.
    plan = clockplan_make(&(ClockState){.time_ms = 10000, .increment_ms = 2000}, &LOCAL, 0);
    assert_true(plan.optimum_ns >= INT64_C(2000) * MS);
    // The last move before the clock is wound up.
    plan = clockplan_make(&(ClockState){.time_ms = 5000, .moves_to_go = 1}, &LOCAL, 0);
    assert_true(plan.optimum_ns >= INT64_C(4000) * MS);
    // Exactly a move's time, whatever the delays of the clock are.
    const ClockConfig far = {.delay_ms = 120, .delay_most_ms = 1120, .slow_mover = 100};
    plan = clockplan_make(&(ClockState){.movetime_ms = 100, .time_ms = 5}, &far, 0);
    assert_true(plan.maximum_ns >= INT64_C(97) * MS && plan.maximum_ns < INT64_C(100) * MS);
    assert_int_equal(plan.optimum_ns, plan.maximum_ns);
}

static void test_habits(void **state) {
    (void)state;
    const ClockState clock = {.time_ms = 60000};
    const TimePlan normal = clockplan_make(&clock, &LOCAL, 0);
    ClockConfig habits = LOCAL;
    habits.slow_mover = 50;
    assert_true(clockplan_make(&clock, &habits, 0).optimum_ns < normal.optimum_ns);
    habits = LOCAL;
    habits.is_pondering = true;
    assert_true(clockplan_make(&clock, &habits, 0).optimum_ns > normal.optimum_ns);
    habits = LOCAL;
    habits.minimum_ms = 3000;
    assert_int_equal(clockplan_make(&clock, &habits, 0).optimum_ns, INT64_C(3000) * MS);
}

// A clock of whole seconds: the plan carries the unit and what an answer takes.
static void test_whole_seconds(void **state) {
    (void)state;
    ClockConfig habits = LOCAL;
    const ClockState clock = {.time_ms = 60000};
    assert_int_equal(clockplan_make(&clock, &habits, 0).unit_ns, 0);
    habits.rounds_up = true;
    const TimePlan plan = clockplan_make(&clock, &habits, 0);
    assert_int_equal(plan.unit_ns, INT64_C(1000) * MS);
    assert_int_equal(plan.answer_ns, INT64_C(10) * MS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_beyond_the_flag),
        cmocka_unit_test(test_more_time_is_more_thought),
        cmocka_unit_test(test_games_are_played_to_their_end),
        cmocka_unit_test(test_time_is_not_wasted),
        cmocka_unit_test(test_habits),
        cmocka_unit_test(test_whole_seconds),
    };
    return cmocka_run_group_tests_name("clockplan", tests, NULL, NULL);
}
