// A file that appears whole or not at all.
#include "testing.h"

#include <unistd.h>

#include "base/atomic_file.h"
#include "base/filemap.h"

static char path[64], temporary[80];

static int setup(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/yuragi-test-file-%d", (int)getpid());
    snprintf(temporary, sizeof temporary, "%s.part", path);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

static bool exists(const char *name) {
    return access(name, F_OK) == 0;
}

// Text, a long run of zeros, text, zeros to the end, and the beginning changed afterwards.
static void test_published(void **state) {
    (void)state;
    static const unsigned char zeros[100000];
    AtomicFile file;
    assert_ok(atomic_file_open(&file, path, error));
    assert_ok(atomic_file_append(&file, "head", 4, error));
    assert_ok(atomic_file_append(&file, zeros, sizeof zeros, error));
    assert_ok(atomic_file_append(&file, "tail", 4, error));
    assert_ok(atomic_file_append(&file, zeros, 50000, error));
    assert_ok(atomic_file_overwrite(&file, 0, "HE", 2, error));
    assert_false(exists(path));
    assert_ok(atomic_file_finish(&file, error));
    assert_false(exists(path));
    assert_ok(atomic_file_publish(&file, error));
    assert_true(exists(path) && !exists(temporary));
    atomic_file_release(&file);
    assert_true(exists(path));

    FileMap map;
    assert_ok(filemap_open(&map, path, error));
    assert_int_equal(map.size, 4 + 100000 + 4 + 50000);
    assert_memory_equal(map.data, "HEad", 4);
    assert_memory_equal(map.data + 4, zeros, 100000);
    assert_memory_equal(map.data + 100004, "tail", 4);
    assert_memory_equal(map.data + 100008, zeros, 50000);
    filemap_release(&map);
    unlink(path);
}

static void test_abandoned(void **state) {
    (void)state;
    AtomicFile file;
    assert_ok(atomic_file_open(&file, path, error));
    assert_ok(atomic_file_append(&file, "never", 5, error));
    assert_true(exists(temporary));
    atomic_file_release(&file);
    assert_false(exists(path) || exists(temporary));
    atomic_file_release(&file); // a second call does nothing
}

static void test_refused(void **state) {
    (void)state;
    AtomicFile file;
    Error error = {""};
    assert_int_equal(atomic_file_open(&file, "/nonexistent/x", &error), STATUS_IO);
    assert_non_null(strstr(error.text, "/nonexistent/x: cannot be written"));
    atomic_file_release(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_abandoned),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("file", tests, setup, teardown);
}
