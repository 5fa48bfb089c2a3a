// The shared rule tests of the small board: pawn drops that would mate, and mates in one.
#include "positions.h"

#include "game/mate1.h"

static void test_shared_drop_pawn_mate(void **state) {
    (void)state;
    FILE *file = testing_open("minishogi/drop_pawn_mate.tsv");
    char *line = NULL;
    size_t capacity = 0;
    Str text;
    int positions = 0;
    for (; testing_line(file, &line, &capacity, &text); positions++) {
        const Position pos = position_of(str_until(&text, '\t'));
        Move move = MOVE_NONE;
        Error error = {""};
        assert_int_equal(move_parse(&pos, str_trim(text), &move, &error), STATUS_BAD_INPUT);
        assert_non_null(strstr(error.text, "not a legal move"));
    }
    free(line);
    fclose(file);
    assert_true(positions > 150);
}

static void test_shared_mates(void **state) {
    (void)state;
    FILE *file = testing_open("minishogi/mates.tsv");
    char *line = NULL;
    size_t capacity = 0;
    Str text;
    int positions = 0;
    for (; testing_line(file, &line, &capacity, &text); positions++) {
        Position pos = position_of(str_until(&text, '\t'));
        int64_t plies;
        assert_true(str_int(str_until(&text, '\t'), 1, 7, &plies));
        Move first = MOVE_NONE;
        assert_ok(move_parse(&pos, str_trim(text), &first, error));
        assert_true(pos_gives_check(&pos, first));
        assert_int_equal(pos_mate_in_one(&pos) != MOVE_NONE, plies == 1);
    }
    free(line);
    fclose(file);
    assert_true(positions > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared_drop_pawn_mate),
        cmocka_unit_test(test_shared_mates),
    };
    return cmocka_run_group_tests_name("rules of the small board", tests, NULL, NULL);
}
