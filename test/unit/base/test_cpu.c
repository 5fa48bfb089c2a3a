// The program names the processor it was built for, and runs on this one.
#include "testing.h"

#include "base/cpu.h"

static void test_level(void **state) {
    (void)state;
    const char *level = cpu_level();
    assert_true(!strcmp(level, "x86-64-v3") || !strcmp(level, "x86-64") || !strcmp(level, "other"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_level)};
    return cmocka_run_group_tests_name("cpu", tests, NULL, NULL);
}
