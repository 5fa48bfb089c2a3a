// The pair evaluator: all ways to compute a value give the same one, that of the definition.
#include "pair_testing.h"

#include "eval/handmade.h"

static PpFile *weights_file;
static Eval *eval;

static int setup(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 5);
    weights_file = malloc(sizeof *weights_file);
    if (!weights_file)
        return 1;
    pairs_fill(weights_file, &rng);
    const Weights weights = {.shape = SHAPE_PP,
                             .scale = PAIR_SCALE,
                             .tables = (const unsigned char *)weights_file,
                             .table_bytes = sizeof *weights_file};
    assert_ok(pp_from_weights(&weights, "test", &eval, error));
    return 0;
}

static int teardown(void **state) {
    (void)state;
    eval->kind->close(eval);
    free(weights_file);
    return 0;
}

static int value_literally(const Position *pos) {
    const Views views = pairs_literally(weights_file, pos);
    return views_value(&views, pos);
}

static void visit(Position *pos, Rng *rng) {
    (void)rng;
    assert_every_way(eval, pos, value_literally);
}

static void test_every_way(void **state) {
    (void)state;
    random_play(31, 1500, visit);
}

// The embedded weights load and give sensible values.
static void test_handmade(void **state) {
    (void)state;
    PpFile *file = malloc(sizeof *file);
    assert_non_null(file);
    handmade_fill(file);
    const Weights weights = {.shape = SHAPE_PP,
                             .scale = HANDMADE_SCALE,
                             .tables = (const unsigned char *)file,
                             .table_bytes = sizeof *file};
    Eval *handmade = NULL;
    assert_ok(pp_from_weights(&weights, "handmade", &handmade, error));
    Position pos;
    pos_start(&pos);
    assert_int_equal(fresh_value(handmade, &pos), 10); // the bonus of the side to move
    // One more large piece adds about its value.
    pos = position_of(str_of(GAME_IS_CHESS   ? "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1"
                             : GAME_IS_SHOGI ? "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/7R1/4K4 b - 1"
                                             : "4k/4p/5/P4/K3R b - 1"));
    assert_in_range(fresh_value(handmade, &pos), 600, 1100);
    handmade->kind->close(handmade);
    free(file);
}

static void test_refusals(void **state) {
    (void)state;
    PpFile *file = calloc(1, sizeof *file);
    assert_non_null(file);
    Weights weights = {.shape = SHAPE_PP,
                       .scale = 1,
                       .tables = (const unsigned char *)file,
                       .table_bytes = sizeof *file - 4};
    Eval *none = NULL;
    Error error = {""};
    assert_int_equal(pp_from_weights(&weights, "short", &none, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "short: shape"));
    weights.table_bytes = sizeof *file;
    file->pair[7].board = INT16_MAX;
    assert_int_equal(pp_from_weights(&weights, "loud", &none, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "loud: the pair"));
    file->pair[7].board = 0;
    file->one[3].turn = INT32_MIN;
    assert_int_equal(pp_from_weights(&weights, "heavy", &none, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "heavy: feature 3"));
    assert_null(none);
    free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way),
        cmocka_unit_test(test_handmade),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("pp " GAME_NAME, tests, setup, teardown);
}
