// Values that end a game: how many plies in a row, of which side, and at whose turn.
#include "play/adjudication.h"
#include "testing.h"

// Feeds the values, FIRST's first, and returns the verdict for the side to move.
static Result verdict(const AdjudicationConfig *config, const int *values, int count, int ply) {
    Adjudication adjudication = {0};
    Color side = FIRST;
    for (int i = 0; i < count; i++, side = color_other(side))
        adjudication_add(&adjudication, config, side, values[i]);
    return adjudication_result(&adjudication, config, side, ply);
}

#define VERDICT(config, ply, ...)                                                                  \
    verdict(config, (const int[]){__VA_ARGS__}, (int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)),   \
            ply)

static void test_both_resign(void **state) {
    (void)state;
    const AdjudicationConfig config = {.resign_value = 500, .resign_plies = 4};
    assert_int_equal(VERDICT(&config, 9, 500, -500, 500), RESULT_OPEN);
    // SECOND has lost, but is not to move.
    assert_int_equal(VERDICT(&config, 9, 500, -500, 500, -500), RESULT_OPEN);
    assert_int_equal(VERDICT(&config, 9, 500, -500, 500, -500, 500), RESULT_LOSS);
    assert_int_equal(VERDICT(&config, 9, 0, -500, 500, -500, 500), RESULT_LOSS);
    assert_int_equal(VERDICT(&config, 9, 500, -500, 500, -499, 500), RESULT_OPEN);
    assert_int_equal(VERDICT(&config, 9, 500, -500, VALUE_NONE, -500, 500), RESULT_OPEN);
    assert_int_equal(VERDICT(&config, 9, 500, 500, 500, 500, 500), RESULT_OPEN); // they disagree
    assert_int_equal(VERDICT(&config, 9, -500, 500, -500, 500), RESULT_LOSS);
}

static void test_one_resigns(void **state) {
    (void)state;
    const AdjudicationConfig config = {
        .resign_value = 500, .resign_plies = 4, .resigns_alone = true};
    assert_int_equal(VERDICT(&config, 9, 0, -500, 0, -500, 0), RESULT_LOSS);
    assert_int_equal(VERDICT(&config, 9, 0, -500, 0, -500), RESULT_OPEN); // not yet its turn
    assert_int_equal(VERDICT(&config, 9, 0, -500, 0, VALUE_NONE, 0, -500, 0), RESULT_OPEN);
}

static void test_draw(void **state) {
    (void)state;
    const AdjudicationConfig config = {.draw_value = 10, .draw_plies = 4, .draw_from = 20};
    assert_int_equal(VERDICT(&config, 20, 10, -10, 0, 3), RESULT_DRAW);
    assert_int_equal(VERDICT(&config, 19, 10, -10, 0, 3), RESULT_OPEN);
    assert_int_equal(VERDICT(&config, 20, 10, -11, 0, 3), RESULT_OPEN);
    assert_int_equal(VERDICT(&config, 20, 10, 0, 3), RESULT_OPEN);
}

// In self-play the verdict is asked for before the move: the side to move is the one that spoke.
static void test_self_play(void **state) {
    (void)state;
    const AdjudicationConfig config = {
        .resign_value = 500, .resign_plies = 3, .ends_decided = true};
    Adjudication adjudication = {0};
    adjudication_add(&adjudication, &config, FIRST, 600);
    adjudication_add(&adjudication, &config, SECOND, -600);
    assert_int_equal(adjudication_result(&adjudication, &config, SECOND, 9), RESULT_OPEN);
    adjudication_add(&adjudication, &config, FIRST, 600);
    assert_int_equal(adjudication_result(&adjudication, &config, FIRST, 9), RESULT_WIN);
    adjudication_add(&adjudication, &config, SECOND, -700);
    assert_int_equal(adjudication_result(&adjudication, &config, SECOND, 9), RESULT_LOSS);
    adjudication_add(&adjudication, &config, FIRST, 0);
    assert_int_equal(adjudication_result(&adjudication, &config, FIRST, 9), RESULT_OPEN);
    adjudication_add(&adjudication, &config, SECOND, value_win_in(3));
    assert_int_equal(adjudication_result(&adjudication, &config, SECOND, 9), RESULT_WIN);
    adjudication_add(&adjudication, &config, FIRST, value_loss_in(2));
    assert_int_equal(adjudication_result(&adjudication, &config, FIRST, 9), RESULT_LOSS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_resign),
        cmocka_unit_test(test_one_resigns),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_self_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
