// Child processes: lines of any length both ways, and children that die, hang or misbehave.
#include "testing.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

enum { TIME_MS = 10000, SHORT_MS = 50 };

static Process shell_start(const char *script) {
    Process process;
    assert_ok(process_start(&process, (const char *const[]){"/bin/sh", "-c", script, NULL}, error));
    return process;
}

static void test_lines_come_back(void **state) {
    (void)state;
    Process process = shell_start("exec cat");
    for (int i = 0; i < 100; i++) {
        char text[32];
        snprintf(text, sizeof text, "line %d", i);
        assert_ok(process_write(&process, text, TIME_MS, error));
        Str line;
        assert_ok(process_read(&process, TIME_MS, &line, error));
        assert_true(str_eq(line, text));
    }
    process_stop(&process, NULL, TIME_MS);
    process_stop(&process, NULL, TIME_MS); // a second call does nothing
}

// Longer than both pipes together: a write that did not read meanwhile would hang.
static void test_long_lines(void **state) {
    (void)state;
    const size_t length = 1 << 20;
    char *text = malloc(length + 1);
    assert_non_null(text);
    memset(text, 'x', length);
    text[length] = '\0';
    Process process = shell_start("exec cat");
    for (int i = 0; i < 3; i++) {
        assert_ok(process_write(&process, text, TIME_MS, error));
        Str line;
        assert_ok(process_read(&process, TIME_MS, &line, error));
        assert_int_equal(line.len, length);
        assert_memory_equal(line.at, text, length);
    }
    process_stop(&process, NULL, TIME_MS);
    free(text);
}

static void test_line_ends(void **state) {
    (void)state;
    Process process = shell_start("printf 'unix\\n\\nwindows\\r\\nnone'");
    static const char *const expected[] = {"unix", "", "windows", "none"};
    Str line;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_ok(process_read(&process, TIME_MS, &line, error));
        assert_true(str_eq(line, expected[i]));
    }
    Error error;
    assert_int_equal(process_read(&process, TIME_MS, &line, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "ended"));
    process_stop(&process, NULL, TIME_MS);
}

static void test_silence_times_out(void **state) {
    (void)state;
    Process process = shell_start("printf 'half a line'; exec sleep 60");
    Str line;
    Error error;
    assert_int_equal(process_read(&process, SHORT_MS, &line, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "no line for"));
    process_stop(&process, "quit", SHORT_MS);
}

static void test_endless_line_times_out(void **state) {
    (void)state;
    Process process = shell_start("yes | tr -d '\\n'");
    Str line;
    assert_int_equal(process_read(&process, SHORT_MS, &line, NULL), STATUS_IO);
    process_stop(&process, NULL, 0);
}

static void test_write_to_the_dead(void **state) {
    (void)state;
    Process process = shell_start("exit 0");
    Str line;
    assert_int_equal(process_read(&process, TIME_MS, &line, NULL), STATUS_IO);
    Error error;
    assert_int_equal(process_write(&process, "hello", TIME_MS, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "ended"));
    process_stop(&process, "quit", TIME_MS);
}

// A SIGPIPE would end this program if it were raised.
static void test_write_to_a_closed_pipe(void **state) {
    (void)state;
    Process process = shell_start("exec <&-; echo closed; exec sleep 60");
    Str line;
    assert_ok(process_read(&process, TIME_MS, &line, error));
    for (int i = 0; i < 3; i++) {
        Error error;
        assert_int_equal(process_write(&process, "hello", TIME_MS, &error), STATUS_IO);
        assert_non_null(strstr(error.text, "cannot write"));
    }
    process_stop(&process, "quit", SHORT_MS);
}

static void test_write_to_the_deaf(void **state) {
    (void)state;
    char text[300000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    Process process = shell_start("exec sleep 60");
    Error error;
    assert_int_equal(process_write(&process, text, SHORT_MS, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "does not read"));
    process_stop(&process, NULL, 0);
}

static void test_missing_program(void **state) {
    (void)state;
    Process process;
    Error error;
    assert_int_equal(
        process_start(&process, (const char *const[]){"/nowhere/engine", NULL}, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "/nowhere/engine"));
    process_stop(&process, "quit", TIME_MS);

    char path[PROCESS_PATH_MAX];
    assert_false(process_find("no-such-program-anywhere", path));
    assert_true(process_find("sh", path));
}

// The child does not read, does not end, and has a child of its own: the whole group must be
// killed.
static void test_stubborn_group(void **state) {
    (void)state;
    Process process = shell_start("trap '' TERM INT HUP PIPE; sleep 60 & echo $!; wait; sleep 60");
    Str line;
    int64_t grandchild = 0;
    assert_ok(process_read(&process, TIME_MS, &line, error));
    assert_true(str_int(line, 2, INT32_MAX, &grandchild));
    const int64_t begin_ms = clock_ms();
    process_stop(&process, "quit", SHORT_MS);
    assert_true(clock_ms() - begin_ms < TIME_MS);
    // Init reaps it some time later.
    const int64_t deadline_ms = clock_ms() + TIME_MS;
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/stat", (int)grandchild);
    for (bool is_gone = false; !is_gone;) {
        FILE *file = fopen(name, "r");
        char letter = 'Z';
        if (file && fscanf(file, "%*d (%*[^)]) %c", &letter) != 1)
            letter = 'Z';
        is_gone = letter == 'Z';
        if (file)
            fclose(file);
        assert_true(is_gone || clock_ms() < deadline_ms);
        clock_sleep_ms(1);
    }
}

// No child and no descriptor is left behind.
static void test_nothing_is_left(void **state) {
    (void)state;
    const int before = dup(0);
    assert_true(before >= 0);
    close(before);
    for (int i = 0; i < 50; i++) {
        Process process = shell_start("cat > /dev/null");
        process_stop(&process, "quit", TIME_MS);
    }
    const int after = dup(0);
    close(after);
    assert_int_equal(after, before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_come_back),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_line_ends),
        cmocka_unit_test(test_silence_times_out),
        cmocka_unit_test(test_endless_line_times_out),
        cmocka_unit_test(test_write_to_the_dead),
        cmocka_unit_test(test_write_to_a_closed_pipe),
        cmocka_unit_test(test_write_to_the_deaf),
        cmocka_unit_test(test_missing_program),
        cmocka_unit_test(test_stubborn_group),
        cmocka_unit_test(test_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
