#include "learn/data_learner.h"

#include <stdlib.h>

typedef struct DataLearner {
    Learner base;
    const void *settings; // of the kind
    const DataSettings *data;
    DataLoss *loss;
    SampleFiles files, validation_files;
    SampleReader *reader;
    uint64_t total; // samples in the files; 0: not yet known
    Sample *batch;
    size_t batch_size;
    Sample *validation; // null: there are none
    size_t validation_size;
} DataLearner;

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
    // Files without samples are refused before a run begins.
    size_t got;
    TRY(sample_reader_next(learner->reader, learner->batch, 1, &got, error));
    if (!got)
        return error_set(error, STATUS_BAD_INPUT, "there are no samples in the files");
    return open_validation(learner, error);
}

Status data_learner_new(Learner **learner, const LearnerKind *kind, const LearnerSetup *setup,
                        const DataSettings *data, DataLoss *loss, Error *error) {
    DataLearner *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a learner");
    fresh->base.kind = kind;
    fresh->settings = setup->settings;
    fresh->data = data;
    fresh->loss = loss;
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

// Unpacks a sample; *is_used: it is one to learn from. Fails if it is not valid.
static Status unpack_sample(const DataLearner *learner, const Sample *sample, Position *pos,
                            Move *move, bool *is_used, Error *error) {
    const DataSettings *data = learner->data;
    *is_used = false;
    const bool is_decided = data->value_most && abs(sample->value) > data->value_most;
    if (is_decided || sample->ply < data->ply_least)
        return STATUS_OK;
    TRY(sample_check(sample, pos, move, error));
    *is_used = !data->quiet || (!pos_in_check(pos) && (!*move || !pos_is_tactical(pos, *move)));
    return STATUS_OK;
}

// The part of a step that one thread does.
typedef struct Part {
    StepStats stats; // sums, not means
    Status status;
    Error why;
} Part;

// One pass over `count` samples, the gradient of each counting `share`; 0: no gradients.
typedef struct Pass {
    const DataLearner *learner;
    const Sample *samples;
    size_t count;
    double share;
    int threads;
    Part *parts; // one for each thread
} Pass;

static Status use_sample(const Pass *pass, Trainer *trainer, size_t index, StepStats *stats,
                         Error *error) {
    const DataLearner *learner = pass->learner;
    const Sample *sample = &pass->samples[index];
    Position pos;
    Move move;
    bool is_used;
    Error why;
    const Status status = unpack_sample(learner, sample, &pos, &move, &is_used, &why);
    if (status != STATUS_OK)
        return error_set(error, status, "%s, number %zu: %s",
                         pass->samples == learner->validation ? "a validation sample"
                                                              : "a sample of the step",
                         index, why.text);
    if (is_used)
        learner->loss(learner->settings, trainer, sample, &pos, move, pass->share, stats);
    return STATUS_OK;
}

// Each thread takes an equal range of neighbours, so the division depends on the number of threads
// alone.
static void run_part(void *context, Trainer *trainer, int index) {
    const Pass *pass = context;
    const size_t threads = (size_t)pass->threads, own = (size_t)index;
    Part *part = &pass->parts[index];
    *part = (Part){.status = STATUS_OK};
    for (size_t i = pass->count * own / threads;
         part->status == STATUS_OK && i < pass->count * (own + 1) / threads; i++)
        part->status = use_sample(pass, trainer, i, &part->stats, &part->why);
}

static void add_stats(StepStats *stats, const StepStats *part) {
    stats->samples += part->samples;
    stats->loss += part->loss;
    stats->top1 += part->top1;
    stats->has_top1 |= part->has_top1;
}

static Status run_pass(const DataLearner *learner, Trainer *trainer, const Sample *samples,
                       size_t count, double share, StepStats *stats, Error *error) {
    const int threads = trainer_threads(trainer);
    Part *parts = calloc((size_t)threads, sizeof *parts);
    if (!parts)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a step");
    Pass pass = {learner, samples, count, share, threads, parts};
    trainer_run(trainer, run_part, &pass);
    Status status = STATUS_OK;
    *stats = (StepStats){0};
    for (int i = 0; i < threads && status == STATUS_OK; i++) {
        add_stats(stats, &parts[i].stats);
        if (parts[i].status != STATUS_OK)
            status = error_set(error, parts[i].status, "%s", parts[i].why.text);
    }
    free(parts);
    if (stats->samples) {
        stats->loss /= (double)stats->samples;
        stats->top1 /= (double)stats->samples;
    }
    return status;
}

// The reader is at the end of the files, so their number of samples is known.
static Status take_total(DataLearner *learner, Error *error) {
    learner->total = sample_reader_at(learner->reader);
    return learner->total ? STATUS_OK
                          : error_set(error, STATUS_BAD_INPUT, "there are no samples in the files");
}

// The samples of a step; after the last sample of the files follows the first.
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

Status data_learner_train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *stats,
                          Error *error) {
    DataLearner *data = (DataLearner *)(void *)learner;
    TRY(read_batch(data, number, error));
    return run_pass(data, trainer, data->batch, data->batch_size, 1 / (double)data->batch_size,
                    stats, error);
}

Status data_learner_validate(Learner *learner, Trainer *trainer, StepStats *stats, Error *error) {
    DataLearner *data = (DataLearner *)(void *)learner;
    return run_pass(data, trainer, data->validation, data->validation_size, 0, stats, error);
}
