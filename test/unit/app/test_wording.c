#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/wording.h"

static void one_is_singular(void **state) {
    (void)state;
    assert_string_equal(word_plural(0, "ply", "plies"), "plies");
    assert_string_equal(word_plural(1, "ply", "plies"), "ply");
    assert_string_equal(word_plural(2, "ply", "plies"), "plies");
    assert_string_equal(word_plural(-1, "ply", "plies"), "plies");
}

static void counts_have_four_figures(void **state) {
    (void)state;
    static const struct {
        int64_t count;
        const char *text;
    } CASES[] = {
        {0, "0"},         {999, "999"},      {1000, "1.00k"},    {12345, "12.3k"},
        {999499, "999k"}, {999500, "1.00M"}, {4560000, "4.56M"}, {INT64_C(1) << 40, "1.10T"}};
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        char text[WORD_MAX];
        word_count(CASES[i].count, text);
        assert_string_equal(text, CASES[i].text);
    }
}

static void times_are_short(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } CASES[] = {{0.35, "0.35s"}, {12.3, "12.3s"}, {245, "4m05s"}, {7800, "2h10m"}};
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        char text[WORD_MAX];
        word_time((int64_t)(CASES[i].seconds * 1e9), text);
        assert_string_equal(text, CASES[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_singular),
        cmocka_unit_test(counts_have_four_figures),
        cmocka_unit_test(times_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
