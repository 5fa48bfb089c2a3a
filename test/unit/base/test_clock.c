#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <signal.h>

#include "base/clock.h"

static void never_runs_backwards(void **state) {
    (void)state;
    int64_t last = clock_ns();
    for (int i = 0; i < 100000; i++) {
        const int64_t now = clock_ns();
        assert_true(now >= last);
        last = now;
    }
}

static void units_agree(void **state) {
    (void)state;
    const int64_t before = clock_ns() / 1000000, now = clock_ms(), after = clock_ns() / 1000000;
    assert_true(before <= now && now <= after);
}

static void sleeps_at_least_as_long_as_asked(void **state) {
    (void)state;
    const int64_t start = clock_ns();
    clock_sleep_ms(20);
    const int64_t slept = clock_ns() - start;
    assert_true(slept >= 20000000);
    assert_true(slept < 5000000000); // generous: the machine may be busy
}

static void does_not_sleep_for_nothing(void **state) {
    (void)state;
    const int64_t start = clock_ns();
    clock_sleep_ms(0);
    clock_sleep_ms(-5);
    clock_sleep_ms(INT64_MIN);
    assert_true(clock_ns() - start < 5000000000);
}

static void ignore(int signal_number) {
    (void)signal_number;
}

static void *interrupt_main(void *sleeper) {
    for (int i = 0; i < 5; i++) {
        clock_sleep_ms(5);
        pthread_kill(*(pthread_t *)sleeper, SIGUSR1);
    }
    return NULL;
}

static void signals_do_not_shorten_a_sleep(void **state) {
    (void)state;
    const struct sigaction action = {.sa_handler = ignore};
    sigaction(SIGUSR1, &action, NULL);
    pthread_t self = pthread_self(), other;
    assert_int_equal(pthread_create(&other, NULL, interrupt_main, &self), 0);
    const int64_t start = clock_ns();
    clock_sleep_ms(60);
    const int64_t slept = clock_ns() - start;
    pthread_join(other, NULL);
    assert_true(slept >= 60000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_runs_backwards),
        cmocka_unit_test(units_agree),
        cmocka_unit_test(sleeps_at_least_as_long_as_asked),
        cmocka_unit_test(does_not_sleep_for_nothing),
        cmocka_unit_test(signals_do_not_shorten_a_sleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
