#include "learn/datalearner.h"

#include <math.h>
#include <stdlib.h>

typedef struct DataLearner {
    Learner base;
    const void *settings; // of the kind
    const DataSettings *data;
    DataLoss *train;
    SampleFiles files, validation_files;
    SampleReader *reader;
    uint64_t total; // samples in the files; 0: not yet known
    Sample *batch;  // of the step
    size_t batch_size;
    Sample *validation; // kept apart; null: nothing is
    size_t validation_size;
} DataLearner;

double data_probability(const DataSettings *settings, double value) {
    return 1 / (1 + exp(-value / settings->tau));
}

static Status open_validation(DataLearner *learner, Error *error) {
    const char *path = learner->data->validation;
    if (!*path)
        return STATUS_OK;
    const size_t most = (size_t)learner->data->validation_most;
    TRY(sample_files_find(&learner->validation_files, &path, 1, error));
    learner->validation = malloc(most * sizeof *learner->validation);
    if (!learner->validation)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu samples", most);
    SampleReader *reader;
    TRY(sample_reader_open(&reader, &learner->validation_files, error));
    const Status status =
        sample_reader_next(reader, learner->validation, most, &learner->validation_size, error);
    sample_reader_free(reader);
    return status;
}

static Status open_files(DataLearner *learner, const LearnerSetup *setup, Error *error) {
    TRY(sample_files_find(&learner->files, setup->files, setup->file_count, error));
    TRY(sample_files_again(&learner->files, error));
    TRY(sample_reader_open(&learner->reader, &learner->files, error));
    learner->batch_size = (size_t)setup->batch;
    learner->batch = malloc(learner->batch_size * sizeof *learner->batch);
    if (!learner->batch)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d samples", setup->batch);
    // Whether there is something to learn is said before a run begins.
    size_t got;
    TRY(sample_reader_next(learner->reader, learner->batch, 1, &got, error));
    if (!got)
        return error_set(error, STATUS_BAD_INPUT, "there are no samples in the files");
    return open_validation(learner, error);
}

Status data_learner_new(Learner **learner, const LearnerKind *kind, const LearnerSetup *setup,
                        const DataSettings *data, DataLoss *train, Error *error) {
    DataLearner *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a learner");
    fresh->base.kind = kind;
    fresh->settings = setup->settings;
    fresh->data = data;
    fresh->train = train;
    const Status status = open_files(fresh, setup, error);
    if (status == STATUS_OK)
        *learner = &fresh->base;
    else
        data_learner_free(&fresh->base);
    return status;
}

void data_learner_free(Learner *learner) {
    DataLearner *data = (DataLearner *)(void *)learner;
    sample_reader_free(data->reader);
    sample_files_release(&data->files);
    sample_files_release(&data->validation_files);
    free(data->batch);
    free(data->validation);
    free(data);
}

// Whether a sample is one to learn from; an error if it is none at all.
static Status look_at(const DataLearner *learner, const Sample *sample, Position *pos, Move *move,
                      bool *counts, Error *error) {
    const DataSettings *data = learner->data;
    *counts = false;
    const bool is_decided = data->value_most && abs(sample->value) > data->value_most;
    if (is_decided || sample->ply < data->ply_least)
        return STATUS_OK;
    TRY(sample_check(sample, pos, move, error));
    *counts = !data->quiet || (!pos_in_check(pos) && (!*move || !pos_is_tactical(pos, *move)));
    return STATUS_OK;
}

// What one thread has of a step.
typedef struct Part {
    StepStats step; // sums, not means
    Status status;
    Error why;
} Part;

// A step over `count` samples, in which each has `share` of the gradient; `share` 0: none has.
typedef struct Reading {
    const DataLearner *learner;
    const Sample *samples;
    size_t count;
    double share;
    int threads;
    Part *parts; // one a thread
} Reading;

static Status read_one(const Reading *reading, Trainer *trainer, size_t index, StepStats *step,
                       Error *error) {
    const DataLearner *learner = reading->learner;
    const Sample *sample = &reading->samples[index];
    Position pos;
    Move move;
    bool counts;
    Error why;
    const Status status = look_at(learner, sample, &pos, &move, &counts, &why);
    if (status != STATUS_OK)
        return error_set(error, status, "%s, number %zu: %s",
                         reading->samples == learner->validation ? "a sample for validation"
                                                                 : "a sample of the step",
                         index, why.text);
    if (counts)
        learner->train(learner->settings, trainer, sample, &pos, move, reading->share, step);
    return STATUS_OK;
}

// Everybody has as many neighbours; who has which depends on nothing but how many share them.
static void read_part(void *context, Trainer *trainer, int index) {
    const Reading *reading = context;
    const size_t threads = (size_t)reading->threads, own = (size_t)index;
    Part *part = &reading->parts[index];
    *part = (Part){.status = STATUS_OK};
    for (size_t i = reading->count * own / threads;
         part->status == STATUS_OK && i < reading->count * (own + 1) / threads; i++)
        part->status = read_one(reading, trainer, i, &part->step, &part->why);
}

static void add_stats(StepStats *step, const StepStats *part) {
    step->samples += part->samples;
    step->loss += part->loss;
    step->top1 += part->top1;
    step->has_top1 |= part->has_top1;
}

static Status go_through(const DataLearner *learner, Trainer *trainer, const Sample *samples,
                         size_t count, double share, StepStats *step, Error *error) {
    const int threads = trainer_threads(trainer);
    Part *parts = calloc((size_t)threads, sizeof *parts);
    if (!parts)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a step");
    Reading reading = {learner, samples, count, share, threads, parts};
    trainer_run(trainer, read_part, &reading);
    Status status = STATUS_OK;
    *step = (StepStats){0};
    for (int i = 0; i < threads && status == STATUS_OK; i++) {
        add_stats(step, &parts[i].step);
        if (parts[i].status != STATUS_OK)
            status = error_set(error, parts[i].status, "%s", parts[i].why.text);
    }
    free(parts);
    if (step->samples) {
        step->loss /= (double)step->samples;
        step->top1 /= (double)step->samples;
    }
    return status;
}

// At the end of the files: now it is known where that is.
static Status take_total(DataLearner *learner, Error *error) {
    learner->total = sample_reader_at(learner->reader);
    return learner->total ? STATUS_OK
                          : error_set(error, STATUS_BAD_INPUT, "there are no samples in the files");
}

// The samples of a step: after the last comes the first again.
static Status read_batch(DataLearner *learner, uint64_t number, Error *error) {
    uint64_t from = number * learner->batch_size;
    if (learner->total)
        from %= learner->total;
    TRY(sample_reader_seek(learner->reader, from, error));
    if (sample_reader_at(learner->reader) < from) {
        TRY(take_total(learner, error));
        TRY(sample_reader_seek(learner->reader, from % learner->total, error));
    }
    size_t count = 0;
    while (count < learner->batch_size) {
        size_t got;
        TRY(sample_reader_next(learner->reader, learner->batch + count, learner->batch_size - count,
                               &got, error));
        count += got;
        if (count == learner->batch_size)
            break;
        TRY(take_total(learner, error));
        TRY(sample_reader_seek(learner->reader, 0, error));
    }
    return STATUS_OK;
}

Status data_learner_train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *step,
                          Error *error) {
    DataLearner *data = (DataLearner *)(void *)learner;
    TRY(read_batch(data, number, error));
    return go_through(data, trainer, data->batch, data->batch_size, 1 / (double)data->batch_size,
                      step, error);
}

Status data_learner_validate(Learner *learner, Trainer *trainer, StepStats *step, Error *error) {
    DataLearner *data = (DataLearner *)(void *)learner;
    return go_through(data, trainer, data->validation, data->validation_size, 0, step, error);
}
