// Text by columns: its width, where it is cut and broken, and what is not printed.
#include "app/columns.h"
#include "testing.h"

static void test_width(void **state) {
    (void)state;
    assert_int_equal(columns_of(str_of("")), 0);
    assert_int_equal(columns_of(str_of("7g7f")), 4);
    assert_int_equal(columns_of(str_of("先手")), 4);
    assert_int_equal(columns_of(str_of("▲７六歩")), 8);
    assert_int_equal(columns_of(str_of("♔e1")), 3);
    assert_int_equal(columns_of(str_of("e\xcc\x81")), 1); // an accent of its own
    assert_int_equal(columns_of(str_of("\xff\x80\xe5")), 3);
}

static void test_cut(void **state) {
    (void)state;
    assert_int_equal(columns_cut(str_of("abc"), 5).len, 3);
    assert_int_equal(columns_cut(str_of("abc"), 2).len, 2);
    assert_int_equal(columns_cut(str_of("先手"), 3).len, 3); // never half a character
    assert_int_equal(columns_cut(str_of("先手"), 1).len, 0);
}

static void assert_wrapped(const char *text, int width, int indent, const char *expected) {
    char shown[512] = "";
    FILE *out = fmemopen(shown, sizeof shown, "w");
    assert_non_null(out);
    columns_wrap(str_of(text), width, indent, out);
    fclose(out);
    assert_string_equal(shown, expected);
}

static void test_wrap(void **state) {
    (void)state;
    assert_wrapped("", 10, 0, "");
    assert_wrapped("one two\n", 10, 0, "one two\n");
    assert_wrapped("one two", 7, 0, "one two");
    assert_wrapped("one two\n", 6, 0, "one\ntwo\n");
    assert_wrapped("one two three\n", 8, 2, "one two\n  three\n");
    assert_wrapped("a\n\nb\n", 8, 2, "a\n\nb\n");
    assert_wrapped("  name   a long text\n", 12, 4, "  name   a\n    long\n    text\n");
    assert_wrapped("unbreakable\n", 5, 0, "unbre\nakabl\ne\n");
    assert_wrapped("先手の番です。\n", 8, 0, "先手の番\nです。\n");
    assert_wrapped("先手番です。\n", 10, 0, "先手番で\nす。\n"); // no row begins with a full stop
    assert_wrapped("abc先手\n", 4, 0, "abc\n先手\n");
    assert_wrapped("ab（先手）\n", 5, 0, "ab\n（先\n手）\n"); // nor ends with a bracket that opens
    assert_wrapped("▲２六歩 △８四歩 ▲２五歩\n", 22, 2, "▲２六歩 △８四歩\n  ▲２五歩\n");
}

static void test_clean(void **state) {
    (void)state;
    char text[16];
    columns_clean(str_of("7g\x1b[31m\n"), false, text, sizeof text);
    assert_string_equal(text, "7g?[31m?");
    columns_clean(str_of("７六歩"), false, text, sizeof text);
    assert_string_equal(text, "７六歩");
    columns_clean(str_of("７x"), true, text, sizeof text);
    assert_string_equal(text, "?x");
    columns_clean(str_of("\xff\xfe\xed\xa0\x80\xc2\x9b"), false, text, sizeof text);
    assert_string_equal(text, "??????");
    columns_clean(str_of("１２３４５６７"), false, text, sizeof text);
    assert_string_equal(text, "１２３４５"); // cut between characters
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
