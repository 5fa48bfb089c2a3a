// Lines, their ends, time-outs and Ctrl-C.
#include <pthread.h>
#include <unistd.h>

#include "app/interrupt.h"
#include "app/prompt.h"
#include "base/clock.h"
#include "testing.h"

typedef struct Fixture {
    Prompt prompt;
    int writer;
} Fixture;

static Fixture open_pipe(void) {
    Fixture fixture;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_ok(prompt_open(&fixture.prompt, ends[0], error));
    fixture.writer = ends[1];
    return fixture;
}

static void close_pipe(Fixture *fixture) {
    prompt_close(&fixture->prompt);
    close(fixture->prompt.input);
}

static void put(const Fixture *fixture, const char *text, size_t len) {
    assert_int_equal(write(fixture->writer, text, len), len);
}

static void expect_line(Fixture *fixture, const char *text) {
    Str line;
    assert_int_equal(prompt_read(&fixture->prompt, "", 5000, &line), PROMPT_LINE);
    if (!str_eq(line, text))
        fail_msg("'%.*s' instead of '%s'", STR_ARG(line), text);
}

static void test_lines(void **state) {
    (void)state;
    Fixture fixture = open_pipe();
    Str line;
    put(&fixture, "one\n\ntwo\nthr", 12);
    expect_line(&fixture, "one");
    expect_line(&fixture, "");
    expect_line(&fixture, "two");
    assert_int_equal(prompt_read(&fixture.prompt, "", 10, &line), PROMPT_TIMEOUT);
    put(&fixture, "ee", 2);
    close(fixture.writer);
    expect_line(&fixture, "three");
    assert_int_equal(prompt_read(&fixture.prompt, "", -1, &line), PROMPT_END);
    assert_int_equal(prompt_read(&fixture.prompt, "", -1, &line), PROMPT_END);
    close_pipe(&fixture);
}

// Too long a line is cut once, and what follows it is not lost.
static void test_long_line(void **state) {
    (void)state;
    Fixture fixture = open_pipe();
    char text[3 * PROMPT_LINE_MAX];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\n';
    put(&fixture, text, sizeof text);
    put(&fixture, "next\n", 5);
    Str line;
    assert_int_equal(prompt_read(&fixture.prompt, "", 5000, &line), PROMPT_LINE);
    assert_int_equal(line.len, PROMPT_LINE_MAX);
    expect_line(&fixture, "next");
    close(fixture.writer);
    close_pipe(&fixture);
}

static void test_interrupt(void **state) {
    (void)state;
    Fixture fixture = open_pipe();
    Str line;
    kill(getpid(), SIGINT);
    assert_int_equal(prompt_read(&fixture.prompt, "", 5000, &line), PROMPT_INTERRUPT);
    assert_int_equal(prompt_read(&fixture.prompt, "", 10, &line), PROMPT_TIMEOUT);
    kill(getpid(), SIGINT);
    close(fixture.writer);
    close_pipe(&fixture); // and the test goes on
}

// `timeout` and others send the signal to the program and to its group: the second is no press,
// neither at the prompt nor just before the program ends.
static void test_echo(void **state) {
    (void)state;
    Fixture fixture = open_pipe();
    Str line;
    kill(getpid(), SIGINT);
    assert_int_equal(prompt_read(&fixture.prompt, "", 5000, &line), PROMPT_INTERRUPT);
    kill(getpid(), SIGINT);
    assert_int_equal(prompt_read(&fixture.prompt, "", 10, &line), PROMPT_TIMEOUT);
    clock_sleep_ms(ONE_PRESS_MS + 20);
    kill(getpid(), SIGINT);
    assert_int_equal(prompt_read(&fixture.prompt, "", 5000, &line), PROMPT_INTERRUPT);
    const int64_t start_ms = clock_ms();
    close(fixture.writer);
    close_pipe(&fixture);
    assert_true(clock_ms() - start_ms >= ONE_PRESS_MS / 2); // it waited for the echo
}

static void set_flag(void *flag) {
    atomic_store((atomic_bool *)flag, true);
}

static void test_watch(void **state) {
    (void)state;
    Fixture fixture = open_pipe();
    atomic_bool is_called = false;
    PromptWatch watch;
    Str line;
    assert_ok(prompt_watch(&fixture.prompt, &watch, set_flag, &is_called, error));
    assert_false(prompt_unwatch(&watch));
    assert_false(is_called);
    assert_ok(prompt_watch(&fixture.prompt, &watch, set_flag, &is_called, error));
    kill(getpid(), SIGINT);
    for (int i = 0; i < 500 && !is_called; i++)
        clock_sleep_ms(10);
    assert_true(is_called);
    assert_true(prompt_unwatch(&watch));
    assert_int_equal(prompt_read(&fixture.prompt, "", 10, &line), PROMPT_TIMEOUT);
    close(fixture.writer);
    close_pipe(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),     cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_interrupt), cmocka_unit_test(test_echo),
        cmocka_unit_test(test_watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
