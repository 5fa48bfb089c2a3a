#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/nearest.h"

static const char *const WORDS[] = {"play", "show", "perft", "spsa", NULL};

static const char *nearest(const char *word) {
    Nearest nearest = nearest_begin(word);
    nearest_offer_all(&nearest, WORDS);
    return nearest.found;
}

static void similar_words_are_found(void **state) {
    (void)state;
    assert_string_equal(nearest("play"), "play");
    assert_string_equal(nearest("pley"), "play");
    assert_string_equal(nearest("paly"), "play");
    assert_string_equal(nearest("PERF"), "perft");
    assert_string_equal(nearest("sho"), "show");
}

static void swapped_letters_are_one_mistake(void **state) {
    (void)state;
    Nearest nearest = nearest_begin("macth");
    nearest_offer(&nearest, "mate"); // two mistakes away
    nearest_offer(&nearest, "match");
    assert_string_equal(nearest.found, "match");
}

static void others_are_not(void **state) {
    (void)state;
    assert_null(nearest("frobnicate"));
    assert_null(nearest(""));
    char huge[5000];
    memset(huge, 'p', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    assert_null(nearest(huge));
    Nearest none = nearest_begin("play");
    nearest_offer(&none, huge);
    assert_null(none.found);
}

static void the_first_of_equals_counts(void **state) {
    (void)state;
    Nearest nearest = nearest_begin_str((Str){"catx", 3});
    nearest_offer(&nearest, "bat");
    nearest_offer(&nearest, "hat");
    assert_string_equal(nearest.found, "bat");
    nearest_offer(&nearest, "cat");
    assert_string_equal(nearest.found, "cat");
}

static void the_suggestion_is_a_question(void **state) {
    (void)state;
    char memory[64];
    StrBuf text = strbuf_init(memory, sizeof memory);
    Nearest nearest = nearest_begin("pley");
    nearest_write(&nearest, "--", &text);
    assert_string_equal(memory, "");
    nearest_offer_all(&nearest, WORDS);
    nearest_write(&nearest, "--", &text);
    assert_string_equal(memory, "; did you mean --play?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(similar_words_are_found),
        cmocka_unit_test(swapped_letters_are_one_mistake),
        cmocka_unit_test(others_are_not),
        cmocka_unit_test(the_first_of_equals_counts),
        cmocka_unit_test(the_suggestion_is_a_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
