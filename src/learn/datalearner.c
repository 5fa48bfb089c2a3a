#include "learn/datalearner.h"

#include <math.h>
#include <stdlib.h>

typedef struct DataLearner {
    Learner base;
    const void *settings; // of the kind
    const DataSettings *data;
    DataTeach *teach;
    SampleFiles files, exam_files;
    SampleReader *reader;
    uint64_t total; // samples in the files; 0: not yet known
    Sample *batch;  // of the lesson
    size_t batch_size;
    Sample *exam; // kept apart; null: nothing is
    size_t exam_size;
} DataLearner;

double data_probability(const DataSettings *settings, double value) {
    return 1 / (1 + exp(-value / settings->tau));
}

static Status open_exam(DataLearner *learner, Error *error) {
    const char *path = learner->data->validation;
    if (!*path)
        return STATUS_OK;
    const size_t most = (size_t)learner->data->validation_most;
    TRY(sample_files_find(&learner->exam_files, &path, 1, error));
    learner->exam = malloc(most * sizeof *learner->exam);
    if (!learner->exam)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu samples", most);
    SampleReader *reader;
    TRY(sample_reader_open(&reader, &learner->exam_files, error));
    const Status status =
        sample_reader_next(reader, learner->exam, most, &learner->exam_size, error);
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
    // Whether there is something to learn is said before a course begins.
    size_t got;
    TRY(sample_reader_next(learner->reader, learner->batch, 1, &got, error));
    if (!got)
        return error_set(error, STATUS_BAD_INPUT, "there are no samples in the files");
    return open_exam(learner, error);
}

Status data_learner_new(Learner **learner, const LearnerKind *kind, const LearnerSetup *setup,
                        const DataSettings *data, DataTeach *teach, Error *error) {
    DataLearner *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a learner");
    fresh->base.kind = kind;
    fresh->settings = setup->settings;
    fresh->data = data;
    fresh->teach = teach;
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
    sample_files_release(&data->exam_files);
    free(data->batch);
    free(data->exam);
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

// What one thread has of a lesson.
typedef struct Part {
    Lesson lesson; // sums, not means
    Status status;
    Error why;
} Part;

// A lesson over `count` samples, in which each has `share` of the gradient; `share` 0: none has.
typedef struct Reading {
    const DataLearner *learner;
    const Sample *samples;
    size_t count;
    double share;
    int threads;
    Part *parts; // one a thread
} Reading;

static Status read_one(const Reading *reading, Pupil *pupil, size_t index, Lesson *lesson,
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
                         reading->samples == learner->exam ? "a sample for validation"
                                                           : "a sample of the lesson",
                         index, why.text);
    if (counts)
        learner->teach(learner->settings, pupil, sample, &pos, move, reading->share, lesson);
    return STATUS_OK;
}

// Everybody has as many neighbours; who has which depends on nothing but how many share them.
static void read_part(void *context, Pupil *pupil, int index) {
    const Reading *reading = context;
    const size_t threads = (size_t)reading->threads, own = (size_t)index;
    Part *part = &reading->parts[index];
    *part = (Part){.status = STATUS_OK};
    for (size_t i = reading->count * own / threads;
         part->status == STATUS_OK && i < reading->count * (own + 1) / threads; i++)
        part->status = read_one(reading, pupil, i, &part->lesson, &part->why);
}

static void add_lesson(Lesson *lesson, const Lesson *part) {
    lesson->samples += part->samples;
    lesson->loss += part->loss;
    lesson->agreed += part->agreed;
    lesson->asks |= part->asks;
}

static Status go_through(const DataLearner *learner, Pupil *pupil, const Sample *samples,
                         size_t count, double share, Lesson *lesson, Error *error) {
    const int threads = pupil_threads(pupil);
    Part *parts = calloc((size_t)threads, sizeof *parts);
    if (!parts)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a lesson");
    Reading reading = {learner, samples, count, share, threads, parts};
    pupil_run(pupil, read_part, &reading);
    Status status = STATUS_OK;
    *lesson = (Lesson){0};
    for (int i = 0; i < threads && status == STATUS_OK; i++) {
        add_lesson(lesson, &parts[i].lesson);
        if (parts[i].status != STATUS_OK)
            status = error_set(error, parts[i].status, "%s", parts[i].why.text);
    }
    free(parts);
    if (lesson->samples) {
        lesson->loss /= (double)lesson->samples;
        lesson->agreed /= (double)lesson->samples;
    }
    return status;
}

// At the end of the files: now it is known where that is.
static Status take_total(DataLearner *learner, Error *error) {
    learner->total = sample_reader_at(learner->reader);
    return learner->total ? STATUS_OK
                          : error_set(error, STATUS_BAD_INPUT, "there are no samples in the files");
}

// The samples of a lesson: after the last comes the first again.
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

Status data_learner_teach(Learner *learner, Pupil *pupil, uint64_t number, Lesson *lesson,
                          Error *error) {
    DataLearner *data = (DataLearner *)(void *)learner;
    TRY(read_batch(data, number, error));
    return go_through(data, pupil, data->batch, data->batch_size, 1 / (double)data->batch_size,
                      lesson, error);
}

Status data_learner_examine(Learner *learner, Pupil *pupil, Lesson *lesson, Error *error) {
    DataLearner *data = (DataLearner *)(void *)learner;
    return go_through(data, pupil, data->exam, data->exam_size, 0, lesson, error);
}
