// fixture.h — a learner of any kind with a small trainer, for tests of learners that play.
#pragma once

#include <math.h>
#include <unistd.h>

#include "learn/learner.h"
#include "positions.h"

// Steps along all weights at once are longer: most of them matter to no position of a game.
enum { ROOM_WIDE = 3 };

typedef struct Fixture {
    const LearnerKind *kind;
    void *settings;
    char folder[64];
    Learner *learner;
    Trainer trainer;
} Fixture;

// `options` are names and values, null at the end. Steps are taken by plain descent, so that
// gradients can be read off.
static inline void fixture_open_on(Fixture *room, const LearnerKind *kind,
                                   const char *const *options, int batch, int threads) {
    *room = (Fixture){.kind = kind, .settings = calloc(1, kind->settings_bytes)};
    assert_non_null(room->settings);
    assert_ok(option_table_check(kind->options, kind->option_count, error));
    option_defaults(kind->options, kind->option_count, room->settings);
    for (; *options; options += 2)
        assert_ok(option_set(kind->options, kind->option_count, room->settings, str_of(options[0]),
                             str_of(options[1]), error));
    snprintf(room->folder, sizeof room->folder, "/tmp/yuragi-learn-XXXXXX");
    assert_non_null(mkdtemp(room->folder));
    const LearnerSetup setup = {
        .settings = room->settings, .folder = room->folder, .batch = batch, .seed = 11};
    assert_ok(kind->create(&room->learner, &setup, error));
    const TrainerConfig terms = {
        .kind = &MASTER_PP, .optimiser = OPTIMISER_SGD, .threads = threads};
    assert_ok(trainer_init(&room->trainer, &terms, error));
    Rng rng;
    rng_init(&rng, 3);
    for (size_t i = 0; i < room->trainer.kind->weight_count; i++)
        room->trainer.weights[i] += 4 * rng_unit_f(&rng) - 2;
}

static inline void fixture_open(Fixture *room, const LearnerKind *kind, const char *const *options,
                                int batch) {
    fixture_open_on(room, kind, options, batch, 1);
}

static inline void fixture_close(Fixture *room) {
    room->kind->destroy(room->learner);
    trainer_release(&room->trainer);
    free(room->settings);
    for (int i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s-%d.weights", room->folder, room->kind->name, i);
        unlink(path);
    }
    assert_int_equal(rmdir(room->folder), 0); // nothing else was left there
}

static inline StepStats fixture_train(Fixture *room, uint64_t number) {
    StepStats step;
    assert_ok(room->kind->train(room->learner, &room->trainer, number, &step, error));
    return step;
}

// Two learners that never met do the same, also in the third step; and the third step is the
// same whether or not the others have been given.
static inline void fixture_check_replay(const LearnerKind *kind, const char *const *options,
                                        double rate) {
    enum { LESSONS = 3 };
    Fixture one, two, late;
    fixture_open(&one, kind, options, 2);
    fixture_open(&two, kind, options, 2);
    fixture_open(&late, kind, options, 2);
    const size_t bytes = one.trainer.kind->weight_count * sizeof *one.trainer.weights;
    float *before = malloc(bytes);
    assert_non_null(before);
    memcpy(before, one.trainer.weights, bytes);
    for (uint64_t number = 0; number < LESSONS; number++) {
        if (number == LESSONS - 1)
            memcpy(late.trainer.weights, one.trainer.weights, bytes);
        const StepStats step = fixture_train(&one, number);
        testing_note("step %d: %d turns, loss %.4f\n", (int)number, (int)step.samples, step.loss);
        assert_true(step.samples > 0);
        fixture_train(&two, number);
        trainer_step(&one.trainer, rate);
        trainer_step(&two.trainer, rate);
    }
    fixture_train(&late, LESSONS - 1);
    trainer_step(&late.trainer, rate);
    assert_true(memcmp(before, one.trainer.weights, bytes) != 0);
    assert_memory_equal(one.trainer.weights, two.trainer.weights, bytes);
    assert_memory_equal(one.trainer.weights, late.trainer.weights, bytes);
    free(before);
    fixture_close(&one);
    fixture_close(&two);
    fixture_close(&late);
}

// Lessons are the same on any number of threads; on more than there are games, too, when each time
// somebody else has nothing to do.
static inline void fixture_check_threads(const LearnerKind *kind, const char *const *options,
                                         double rate) {
    enum { GAMES = 2, LESSONS = 6 };
    Fixture one, three;
    fixture_open_on(&one, kind, options, GAMES, 1);
    fixture_open_on(&three, kind, options, GAMES, 3);
    for (uint64_t number = 0; number < LESSONS; number++) {
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

// How fast the loss rises along a direction, by differences and as the trainer was told. `loss` is
// computed anew with the trainer's weights a step to either side.
static inline void fixture_compare(Fixture *room, const float *told, const float *direction,
                                   double step, double (*loss)(Fixture *room)) {
    float *weights = room->trainer.weights;
    const size_t count = room->trainer.kind->weight_count, bytes = count * sizeof(float);
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
        ends[side] = loss(room);
        for (size_t i = 0; i < count; i++) // floats do not go exactly where they are sent
            expected += (side ? 1 : -1) * (double)(weights[i] - kept[i]) * (double)told[i];
    }
    memcpy(weights, kept, bytes);
    free(kept);
    const double found = ends[1] - ends[0];
    testing_note("the loss rises by %.9g, told %.9g, %.1g off\n", found, expected,
                 fabs(found / expected - 1));
    assert_true(fabs(found - expected) < 1e-5 * fabs(expected));
}

// What the trainer was told, along its own direction and along one in which weights that it was
// told nothing of move as well as the others.
static inline void fixture_check_slope(Fixture *room, double step, double (*loss)(Fixture *room)) {
    const size_t count = room->trainer.kind->weight_count, bytes = count * sizeof(float);
    float *told = malloc(bytes), *direction = malloc(bytes);
    assert_true(told && direction);
    memcpy(told, room->trainer.gradient.sums, bytes);
    gradient_clear(&room->trainer.gradient);
    fixture_compare(room, told, told, step, loss);
    Rng rng;
    rng_init(&rng, 17);
    double typical = 0;
    for (size_t i = 0; i < count; i++)
        typical = fmax(typical, fabs((double)told[i]));
    for (size_t i = 0; i < count; i++)
        direction[i] = told[i] + (float)(typical * (rng_unit(&rng) - 0.5));
    fixture_compare(room, told, direction, ROOM_WIDE * step, loss);
    free(told);
    free(direction);
}
