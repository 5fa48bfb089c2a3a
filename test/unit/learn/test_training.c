// Training runs: reproducible to the bit, also when interrupted anywhere and resumed; checkpoints
// of other runs and damaged ones are refused; rates, validation, strength.
#include "learn_testing.h"

#include <math.h>

#include "learn/checkpoint.h"
#include "learn/learners.h"
#include "learn/training.h"
#include "option_check.h"

enum {
    TRAIN = 4000,
    VALIDATION = 500,
    SAMPLES = TRAIN + VALIDATION,
    STEPS = 12,
    SEED = 3,
    NEVER = 1000
};

// A checkpoint of shogi is large, and the code is the same in all games.
static void skip_if_large(void) {
    if (GAME_IS_SHOGI)
        skip();
}

static char folder[FOLDER_MAX], train_path[NAME_MAX_BYTES], validation_path[NAME_MAX_BYTES];

static Trainer trainer_of(const MasterKind *kind, OptimiserKind optimiser, bool is_tied) {
    Trainer trainer;
    const TrainerConfig config = {
        .kind = kind, .optimiser = optimiser, .is_mirror_tied = is_tied, .seed = 1};
    assert_ok(trainer_init(&trainer, &config, error));
    return trainer;
}

// Labels: twice the value that the trainer begins with.
static void label(Sample *samples, size_t count, Trainer *trainer) {
    for (size_t i = 0; i < count; i++) {
        Position pos;
        assert_ok(pos_unpack(&pos, &samples[i].position, error));
        const double value = fmax(-2000, fmin(2000, 2 * trainer_value(trainer, &pos)));
        samples[i].value = (int16_t)value;
    }
}

static int set_up(void **state) {
    (void)state;
    folder_make(folder);
    name_in(folder, "train.samples.zst", train_path);
    name_in(folder, "validation.samples", validation_path);
    Sample *samples = malloc(SAMPLES * sizeof *samples);
    assert_non_null(samples);
    samples_make(samples, SAMPLES, 11);
    Trainer trainer = trainer_of(&MASTER_PP, OPTIMISER_SGD, false);
    label(samples, SAMPLES, &trainer);
    trainer_release(&trainer);
    Rng rng;
    rng_init(&rng, 1);
    for (uint32_t left = SAMPLES; left > 1; left--) {
        const uint32_t at = rng_below(&rng, left);
        const Sample swapped = samples[at];
        samples[at] = samples[left - 1];
        samples[left - 1] = swapped;
    }
    samples_write(train_path, samples, TRAIN);
    samples_write(validation_path, samples + TRAIN, VALIDATION);
    free(samples);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    folder_drop(folder);
    return 0;
}

// ---- a run ----

// Step `at` sets the stop or fails.
typedef struct Interruption {
    uint64_t at;
    bool is_failure;
    SearchControl *stop;
} Interruption;

static Interruption interruption;

static Status train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *stats,
                    Error *error) {
    if (number == interruption.at && interruption.is_failure)
        return error_set(error, STATUS_IO, "a failure");
    if (number == interruption.at)
        control_stop(interruption.stop);
    return LEARNER_REGRESS.train(learner, trainer, number, stats, error);
}

typedef struct Run {
    char place[NAME_MAX_BYTES];
    bool is_resumed, is_failing;
    uint64_t interruption, steps, report_every, checkpoint_every;
    double rate;
    int strength;
    TrainingProgress last, first; // of its reports
    int reports;
    Status status;
    Error why;
} Run;

static Run run_of(const char *name) {
    Run run = {
        .interruption = NEVER, .steps = STEPS, .report_every = 4, .checkpoint_every = 3, .rate = 4};
    name_in(folder, name, run.place);
    return run;
}

static Status take_progress(void *context, const TrainingProgress *progress, const char *path,
                            Error *error) {
    (void)error;
    Run *run = context;
    assert_int_equal(access(path, R_OK), 0);
    if (!run->reports++)
        run->first = *progress;
    return STATUS_OK;
}

static void *settings_of(void) {
    void *settings = calloc(1, LEARNER_REGRESS.settings_bytes);
    assert_non_null(settings);
    const OptionTable *options = LEARNER_REGRESS.options;
    option_defaults(options, settings);
    assert_ok(option_set(options, settings, str_of("Validation"), str_of(validation_path), error));
    assert_ok(option_set(options, settings, str_of("Quiet"), str_of("false"), error));
    assert_ok(option_set(options, settings, str_of("Lambda"), str_of("1"), error));
    assert_ok(option_set(options, settings, str_of("Tau"), str_of("400"), error));
    return settings;
}

static void go(Run *run) {
    static LearnerKind kind;
    kind = LEARNER_REGRESS;
    kind.train = train;
    void *settings = settings_of();
    const char *files = train_path;
    const LearnerSetup setup = {
        .settings = settings, .files = &files, .file_count = 1, .batch = 128, .seed = SEED};
    Trainer trainer = trainer_of(&MASTER_PP, OPTIMISER_ADAM, false);
    Learner *learner;
    SearchControl stop;
    control_init(&stop);
    interruption = (Interruption){run->interruption, run->is_failing, &stop};
    mkdir(run->place, 0777);
    assert_ok(LEARNER_REGRESS.create(&learner, &setup, error));
    learner->kind = &kind;
    const TrainingConfig config = {
        .learner = learner,
        .trainer = &trainer,
        .folder = run->place,
        .provenance = str_of("a test"),
        .seed = SEED,
        .steps = run->steps,
        .rate = run->rate,
        .warm_up = 2,
        .report_every = run->report_every,
        .checkpoint_every = run->checkpoint_every,
        .strength = {run->strength, 15, 2, SEED},
    };
    const TrainingReport report = {take_progress, run};
    run->reports = 0;
    run->status = training_run(&config, run->is_resumed, &report, &stop, &run->last, &run->why);
    LEARNER_REGRESS.destroy(learner);
    trainer_release(&trainer);
    free(settings);
}

static void go_well(Run *run) {
    go(run);
    if (run->status != STATUS_OK)
        fail_msg("%s: %s", run->place, run->why.text);
}

// A log without the column of the speed, which varies.
static char *log_of(const Run *run) {
    enum { SPEED_COLUMN = 5 };
    char path[NAME_MAX_BYTES];
    size_t size, kept = 0;
    int column = 0;
    name_in(run->place, "log.csv", path);
    char *text = file_read(path, &size);
    for (size_t i = 0; i < size; i++) {
        column = text[i] == '\n' ? 0 : column + (text[i] == ',');
        if (column != SPEED_COLUMN || text[i] == ',')
            text[kept++] = text[i];
    }
    text[kept] = '\0';
    return text;
}

static void assert_same_file(const Run *left, const Run *right, const char *name) {
    char left_path[NAME_MAX_BYTES], right_path[NAME_MAX_BYTES];
    name_in(left->place, name, left_path);
    name_in(right->place, name, right_path);
    if (!files_are_equal(left_path, right_path))
        fail_msg("%s and %s differ", left_path, right_path);
}

static void assert_same_run(const Run *left, const Run *right) {
    assert_same_file(left, right, "weights");
    assert_same_file(left, right, "checkpoint"); // weights, moments, and how far it is
    char *left_log = log_of(left), *right_log = log_of(right);
    assert_string_equal(left_log, right_log);
    free(left_log);
    free(right_log);
}

// ---- the same to the bit ----

static void test_same_twice(void **state) {
    (void)state;
    Run whole = run_of("whole"), again = run_of("again");
    go_well(&whole);
    go_well(&again);
    assert_same_run(&whole, &again);
    assert_int_equal(whole.reports, 4); // of 0, 4, 8 and 12
    assert_int_equal(whole.last.step, STEPS);
    assert_int_equal(whole.last.samples, STEPS * 128);
    assert_false(whole.first.has_loss);
    assert_true(whole.first.is_validated && whole.last.is_validated && whole.last.has_loss);
    char *log = log_of(&whole);
    assert_memory_equal(log, "step,samples,loss,validation,rate,", 34);
    assert_non_null(strstr(log, "\n0,0,,0."));
    assert_non_null(strstr(log, "\n4,512,0."));
    free(log);
    // A finished run does not change when it is resumed.
    again.is_resumed = true;
    go_well(&again);
    assert_int_equal(again.reports, 0);
    assert_same_run(&whole, &again);
}

static void test_validation_falls(void **state) {
    (void)state;
    Run run = run_of("longer");
    run.steps = run.report_every = run.checkpoint_every = 60;
    run.rate = GAME_IS_CHESS ? 0.2 : 0.5;
    go_well(&run);
    testing_note("validation %.4f, then %.4f\n", run.first.validation, run.last.validation);
    assert_true(run.last.validation < 0.9 * run.first.validation);
}

static void interrupt(const Run *whole, uint64_t step, bool is_failing, int strength) {
    char name[32];
    snprintf(name, sizeof name, "%s%d", is_failing ? "failed" : "stopped", (int)step);
    Run run = run_of(name);
    run.interruption = step;
    run.is_failing = is_failing;
    run.strength = strength;
    go(&run);
    assert_int_equal(run.status, is_failing ? STATUS_IO : STATUS_OK);
    run.interruption = NEVER;
    run.is_resumed = true;
    go_well(&run);
    assert_same_run(whole, &run);
    folder_drop(run.place);
}

static void test_stopped_and_resumed(void **state) {
    (void)state;
    Run whole = run_of("unbroken");
    go_well(&whole);
    const uint64_t steps[] = {4, 0, 3, 7, 10, 11};
    for (size_t i = 0; i < (GAME_IS_SHOGI ? 1 : ARRAY_LEN(steps)); i++)
        interrupt(&whole, steps[i], false, 0);
}

// Steps since the last checkpoint are done again.
static void test_failed_and_resumed(void **state) {
    (void)state;
    skip_if_large();
    Run whole = run_of("steady");
    go_well(&whole);
    const uint64_t steps[] = {3, 5, 11};
    for (size_t i = 0; i < ARRAY_LEN(steps); i++)
        interrupt(&whole, steps[i], true, 0);
    // Before the first checkpoint there is nothing to resume.
    Run run = run_of("early");
    run.interruption = 2;
    run.is_failing = true;
    go(&run);
    assert_false(is_there(run.place, "checkpoint"));
    run.interruption = NEVER;
    go_well(&run);
    assert_same_run(&whole, &run);
}

// An invalid sample ends the run, and the error names it.
static void test_bad_sample(void **state) {
    (void)state;
    skip_if_large();
    char good[NAME_MAX_BYTES];
    memcpy(good, train_path, sizeof good);
    Sample samples[100];
    samples_make(samples, 100, 2);
    samples[40].move = 0xffff;
    name_in(folder, "bad.samples", train_path);
    samples_write(train_path, samples, 100);
    Run run = run_of("bad");
    go(&run);
    memcpy(train_path, good, sizeof good);
    assert_int_equal(run.status, STATUS_BAD_INPUT);
    assert_non_null(strstr(run.why.text, "a sample of the step, number 40: "));
    assert_non_null(strstr(run.why.text, "0xffff is not legal"));
}

// ---- strength ----

static void test_strength(void **state) {
    (void)state;
    skip_if_large();
    Run whole = run_of("strong");
    whole.strength = 3;
    go_well(&whole);
    assert_true(whole.first.is_measured && whole.last.is_measured);
    assert_int_equal(whole.first.strength.games, 4); // rounded up to pairs
    assert_true(is_there(whole.place, "weights-begin"));
    char *log = log_of(&whole);
    assert_null(strstr(log, ",,\n"));
    free(log);
    // Stopped in the step before a report: the resumed run plays its games.
    interrupt(&whole, 3, false, 3);
    interrupt(&whole, 11, false, 3);
    // A run that began without strength has no opponent.
    Run plain = run_of("plain");
    go_well(&plain);
    log = log_of(&plain);
    assert_non_null(strstr(log, ",,\n"));
    free(log);
    plain.strength = 2;
    plain.is_resumed = true;
    go(&plain);
    assert_int_equal(plain.status, STATUS_BAD_INPUT);
    assert_non_null(strstr(plain.why.text, "weights-begin: does not exist"));
}

// ---- older logs ----

static void test_short_log(void **state) {
    (void)state;
    skip_if_large();
    static const char OLD[] = "step,samples,loss,validation,rate,samples_per_second\n"
                              "0,0,0.1,0.2,0.3,4\n4,512,0.1,0.2,0.3,4\n8,1024,0.1,0.2,0.3,4\n";
    Run run = run_of("old");
    run.interruption = 5; // leaves a checkpoint of step 6
    go_well(&run);
    char path[NAME_MAX_BYTES];
    name_in(run.place, "log.csv", path);
    file_write(path, OLD, strlen(OLD));
    run.interruption = NEVER;
    run.is_resumed = true;
    go_well(&run);
    char *log = log_of(&run);
    assert_non_null(
        strstr(log, "top1_accuracy\n0,0,0.1,0.2,0.3,,,,,\n4,512,0.1,0.2,0.3,,,,,\n8,1024,"));
    assert_null(strstr(log, "8,1024,0.1,"));
    free(log);
}

// ---- checkpoints ----

static void refused(const char *path, Trainer *trainer, uint64_t seed, const char *word) {
    CheckpointState state = {.seed = seed, .learner = "regress", .batch = 9, .step = 77};
    Error why = {""};
    float before[4];
    memcpy(before, trainer->weights, sizeof before);
    const Status status = checkpoint_read(trainer, &state, path, &why);
    if (status != STATUS_BAD_INPUT || !strstr(why.text, word) || !strstr(why.text, path))
        fail_msg("status %d, '%s', expected '%s'", (int)status, why.text, word);
    assert_int_equal(state.step, 77);
    assert_memory_equal(before, trainer->weights, sizeof before);
}

static void test_other_checkpoints(void **state) {
    (void)state;
    char path[NAME_MAX_BYTES];
    name_in(folder, "other", path);
    Trainer trainer = trainer_of(&MASTER_PP, OPTIMISER_ADAM, false);
    CheckpointState kept = {.step = 5,
                            .samples = 640,
                            .seed = SEED,
                            .learner = "regress",
                            .batch = 9,
                            .loss = 0.1,
                            .loss_samples = 128};
    assert_ok(checkpoint_write(&trainer, &kept, path, error));
    CheckpointState found = {.seed = SEED, .learner = kept.learner, .batch = 9};
    trainer.weights[0] += 1;
    assert_ok(checkpoint_read(&trainer, &found, path, error));
    assert_memory_equal(&found, &kept, sizeof kept);
    refused(path, &trainer, 4, "begun with seed 3, not 4");
    trainer_release(&trainer);
    trainer = trainer_of(&MASTER_PP, OPTIMISER_ADAGRAD, false);
    refused(path, &trainer, SEED, "optimiser of this run is adam, not adagrad");
    trainer_release(&trainer);
    trainer = trainer_of(&MASTER_PP, OPTIMISER_ADAM, true);
    refused(path, &trainer, SEED, "left and right are not tied");
    trainer_release(&trainer);
    trainer = trainer_of(&MASTER_PPK, OPTIMISER_SGD, false);
    refused(path, &trainer, SEED, "shape of this run is pp, not ppk");
    trainer_release(&trainer);
    trainer = trainer_of(&MASTER_PP, OPTIMISER_ADAM, false);
    kept.batch = 8;
    assert_ok(checkpoint_write(&trainer, &kept, path, error));
    refused(path, &trainer, SEED, "a step of this run has 8, not 9");
    kept.learner = "records";
    assert_ok(checkpoint_write(&trainer, &kept, path, error));
    refused(path, &trainer, SEED, "learner of this run is records, not regress");
    trainer_release(&trainer);
}

static void test_damaged_checkpoints(void **state) {
    (void)state;
    char path[NAME_MAX_BYTES];
    name_in(folder, "spoilt", path);
    Trainer trainer = trainer_of(&MASTER_PP, OPTIMISER_SGD, false);
    const CheckpointState kept = {
        .step = 5, .samples = 640, .seed = SEED, .learner = "regress", .batch = 9};
    assert_ok(checkpoint_write(&trainer, &kept, path, error));
    size_t size;
    char *bytes = file_read(path, &size);
    // The step, the checksum, the samples, the loss, the weights.
    const size_t places[] = {80, 104, 112, 128, 143, 144, size / 2, size - 1};
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        bytes[places[i]] = (char)(bytes[places[i]] ^ 4);
        file_write(path, bytes, size);
        refused(path, &trainer, SEED, "damaged: ");
        bytes[places[i]] = (char)(bytes[places[i]] ^ 4);
    }
    const size_t cuts[] = {0, 1, 143, 144, size / 2, size - 1};
    for (size_t i = 0; i < ARRAY_LEN(cuts); i++) {
        file_write(path, bytes, cuts[i]);
        refused(path, &trainer, SEED, cuts[i] < 144 ? "not a checkpoint" : "damaged: ");
    }
    bytes[8] = 1;
    file_write(path, bytes, size);
    refused(path, &trainer, SEED, "of version 1, this program reads 3");
    bytes[0] = 'X';
    file_write(path, bytes, size);
    refused(path, &trainer, SEED, "not a checkpoint");
    free(bytes);
    trainer_release(&trainer);
}

// ---- rates ----

static void near(double value, double expected) {
    if (!(fabs(value - expected) < 1e-9))
        fail_msg("%.9f, expected %.9f", value, expected);
}

static void test_rates(void **state) {
    (void)state;
    TrainingConfig config = {.steps = 110, .warm_up = 10, .rate = 2, .schedule = SCHEDULE_CONSTANT};
    near(training_rate(&config, 0), 0.2);
    near(training_rate(&config, 9), 2);
    near(training_rate(&config, 10), 2);
    near(training_rate(&config, 109), 2);
    config.schedule = SCHEDULE_LINEAR;
    near(training_rate(&config, 4), 1);
    near(training_rate(&config, 10), 2);
    near(training_rate(&config, 60), 0.02 + 1.98 / 2);
    near(training_rate(&config, 110), 0.02);
    config.schedule = SCHEDULE_COSINE;
    near(training_rate(&config, 10), 2);
    near(training_rate(&config, 60), 0.02 + 1.98 / 2);
    near(training_rate(&config, 35), 0.02 + 1.98 * (1 + sqrt(0.5)) / 2);
    near(training_rate(&config, 110), 0.02);
    near(training_rate(&config, 200), 0.02 + 1.98 * (1 + cos(1.9 * acos(-1.0))) / 2);
    config.steps = 10; // warm-up to the end
    near(training_rate(&config, 9), 2);
    near(training_rate(&config, 10), 0.02);
    config.steps = config.warm_up = 0;
    near(training_rate(&config, 0), 0.02);
}

// The option table of every learner is valid and has a help text for each row.
static void test_options(void **state) {
    (void)state;
    for (const LearnerKind *const *kind = LEARNER_KINDS; *kind; kind++) {
        assert_string_equal((*kind)->name, LEARNER_NAMES[kind - LEARNER_KINDS]);
        assert_ok(option_table_check((*kind)->options, error));
        for (size_t i = 0; i < (*kind)->options->count; i++)
            assert_non_null((*kind)->options->specs[i].help);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_twice),
        cmocka_unit_test(test_validation_falls),
        cmocka_unit_test(test_stopped_and_resumed),
        cmocka_unit_test(test_failed_and_resumed),
        cmocka_unit_test(test_strength),
        cmocka_unit_test(test_short_log),
        cmocka_unit_test(test_other_checkpoints),
        cmocka_unit_test(test_damaged_checkpoints),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_bad_sample),
    };
    return cmocka_run_group_tests_name("training " GAME_NAME, tests, set_up, tear_down);
}
