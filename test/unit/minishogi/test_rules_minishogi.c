// The shared rule tests of minishogi: pawn drops that would mate, and mates in one.
#include "positions.h"

#include "game/mate1.h"

static void check_pawn_drop(Str text, const void *context) {
    (void)context;
    const Position pos = position_of(str_until(&text, '\t'));
    Move move = MOVE_NONE;
    Error error = {""};
    assert_int_equal(move_parse(&pos, str_trim(text), &move, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "not a legal move"));
}

static void test_shared_drop_pawn_mate(void **state) {
    (void)state;
    assert_true(testing_each_line("minishogi/drop_pawn_mate.tsv", check_pawn_drop, NULL) > 150);
}

static void check_mate(Str text, const void *context) {
    (void)context;
    Position pos = position_of(str_until(&text, '\t'));
    int64_t plies;
    assert_true(str_int(str_until(&text, '\t'), 1, 7, &plies));
    Move first = MOVE_NONE;
    assert_ok(move_parse(&pos, str_trim(text), &first, error));
    assert_true(pos_gives_check(&pos, first));
    assert_int_equal(pos_mate_in_one(&pos) != MOVE_NONE, plies == 1);
}

static void test_shared_mates(void **state) {
    (void)state;
    assert_true(testing_each_line("minishogi/mates.tsv", check_mate, NULL) > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared_drop_pawn_mate),
        cmocka_unit_test(test_shared_mates),
    };
    return cmocka_run_group_tests_name("rules of the small board", tests, NULL, NULL);
}
