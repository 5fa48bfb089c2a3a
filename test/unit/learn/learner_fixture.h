// learner_fixture.h — a learner of any kind with a small trainer, for tests of learners that play.
#pragma once

#include <math.h>

#include "learn/learner.h"
#include "option_check.h"
#include "positions.h"

// A step along all weights is longer: most weights do not occur in the positions of a game.
enum { FIXTURE_WIDE = 3 };

typedef struct Fixture {
    const LearnerKind *kind;
    void *settings;
    Learner *learner;
    Trainer trainer;
} Fixture;

// `options` are names and values, null at the end. The optimiser is SGD, so that a step shows the
// gradient.
static inline void fixture_open_on(Fixture *fixture, const LearnerKind *kind,
                                   const char *const *options, int batch, int threads) {
    *fixture = (Fixture){.kind = kind, .settings = calloc(1, kind->settings_bytes)};
    assert_non_null(fixture->settings);
    assert_ok(option_table_check(kind->options, error));
    option_defaults(kind->options, fixture->settings);
    for (; *options; options += 2)
        assert_ok(option_set(kind->options, fixture->settings, str_of(options[0]),
                             str_of(options[1]), error));
    const LearnerSetup setup = {.settings = fixture->settings, .batch = batch, .seed = 11};
    assert_ok(kind->create(&fixture->learner, &setup, error));
    const TrainerConfig config = {
        .kind = &MASTER_PP, .optimiser = OPTIMISER_SGD, .threads = threads};
    assert_ok(trainer_init(&fixture->trainer, &config, error));
    Rng rng;
    rng_init(&rng, 3);
    for (size_t i = 0; i < fixture->trainer.kind->weight_count; i++)
        fixture->trainer.weights[i] += 4 * rng_unit_f(&rng) - 2;
}

static inline void fixture_open(Fixture *fixture, const LearnerKind *kind,
                                const char *const *options, int batch) {
    fixture_open_on(fixture, kind, options, batch, 1);
}

static inline void fixture_close(Fixture *fixture) {
    fixture->kind->destroy(fixture->learner);
    trainer_release(&fixture->trainer);
    free(fixture->settings);
}

static inline StepStats fixture_train(Fixture *fixture, uint64_t number) {
    StepStats stats;
    assert_ok(fixture->kind->train(fixture->learner, &fixture->trainer, number, &stats, error));
    return stats;
}

// Two learners do the same in each of three steps, and a third learner does the same in the last
// step without the steps before it.
static inline void fixture_check_replay(const LearnerKind *kind, const char *const *options,
                                        double rate) {
    enum { STEPS = 3 };
    Fixture one, two, late;
    fixture_open(&one, kind, options, 2);
    fixture_open(&two, kind, options, 2);
    fixture_open(&late, kind, options, 2);
    const size_t bytes = one.trainer.kind->weight_count * sizeof *one.trainer.weights;
    float *before = malloc(bytes);
    assert_non_null(before);
    memcpy(before, one.trainer.weights, bytes);
    for (uint64_t number = 0; number < STEPS; number++) {
        if (number == STEPS - 1)
            memcpy(late.trainer.weights, one.trainer.weights, bytes);
        const StepStats stats = fixture_train(&one, number);
        testing_note("step %d: %d turns, loss %.4f\n", (int)number, (int)stats.samples, stats.loss);
        assert_true(stats.samples > 0);
        fixture_train(&two, number);
        trainer_step(&one.trainer, rate);
        trainer_step(&two.trainer, rate);
    }
    fixture_train(&late, STEPS - 1);
    trainer_step(&late.trainer, rate);
    assert_true(memcmp(before, one.trainer.weights, bytes) != 0);
    assert_memory_equal(one.trainer.weights, two.trainer.weights, bytes);
    assert_memory_equal(one.trainer.weights, late.trainer.weights, bytes);
    free(before);
    fixture_close(&one);
    fixture_close(&two);
    fixture_close(&late);
}

// A step is the same on any number of threads, also on more threads than games.
static inline void fixture_check_threads(const LearnerKind *kind, const char *const *options,
                                         double rate) {
    enum { GAMES = 2, STEPS = 6 };
    Fixture one, three;
    fixture_open_on(&one, kind, options, GAMES, 1);
    fixture_open_on(&three, kind, options, GAMES, 3);
    for (uint64_t number = 0; number < STEPS; number++) {
        const StepStats alone = fixture_train(&one, number);
        const StepStats together = fixture_train(&three, number);
        assert_true(alone.samples > 0);
        assert_int_equal(alone.samples, together.samples);
        assert_true(alone.loss == together.loss);
        trainer_step(&one.trainer, rate);
        trainer_step(&three.trainer, rate);
    }
    assert_memory_equal(one.trainer.weights, three.trainer.weights,
                        one.trainer.kind->weight_count * sizeof(float));
    fixture_close(&one);
    fixture_close(&three);
}

// How fast the loss rises along a direction: by differences of `loss`, a step to either side, and
// by the gradient.
static inline void fixture_compare(Fixture *fixture, const float *gradient, const float *direction,
                                   double step, double (*loss)(Fixture *fixture)) {
    float *weights = fixture->trainer.weights;
    const size_t count = fixture->trainer.kind->weight_count, bytes = count * sizeof(float);
    float *kept = malloc(bytes);
    assert_non_null(kept);
    memcpy(kept, weights, bytes);
    double length = 0, ends[2], expected = 0;
    for (size_t i = 0; i < count; i++)
        length += (double)direction[i] * (double)direction[i];
    length = sqrt(length);
    assert_true(length > 0);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < count; i++)
            weights[i] = kept[i] + (float)((side ? step : -step) * (double)direction[i] / length);
        ends[side] = loss(fixture);
        for (size_t i = 0; i < count; i++) // weights are rounded to float
            expected += (side ? 1 : -1) * (double)(weights[i] - kept[i]) * (double)gradient[i];
    }
    memcpy(weights, kept, bytes);
    free(kept);
    const double found = ends[1] - ends[0];
    testing_note("the loss rises by %.9g, by the gradient %.9g, relative error %.1g\n", found,
                 expected, fabs(found / expected - 1));
    assert_true(fabs(found - expected) < 1e-5 * fabs(expected));
}

// The gradient along its own direction, and along one in which weights without a gradient move as
// well.
static inline void fixture_check_slope(Fixture *fixture, double step,
                                       double (*loss)(Fixture *fixture)) {
    const size_t count = fixture->trainer.kind->weight_count, bytes = count * sizeof(float);
    float *gradient = malloc(bytes), *direction = malloc(bytes);
    assert_true(gradient && direction);
    memcpy(gradient, fixture->trainer.gradient.sums, bytes);
    gradient_clear(&fixture->trainer.gradient);
    fixture_compare(fixture, gradient, gradient, step, loss);
    Rng rng;
    rng_init(&rng, 17);
    double typical = 0;
    for (size_t i = 0; i < count; i++)
        typical = fmax(typical, fabs((double)gradient[i]));
    for (size_t i = 0; i < count; i++)
        direction[i] = gradient[i] + (float)(typical * (rng_unit(&rng) - 0.5));
    fixture_compare(fixture, gradient, direction, FIXTURE_WIDE * step, loss);
    free(gradient);
    free(direction);
}
