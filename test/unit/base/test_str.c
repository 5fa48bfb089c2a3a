#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

// Slices point into memory of exactly their length, so that the address sanitizer sees any read
// past the end.
static void assert_str(Str s, const char *text) {
    assert_int_equal(s.len, strlen(text));
    if (s.len)
        assert_memory_equal(s.at, text, s.len);
}

static void compares_length_and_bytes(void **state) {
    (void)state;
    assert_true(str_eq(str_of("usi"), "usi"));
    assert_true(str_eq(str_of(""), ""));
    assert_false(str_eq(str_of("usi"), "usinewgame"));
    assert_false(str_eq(str_of("usinewgame"), "usi"));
    assert_false(str_eq(str_of("usi"), "USI"));
    assert_false(str_eq((Str){"a\0b", 3}, "a"));
}

static void cuts_words(void **state) {
    (void)state;
    Str rest = str_of("  position\tstartpos \r\n moves ");
    assert_str(str_word(&rest), "position");
    assert_str(str_word(&rest), "startpos");
    assert_str(str_word(&rest), "moves");
    assert_str(str_word(&rest), "");
    assert_str(str_word(&rest), "");
    assert_int_equal(rest.len, 0);
}

static void never_reads_past_the_slice(void **state) {
    (void)state;
    char *exact = malloc(3);
    memcpy(exact, " ab", 3);
    Str rest = {exact, 3};
    assert_str(str_word(&rest), "ab");
    rest = (Str){exact, 3};
    assert_str(str_until(&rest, '='), " ab");
    assert_str(str_trim((Str){exact, 3}), "ab");
    assert_false(str_eq((Str){exact, 3}, " abc"));
    memcpy(exact, "-12", 3);
    int64_t value = 0;
    assert_true(str_int((Str){exact, 3}, -100, 100, &value));
    assert_int_equal(value, -12);
    free(exact);
}

static void cuts_at_separators(void **state) {
    (void)state;
    Str rest = str_of("Ts=80=x");
    assert_str(str_until(&rest, '='), "Ts");
    assert_str(str_until(&rest, '='), "80");
    assert_str(str_until(&rest, '='), "x");
    assert_str(str_until(&rest, '='), "");
    rest = str_of("=a");
    assert_str(str_until(&rest, '='), "");
    assert_str(rest, "a");
    rest = str_of("a=");
    assert_str(str_until(&rest, '='), "a");
    assert_int_equal(rest.len, 0);
}

static void trims_both_ends(void **state) {
    (void)state;
    assert_str(str_trim(str_of(" \t a b\r\n")), "a b");
    assert_str(str_trim(str_of(" \r\n ")), "");
    assert_str(str_trim(str_of("")), "");
    assert_str(str_trim((Str){NULL, 0}), "");
}

static void assert_int(const char *text, int64_t expected) {
    int64_t value = ~expected;
    assert_true(str_int(str_of(text), INT64_MIN, INT64_MAX, &value));
    assert_true(value == expected);
}

static void assert_no_int(const char *text, int64_t min, int64_t max) {
    int64_t value = 77;
    assert_false(str_int(str_of(text), min, max, &value));
    assert_int_equal(value, 77);
}

static void reads_whole_numbers(void **state) {
    (void)state;
    assert_int("0", 0);
    assert_int("-0", 0);
    assert_int("+7", 7);
    assert_int("007", 7);
    assert_int("9223372036854775807", INT64_MAX);
    assert_int("-9223372036854775808", INT64_MIN);
}

static void reads_reals(void **state) {
    (void)state;
    double value = 77;
    static const char *const BAD[] = {"", "-", "nan", "inf", "0x10", "1.0.0", "1 ", "1e999", "e"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(str_real(str_of(BAD[i]), &value));
    assert_true(value == 77);
    assert_true(str_real(str_of("-0.125"), &value) && value == -0.125);
    assert_true(str_real((Str){"2.5e1,", 5}, &value) && value == 25);
}

static void refuses_what_is_no_number_in_range(void **state) {
    (void)state;
    static const char *const BAD[] = {"",
                                      "-",
                                      "+",
                                      "--1",
                                      "+-1",
                                      "1 ",
                                      " 1",
                                      "1.0",
                                      "0x1",
                                      "1e3",
                                      "a",
                                      "9223372036854775808",
                                      "1\n",
                                      "１",
                                      "-9223372036854775809",
                                      "99999999999999999999999"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_no_int(BAD[i], INT64_MIN, INT64_MAX);
    assert_no_int("0", 1, 512);
    assert_no_int("513", 1, 512);
    assert_no_int("-1", 0, INT64_MAX);
    int64_t value;
    assert_true(str_int(str_of("1"), 1, 512, &value));
    assert_true(str_int(str_of("512"), 1, 512, &value));
}

static void buffer_appends(void **state) {
    (void)state;
    char memory[32];
    StrBuf buf = strbuf_init(memory, sizeof memory);
    assert_string_equal(memory, "");
    strbuf_text(&buf, "nodes ");
    strbuf_format(&buf, "%d%s", 42, " nps");
    strbuf_char(&buf, '!');
    assert_string_equal(memory, "nodes 42 nps!");
    assert_int_equal(buf.len, strlen(memory));
    assert_false(buf.is_cut);
}

static void buffer_is_filled_to_the_last_byte(void **state) {
    (void)state;
    char memory[5];
    StrBuf buf = strbuf_init(memory, sizeof memory);
    strbuf_text(&buf, "ab");
    strbuf_format(&buf, "%s", "cd");
    assert_string_equal(memory, "abcd");
    assert_false(buf.is_cut);
    strbuf_format(&buf, "%s", "");
    assert_false(buf.is_cut);
    strbuf_char(&buf, 'e');
    assert_true(buf.is_cut);
    assert_string_equal(memory, "abcd");
}

static void buffer_remembers_what_did_not_fit(void **state) {
    (void)state;
    char memory[5];
    StrBuf buf = strbuf_init(memory, sizeof memory);
    strbuf_text(&buf, "abcdef");
    assert_true(buf.is_cut);
    assert_string_equal(memory, "abcd");
    buf = strbuf_init(memory, sizeof memory);
    strbuf_format(&buf, "%s", "abcde");
    assert_true(buf.is_cut);
    assert_int_equal(buf.len, 4);
    assert_string_equal(memory, "abcd");
    strbuf_format(&buf, "%d", 1);
    assert_string_equal(memory, "abcd");
    buf = strbuf_init(memory, 1);
    strbuf_format(&buf, "%d", 1);
    strbuf_char(&buf, 'x');
    assert_true(buf.is_cut);
    assert_string_equal(memory, "");
}

static void printf_argument_is_bounded(void **state) {
    (void)state;
    char text[200], memory[300];
    memset(text, 'y', sizeof text);
    StrBuf buf = strbuf_init(memory, sizeof memory);
    const Str s = {text, sizeof text};
    strbuf_format(&buf, "%.*s", STR_ARG(s));
    assert_int_equal(buf.len, 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compares_length_and_bytes),
        cmocka_unit_test(cuts_words),
        cmocka_unit_test(never_reads_past_the_slice),
        cmocka_unit_test(cuts_at_separators),
        cmocka_unit_test(trims_both_ends),
        cmocka_unit_test(reads_whole_numbers),
        cmocka_unit_test(reads_reals),
        cmocka_unit_test(refuses_what_is_no_number_in_range),
        cmocka_unit_test(buffer_appends),
        cmocka_unit_test(buffer_is_filled_to_the_last_byte),
        cmocka_unit_test(buffer_remembers_what_did_not_fit),
        cmocka_unit_test(printf_argument_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
