// gradwork.h — from a tree to a trace: the leaves that a turn's value or choice depends on.
//
// The place where learners on trees do their sums: one tree, numbers for its nodes, and threads to
// draw paths with. A GradWork owns all of it and belongs to one thread.
#pragma once

#include "learn/optionrows.h"
#include "learn/trace.h"
#include "learn/treegrad.h"

// Part of the settings of a learner on trees; the rows of its table are GRAD_OPTIONS.
typedef struct GradSettings {
    int paths, threads;
    double cutoff;
} GradSettings;

#define GRAD_OPTIONS(Settings, grad, path_count)                                                   \
    ROW_SPIN(Settings, grad.paths, "Paths", path_count, 0, 1000000,                                \
             "paths drawn to find the gradient of a search's tree; 0: all of it"),                 \
        ROW_SPIN(Settings, grad.threads, "PathThreads", "1", 1, 512,                               \
                 "threads that draw the paths of a tree, beside those that play"),                 \
        ROW_REAL(Settings, grad.cutoff, "Cutoff", "0.001", 0, 1,                                   \
                 "leaves that count less are told seldom, but as much; 0: each as it is")

typedef struct GradWork {
    GradSettings settings;
    GradTree tree; // the caller fills it
    double *slopes;
    size_t capacity;  // of the slopes
    Workers *workers; // null: paths are drawn by the owner
} GradWork;

Status gradwork_init(GradWork *work, const GradSettings *settings, Error *error);
void gradwork_release(GradWork *work);

// Adds to the last turn of a trace what the value at the root depends on. `pos` is the position
// there.
Status gradwork_value(GradWork *work, const Position *pos, const Rng *rng, Trace *trace,
                      Error *error);

// The same of T ln pi(chosen), for a policy among the children of the root. `is_exact`: no paths
// are drawn whatever the settings say.
Status gradwork_choice(GradWork *work, const double *probabilities, int chosen, bool is_exact,
                       const Position *pos, const Rng *rng, Trace *trace, Error *error);
