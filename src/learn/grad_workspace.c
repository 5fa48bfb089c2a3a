#include "learn/grad_workspace.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static Status start_threads(GradWorkspace *workspace, int threads, Error *error) {
    if (threads < 2)
        return STATUS_OK;
    Workers *workers = malloc(sizeof *workers);
    if (!workers)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", threads);
    const Status status = workers_init(workers, threads, error);
    if (status == STATUS_OK)
        workspace->workers = workers;
    else
        free(workers);
    return status;
}

Status grad_workspace_init(GradWorkspace *workspace, const GradSettings *settings, Error *error) {
    *workspace = (GradWorkspace){.settings = *settings};
    treegrad_init(&workspace->tree);
    return start_threads(workspace, settings->threads, error);
}

void grad_workspace_release(GradWorkspace *workspace) {
    treegrad_release(&workspace->tree);
    if (workspace->workers)
        workers_release(workspace->workers);
    free(workspace->workers);
    free(workspace->slopes);
    *workspace = (GradWorkspace){0};
}

static Status clear_slopes(GradWorkspace *workspace, Error *error) {
    const size_t count = workspace->tree.count;
    TRY(ARRAY_RESERVE(workspace->slopes, workspace->capacity, count, "a tree", error));
    memset(workspace->slopes, 0, count * sizeof *workspace->slopes);
    return STATUS_OK;
}

static Status emit(const GradWorkspace *workspace, const Position *pos, const Rng *rng,
                   Trace *trace, Error *error) {
    enum { STREAM = 1 << 30 }; // larger than the number of any path
    return treegrad_emit(&workspace->tree, workspace->slopes, workspace->settings.cutoff,
                         rng_split(rng, STREAM), pos, trace, error);
}

Status grad_workspace_value(GradWorkspace *workspace, const Position *pos, const Rng *rng,
                            Trace *trace, Error *error) {
    TRY(clear_slopes(workspace, error));
    if (workspace->settings.paths) {
        const GradStart start = {.amount = 1};
        TRY(treegrad_sample(&workspace->tree, &start, workspace->settings.paths, rng,
                            workspace->workers, workspace->slopes, error));
    } else {
        workspace->slopes[0] = 1;
        treegrad_propagate(&workspace->tree, workspace->slopes);
    }
    return emit(workspace, pos, rng, trace, error);
}

// Half of the paths start with the chosen move, the others with a move drawn from the policy.
static Status sample_choice(GradWorkspace *workspace, const double *probabilities, int chosen,
                            const Rng *rng, Error *error) {
    const GradStart own = {.node = workspace->tree.nodes[0].first + (uint32_t)chosen, .amount = -1};
    const GradStart any = {.probabilities = probabilities, .amount = 1};
    const int half = (workspace->settings.paths + 1) / 2;
    const Rng own_rng = rng_split(rng, 0), any_rng = rng_split(rng, 1);
    TRY(treegrad_sample(&workspace->tree, &own, half, &own_rng, workspace->workers,
                        workspace->slopes, error));
    return treegrad_sample(&workspace->tree, &any, half, &any_rng, workspace->workers,
                           workspace->slopes, error);
}

Status grad_workspace_choice(GradWorkspace *workspace, const double *probabilities, int chosen,
                             bool is_exact, const Position *pos, const Rng *rng, Trace *trace,
                             Error *error) {
    TRY(clear_slopes(workspace, error));
    if (workspace->settings.paths && !is_exact) {
        TRY(sample_choice(workspace, probabilities, chosen, rng, error));
    } else {
        treegrad_seed_choice(&workspace->tree, probabilities, chosen, workspace->slopes);
        treegrad_propagate(&workspace->tree, workspace->slopes);
    }
    return emit(workspace, pos, rng, trace, error);
}
