// Where weights are looked for: EvalDir and EvalFile.
#include "testing.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eval/eval_path.h"

static const char *found(const char *folder, const char *file) {
    static char path[EVAL_PATH_MAX];
    assert_ok(eval_path(folder, file, path, error));
    return path;
}

static void make_file(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

static void test_paths(void **state) {
    (void)state;
    char folder[] = "/tmp/yuragi-eval-XXXXXX", net[64];
    assert_non_null(mkdtemp(folder));
    assert_string_equal(found("", ""), "");
    assert_string_equal(found("", "a/b.weights"), "a/b.weights");
    assert_string_equal(found("eval", "/a.weights"), "/a.weights");
    assert_string_equal(found("eval", "a.weights"), "eval/a.weights");
    // A folder alone, with and without a net.
    assert_string_equal(found(folder, ""), folder);
    snprintf(net, sizeof net, "%s/nn.bin", folder);
    make_file(net);
    assert_string_equal(found(folder, ""), net);
    unlink(net);
    rmdir(folder);
}

// A GUI may start the engine in any folder.
static void test_beside_the_program(void **state) {
    (void)state;
    char program[256], wanted[512];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    assert_true(length > 0);
    program[length] = '\0';
    const char *name = strrchr(program, '/') + 1;
    char before[256];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir("/"), 0);
    snprintf(wanted, sizeof wanted, "%s", program);
    assert_string_equal(found("", name), wanted);
    assert_int_equal(chdir(before), 0);
}

static void test_too_long(void **state) {
    (void)state;
    static char folder[EVAL_PATH_MAX], path[EVAL_PATH_MAX];
    memset(folder, 'x', sizeof folder - 1);
    Error error;
    assert_int_equal(eval_path(folder, "file", path, &error), STATUS_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_beside_the_program),
        cmocka_unit_test(test_too_long),
    };
    return cmocka_run_group_tests_name("eval_path", tests, NULL, NULL);
}
