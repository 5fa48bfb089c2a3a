// Regression: the loss against its definition, its gradient against finite differences, and which
// samples are used.
#include "learn_testing.h"

#include "learn/learners.h"

enum { SAMPLES = 96, SETTINGS_MAX = 16384 };

typedef struct Setup {
    char path[NAME_MAX_BYTES];
    _Alignas(16) unsigned char settings[SETTINGS_MAX];
    Trainer trainer;
    Learner *learner;
} Setup;

static char folder[FOLDER_MAX];
static Sample samples[SAMPLES];

static int set_up(void **state) {
    (void)state;
    folder_make(folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    folder_drop(folder);
    return 0;
}

// `options` are names and values, null at the end.
static void begin_on(Setup *setup, const char *const *options, int threads) {
    const LearnerKind *kind = &LEARNER_REGRESS;
    assert_true(kind->settings_bytes <= sizeof setup->settings);
    name_in(folder, "regress.samples", setup->path);
    samples_make(samples, SAMPLES, 8);
    samples_write(setup->path, samples, SAMPLES);
    memset(setup->settings, 0, sizeof setup->settings);
    option_defaults(kind->options, setup->settings);
    const char *const validation[] = {"Validation", setup->path, NULL};
    const char *const *lists[] = {validation, options};
    for (size_t i = 0; i < ARRAY_LEN(lists); i++)
        for (const char *const *word = lists[i]; *word; word += 2)
            assert_ok(option_set(kind->options, setup->settings, str_of(word[0]), str_of(word[1]),
                                 error));
    const TrainerConfig terms = {
        .kind = &MASTER_PP, .optimiser = OPTIMISER_ADAM, .seed = 5, .threads = threads};
    assert_ok(trainer_init(&setup->trainer, &terms, error));
    const char *const files[] = {setup->path};
    const LearnerSetup learner = {
        .settings = setup->settings, .files = files, .file_count = 1, .batch = SAMPLES};
    assert_ok(kind->create(&setup->learner, &learner, error));
    trainer_shake(&setup->trainer);
}

static void begin(Setup *setup, const char *const *options) {
    begin_on(setup, options, 1);
}

static void finish(Setup *setup) {
    LEARNER_REGRESS.destroy(setup->learner);
    trainer_release(&setup->trainer);
}

static StepStats validate(Setup *setup) {
    StepStats stats;
    assert_ok(LEARNER_REGRESS.validate(setup->learner, &setup->trainer, &stats, error));
    return stats;
}

// ---- the loss ----

static double probability(double value, double tau) {
    return 1 / (1 + exp(-value / tau));
}

// At most 28, also where a certain prediction was wrong.
static double entropy(double target, double p) {
    const double least = 1e-12;
    return -target * log(p + least) - (1 - target) * log(1 - p + least);
}

// The mean over the samples, by the definition.
static double reference(Setup *setup, double lambda, double tau) {
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
        Position pos;
        assert_ok(pos_unpack(&pos, &samples[i].position, error));
        const double result = samples[i].result > 0 ? 1 : samples[i].result < 0 ? 0 : 0.5;
        const double target = lambda * probability(samples[i].value, tau) + (1 - lambda) * result;
        const double found = probability(trainer_value(&setup->trainer, &pos), tau);
        sum += entropy(target, found);
        if (target > 0 && target < 1)
            sum -= entropy(target, target);
    }
    return sum / SAMPLES;
}

static double loss_now(void *context) {
    return validate(context).loss;
}

static void check_gradient(Setup *setup) {
    const double wrong = trainer_slope_error(&setup->trainer, 40, loss_now, setup);
    testing_note("relative error %.2g\n", wrong);
    assert_true(wrong < 1e-5);
}

// Along a direction of all weights, so that a weight whose gradient is missing shows.
static void check_direction(Setup *setup) {
    Trainer *trainer = &setup->trainer;
    const size_t count = trainer->kind->weight_count;
    const float step = 1.0f / 64;
    double expected = 0, ends[2];
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < count; i++) {
            const float move = rng_mix(i) & 1 ? step : -step;
            trainer->weights[i] += side ? 2 * move : -move;
            expected += side ? 2 * (double)move * (double)trainer->gradient.sums[i] : 0;
        }
        ends[side] = validate(setup).loss;
    }
    testing_note("the loss rises by %.9g, by the gradient %.9g\n", ends[1] - ends[0], expected);
    assert_true(fabs(ends[1] - ends[0] - expected) <
                1e-4 * fabs(expected)); // the loss is not linear
}

static void test_loss(void **state) {
    (void)state;
    const struct {
        const char *lambda, *tau;
        double l, t;
    } cases[] = {{"0.3", "600", 0.3, 600}, {"1", "400", 1, 400}, {"0", "900", 0, 900}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const char *const options[] = {"Quiet",         "false", "Lambda",
                                       cases[i].lambda, "Tau",   cases[i].tau,
                                       "ValueMost",     "30000", NULL};
        Setup setup;
        begin(&setup, options);
        StepStats trained;
        assert_ok(LEARNER_REGRESS.train(setup.learner, &setup.trainer, 0, &trained, error));
        assert_int_equal(trained.samples, SAMPLES);
        assert_true(!trained.has_top1 && !trained.is_aborted);
        assert_true(fabs(trained.loss - reference(&setup, cases[i].l, cases[i].t)) < 1e-9);
        assert_true(trained.loss == validate(&setup).loss);
        check_gradient(&setup);
        check_direction(&setup);
        finish(&setup);
    }
}

// ---- which samples are used ----

static void check_used(const char *name, const char *value, bool (*is_used)(const Sample *sample)) {
    const char *const options[] = {"Quiet", "false", "ValueMost", "30000", name, value, NULL};
    Setup setup;
    begin(&setup, options);
    int expected = 0;
    for (int i = 0; i < SAMPLES; i++)
        expected += is_used(&samples[i]);
    testing_note("%s=%s: %d of %d\n", name, value, expected, SAMPLES);
    assert_true(expected > 0 && expected < SAMPLES);
    assert_int_equal(validate(&setup).samples, expected);
    finish(&setup);
}

static bool is_quiet(const Sample *sample) {
    Position pos;
    assert_ok(pos_unpack(&pos, &sample->position, error));
    return !pos_in_check(&pos) && !pos_is_tactical(&pos, sample->move);
}

static bool is_late(const Sample *sample) {
    return sample->ply >= 10;
}

static bool is_open(const Sample *sample) {
    return abs(sample->value) <= 500;
}

static void test_used(void **state) {
    (void)state;
    check_used("Quiet", "true", is_quiet);
    check_used("PlyLeast", "10", is_late);
    check_used("ValueMost", "500", is_open);
}

// ---- threads ----

static const char *const EVERYTHING[] = {"Quiet", "false", "ValueMost", "30000", NULL};

// Three steps; the caller calls finish.
static StepStats take_steps(Setup *setup, int threads, double rate) {
    StepStats stats = {0};
    begin_on(setup, EVERYTHING, threads);
    for (uint64_t number = 0; number < 3; number++) {
        assert_ok(LEARNER_REGRESS.train(setup->learner, &setup->trainer, number, &stats, error));
        trainer_step(&setup->trainer, rate);
    }
    return stats;
}

// The same number of threads gives the same bits; other numbers differ by rounding.
static void test_threads(void **state) {
    (void)state;
    const size_t bytes = MASTER_PP.weight_count * sizeof(float);
    Setup one, two, again;
    const StepStats alone = take_steps(&one, 1, 0.5);
    const StepStats shared = take_steps(&two, 3, 0.5), repeated = take_steps(&again, 3, 0.5);
    assert_int_equal(alone.samples, shared.samples);
    assert_true(fabs(alone.loss - shared.loss) < 1e-6);
    assert_true(shared.loss == repeated.loss);
    assert_memory_equal(two.trainer.weights, again.trainer.weights, bytes);
    // Where a sum cancels, the rest is rounding, and Adam makes a full step of it.
    int apart = 0;
    for (size_t i = 0; i < MASTER_PP.weight_count; i++)
        apart += fabsf(one.trainer.weights[i] - two.trainer.weights[i]) > 1e-3f;
    testing_note("%d weights apart, loss %.9f and %.9f\n", apart, alone.loss, shared.loss);
    assert_true(apart < SAMPLES);
    finish(&one);
    finish(&two);
    finish(&again);
}

// trainer_clear_gradient discards the gradients of all threads.
static void test_clear(void **state) {
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        Setup setup;
        StepStats stats;
        begin_on(&setup, EVERYTHING, threads);
        const double before = validate(&setup).loss;
        assert_ok(LEARNER_REGRESS.train(setup.learner, &setup.trainer, 0, &stats, error));
        trainer_clear_gradient(&setup.trainer);
        trainer_step(&setup.trainer, 1);
        assert_true(validate(&setup).loss == before);
        finish(&setup);
    }
}

// An invalid sample is reported, whichever thread reads it.
static void test_bad_sample(void **state) {
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        Setup setup;
        begin_on(&setup, EVERYTHING, threads);
        Sample *broken = malloc(sizeof samples);
        assert_non_null(broken);
        memcpy(broken, samples, sizeof samples);
        memset(&broken[SAMPLES - 2].position, 0xff, sizeof broken->position);
        samples_write(setup.path, broken, SAMPLES);
        free(broken);
        LEARNER_REGRESS.destroy(setup.learner);
        const char *const files[] = {setup.path};
        const LearnerSetup learner = {
            .settings = setup.settings, .files = files, .file_count = 1, .batch = SAMPLES};
        assert_ok(LEARNER_REGRESS.create(&setup.learner, &learner, error));
        StepStats stats;
        Error why = {""};
        assert_int_equal(LEARNER_REGRESS.train(setup.learner, &setup.trainer, 0, &stats, &why),
                         STATUS_BAD_INPUT);
        testing_note("%s\n", why.text);
        assert_non_null(strstr(why.text, "number 94"));
        finish(&setup);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loss),       cmocka_unit_test(test_used),
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_clear),
        cmocka_unit_test(test_bad_sample),
    };
    return cmocka_run_group_tests_name("regress " GAME_NAME, tests, set_up, tear_down);
}
