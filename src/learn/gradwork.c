#include "learn/gradwork.h"

#include <stdlib.h>
#include <string.h>

static Status hire(GradWork *work, int threads, Error *error) {
    if (threads < 2)
        return STATUS_OK;
    Workers *workers = malloc(sizeof *workers);
    if (!workers)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", threads);
    const Status status = workers_init(workers, threads, error);
    if (status == STATUS_OK)
        work->workers = workers;
    else
        free(workers);
    return status;
}

Status gradwork_init(GradWork *work, const GradSettings *settings, Error *error) {
    *work = (GradWork){.settings = *settings};
    treegrad_init(&work->tree);
    return hire(work, settings->threads, error);
}

void gradwork_release(GradWork *work) {
    treegrad_release(&work->tree);
    if (work->workers)
        workers_release(work->workers);
    free(work->workers);
    free(work->slopes);
    *work = (GradWork){0};
}

static Status clear_slopes(GradWork *work, Error *error) {
    const size_t count = work->tree.count;
    if (count > work->capacity) {
        double *slopes = realloc(work->slopes, 2 * count * sizeof *slopes);
        if (!slopes)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a tree of %zu nodes", count);
        work->slopes = slopes;
        work->capacity = 2 * count;
    }
    memset(work->slopes, 0, count * sizeof *work->slopes);
    return STATUS_OK;
}

static Status take_leaf(void *context, const Position *pos, double slope, Error *error) {
    return trace_leaf(context, pos, slope, error);
}

static Status tell(const GradWork *work, const Position *pos, const Rng *rng, Trace *trace,
                   Error *error) {
    enum { STREAM = 1 << 30 }; // no path has that number
    const GradSink sink = {take_leaf, trace};
    return treegrad_tell(&work->tree, work->slopes, work->settings.cutoff, rng_split(rng, STREAM),
                         pos, &sink, error);
}

Status gradwork_value(GradWork *work, const Position *pos, const Rng *rng, Trace *trace,
                      Error *error) {
    TRY(clear_slopes(work, error));
    if (work->settings.paths) {
        const GradStart start = {.amount = 1};
        TRY(treegrad_sample(&work->tree, &start, work->settings.paths, rng, work->workers,
                            work->slopes, error));
    } else {
        work->slopes[0] = 1;
        treegrad_spread(&work->tree, work->slopes);
    }
    return tell(work, pos, rng, trace, error);
}

// Half of the paths begin with the move that was chosen, the others with any move by its chance.
static Status sample_choice(GradWork *work, const double *probabilities, int chosen, const Rng *rng,
                            Error *error) {
    const GradStart own = {.node = work->tree.nodes[0].first + (uint32_t)chosen, .amount = -1};
    const GradStart any = {.probabilities = probabilities, .amount = 1};
    const int half = (work->settings.paths + 1) / 2;
    const Rng own_rng = rng_split(rng, 0), any_rng = rng_split(rng, 1);
    TRY(treegrad_sample(&work->tree, &own, half, &own_rng, work->workers, work->slopes, error));
    return treegrad_sample(&work->tree, &any, half, &any_rng, work->workers, work->slopes, error);
}

Status gradwork_choice(GradWork *work, const double *probabilities, int chosen, bool is_exact,
                       const Position *pos, const Rng *rng, Trace *trace, Error *error) {
    TRY(clear_slopes(work, error));
    if (work->settings.paths && !is_exact) {
        TRY(sample_choice(work, probabilities, chosen, rng, error));
    } else {
        treegrad_seed_choice(&work->tree, probabilities, chosen, work->slopes);
        treegrad_spread(&work->tree, work->slopes);
    }
    return tell(work, pos, rng, trace, error);
}
