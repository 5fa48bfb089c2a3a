#include "learn/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/filemap.h"
#include "learn/checkpoint.h"
#include "learn/manifest.h"

const char *const SCHEDULE_NAMES[] = {"cosine", "linear", "constant", NULL};

enum { PATH_MAX_BYTES = 4096, ROW_MAX = 256, LOG_COLUMNS = 10 };

static const double RATE_END = 0.01;
static const char LOG_HEADER[] =
    "step,samples,loss,validation,rate,samples_per_second,elo,elo_low,elo_high,top1_accuracy\n";
static const char BEGIN_NAME[] = "weights-begin";
static const uint64_t NEVER = UINT64_MAX;

typedef struct Training {
    const TrainingConfig *config;
    const TrainingReport *report;
    const SearchControl *stop;
    CheckpointState state;
    uint64_t reported; // the step of the last report, or NEVER
    bool is_saved;     // the checkpoint has the present state
    int64_t start_ns;  // of the time since the last report
    char *log;         // the whole file, rewritten at every report
    size_t log_length, log_capacity;
} Training;

double training_rate(const TrainingConfig *config, uint64_t step) {
    const double pi = 3.14159265358979323846;
    if (step < config->warm_up)
        return config->rate * (double)(step + 1) / (double)config->warm_up;
    const double whole = (double)config->steps - (double)config->warm_up;
    const double part = whole > 0 ? ((double)step - (double)config->warm_up) / whole : 1;
    const double height = config->schedule == SCHEDULE_CONSTANT ? 1
                          : config->schedule == SCHEDULE_LINEAR ? 1 - part
                                                                : (1 + cos(pi * part)) / 2;
    return config->rate * (RATE_END + (1 - RATE_END) * fmax(0, height));
}

// ---- the log ----

static Status log_add(Training *run, const char *text, size_t length, Error *error) {
    if (!length)
        return STATUS_OK;
    TRY(ARRAY_RESERVE(run->log, run->log_capacity, run->log_length + length, "the log of the run",
                      error));
    memcpy(run->log + run->log_length, text, length);
    run->log_length += length;
    return STATUS_OK;
}

static Status path_in(const Training *run, const char *name, char path[PATH_MAX_BYTES],
                      Error *error) {
    const int length = snprintf(path, PATH_MAX_BYTES, "%s/%s", run->config->folder, name);
    return length < PATH_MAX_BYTES
               ? STATUS_OK
               : error_set(error, STATUS_BAD_INPUT, "%.100s...: the name is too long", path);
}

// Takes over a line of the log, unless its step is after the checkpoint and will be done again.
static Status log_resume_row(Training *run, Str row, Error *error) {
    Str cells = row;
    int64_t step;
    if (!str_int(str_until(&cells, ','), 0, INT64_MAX, &step) || (uint64_t)step > run->state.step)
        return STATUS_OK;
    run->reported = (uint64_t)step;
    TRY(log_add(run, row.at, row.len, error));
    int columns = 1;
    for (size_t i = 0; i < row.len; i++)
        columns += row.at[i] == ',';
    for (; columns < LOG_COLUMNS; columns++) // older logs have fewer
        TRY(log_add(run, ",", 1, error));
    return log_add(run, "\n", 1, error);
}

static Status log_begin(Training *run, bool is_resumed, Error *error) {
    char path[PATH_MAX_BYTES];
    TRY(path_in(run, "log.csv", path, error));
    TRY(log_add(run, LOG_HEADER, strlen(LOG_HEADER), error));
    FileMap map;
    if (!is_resumed || filemap_open(&map, path, NULL) != STATUS_OK)
        return STATUS_OK;
    Str rest = {(const char *)map.data, map.size};
    Status status = STATUS_OK;
    str_until(&rest, '\n'); // the header
    while (rest.len && status == STATUS_OK)
        status = log_resume_row(run, str_until(&rest, '\n'), error);
    filemap_release(&map);
    return status;
}

static Status log_progress(Training *run, const TrainingProgress *progress, Error *error) {
    char text[ROW_MAX], path[PATH_MAX_BYTES];
    StrBuf row = strbuf_init(text, sizeof text);
    strbuf_format(&row, "%" PRIu64 ",%" PRId64 ",", progress->step, progress->samples);
    if (progress->has_loss)
        strbuf_format(&row, "%.6f", progress->loss);
    strbuf_char(&row, ',');
    if (progress->is_validated)
        strbuf_format(&row, "%.6f", progress->validation);
    strbuf_format(&row, ",%.6g,%.0f,", progress->rate, progress->samples_per_second);
    if (progress->is_measured) {
        const ScoreRange *elo = &progress->strength.elo;
        strbuf_format(&row, "%.1f,%.1f,%.1f,", elo->value, elo->low, elo->high);
    } else {
        strbuf_text(&row, ",,,");
    }
    if (progress->has_top1)
        strbuf_format(&row, "%.4f", progress->top1);
    strbuf_char(&row, '\n');
    TRY(log_add(run, text, row.len, error));
    TRY(path_in(run, "log.csv", path, error));
    return atomic_file_write(path, run->log, run->log_length, error);
}

// ---- files ----

static Status write_checkpoint(Training *run, Error *error) {
    char path[PATH_MAX_BYTES];
    TRY(path_in(run, "checkpoint", path, error));
    TRY(checkpoint_write(run->config->trainer, &run->state, path, error));
    run->is_saved = true;
    return STATUS_OK;
}

static Status publish(const Training *run, char path[PATH_MAX_BYTES], int64_t *cut, Error *error) {
    const TrainingConfig *config = run->config;
    TRY(path_in(run, "weights", path, error));
    TRY(trainer_export(config->trainer, config->provenance, path, cut, error));
    if (!config->keeps_all)
        return STATUS_OK;
    char name[48];
    snprintf(name, sizeof name, "weights-%08" PRIu64, run->state.step);
    TRY(path_in(run, name, path, error));
    return trainer_export(config->trainer, config->provenance, path, NULL, error);
}

// The weights that strength is measured against: written at step 0, read by a resumed run.
static Status keep_begin(const Training *run, bool is_resumed, Error *error) {
    const TrainingConfig *config = run->config;
    if (!config->strength.games)
        return STATUS_OK;
    char path[PATH_MAX_BYTES];
    TRY(path_in(run, BEGIN_NAME, path, error));
    if (!is_resumed)
        return trainer_export(config->trainer, config->provenance, path, NULL, error);
    return access(path, R_OK) == 0
               ? STATUS_OK
               : error_set(error, STATUS_BAD_INPUT,
                           "%.200s: does not exist; strength has to be measured from the "
                           "beginning of a run",
                           path);
}

// ---- reports ----

static Status measure(const Training *run, const char *weights, TrainingProgress *progress,
                      Error *error) {
    char begin[PATH_MAX_BYTES];
    TRY(path_in(run, BEGIN_NAME, begin, error));
    return strength_measure(&run->config->strength, weights, begin, run->stop, &progress->strength,
                            &progress->is_measured, error);
}

static Status find_progress(const Training *run, TrainingProgress *progress, Error *error) {
    const TrainingConfig *config = run->config;
    const LearnerKind *kind = config->learner->kind;
    const CheckpointState *state = &run->state;
    const double seconds = (double)(clock_ns() - run->start_ns) / 1e9;
    const double samples = (double)state->loss_samples;
    *progress = (TrainingProgress){
        .step = state->step,
        .samples = state->samples,
        .has_loss = state->loss_samples > 0,
        .loss = state->loss_samples ? state->loss / samples : 0,
        .rate = training_rate(config, state->step ? state->step - 1 : 0),
        .samples_per_second = seconds > 0 ? samples / seconds : 0,
    };
    if (!kind->validate)
        return STATUS_OK;
    StepStats validation;
    TRY(kind->validate(config->learner, config->trainer, &validation, error));
    progress->is_validated = validation.samples > 0;
    progress->validation = validation.loss;
    progress->has_top1 = validation.samples > 0 && validation.has_top1;
    progress->top1 = validation.top1;
    return STATUS_OK;
}

static void begin_report(Training *run) {
    run->state.loss = 0;
    run->state.loss_samples = 0;
    run->start_ns = clock_ns();
}

static Status make_report(Training *run, TrainingProgress *last, Error *error) {
    TrainingProgress progress;
    char path[PATH_MAX_BYTES];
    TRY(find_progress(run, &progress, error));
    TRY(publish(run, path, &progress.cut, error));
    if (run->config->strength.games) {
        TRY(measure(run, path, &progress, error));
        if (!progress.is_measured)
            return STATUS_OK; // stopped; the resumed run makes this report
    }
    TRY(log_progress(run, &progress, error));
    *last = progress;
    if (run->report->progress)
        TRY(run->report->progress(run->report->context, &progress, path, error));
    run->reported = run->state.step;
    run->is_saved = false;
    begin_report(run);
    return STATUS_OK;
}

// ---- the loop ----

static Status take_step(Training *run, Error *error) {
    const TrainingConfig *config = run->config;
    CheckpointState *state = &run->state;
    StepStats step = {0};
    TRY(config->learner->kind->train(config->learner, config->trainer, state->step, &step, error));
    if (step.is_aborted) {
        trainer_clear_gradient(config->trainer);
        return STATUS_OK;
    }
    if (!isfinite(step.loss))
        return error_set(error, STATUS_BAD_INPUT,
                         "step %" PRIu64 ": the loss is not a number any more; a smaller --rate "
                         "may help",
                         state->step);
    trainer_step(config->trainer, training_rate(config, state->step));
    state->loss += step.loss * (double)step.samples;
    state->loss_samples += step.samples;
    state->samples += step.samples;
    state->step++;
    run->is_saved = false;
    return STATUS_OK;
}

static bool is_due(const Training *run) {
    const uint64_t done = run->state.step;
    return done != run->reported &&
           (done % run->config->report_every == 0 || done == run->config->steps);
}

static Status run_loop(Training *run, TrainingProgress *last, Error *error) {
    const TrainingConfig *config = run->config;
    for (;;) {
        if (is_due(run)) // also at step 0, so that curves begin there
            TRY(make_report(run, last, error));
        const uint64_t done = run->state.step;
        const bool is_over = done >= config->steps || control_is_stopped(run->stop);
        const bool is_time = is_over || (done && done % config->checkpoint_every == 0);
        if (is_time && !run->is_saved)
            TRY(write_checkpoint(run, error));
        if (is_over)
            return STATUS_OK;
        TRY(take_step(run, error));
    }
}

// A run that begins replaces the manifest of one that never wrote a checkpoint.
static Status keep_manifest(const Training *run, bool is_resumed, Error *error) {
    const TrainingConfig *config = run->config;
    char path[PATH_MAX_BYTES];
    TRY(path_in(run, MANIFEST_NAME, path, error));
    if (!is_resumed)
        unlink(path);
    return manifest_keep(config->folder, config->manifest, error);
}

static Status begin(Training *run, bool is_resumed, Error *error) {
    char path[PATH_MAX_BYTES];
    TRY(path_in(run, "checkpoint", path, error));
    TRY(keep_begin(run, is_resumed, error));
    if (is_resumed)
        TRY(checkpoint_read(run->config->trainer, &run->state, path, error));
    TRY(keep_manifest(run, is_resumed, error));
    run->is_saved = is_resumed;
    TRY(log_begin(run, is_resumed, error));
    run->start_ns = clock_ns();
    if (run->reported == run->state.step) // the report was made after the checkpoint
        begin_report(run);
    return STATUS_OK;
}

Status training_run(const TrainingConfig *config, bool is_resumed, const TrainingReport *report,
                    const SearchControl *stop, TrainingProgress *last, Error *error) {
    Training run = {.config = config,
                    .report = report,
                    .stop = stop,
                    .state = {.seed = config->seed,
                              .learner = config->learner->kind->name,
                              .batch = config->batch},
                    .reported = NEVER};
    *last = (TrainingProgress){0};
    Status status = begin(&run, is_resumed, error);
    if (status == STATUS_OK)
        status = run_loop(&run, last, error);
    last->step = run.state.step;
    free(run.log);
    return status;
}
