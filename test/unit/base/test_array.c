#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "base/array.h"

static void grows_by_doubling_and_keeps_the_items(void **state) {
    (void)state;
    int *numbers = NULL;
    size_t capacity = 0;
    int growths = 0;
    for (int i = 0; i < 10000; i++) {
        const size_t before = capacity;
        assert_int_equal(ARRAY_RESERVE(numbers, capacity, (size_t)i + 1, "numbers", NULL),
                         STATUS_OK);
        assert_true(capacity == before || capacity >= 2 * before);
        growths += capacity != before;
        numbers[i] = i;
    }
    assert_true(growths < 10);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(numbers[i], i);
    free(numbers);
}

static void gives_room_for_many_at_once(void **state) {
    (void)state;
    char *bytes = NULL;
    size_t capacity = 0;
    assert_int_equal(ARRAY_RESERVE(bytes, capacity, 100000, "bytes", NULL), STATUS_OK);
    assert_true(capacity >= 100000);
    bytes[99999] = 'x';
    free(bytes);
}

static void an_array_that_cannot_grow_is_as_it_was(void **state) {
    (void)state;
    double *numbers = NULL;
    size_t capacity = 0;
    assert_int_equal(ARRAY_RESERVE(numbers, capacity, 1, "numbers", NULL), STATUS_OK);
    const double *array = numbers;
    const size_t before = capacity;
    numbers[0] = 0.5;
    Error error;
    assert_int_equal(ARRAY_RESERVE(numbers, capacity, SIZE_MAX / 2, "all numbers", &error),
                     STATUS_NO_MEMORY);
    assert_string_equal(error.text, "no memory for all numbers");
    assert_ptr_equal(numbers, array);
    assert_int_equal(capacity, before);
    assert_true(numbers[0] == 0.5);
    free(numbers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_by_doubling_and_keeps_the_items),
        cmocka_unit_test(gives_room_for_many_at_once),
        cmocka_unit_test(an_array_that_cannot_grow_is_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
