// classroom.h — a learner of any kind with a small pupil, for tests of learners that play.
#pragma once

#include <math.h>
#include <unistd.h>

#include "learn/learner.h"
#include "positions.h"

// Steps along all weights at once are longer: most of them matter to no position of a game.
enum { ROOM_WIDE = 3 };

typedef struct Classroom {
    const LearnerKind *kind;
    void *settings;
    char folder[64];
    Learner *learner;
    Pupil pupil;
} Classroom;

// `options` are names and values, null at the end. Steps are taken by plain descent, so that
// gradients can be read off.
static inline void classroom_open_on(Classroom *room, const LearnerKind *kind,
                                     const char *const *options, int batch, int threads) {
    *room = (Classroom){.kind = kind, .settings = calloc(1, kind->settings_bytes)};
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
    const PupilTerms terms = {.kind = &MASTER_PP, .optimiser = OPTIMISER_SGD, .threads = threads};
    assert_ok(pupil_init(&room->pupil, &terms, error));
    Rng rng;
    rng_init(&rng, 3);
    for (size_t i = 0; i < room->pupil.kind->weight_count; i++)
        room->pupil.weights[i] += 4 * rng_unit_f(&rng) - 2;
}

static inline void classroom_open(Classroom *room, const LearnerKind *kind,
                                  const char *const *options, int batch) {
    classroom_open_on(room, kind, options, batch, 1);
}

static inline void classroom_close(Classroom *room) {
    room->kind->destroy(room->learner);
    pupil_release(&room->pupil);
    free(room->settings);
    for (int i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s-%d.weights", room->folder, room->kind->name, i);
        unlink(path);
    }
    assert_int_equal(rmdir(room->folder), 0); // nothing else was left there
}

static inline Lesson classroom_teach(Classroom *room, uint64_t number) {
    Lesson lesson;
    assert_ok(room->kind->teach(room->learner, &room->pupil, number, &lesson, error));
    return lesson;
}

// Two learners that never met do the same, also in the third lesson; and the third lesson is the
// same whether or not the others have been given.
static inline void classroom_check_replay(const LearnerKind *kind, const char *const *options,
                                          double rate) {
    enum { LESSONS = 3 };
    Classroom one, two, late;
    classroom_open(&one, kind, options, 2);
    classroom_open(&two, kind, options, 2);
    classroom_open(&late, kind, options, 2);
    const size_t bytes = one.pupil.kind->weight_count * sizeof *one.pupil.weights;
    float *before = malloc(bytes);
    assert_non_null(before);
    memcpy(before, one.pupil.weights, bytes);
    for (uint64_t number = 0; number < LESSONS; number++) {
        if (number == LESSONS - 1)
            memcpy(late.pupil.weights, one.pupil.weights, bytes);
        const Lesson lesson = classroom_teach(&one, number);
        testing_note("lesson %d: %d turns, loss %.4f\n", (int)number, (int)lesson.samples,
                     lesson.loss);
        assert_true(lesson.samples > 0);
        classroom_teach(&two, number);
        pupil_step(&one.pupil, rate);
        pupil_step(&two.pupil, rate);
    }
    classroom_teach(&late, LESSONS - 1);
    pupil_step(&late.pupil, rate);
    assert_true(memcmp(before, one.pupil.weights, bytes) != 0);
    assert_memory_equal(one.pupil.weights, two.pupil.weights, bytes);
    assert_memory_equal(one.pupil.weights, late.pupil.weights, bytes);
    free(before);
    classroom_close(&one);
    classroom_close(&two);
    classroom_close(&late);
}

// Lessons are the same on any number of threads; on more than there are games, too, when each time
// somebody else has nothing to do.
static inline void classroom_check_threads(const LearnerKind *kind, const char *const *options,
                                           double rate) {
    enum { GAMES = 2, LESSONS = 6 };
    Classroom one, three;
    classroom_open_on(&one, kind, options, GAMES, 1);
    classroom_open_on(&three, kind, options, GAMES, 3);
    for (uint64_t number = 0; number < LESSONS; number++) {
        const Lesson alone = classroom_teach(&one, number);
        const Lesson together = classroom_teach(&three, number);
        assert_true(alone.samples > 0);
        assert_int_equal(alone.samples, together.samples);
        assert_true(alone.loss == together.loss);
        pupil_step(&one.pupil, rate);
        pupil_step(&three.pupil, rate);
    }
    assert_memory_equal(one.pupil.weights, three.pupil.weights,
                        one.pupil.kind->weight_count * sizeof(float));
    classroom_close(&one);
    classroom_close(&three);
}

// How fast the loss rises along a direction, by differences and as the pupil was told. `loss` is
// computed anew with the pupil's weights a step to either side.
static inline void classroom_compare(Classroom *room, const float *told, const float *direction,
                                     double step, double (*loss)(Classroom *room)) {
    float *weights = room->pupil.weights;
    const size_t count = room->pupil.kind->weight_count, bytes = count * sizeof(float);
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

// What the pupil was told, along its own direction and along one in which weights that it was told
// nothing of move as well as the others.
static inline void classroom_check_slope(Classroom *room, double step,
                                         double (*loss)(Classroom *room)) {
    const size_t count = room->pupil.kind->weight_count, bytes = count * sizeof(float);
    float *told = malloc(bytes), *direction = malloc(bytes);
    assert_true(told && direction);
    memcpy(told, room->pupil.gradient.sums, bytes);
    gradient_clear(&room->pupil.gradient);
    classroom_compare(room, told, told, step, loss);
    Rng rng;
    rng_init(&rng, 17);
    double typical = 0;
    for (size_t i = 0; i < count; i++)
        typical = fmax(typical, fabs((double)told[i]));
    for (size_t i = 0; i < count; i++)
        direction[i] = told[i] + (float)(typical * (rng_unit(&rng) - 0.5));
    classroom_compare(room, told, direction, ROOM_WIDE * step, loss);
    free(told);
    free(direction);
}
