// Lines of any length and content from a pipe, at any time.
#include "testing.h"

#include <unistd.h>

#include "base/lines.h"

typedef struct Wire {
    int out;
    Lines lines;
    int in;
} Wire;

static void wire_open(Wire *wire) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    wire->in = ends[0];
    wire->out = ends[1];
    lines_init(&wire->lines, ends[0]);
}

static void wire_close(Wire *wire) {
    lines_release(&wire->lines);
    close(wire->in);
    if (wire->out >= 0)
        close(wire->out);
}

static void wire_send(Wire *wire, const void *bytes, size_t size) {
    assert_int_equal(write(wire->out, bytes, size), size);
}

static void test_lines(void **state) {
    (void)state;
    Wire wire;
    wire_open(&wire);
    wire_send(&wire, "one\n\ntw\0o\nthr", 13);
    Str line;
    assert_int_equal(lines_next(&wire.lines, 1000, &line), LINES_LINE);
    assert_true(str_eq(line, "one"));
    assert_int_equal(lines_next(&wire.lines, 1000, &line), LINES_LINE);
    assert_int_equal(line.len, 0);
    assert_int_equal(lines_next(&wire.lines, -1, &line), LINES_LINE);
    assert_int_equal(line.len, 4);
    assert_memory_equal(line.at, "tw\0o", 4);
    assert_int_equal(lines_next(&wire.lines, 5, &line), LINES_LATE);
    wire_send(&wire, "ee\nfour", 7);
    assert_int_equal(lines_next(&wire.lines, 1000, &line), LINES_LINE);
    assert_true(str_eq(line, "three"));
    assert_int_equal(lines_next(&wire.lines, 0, &line), LINES_LATE);
    close(wire.out);
    wire.out = -1;
    assert_int_equal(lines_next(&wire.lines, -1, &line), LINES_LINE);
    assert_true(str_eq(line, "four"));
    assert_int_equal(lines_next(&wire.lines, -1, &line), LINES_END);
    assert_int_equal(lines_next(&wire.lines, 0, &line), LINES_END);
    wire_close(&wire);
}

static FILE *file_of(size_t length) {
    FILE *file = tmpfile();
    assert_non_null(file);
    char *chunk = malloc(1 << 20);
    assert_non_null(chunk);
    memset(chunk, 'x', 1 << 20);
    for (size_t left = length; left;) {
        const size_t part = left < 1 << 20 ? left : 1 << 20;
        assert_int_equal(fwrite(chunk, 1, part, file), part);
        left -= part;
    }
    free(chunk);
    fputs("\nnext\n", file);
    rewind(file);
    return file;
}

static void test_long_lines(void **state) {
    (void)state;
    FILE *file = file_of(5000000);
    Lines lines;
    Str line;
    lines_init(&lines, fileno(file));
    assert_int_equal(lines_next(&lines, -1, &line), LINES_LINE);
    assert_int_equal(line.len, 5000000);
    assert_int_equal(lines_next(&lines, -1, &line), LINES_LINE);
    assert_true(str_eq(line, "next"));
    assert_int_equal(lines_next(&lines, -1, &line), LINES_END);
    lines_release(&lines);
    fclose(file);
}

static void test_too_long_lines(void **state) {
    (void)state;
    FILE *file = file_of((size_t)LINES_BYTES_MAX * 2 + 12345);
    Lines lines;
    Str line;
    lines_init(&lines, fileno(file));
    assert_int_equal(lines_next(&lines, -1, &line), LINES_TOO_LONG);
    assert_int_equal(lines_next(&lines, -1, &line), LINES_LINE);
    assert_true(str_eq(line, "next"));
    lines_release(&lines);
    fclose(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_too_long_lines),
    };
    return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
