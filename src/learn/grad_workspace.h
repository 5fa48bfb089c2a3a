// grad_workspace.h — from a softmax tree to a trace: the leaves that the value or the choice of a
// turn depends on.
//
// A GradWorkspace owns one tree, a slope for each of its nodes, and threads that draw paths. It
// belongs to one thread and is reused for every turn.
#pragma once

#include "base/option.h"
#include "learn/treegrad.h"

// Part of the settings of a learner on trees; the rows of its table are GRAD_OPTIONS.
typedef struct GradSettings {
    int paths, threads;
    double cutoff;
} GradSettings;

#define GRAD_OPTIONS(Settings, grad, path_count)                                                   \
    OPTION_ROW_SPIN(Settings, grad.paths, "Paths", path_count, 0, 1000000,                         \
                    "paths drawn for the gradient of a tree; 0: the exact gradient"),              \
        OPTION_ROW_SPIN(Settings, grad.threads, "PathThreads", "1", 1, 512,                        \
                        "threads that draw the paths of a tree, for each game"),                   \
        OPTION_ROW_REAL(Settings, grad.cutoff, "Cutoff", "0.001", 0, 1,                            \
                        "leaves with smaller slopes are sampled; 0: every leaf is used")

typedef struct GradWorkspace {
    GradSettings settings;
    GradTree tree; // the caller fills it
    double *slopes;
    size_t capacity;  // of the slopes
    Workers *workers; // null: the owner's thread draws the paths
} GradWorkspace;

Status grad_workspace_init(GradWorkspace *workspace, const GradSettings *settings, Error *error);
void grad_workspace_release(GradWorkspace *workspace);

// Adds to the last turn of a trace the leaves that the value of the root depends on. `pos` is the
// position at the root.
Status grad_workspace_value(GradWorkspace *workspace, const Position *pos, const Rng *rng,
                            Trace *trace, Error *error);

// The same for T ln pi(chosen), for a policy among the children of the root. `is_exact`: the exact
// gradient, whatever the settings say.
Status grad_workspace_choice(GradWorkspace *workspace, const double *probabilities, int chosen,
                             bool is_exact, const Position *pos, const Rng *rng, Trace *trace,
                             Error *error);
