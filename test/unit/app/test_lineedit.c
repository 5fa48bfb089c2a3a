// Without a library there is no line editing, and lines are read as before.
#include <unistd.h>

#include "app/prompt.h"
#include "testing.h"

static void test_absent(void **state) {
    (void)state;
    static const char *const NONE[] = {"libyuragi-no-such-library.so.1", NULL};
    assert_null(lineedit_open(NONE, NULL, NULL));
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    Prompt prompt;
    Str line;
    assert_ok(prompt_open(&prompt, ends[0], error));
    prompt_edit(&prompt, NONE, NULL, NULL);
    assert_null(prompt.edit);
    assert_int_equal(write(ends[1], "quit\n", 5), 5);
    assert_int_equal(prompt_read(&prompt, "", 5000, &line), PROMPT_LINE);
    assert_true(str_eq(line, "quit"));
    prompt_close(&prompt);
    close(ends[0]);
    close(ends[1]);
}

// A library that is there but is another one.
static void test_other(void **state) {
    (void)state;
    static const char *const OTHER[] = {"libm.so.6", NULL};
    assert_null(lineedit_open(OTHER, NULL, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_absent),
        cmocka_unit_test(test_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
