// Messages: values filled in, forms for one and many, both languages complete.
#include "app/words.h"
#include "search/value.h"
#include "testing.h"

static void assert_words(Language language, Word word, const char *a, const char *expected) {
    const char *const values[] = {a, "B", "C", "D", "E"};
    char text[512];
    StrBuf out = strbuf_init(text, sizeof text);
    words_format(language, word, values, &out);
    assert_string_equal(text, expected);
}

static void test_forms(void **state) {
    (void)state;
    assert_words(LANGUAGE_EN, WORD_MATES, "1", "mates in 1 ply");
    assert_words(LANGUAGE_EN, WORD_MATES, "3", "mates in 3 plies");
    assert_words(LANGUAGE_EN, WORD_MATED, "2", "is mated in 2 plies");
    assert_words(LANGUAGE_EN, WORD_MOVES, "0", "0 legal moves:\n");
    assert_words(LANGUAGE_EN, WORD_MOVES, "1", "1 legal move:\n");
    assert_words(LANGUAGE_EN, WORD_MOVES, "21", "21 legal moves:\n");
    assert_words(LANGUAGE_JA, WORD_MATES, "1", "1手詰め");
    assert_words(LANGUAGE_EN, WORD_REPLY, "A", "A plays B  (C, depth D, E s)\n");
    assert_words(LANGUAGE_EN, WORD_MATERIAL, "", "insufficient material");
    assert_words(LANGUAGE_JA, WORD_MATERIAL, "", "戦力不足");
}

// Every text can be formatted, and the Japanese ones are Japanese.
static void test_all(void **state) {
    (void)state;
    const char *const values[] = {"1", "1", "1", "1", "1"};
    for (Word word = (Word)0; word < WORD_NB; word++) {
        for (Language language = LANGUAGE_EN; language < LANGUAGE_NB; language++) {
            char text[512];
            StrBuf out = strbuf_init(text, sizeof text);
            words_format(language, word, values, &out);
            assert_false(out.is_cut);
            assert_true(out.len > 0);
            assert_null(strpbrk(text, "{}|"));
        }
        bool has_japanese = false;
        for (const char *c = words_text(LANGUAGE_JA, word); *c; c++)
            has_japanese |= (unsigned char)*c >= 0x80;
        assert_true(has_japanese);
    }
}

static void test_value(void **state) {
    (void)state;
    static const struct {
        Language language;
        int value;
        const char *text;
    } CASES[] = {
        {LANGUAGE_EN, 31, "+0.31"},
        {LANGUAGE_JA, -31, "評価値 -31"},
        {LANGUAGE_EN, VALUE_WIN - 1, "mates in 1 ply"},
        {LANGUAGE_EN, 2 - VALUE_WIN, "is mated in 2 plies"},
        {LANGUAGE_JA, 2 - VALUE_WIN, "2手で詰まされる"},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        char text[64];
        StrBuf out = strbuf_init(text, sizeof text);
        words_value(CASES[i].language, CASES[i].value, &out);
        assert_string_equal(text, CASES[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
