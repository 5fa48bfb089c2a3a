// Regression: the loss is what regress.c says it is, its gradient that of finite differences, and
// samples that are not to count do not.
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
    option_defaults(kind->options, kind->option_count, setup->settings);
    const char *const validation[] = {"Validation", setup->path, NULL};
    const char *const *lists[] = {validation, options};
    for (size_t i = 0; i < ARRAY_LEN(lists); i++)
        for (const char *const *word = lists[i]; *word; word += 2)
            assert_ok(option_set(kind->options, kind->option_count, setup->settings,
                                 str_of(word[0]), str_of(word[1]), error));
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
    StepStats step;
    assert_ok(LEARNER_REGRESS.validate(setup->learner, &setup->trainer, &step, error));
    return step;
}

// ---- the loss ----

static double chance(double value, double tau) {
    return 1 / (1 + exp(-value / tau));
}

// However sure a trainer was, what it did not expect costs no more than 28.
static double entropy(double target, double p) {
    const double least = 1e-12;
    return -target * log(p + least) - (1 - target) * log(1 - p + least);
}

// The mean over the samples that count, said once more.
static double reference(Setup *setup, double lambda, double tau) {
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
        Position pos;
        assert_ok(pos_unpack(&pos, &samples[i].position, error));
        const double result = samples[i].result > 0 ? 1 : samples[i].result < 0 ? 0 : 0.5;
        const double target = lambda * chance(samples[i].value, tau) + (1 - lambda) * result;
        const double found = chance(trainer_value(&setup->trainer, &pos), tau);
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

// A weight that was told nothing would make the loss rise where this does not see it coming.
static void check_direction(Setup *setup) {
    Trainer *trainer = &setup->trainer;
    const size_t count = trainer->kind->weight_count;
    const float step = 1.0f / 64;
    double told = 0, ends[2];
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < count; i++) {
            const float move = rng_mix(i) & 1 ? step : -step;
            trainer->weights[i] += side ? 2 * move : -move;
            told += side ? 2 * (double)move * (double)trainer->gradient.sums[i] : 0;
        }
        ends[side] = validate(setup).loss;
    }
    testing_note("the loss rises by %.9g, told %.9g\n", ends[1] - ends[0], told);
    assert_true(fabs(ends[1] - ends[0] - told) < 1e-4 * fabs(told)); // the loss is no plane
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
        StepStats taught;
        assert_ok(LEARNER_REGRESS.train(setup.learner, &setup.trainer, 0, &taught, error));
        assert_int_equal(taught.samples, SAMPLES);
        assert_true(!taught.has_top1 && !taught.is_aborted);
        assert_true(fabs(taught.loss - reference(&setup, cases[i].l, cases[i].t)) < 1e-9);
        assert_true(taught.loss == validate(&setup).loss);
        check_gradient(&setup);
        check_direction(&setup);
        finish(&setup);
    }
}

// ---- who counts ----

static void check_counts(const char *name, const char *value,
                         bool (*counts)(const Sample *sample)) {
    const char *const options[] = {"Quiet", "false", "ValueMost", "30000", name, value, NULL};
    Setup setup;
    begin(&setup, options);
    int expected = 0;
    for (int i = 0; i < SAMPLES; i++)
        expected += counts(&samples[i]);
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

static void test_counts(void **state) {
    (void)state;
    check_counts("Quiet", "true", is_quiet);
    check_counts("PlyLeast", "10", is_late);
    check_counts("ValueMost", "500", is_open);
}

// ---- threads ----

static const char *const EVERYTHING[] = {"Quiet", "false", "ValueMost", "30000", NULL};

// Three steps; the caller releases what is left.
static StepStats take_steps(Setup *setup, int threads, double rate) {
    StepStats step = {0};
    begin_on(setup, EVERYTHING, threads);
    for (uint64_t number = 0; number < 3; number++) {
        assert_ok(LEARNER_REGRESS.train(setup->learner, &setup->trainer, number, &step, error));
        trainer_step(&setup->trainer, rate);
    }
    return step;
}

// With as many threads the same, to the bit; with more or fewer the same but for rounding.
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
    // Where parts of a sum cancel, Adam makes a step of the rate out of what rounding leaves.
    int apart = 0;
    for (size_t i = 0; i < MASTER_PP.weight_count; i++)
        apart += fabsf(one.trainer.weights[i] - two.trainer.weights[i]) > 1e-3f;
    testing_note("%d weights apart, loss %.9f and %.9f\n", apart, alone.loss, shared.loss);
    assert_true(apart < SAMPLES);
    finish(&one);
    finish(&two);
    finish(&again);
}

// What was said on any thread can be taken back.
static void test_forget(void **state) {
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        Setup setup;
        StepStats step;
        begin_on(&setup, EVERYTHING, threads);
        const double before = validate(&setup).loss;
        assert_ok(LEARNER_REGRESS.train(setup.learner, &setup.trainer, 0, &step, error));
        trainer_clear_gradient(&setup.trainer);
        trainer_step(&setup.trainer, 1);
        assert_true(validate(&setup).loss == before);
        finish(&setup);
    }
}

// A sample that is none is told whoever met it.
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
        StepStats step;
        Error why = {""};
        assert_int_equal(LEARNER_REGRESS.train(setup.learner, &setup.trainer, 0, &step, &why),
                         STATUS_BAD_INPUT);
        testing_note("%s\n", why.text);
        assert_non_null(strstr(why.text, "number 94"));
        finish(&setup);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loss),       cmocka_unit_test(test_counts),
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_forget),
        cmocka_unit_test(test_bad_sample),
    };
    return cmocka_run_group_tests_name("regress " GAME_NAME, tests, set_up, tear_down);
}
