// EPD lines: positions of every game, operations, quotes, and hostile bytes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "record/epd.h"

// The start position as the game writes it, with `fields` of its fields.
static void start_text(int fields, char text[POS_TEXT_MAX]) {
    Position pos;
    char whole[POS_TEXT_MAX];
    pos_start(&pos);
    pos_format(&pos, whole);
    Str rest = str_of(whole);
    StrBuf out = strbuf_init(text, POS_TEXT_MAX);
    for (int i = 0; i < fields; i++) {
        const Str word = str_word(&rest);
        strbuf_format(&out, "%s%.*s", i ? " " : "", (int)word.len, word.at);
    }
}

enum { FIELDS_FEW = GAME_HAS_DROPS ? 3 : 4, FIELDS_ALL = GAME_HAS_DROPS ? 4 : 6 };

static EpdRecord parse(const char *line) {
    EpdRecord record;
    Error error = {""};
    if (epd_parse(&record, str_of(line), &error) != STATUS_OK)
        fail_msg("%s: %s", line, error.text);
    return record;
}

static void assert_str(Str s, const char *text) {
    if (!str_eq(s, text))
        fail_msg("'%.*s' is not '%s'", (int)s.len, s.at, text);
}

static void test_operations(void **state) {
    (void)state;
    char position[POS_TEXT_MAX], line[512];
    start_text(FIELDS_FEW, position);
    snprintf(line, sizeof line, "%s bm e4 d4;id \"a; b\" ; empty \"\"  x; noop;\r\n", position);
    const EpdRecord record = parse(line);
    assert_str(record.position_text, position);
    assert_int_equal(record.count, 4);
    Str word, operands = epd_find(&record, "bm")->operands;
    assert_true(epd_next(&operands, &word));
    assert_str(word, "e4");
    assert_true(epd_next(&operands, &word));
    assert_str(word, "d4");
    assert_false(epd_next(&operands, &word));
    operands = epd_find(&record, "id")->operands;
    assert_true(epd_next(&operands, &word));
    assert_str(word, "a; b");
    assert_false(epd_next(&operands, &word));
    operands = epd_find(&record, "empty")->operands;
    assert_true(epd_next(&operands, &word));
    assert_str(word, "");
    assert_true(epd_next(&operands, &word));
    assert_str(word, "x");
    operands = epd_find(&record, "noop")->operands;
    assert_false(epd_next(&operands, &word));
    assert_null(epd_find(&record, "am"));
    Position start;
    pos_start(&start);
    assert_true(pos_key(&start) == pos_key(&record.position));
}

static void test_perft_suite(void **state) {
    (void)state;
    for (int fields = FIELDS_FEW; fields <= FIELDS_ALL; fields++) {
        static const char *const SEPARATORS[] = {" ;", ";", " ; "};
        for (size_t i = 0; i < ARRAY_LEN(SEPARATORS); i++) {
            char position[POS_TEXT_MAX], line[512];
            start_text(fields, position);
            snprintf(line, sizeof line, "%s%sD1 20 ;D2 400", position, SEPARATORS[i]);
            const EpdRecord record = parse(line);
            assert_str(record.position_text, position);
            assert_int_equal(record.count, 2);
            assert_str(epd_find(&record, "D1")->operands, "20");
            assert_str(epd_find(&record, "D2")->operands, "400");
        }
    }
}

static void test_bare(void **state) {
    (void)state;
    for (int fields = FIELDS_FEW; fields <= FIELDS_ALL; fields++) {
        char position[POS_TEXT_MAX];
        start_text(fields, position);
        assert_int_equal(parse(position).count, 0);
    }
}

static void test_refused(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {" id \"never closed;", "quote"},    {" bm e4; 5x 3;", "not an opcode"},
        {" bm e4; \"x\";", "not an opcode"}, {" averyveryverylongopcode 1;", "not an opcode"},
        {" c\xff 1;", "not an opcode"},
    };
    char position[POS_TEXT_MAX], line[1024];
    start_text(FIELDS_FEW, position);
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        Error error = {""};
        EpdRecord record = {.count = 4711};
        snprintf(line, sizeof line, "%s%s", position, CASES[i][0]);
        assert_int_equal(epd_parse(&record, str_of(line), &error), STATUS_BAD_INPUT);
        assert_int_equal(record.count, 4711);
        if (!strstr(error.text, CASES[i][1]))
            fail_msg("'%s': \"%s\" does not say \"%s\"", line, error.text, CASES[i][1]);
    }
    StrBuf out = strbuf_init(line, sizeof line);
    strbuf_text(&out, position);
    for (int i = 0; i < EPD_OPERATIONS_MAX; i++)
        strbuf_format(&out, " c%d 1;", i);
    assert_int_equal(parse(line).count, EPD_OPERATIONS_MAX);
    strbuf_text(&out, " more 1;");
    Error error = {""};
    EpdRecord record;
    assert_int_equal(epd_parse(&record, str_of(line), &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "more than 32"));
    static const char *const NOTHING[] = {"", " ", ";", ";;;", "x", "bm e4;", "\"", "# comment"};
    for (size_t i = 0; i < ARRAY_LEN(NOTHING); i++)
        assert_int_equal(epd_parse(&record, str_of(NOTHING[i]), NULL), STATUS_BAD_INPUT);
    assert_int_equal(epd_parse(&record, (Str){NULL, 0}, NULL), STATUS_BAD_INPUT);
}

static uint32_t next_random(uint64_t *seed, uint32_t below) {
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((*seed >> 33) % below);
}

static void test_hostile(void **state) {
    (void)state;
    char position[POS_TEXT_MAX], good[512];
    uint64_t seed = 41;
    start_text(FIELDS_ALL, position);
    snprintf(good, sizeof good, "%s bm e4; id \"x;y\"; D1 20 ;c0 \"\";", position);
    for (int n = 0; n < 100000; n++) {
        const size_t len = next_random(&seed, (uint32_t)strlen(good) + 1);
        char *text = malloc(len ? len : 1);
        assert_non_null(text);
        memcpy(text, good, len);
        for (uint32_t edits = next_random(&seed, 4); len && edits > 0; edits--)
            text[next_random(&seed, (uint32_t)len)] = (char)next_random(&seed, 256);
        EpdRecord record;
        if (epd_parse(&record, (Str){text, len}, NULL) == STATUS_OK)
            for (int i = 0; i < record.count; i++) {
                Str word, operands = record.operations[i].operands;
                while (epd_next(&operands, &word))
                    assert_true(word.at >= text && word.at + word.len <= text + len);
            }
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations), cmocka_unit_test(test_perft_suite),
        cmocka_unit_test(test_bare),       cmocka_unit_test(test_refused),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
