#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/status.h"

static void sets_text_and_returns_status(void **state) {
    (void)state;
    Error error;
    assert_int_equal(error_set(&error, STATUS_IO, "file %s, line %d", "x.sfen", 7), STATUS_IO);
    assert_string_equal(error.text, "file x.sfen, line 7");
}

static void null_error_is_allowed(void **state) {
    (void)state;
    assert_int_equal(error_set(NULL, STATUS_NO_MEMORY, "%d", 1), STATUS_NO_MEMORY);
}

static void unprintable_bytes_are_replaced(void **state) {
    (void)state;
    Error error;
    error_set(&error, STATUS_BAD_INPUT, "a\nb\x1b[31m\x7f\xe6\xad\xa9~ z");
    assert_string_equal(error.text, "a?b?[31m????~ z");
}

static void long_text_is_cut_and_terminated(void **state) {
    (void)state;
    char text[2 * sizeof(Error)];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    Error error;
    memset(&error, '!', sizeof error);
    error_set(&error, STATUS_BAD_INPUT, "%s", text);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static Status step(Status status, int *steps) {
    ++*steps;
    return status;
}

static Status two_steps(Status first, Status second, int *steps) {
    TRY(step(first, steps));
    TRY(step(second, steps));
    return STATUS_OK;
}

static void try_forwards_the_first_failure(void **state) {
    (void)state;
    int steps = 0;
    assert_int_equal(two_steps(STATUS_OK, STATUS_OK, &steps), STATUS_OK);
    assert_int_equal(steps, 2);
    assert_int_equal(two_steps(STATUS_IO, STATUS_BAD_INPUT, &steps), STATUS_IO);
    assert_int_equal(steps, 3);
    assert_int_equal(two_steps(STATUS_OK, STATUS_BAD_INPUT, &steps), STATUS_BAD_INPUT);
    assert_int_equal(steps, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_text_and_returns_status),
        cmocka_unit_test(null_error_is_allowed),
        cmocka_unit_test(unprintable_bytes_are_replaced),
        cmocka_unit_test(long_text_is_cut_and_terminated),
        cmocka_unit_test(try_forwards_the_first_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
