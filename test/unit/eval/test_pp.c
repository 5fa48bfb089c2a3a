// The pair evaluator: every way to a value gives the same one, and it is the one the definition
// says.
#include "positions.h"

#include "eval/handmade.h"
#include "eval/relation/pp.h"

static PpFile *weights_file;
static Eval *eval;

enum { SCALE = 16 };

// Random weights of every sign, small enough for the table.
static int setup(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 5);
    weights_file = malloc(sizeof *weights_file);
    if (!weights_file)
        return 1;
    const uint32_t pair_range = PP_PAIR_LIMIT; // both views together stay within the limit
    for (int i = 0; i < FEATURE_NB; i++)
        weights_file->one[i] =
            (PpTerm){(int32_t)rng_below(&rng, 40001) - 20000, (int32_t)rng_below(&rng, 401) - 200};
    for (int i = 0; i < PP_PAIR_NB; i++)
        weights_file->pair[i] =
            (PpPair){(int16_t)((int)rng_below(&rng, pair_range) - (int)pair_range / 2),
                     (int16_t)((int)rng_below(&rng, pair_range) - (int)pair_range / 2)};
    const Weights weights = {.shape = SHAPE_PP,
                             .scale = SCALE,
                             .tables = (const unsigned char *)weights_file,
                             .table_bytes = sizeof *weights_file};
    Error error = {""};
    if (pp_from_weights(&weights, "test", &eval, &error) != STATUS_OK) {
        print_error("%s\n", error.text);
        return 1;
    }
    return 0;
}

static int teardown(void **state) {
    (void)state;
    eval->kind->close(eval);
    free(weights_file);
    return 0;
}

// The definition: what each side sees, pair by pair, straight from the file's tables.
static int value_literally(const Position *pos) {
    Feature seen[COLOR_NB][FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, seen[FIRST]);
    for (int i = 0; i < count; i++)
        seen[SECOND][i] = FEATURES.turned[seen[FIRST][i]];
    int64_t board[COLOR_NB] = {0}, turn = 0;
    for (Color view = FIRST; view < COLOR_NB; view++)
        for (int i = 0; i < count; i++) {
            board[view] += weights_file->one[seen[view][i]].board;
            turn += weights_file->one[seen[view][i]].turn;
            for (int j = 0; j < i; j++) {
                const PpPair pair = weights_file->pair[pp_pair_index(seen[view][i], seen[view][j])];
                board[view] += pair.board;
                turn += pair.turn;
            }
        }
    const Color us = pos_side(pos);
    return eval_clamp((board[us] - board[color_other(us)] + turn) / SCALE);
}

static void visit(Position *pos, Rng *rng) {
    (void)rng;
    _Alignas(EVAL_ALIGN) unsigned char frame[128], next[128];
    assert_true(eval->frame_bytes <= sizeof frame);
    eval->kind->refresh(eval, pos, frame);
    assert_int_equal(eval->kind->value(eval, pos, frame), value_literally(pos));

    Move moves[MOVE_MAX];
    int values[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    eval->kind->children(eval, pos, frame, moves, count, values);
    for (int i = 0; i < count; i++) {
        eval->kind->advance(eval, pos, moves[i], frame, next);
        Undo undo;
        pos_do(pos, moves[i], &undo);
        assert_int_equal(eval->kind->value(eval, pos, next), values[i]);
        assert_int_equal(value_literally(pos), values[i]);
        pos_undo(pos, moves[i], &undo);
    }
}

static void test_every_way(void **state) {
    (void)state;
    random_play(31, 1500, visit);
}

// The weights inside the program load, and say something sensible.
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
    _Alignas(EVAL_ALIGN) unsigned char frame[64];
    Position pos;
    pos_start(&pos);
    handmade->kind->refresh(handmade, &pos, frame);
    assert_int_equal(handmade->kind->value(handmade, &pos, frame), 10); // the move
    // A large piece more is worth about that piece.
    pos = position_of(str_of(GAME_IS_CHESS   ? "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1"
                             : GAME_IS_SHOGI ? "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/7R1/4K4 b - 1"
                                             : "4k/4p/5/P4/K3R b - 1"));
    handmade->kind->refresh(handmade, &pos, frame);
    const int ahead = handmade->kind->value(handmade, &pos, frame);
    assert_in_range(ahead, 600, 1100);
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
