// The customary handicaps: every row is a position of this game, and records name it.
#include "positions.h"
#include "record/gametext.h"
#include "record/handicap.h"

static void test_rows(void **state) {
    (void)state;
    for (const Handicap *row = HANDICAPS; row->name; row++) {
        const Position pos = position_of(str_of(row->position));
        assert_ptr_equal(handicap_of(&pos), row);
        assert_ptr_equal(handicap_find(row->name, NULL), row);
        assert_ptr_equal(handicap_find(row->japanese, NULL), row);
        assert_int_equal(pos_side(&pos), GAME_IS_CHESS ? FIRST : SECOND);
        assert_true(pos_has_legal(&pos));
        char later[POS_TEXT_MAX]; // the same at move 21
        snprintf(later, sizeof later, "%.*s21", (int)strlen(row->position) - 1, row->position);
        const Position numbered = position_of(str_of(later));
        assert_ptr_equal(handicap_of(&numbered), row);
    }
    Position start;
    pos_start(&start);
    assert_null(handicap_of(&start));
}

static void test_unknown(void **state) {
    (void)state;
    Error error = {""};
    assert_null(handicap_find("rok", &error));
    const char *word = GAME_IS_MINISHOGI ? "minishogi has no customary handicaps"
                       : GAME_IS_CHESS   ? "'rok' is none of pawn, knight, rook, queen"
                                         : "'rok' is none of lance, right-lance, bishop, rook, ";
    if (!strstr(error.text, word))
        fail_msg("%s", error.text);
    if (!GAME_IS_MINISHOGI && !strstr(error.text, "; did you mean rook?"))
        fail_msg("%s", error.text);
}

static void write_kif(const Position *start, char *text, size_t size) {
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, start, error));
    const GameRecord record = {
        .line = &line, .names = {[FIRST] = "A", [SECOND] = "B"}, .end = END_RESIGNATION};
    Error error = {""};
    FILE *out = fmemopen(text, size, "w");
    assert_non_null(out);
    const GameFormat *format = gametext_format("x.kif", &error);
    assert_non_null(format);
    format->write(&record, out);
    fclose(out);
    line_release(&line);
}

static void test_kif(void **state) {
    (void)state;
    if (!GAME_IS_SHOGI)
        skip();
    char text[4096], label[64];
    for (const Handicap *row = HANDICAPS; row->name; row++) {
        const Position pos = position_of(str_of(row->position));
        write_kif(&pos, text, sizeof text);
        snprintf(label, sizeof label, "手合割：%s\n下手：A\n上手：B\n", row->japanese);
        assert_non_null(strstr(text, label));
        assert_non_null(strstr(text, "まで0手で下手の勝ち\n"));
        assert_null(strstr(text, "先手"));
    }
    Position start;
    pos_start(&start);
    write_kif(&start, text, sizeof text);
    assert_non_null(strstr(text, "手合割：平手\n先手：A\n後手：B\n"));
    // Any other position is drawn.
    const Position other = position_of(str_of("4k4/9/9/9/9/9/9/9/4K4 w - 1"));
    write_kif(&other, text, sizeof text);
    assert_null(strstr(text, "手合割"));
    assert_non_null(strstr(text, "先手：A\n後手：B\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_kif),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
