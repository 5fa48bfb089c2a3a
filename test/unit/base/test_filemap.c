// A file in memory: its contents, and every error of opening it.
#include "testing.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/filemap.h"

static char path[64];

static int setup(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/yuragi-test-filemap-%d", (int)getpid());
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

static void write_file(const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_contents(void **state) {
    (void)state;
    write_file("yuragi");
    FileMap map;
    assert_ok(filemap_open(&map, path, error));
    assert_int_equal(map.size, 6);
    assert_memory_equal(map.data, "yuragi", 6);
    filemap_release(&map);
    assert_null(map.data);
    filemap_release(&map); // a second call does nothing
}

static void test_empty(void **state) {
    (void)state;
    write_file("");
    FileMap map;
    assert_ok(filemap_open(&map, path, error));
    assert_int_equal(map.size, 0);
    assert_null(map.data);
    filemap_release(&map);
}

static void test_refusals(void **state) {
    (void)state;
    FileMap map;
    Error error = {""};
    assert_int_equal(filemap_open(&map, "/nonexistent", &error), STATUS_IO);
    assert_non_null(strstr(error.text, "/nonexistent: No such file"));
    assert_int_equal(filemap_open(&map, "/tmp", &error), STATUS_IO);
    assert_non_null(strstr(error.text, "/tmp: is not a regular file"));
    assert_int_equal(filemap_open(&map, "", &error), STATUS_IO);
}

static void test_pipe(void **state) {
    (void)state;
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    FileMap map;
    Error error = {""};
    assert_int_equal(filemap_open(&map, path, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "is not a regular file"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contents),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_pipe),
    };
    return cmocka_run_group_tests_name("filemap", tests, setup, teardown);
}
