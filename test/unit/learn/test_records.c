// Learning from records: the gradient against finite differences, and moves that become likelier.
#include "learn_testing.h"

#include "learn/learners.h"
#include "option_check.h"

enum { SAMPLES = 24, SETTINGS_MAX = 16384 };

typedef struct Setup {
    char path[96];
    _Alignas(16) unsigned char settings[SETTINGS_MAX];
    Trainer trainer;
    Learner *learner;
} Setup;

static void set(Setup *setup, const char *name, const char *value) {
    assert_ok(
        option_set(LEARNER_RECORDS.options, setup->settings, str_of(name), str_of(value), error));
}

static Sample samples[SAMPLES];
static int sample_count;

// Positions of random play, each with a move chosen at random that gives no check.
static void add_sample(Position *pos, Rng *rng) {
    Move legal[MOVE_MAX], moves[MOVE_MAX];
    const int legal_count = gen_legal(pos, legal);
    int count = 0;
    for (int i = 0; i < legal_count; i++)
        if (!pos_gives_check(pos, legal[i]))
            moves[count++] = legal[i];
    if (count < 2 || sample_count == SAMPLES || rng_below(rng, 8))
        return;
    Sample *sample = &samples[sample_count++];
    *sample = (Sample){.move = (uint16_t)moves[rng_below(rng, (uint32_t)count)], .value = 20000};
    pos_pack(pos, &sample->position);
}

static void write_samples(const char *path) {
    sample_count = 0;
    random_play(3, 1000, add_sample);
    assert_int_equal(sample_count, SAMPLES);
    samples_write(path, samples, SAMPLES);
}

static void begin(Setup *setup, const MasterKind *kind) {

    snprintf(setup->path, sizeof setup->path, "/tmp/yuragi-test-records-%s-%d.samples", GAME_NAME,
             (int)getpid());
    write_samples(setup->path);
    memset(setup->settings, 0, sizeof setup->settings);
    option_defaults(LEARNER_RECORDS.options, setup->settings);
    const TrainerConfig terms = {.kind = kind, .optimiser = OPTIMISER_ADAM, .seed = 5};
    assert_ok(trainer_init(&setup->trainer, &terms, error));
}

static void open_learner(Setup *setup) {
    const char *const files[] = {setup->path};
    const LearnerSetup terms = {
        .settings = setup->settings, .files = files, .file_count = 1, .batch = SAMPLES};
    set(setup, "Validation", setup->path);
    assert_ok(LEARNER_RECORDS.create(&setup->learner, &terms, error));
}

static void finish(Setup *setup) {
    LEARNER_RECORDS.destroy(setup->learner);
    trainer_release(&setup->trainer);
    unlink(setup->path);
}

static StepStats validate(Setup *setup) {
    StepStats stats;
    assert_ok(LEARNER_RECORDS.validate(setup->learner, &setup->trainer, &stats, error));
    assert_int_equal(stats.samples, SAMPLES);
    return stats;
}

static StepStats train(Setup *setup) {
    StepStats stats;
    assert_ok(LEARNER_RECORDS.train(setup->learner, &setup->trainer, 0, &stats, error));
    assert_int_equal(stats.samples, SAMPLES);
    return stats;
}

static double loss_now(void *context) {
    return validate(context).loss;
}

static void check_gradient(const char *corrections, const char *noise, const char *least,
                           double most) {
    Setup setup;
    begin(&setup, &MASTER_PP);
    set(&setup, "Exchanges", corrections);
    set(&setup, "Turns", corrections);
    set(&setup, "Noise", noise);
    set(&setup, "PolicyLeast", least);
    set(&setup, "Temperature", "150");
    open_learner(&setup);
    trainer_shake(&setup.trainer);
    const StepStats trained = train(&setup), validated = validate(&setup);
    assert_true(trained.loss == validated.loss && trained.top1 == validated.top1);
    const double error = trainer_slope_error(&setup.trainer, 60, loss_now, &setup);
    testing_note("corrections %s, noise %s, moves above %s: relative error %.2g\n", corrections,
                 noise, least, error);
    assert_true(error < most);
    finish(&setup);
}

static void test_gradient(void **state) {
    (void)state;
    check_gradient("false", "0", "0", 1e-5);
    check_gradient("true", "0", "0", 1e-5);
    check_gradient("true", "0.25", "0", 1e-5);
}

// The error is at most the gradient of the unlikely moves that are left out.
static void test_gradient_of_likely_moves(void **state) {
    (void)state;
    check_gradient("true", "0", "0.001", 0.02);
}

static void test_learning(void **state) {
    (void)state;
    Setup setup;
    begin(&setup, &MASTER_PP);
    set(&setup, "Noise", "0");
    open_learner(&setup);
    const StepStats before = validate(&setup);
    for (int i = 0; i < 100; i++) {
        train(&setup);
        trainer_step(&setup.trainer, 2);
    }
    const StepStats after = validate(&setup);
    testing_note("loss %.3f, top1 %.2f; then %.3f, %.2f\n", before.loss, before.top1, after.loss,
                 after.top1);
    assert_true(before.top1 < 0.5 && after.top1 > 0.9);
    assert_true(after.loss < 0.5 && after.loss < before.loss / 4);
    finish(&setup);
}

// Samples without a move are not used.
static void test_no_choice(void **state) {
    (void)state;
    Setup setup;
    begin(&setup, &MASTER_PP);
    for (int i = 0; i < SAMPLES; i++)
        samples[i].move = MOVE_NONE;
    samples_write(setup.path, samples, SAMPLES);
    open_learner(&setup);
    StepStats stats;
    assert_ok(LEARNER_RECORDS.train(setup.learner, &setup.trainer, 0, &stats, error));
    assert_int_equal(stats.samples, 0);
    assert_int_equal(setup.trainer.gradient.touch_count, 0);
    finish(&setup);
}

static void test_options(void **state) {
    (void)state;
    assert_ok(option_table_check(LEARNER_RECORDS.options, error));
    assert_ok(option_table_check(LEARNER_REGRESS.options, error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient), cmocka_unit_test(test_gradient_of_likely_moves),
        cmocka_unit_test(test_learning), cmocka_unit_test(test_no_choice),
        cmocka_unit_test(test_options),
    };
    return cmocka_run_group_tests_name("records " GAME_NAME, tests, NULL, NULL);
}
