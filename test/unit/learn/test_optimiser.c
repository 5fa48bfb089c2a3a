// Optimisers against the formulas of their papers, and a trainer that learns a given value.
#include "positions.h"

#include <math.h>

#include "learn/trainer.h"

static Gradient gradient;

static void begin(Optimiser *optimiser, OptimiserKind kind, Penalties penalties) {
    assert_ok(gradient_init(&gradient, 6, 2, error));
    assert_ok(optimiser_init(optimiser, kind, penalties, &gradient, error));
}

static void finish(Optimiser *optimiser) {
    optimiser_release(optimiser);
    gradient_release(&gradient);
}

// The first step of Adam is the rate itself, whatever the size of the gradient.
static void test_adam(void **state) {
    (void)state;
    Optimiser optimiser;
    begin(&optimiser, OPTIMISER_ADAM, (Penalties){0});
    float weights[6] = {1, 2, 3, 4, 5, 6};
    gradient_add(&gradient, 2, 1000);
    gradient_add(&gradient, 3, -0.001f);
    assert_int_equal(gradient.touch_count, 1);
    optimiser_step(&optimiser, 0.5, &gradient, weights);
    assert_true(fabsf(weights[2] - 2.5f) < 1e-4f);
    assert_true(fabsf(weights[3] - 4.5f) < 1e-4f);
    assert_true(weights[0] == 1 && weights[1] == 2 && weights[4] == 5 && weights[5] == 6);
    assert_int_equal(gradient.touch_count, 0);
    for (int i = 0; i < 6; i++)
        assert_true(gradient.sums[i] == 0);
    // The second by the formulas of the paper.
    gradient_add(&gradient, 2, 500);
    optimiser_step(&optimiser, 0.5, &gradient, weights);
    const double first = (0.9 * 100 + 0.1 * 500) / (1 - 0.81);
    const double second = (0.999 * 1000 + 0.001 * 250000) / (1 - 0.999 * 0.999);
    assert_true(fabs((double)weights[2] - (2.5 - 0.5 * first / sqrt(second))) < 1e-4);
    finish(&optimiser);
}

static void test_adagrad(void **state) {
    (void)state;
    Optimiser optimiser;
    begin(&optimiser, OPTIMISER_ADAGRAD, (Penalties){0});
    float weights[6] = {0};
    gradient_add(&gradient, 0, 3);
    optimiser_step(&optimiser, 1, &gradient, weights);
    assert_true(fabsf(weights[0] + 1) < 1e-6f);
    gradient_add(&gradient, 0, 4);
    optimiser_step(&optimiser, 1, &gradient, weights);
    assert_true(fabsf(weights[0] + 1.8f) < 1e-6f);
    finish(&optimiser);
}

static void test_sgd_and_l2(void **state) {
    (void)state;
    Optimiser optimiser;
    begin(&optimiser, OPTIMISER_SGD, (Penalties){.l2 = 0.1});
    float weights[6] = {10, 10, 10, 10, 10, 10};
    gradient_add(&gradient, 4, 2);
    optimiser_step(&optimiser, 0.5, &gradient, weights);
    assert_true(fabsf(weights[4] - 8.5f) < 1e-6f);
    assert_true(fabsf(weights[5] - 9.5f) < 1e-6f);
    assert_true(weights[0] == 10); // not touched, so not shrunk
    finish(&optimiser);
}

// Weights shrink to 0 from either side, and not past it.
static void test_l1(void **state) {
    (void)state;
    Optimiser optimiser;
    begin(&optimiser, OPTIMISER_SGD, (Penalties){.l1 = 0.4});
    float weights[6] = {1, 0.1f, -1, -0.1f, 0, 1};
    for (uint32_t i = 0; i < 6; i += 2)
        gradient_add(&gradient, i, 0); // touched, with gradient 0
    optimiser_step(&optimiser, 0.5, &gradient, weights);
    const float expected[6] = {0.8f, 0, -0.8f, 0, 0, 0.8f};
    for (int i = 0; i < 6; i++)
        assert_true(fabsf(weights[i] - expected[i]) < 1e-6f);
    finish(&optimiser);
}

// Every shape learns the value of a position.
static void test_trainer_learns(void **state) {
    (void)state;
    for (const MasterKind *const *kind = MASTER_KINDS; *kind; kind++) {
        assert_string_equal((*kind)->name, MASTER_NAMES[kind - MASTER_KINDS]);
        if ((*kind)->weight_count > 50000000)
            continue; // shogi's triples: the code is the same as in the other games
        Trainer trainer;
        const TrainerConfig config = {.kind = *kind, .optimiser = OPTIMISER_ADAM, .seed = 1};
        assert_ok(trainer_init(&trainer, &config, error));
        Position pos;
        pos_start(&pos);
        double value = 0;
        for (int i = 0; i < 200; i++) {
            value = trainer_value(&trainer, &pos);
            trainer_add_gradient(&trainer, value - 123);
            trainer_step(&trainer, (*kind)->rate / 10);
        }
        testing_note("%s: %.2f\n", (*kind)->name, value);
        assert_true(fabs(value - 123) < 10);
        trainer_release(&trainer);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adam),           cmocka_unit_test(test_adagrad),
        cmocka_unit_test(test_sgd_and_l2),     cmocka_unit_test(test_l1),
        cmocka_unit_test(test_trainer_learns),
    };
    return cmocka_run_group_tests_name("optimiser " GAME_NAME, tests, NULL, NULL);
}
