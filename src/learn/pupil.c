#include "learn/pupil.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/filemap.h"
#include "base/pages.h"

// ---- its life ----

// What is asked and taught needs memory; weights are there already.
static Status init_memory(Pupil *pupil, Error *error) {
    const MasterKind *kind = pupil->kind;
    pupil->work = malloc(master_work_bytes(kind));
    if (!pupil->work)
        return error_set(error, STATUS_NO_MEMORY, "no memory to look at a position");
    return gradient_init(&pupil->gradient, kind->weight_count, kind->row, error);
}

static void release_memory(Pupil *pupil) {
    free(pupil->work);
    gradient_release(&pupil->gradient);
}

static Status hire(Pupil *pupil, int threads, Error *error) {
    if (threads < 2)
        return STATUS_OK;
    pupil->helpers = calloc((size_t)threads, sizeof *pupil->helpers);
    Workers *workers = malloc(sizeof *workers);
    Status status = pupil->helpers && workers
                        ? workers_init(workers, threads, error)
                        : error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", threads);
    if (status != STATUS_OK) {
        free(workers);
        return status;
    }
    pupil->workers = workers;
    for (int i = 0; i < threads && status == STATUS_OK; i++) {
        Pupil *helper = &pupil->helpers[i];
        *helper = (Pupil){.kind = pupil->kind,
                          .is_mirror_tied = pupil->is_mirror_tied,
                          .weights = pupil->weights};
        status = init_memory(helper, error);
    }
    return status;
}

Status pupil_init(Pupil *pupil, const PupilTerms *terms, Error *error) {
    const MasterKind *kind = terms->kind;
    *pupil = (Pupil){.kind = kind, .is_mirror_tied = terms->is_mirror_tied};
    // Rows that begin with a line of the cache are read half as fast again.
    pupil->weights = pages_new(kind->weight_count * sizeof *pupil->weights);
    Status status = pupil->weights ? init_memory(pupil, error)
                                   : error_set(error, STATUS_NO_MEMORY, "no memory for %zu weights",
                                               kind->weight_count);
    if (status == STATUS_OK)
        status = optimiser_init(&pupil->optimiser, terms->optimiser, terms->penalties,
                                &pupil->gradient, error);
    if (status == STATUS_OK)
        status = hire(pupil, terms->threads, error);
    if (status != STATUS_OK) {
        pupil_release(pupil);
        return status;
    }
    Rng rng;
    rng_init(&rng, terms->seed);
    kind->begin(pupil->weights, &rng);
    return STATUS_OK;
}

void pupil_release(Pupil *pupil) {
    for (int i = 0; i < pupil_threads(pupil) && pupil->workers; i++)
        release_memory(&pupil->helpers[i]);
    if (pupil->workers)
        workers_release(pupil->workers);
    free(pupil->workers);
    free(pupil->helpers);
    if (pupil->kind)
        pages_free(pupil->weights, pupil->kind->weight_count * sizeof *pupil->weights);
    release_memory(pupil);
    optimiser_release(&pupil->optimiser);
    *pupil = (Pupil){0};
}

// ---- asked and taught ----

double pupil_value(Pupil *pupil, const Position *pos) {
    return master_forward(pupil->kind, pupil->weights, pupil->is_mirror_tied, pos, pupil->work);
}

void pupil_teach(Pupil *pupil, double amount) {
    master_backward(pupil->kind, pupil->weights, pupil->work, amount, &pupil->gradient);
}

void pupil_teach_at(Pupil *pupil, const Position *pos, double amount) {
    pupil_value(pupil, pos);
    pupil_teach(pupil, amount);
}

// ---- threads ----

int pupil_threads(const Pupil *pupil) {
    return pupil->workers ? pupil->workers->count : 1;
}

typedef struct Job {
    Pupil *pupil;
    PupilRun *run;
    void *context;
} Job;

static void work(void *context, int worker_index) {
    const Job *job = context;
    job->run(job->context, &job->pupil->helpers[worker_index], worker_index);
}

void pupil_run(Pupil *pupil, PupilRun *run, void *context) {
    if (!pupil->workers) {
        run(context, pupil, 0);
        return;
    }
    Job job = {pupil, run, context};
    workers_start(pupil->workers, work, &job);
    workers_wait(pupil->workers);
}

// ---- steps ----

typedef struct Step {
    Pupil *pupil;
    double rate;
    atomic_size_t next; // of the touched rows
} Step;

// What the helpers were told of a row, in their order, which then is clear with each of them.
static void gather_row(Pupil *pupil, uint32_t row) {
    const uint32_t count = pupil->gradient.row;
    float *sums = pupil->gradient.sums + (size_t)row * count;
    for (int i = 0; i < pupil_threads(pupil); i++) {
        Gradient *told = &pupil->helpers[i].gradient;
        if (!told->is_touched[row])
            continue;
        const float *part = told->sums + (size_t)row * count;
        for (uint32_t j = 0; j < count; j++)
            sums[j] += part[j];
        gradient_clear_row(told, row);
    }
}

// A row belongs to one thread from here on, so that nothing depends on who has it.
static void step_rows(void *context, Pupil *helper, int index) {
    enum { PORTION = 64 };
    Step *step = context;
    Pupil *pupil = step->pupil;
    (void)helper;
    (void)index;
    for (;;) {
        const size_t from = atomic_fetch_add_explicit(&step->next, PORTION, memory_order_relaxed);
        if (from >= pupil->gradient.touch_count)
            return;
        for (size_t i = from; i < from + PORTION && i < pupil->gradient.touch_count; i++) {
            const uint32_t row = pupil->gradient.touched[i];
            gather_row(pupil, row);
            optimiser_step_row(&pupil->optimiser, step->rate, &pupil->gradient, row,
                               pupil->weights);
            gradient_clear_row(&pupil->gradient, row);
        }
    }
}

void pupil_step(Pupil *pupil, double rate) {
    if (!pupil->workers) {
        optimiser_step(&pupil->optimiser, rate, &pupil->gradient, pupil->weights);
        return;
    }
    for (int i = 0; i < pupil_threads(pupil); i++) {
        Gradient *told = &pupil->helpers[i].gradient;
        for (size_t j = 0; j < told->touch_count; j++)
            gradient_row(&pupil->gradient, told->touched[j]);
        told->touch_count = 0;
    }
    Step step = {.pupil = pupil, .rate = rate};
    pupil_run(pupil, step_rows, &step);
    pupil->gradient.touch_count = 0;
}

void pupil_forget(Pupil *pupil) {
    gradient_clear(&pupil->gradient);
    for (int i = 0; i < pupil_threads(pupil) && pupil->workers; i++)
        gradient_clear(&pupil->helpers[i].gradient);
}

// ---- files ----

Status pupil_load(Pupil *pupil, const char *path, Error *error) {
    FileMap map = {0};
    Weights file;
    TRY(weights_open(path, &map, &file, error));
    const Status status = master_load(pupil->kind, &file, path, pupil->weights, error);
    filemap_release(&map);
    return status;
}

Status pupil_publish(const Pupil *pupil, Str provenance, const char *path, int64_t *cut,
                     Error *error) {
    return master_save(pupil->kind, pupil->weights, pupil->is_mirror_tied, provenance, path, cut,
                       error);
}
