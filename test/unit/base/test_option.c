#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/macros.h"
#include "base/option.h"
#include "option_check.h"

typedef enum SearchName { SEARCH_SOFTMAX, SEARCH_ALPHABETA, SEARCH_UCT } SearchName;

typedef struct Settings {
    bool is_pondering;
    int threads;
    int resign_value;
    double ts;
    SearchName search;
    char eval_file[16];
    char note[8];
    bool is_hash_cleared;
} Settings;

static const char *const SEARCHES[] = {"softmax", "alphabeta", "uct", NULL};

static const OptionSpec SPECS[] = {
    OPTION_ROW_CHECK(Settings, is_pondering, "USI_Ponder", "false", "think on the opponent's time"),
    OPTION_ROW_SPIN(Settings, threads, "Threads", "2", 1, 512, "number of search threads"),
    OPTION_ROW_SPIN(Settings, resign_value, "ResignValue", "99999", INT32_MIN, INT32_MAX,
                    "resign below this value, in centipawns"),
    OPTION_ROW_REAL(Settings, ts, "Ts", "120.5", 0.001, 1e6, "selection temperature"),
    OPTION_ROW_COMBO(Settings, search, "Search", "alphabeta", SEARCHES, "which search to use"),
    OPTION_ROW_FILE(Settings, eval_file, "EvalFile", "eval.bin", "file of weights"),
    OPTION_ROW_STRING(Settings, note, "Note", "", "a free text"),
    OPTION_ROW_BUTTON(Settings, is_hash_cleared, "Clear_Hash", "clear the transposition table"),
};

static const OptionTable TABLE = OPTION_TABLE(SPECS);

static Status set(Settings *settings, const char *name, const char *value, Error *error) {
    return option_set(&TABLE, settings, str_of(name), str_of(value), error);
}

static Settings defaults(void) {
    Settings settings;
    memset(&settings, 0x5a, sizeof settings);
    option_defaults(&TABLE, &settings);
    return settings;
}

static void assert_set(Settings *settings, const char *name, const char *value) {
    Error error = {""};
    assert_int_equal(set(settings, name, value, &error), STATUS_OK);
    assert_string_equal(error.text, "");
}

// The error has exactly this text, and no byte of the settings has changed.
static void assert_refused(const char *name, const char *value, const char *sentence) {
    Settings settings = defaults();
    const Settings before = settings;
    Error error = {""};
    assert_int_equal(set(&settings, name, value, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, sentence);
    assert_memory_equal(&settings, &before, sizeof settings);
    assert_int_equal(set(&settings, name, value, NULL), STATUS_BAD_INPUT);
}

static void table_is_sound(void **state) {
    (void)state;
    Error error = {""};
    assert_int_equal(option_table_check(&TABLE, &error), STATUS_OK);
    assert_string_equal(error.text, "");
    assert_int_equal(option_table_check(&(OptionTable){NULL, 0}, &error), STATUS_OK);
}

static void defaults_fill_every_field(void **state) {
    (void)state;
    const Settings settings = defaults();
    assert_false(settings.is_pondering);
    assert_int_equal(settings.threads, 2);
    assert_int_equal(settings.resign_value, 99999);
    assert_true(settings.ts == 120.5);
    assert_int_equal(settings.search, SEARCH_ALPHABETA);
    assert_string_equal(settings.eval_file, "eval.bin");
    assert_string_equal(settings.note, "");
    assert_false(settings.is_hash_cleared);
}

static void every_kind_can_be_set(void **state) {
    (void)state;
    Settings settings = defaults();
    assert_set(&settings, "USI_Ponder", "true");
    assert_true(settings.is_pondering);
    assert_set(&settings, "USI_Ponder", "False");
    assert_false(settings.is_pondering);
    assert_set(&settings, "Threads", "512");
    assert_int_equal(settings.threads, 512);
    assert_set(&settings, "ResignValue", "-2147483648");
    assert_int_equal(settings.resign_value, INT32_MIN);
    assert_set(&settings, "Ts", "80");
    assert_true(settings.ts == 80);
    assert_set(&settings, "Ts", "2.5e-2");
    assert_true(settings.ts == 0.025);
    assert_set(&settings, "Search", "uct");
    assert_int_equal(settings.search, SEARCH_UCT);
    assert_set(&settings, "EvalFile", "my weights.bin");
    assert_string_equal(settings.eval_file, "my weights.bin");
    assert_set(&settings, "EvalFile", "<empty>");
    assert_string_equal(settings.eval_file, "");
    assert_set(&settings, "Note", "\xe6\xad\xa9"); // text may be UTF-8
    assert_string_equal(settings.note, "\xe6\xad\xa9");
    assert_set(&settings, "Note", "");
    assert_string_equal(settings.note, "");
    assert_set(&settings, "Clear_Hash", "");
    assert_true(settings.is_hash_cleared);
}

static void case_and_outer_space_do_not_matter(void **state) {
    (void)state;
    Settings settings = defaults();
    assert_set(&settings, " tHREADS ", " 7\r\n");
    assert_int_equal(settings.threads, 7);
    assert_set(&settings, "search", "SoftMax");
    assert_int_equal(settings.search, SEARCH_SOFTMAX);
    assert_int_equal(option_set(&TABLE, &settings, str_of("clear_hash"), (Str){NULL, 0}, NULL),
                     STATUS_OK);
    assert_true(settings.is_hash_cleared);
}

static void finds_rows(void **state) {
    (void)state;
    assert_ptr_equal(option_find(&TABLE, str_of("ts")), &SPECS[3]);
    assert_null(option_find(&TABLE, str_of("T")));
    assert_null(option_find(&TABLE, str_of("")));
}

static void unknown_names_get_a_suggestion(void **state) {
    (void)state;
    assert_refused("Thread", "1", "there is no option \"Thread\"; did you mean Threads?");
    assert_refused("therads", "1", "there is no option \"therads\"; did you mean Threads?");
    assert_refused("Ponder", "1", "there is no option \"Ponder\"; did you mean USI_Ponder?");
    assert_refused("Quetzalcoatl", "1", "there is no option \"Quetzalcoatl\"");
    assert_refused("", "1", "there is no option \"\"");
    assert_refused("a\nb", "1", "there is no option \"a?b\"");
    char name[5000], sentence[200];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    StrBuf expected = strbuf_init(sentence, sizeof sentence);
    strbuf_format(&expected, "there is no option \"%.60s\"", name);
    assert_refused(name, "1", sentence);
}

static void bad_spins_are_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {"0", "513", "-1", "abc", "", "1.5", "99999999999999999999"};
    for (size_t i = 0; i < ARRAY_LEN(BAD); i++) {
        char sentence[200];
        StrBuf expected = strbuf_init(sentence, sizeof sentence);
        strbuf_format(&expected, "option Threads: \"%s\" is not a whole number from 1 to 512",
                      BAD[i]);
        assert_refused("Threads", BAD[i], sentence);
    }
}

static void bad_reals_are_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {"0",   "1e7", "-1", "",  "x",   "nan", "inf",    "0x10",
                                      "1,5", "1e",  ".",  "-", "1 2", "--1", "1e99999"};
    for (size_t i = 0; i < ARRAY_LEN(BAD); i++) {
        char sentence[200];
        StrBuf expected = strbuf_init(sentence, sizeof sentence);
        strbuf_format(&expected, "option Ts: \"%s\" is not a number from 0.001 to 1e+06", BAD[i]);
        assert_refused("Ts", BAD[i], sentence);
    }
    char digits[200];
    memset(digits, '1', sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    Settings settings = defaults();
    assert_int_equal(set(&settings, "Ts", digits, NULL), STATUS_BAD_INPUT);
}

static void other_bad_values_are_refused(void **state) {
    (void)state;
    assert_refused("USI_Ponder", "yes", "option USI_Ponder: \"yes\" is neither true nor false");
    assert_refused("USI_Ponder", "", "option USI_Ponder: \"\" is neither true nor false");
    assert_refused("Search", "mtd", "option Search: \"mtd\" is none of softmax, alphabeta, uct");
    assert_refused("Search", "soft",
                   "option Search: \"soft\" is none of softmax, alphabeta, uct; did you mean "
                   "softmax?");
    assert_refused("Note", "12345678", "option Note: the text has 8 bytes, at most 7 fit");
    assert_refused("Note", "a\nb", "option Note: the text holds a control character");
    assert_refused("Clear_Hash", "1", "option Clear_Hash is a button and takes no value");
    Settings settings = defaults();
    const Str zero = {"a\0b", 3};
    assert_int_equal(option_set(&TABLE, &settings, str_of("Note"), zero, NULL), STATUS_BAD_INPUT);
    assert_int_equal(option_set(&TABLE, &settings, str_of("Ts"), zero, NULL), STATUS_BAD_INPUT);
    assert_set(&settings, "Note", "1234567");
    assert_string_equal(settings.note, "1234567");
}

static void prints_protocol_lines(void **state) {
    (void)state;
    static const char *const LINES[] = {
        "option name USI_Ponder type check default false",
        "option name Threads type spin default 2 min 1 max 512",
        "option name ResignValue type spin default 99999 min -2147483648 max 2147483647",
        "option name Ts type string default 120.5",
        "option name Search type combo default alphabeta var softmax var alphabeta var uct",
        "option name EvalFile type filename default eval.bin",
        "option name Note type string default <empty>",
        "option name Clear_Hash type button",
    };
    char memory[256];
    for (size_t i = 0; i < ARRAY_LEN(SPECS); i++) {
        StrBuf out = strbuf_init(memory, sizeof memory);
        option_print(&SPECS[i], OPTION_USI, &out);
        assert_string_equal(memory, LINES[i]);
        assert_false(out.is_cut);
    }
    StrBuf out = strbuf_init(memory, sizeof memory);
    option_print(&SPECS[5], OPTION_UCI, &out);
    assert_string_equal(memory, "option name EvalFile type string default eval.bin");
}

static void kinds_have_names(void **state) {
    (void)state;
    static const char *const NAMES[] = {"check", "spin",     "spin",   "real",
                                        "combo", "filename", "string", "button"};
    for (size_t i = 0; i < ARRAY_LEN(SPECS); i++)
        assert_string_equal(option_type(&SPECS[i]), NAMES[i]);
}

static void assert_unsound(OptionSpec spec, const char *sentence) {
    Error error = {""};
    assert_int_equal(option_table_check(&(OptionTable){&spec, 1}, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, sentence);
}

static void unsound_numbers_are_found(void **state) {
    (void)state;
    OptionSpec spec = SPECS[1];
    spec.fallback = "513";
    assert_unsound(spec, "option Threads: \"513\" is not a whole number from 1 to 512");
    spec = SPECS[1];
    spec.max = 1.5;
    assert_unsound(spec, "option Threads: its range is wrong for its kind");
    spec.max = 3e9;
    assert_unsound(spec, "option Threads: its range is wrong for its kind");
    spec.max = 0;
    assert_unsound(spec, "option Threads: its range is wrong for its kind");
    spec = SPECS[1];
    spec.size = sizeof(int64_t);
    assert_unsound(spec, "option Threads: its kind does not fit the size of its field");
    spec = SPECS[3];
    spec.size = sizeof(float);
    assert_unsound(spec, "option Ts: its kind does not fit the size of its field");
    spec = SPECS[0];
    spec.max = 1;
    assert_unsound(spec, "option USI_Ponder: its range is wrong for its kind");
}

static void unsound_texts_are_found(void **state) {
    (void)state;
    OptionSpec spec = SPECS[5];
    spec.fallback = "my file";
    assert_unsound(spec, "option EvalFile: its default is not one word");
    spec.fallback = NULL;
    assert_unsound(spec, "option EvalFile: its default is not one word");
    spec.fallback = "a_file_name_too_long";
    assert_unsound(spec, "option EvalFile: the text has 20 bytes, at most 15 fit");
    spec = SPECS[5];
    spec.help = "";
    assert_unsound(spec, "option EvalFile: it has no help");
    spec = SPECS[7];
    spec.fallback = "";
    assert_unsound(spec, "option Clear_Hash: its default is not one word");
    spec = SPECS[4];
    spec.choices = NULL;
    assert_unsound(spec, "option Search: its choices are wrong for its kind");
    static const char *const TWICE[] = {"alphabeta", "AlphaBeta", NULL};
    spec.choices = TWICE;
    assert_unsound(spec, "option Search: its choices are wrong for its kind");
    static const char *const SPACED[] = {"alphabeta", "two words", NULL};
    spec.choices = SPACED;
    assert_unsound(spec, "option Search: its choices are wrong for its kind");
}

static void unsound_names_are_found(void **state) {
    (void)state;
    static const char *const BAD[] = {
        NULL,     "",     "Clear Hash",
        "Ts-Min", "温度", "A_name_that_is_far_too_long_for_any_dialogue_of_any_GUI_in_the_world"};
    for (size_t i = 0; i < ARRAY_LEN(BAD); i++) {
        OptionSpec spec = SPECS[1];
        spec.name = BAD[i];
        assert_unsound(spec, "the name of option 0 is not a name");
    }
    OptionSpec pair[] = {SPECS[1], SPECS[1]};
    pair[1].name = "THREADS";
    Error error;
    assert_int_equal(option_table_check(&(OptionTable)OPTION_TABLE(pair), &error),
                     STATUS_BAD_INPUT);
    assert_string_equal(error.text, "there are two options THREADS");
    pair[1].name = "NumThreads"; // another name for the same field is allowed
    assert_int_equal(option_table_check(&(OptionTable)OPTION_TABLE(pair), &error), STATUS_OK);
}

static void assert_value(const Settings *settings, const char *name, const char *expected) {
    char text[64];
    StrBuf out = strbuf_init(text, sizeof text);
    option_value(option_find(&TABLE, str_of(name)), settings, &out);
    assert_string_equal(text, expected);
}

static void values_are_what_was_set(void **state) {
    (void)state;
    Settings settings = defaults(), again = defaults();
    assert_set(&settings, "USI_Ponder", "true");
    assert_set(&settings, "ResignValue", "-7");
    assert_set(&settings, "Ts", "0.1");
    assert_set(&settings, "Search", "UCT");
    assert_set(&settings, "EvalFile", "a b");
    assert_value(&settings, "USI_Ponder", "true");
    assert_value(&settings, "Threads", "2");
    assert_value(&settings, "ResignValue", "-7");
    assert_value(&settings, "Search", "uct");
    assert_value(&settings, "EvalFile", "a b");
    assert_value(&settings, "Note", "<empty>");
    assert_value(&settings, "Clear_Hash", "");
    char text[64];
    StrBuf out = strbuf_init(text, sizeof text);
    option_value(&SPECS[3], &settings, &out);
    assert_set(&again, "Ts", text);
    assert_true(again.ts == settings.ts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_sound),
        cmocka_unit_test(defaults_fill_every_field),
        cmocka_unit_test(every_kind_can_be_set),
        cmocka_unit_test(case_and_outer_space_do_not_matter),
        cmocka_unit_test(finds_rows),
        cmocka_unit_test(unknown_names_get_a_suggestion),
        cmocka_unit_test(bad_spins_are_refused),
        cmocka_unit_test(bad_reals_are_refused),
        cmocka_unit_test(other_bad_values_are_refused),
        cmocka_unit_test(values_are_what_was_set),
        cmocka_unit_test(prints_protocol_lines),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(unsound_numbers_are_found),
        cmocka_unit_test(unsound_texts_are_found),
        cmocka_unit_test(unsound_names_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
