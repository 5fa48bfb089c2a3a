// When a search answers: at the optimum times the hardness, at the maximum, or with a whole unit of
// the clock.
#include "testing.h"

#include "base/clock.h"
#include "search/search.h"

static const int64_t ONE_S = 1000000000;

// A search that began so long ago.
static void begin(SearchControl *control, double spent_s, TimePlan plan) {
    control_init(control);
    plan.start_ns = clock_ns() - (int64_t)(spent_s * (double)ONE_S);
    control_time(control, &plan);
}

static void test_optimum(void **state) {
    (void)state;
    SearchControl control;
    int64_t due_ns = INT64_MAX;
    begin(&control, 100, (TimePlan){.optimum_ns = 90 * ONE_S, .maximum_ns = 900 * ONE_S});
    assert_false(control_is_due(&control, 1.5, &due_ns));
    assert_int_equal(due_ns, INT64_MAX);
    assert_true(control_is_due(&control, 1, &due_ns));
}

static void test_exact(void **state) {
    (void)state;
    SearchControl control;
    int64_t due_ns = INT64_MAX;
    begin(&control, 100, timeplan_exact(0, 200 * ONE_S));
    assert_false(control_is_due(&control, 0, &due_ns));
    begin(&control, 201, timeplan_exact(0, 200 * ONE_S));
    assert_true(control_is_due(&control, 0, &due_ns));
}

// A search that could answer after 1.3 s answers after 2 s, less the time of an answer, and does
// not go on into the next second when it is asked again.
static void test_unit(void **state) {
    (void)state;
    const TimePlan plan = {
        .optimum_ns = ONE_S, .maximum_ns = 900 * ONE_S, .unit_ns = ONE_S, .answer_ns = ONE_S / 100};
    SearchControl control;
    int64_t due_ns = INT64_MAX;
    begin(&control, 1.3, plan);
    const int64_t start_ns = atomic_load(&control.start_ns);
    assert_false(control_is_due(&control, 2, &due_ns));
    assert_int_equal(due_ns, INT64_MAX);
    assert_false(control_is_due(&control, 1, &due_ns));
    assert_int_equal(due_ns - start_ns, 2 * ONE_S - ONE_S / 100);
    const int64_t fixed_ns = due_ns;
    begin(&control, 1.995, plan);
    due_ns = clock_ns() - 1;
    assert_true(control_is_due(&control, 1, &due_ns));
    assert_true(due_ns > fixed_ns - 10 * ONE_S); // it stays as it was
}

// In the last hundredth of a second the next whole second is meant.
static void test_unit_is_full(void **state) {
    (void)state;
    SearchControl control;
    int64_t due_ns = INT64_MAX;
    begin(&control, 1.995,
          (TimePlan){.optimum_ns = ONE_S,
                     .maximum_ns = 900 * ONE_S,
                     .unit_ns = ONE_S,
                     .answer_ns = ONE_S / 100});
    assert_false(control_is_due(&control, 1, &due_ns));
    assert_int_equal(due_ns - atomic_load(&control.start_ns), 3 * ONE_S - ONE_S / 100);
}

static void test_stop_and_no_clock(void **state) {
    (void)state;
    SearchControl control;
    int64_t due_ns = INT64_MAX;
    control_init(&control);
    assert_false(control_is_due(&control, 0, &due_ns));
    control_stop(&control);
    assert_true(control_is_due(&control, 1, &due_ns));
}

// A part of a search ends with the whole, by its clock or when it is stopped, and may be stopped
// alone.
static void test_inside(void **state) {
    (void)state;
    SearchControl outer, inner;
    int64_t due_ns = INT64_MAX;
    begin(&outer, 100, (TimePlan){.optimum_ns = 90 * ONE_S, .maximum_ns = 900 * ONE_S});
    control_init_inside(&inner, &outer);
    assert_false(control_is_over(&inner));
    assert_true(control_is_due(&inner, 1, &due_ns));
    begin(&outer, 100, timeplan_exact(0, 99 * ONE_S));
    assert_true(control_is_over(&inner));
    assert_false(control_is_stopped(&inner));
    control_stop(&inner);
    assert_true(control_is_stopped(&inner));
    assert_false(control_is_stopped(&outer));
    control_init(&outer);
    control_init_inside(&inner, &outer);
    control_stop(&outer);
    assert_true(control_is_over(&inner));
    assert_true(control_is_stopped(&inner));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_optimum),      cmocka_unit_test(test_inside),
        cmocka_unit_test(test_exact),        cmocka_unit_test(test_unit),
        cmocka_unit_test(test_unit_is_full), cmocka_unit_test(test_stop_and_no_clock),
    };
    return cmocka_run_group_tests_name("control", tests, NULL, NULL);
}
