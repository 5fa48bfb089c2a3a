// run.h — the loop around a learner: how large the steps are, when weights are tried, kept and
// shown.
//
// A run lives in a folder: `checkpoint` (everything that is needed to go on, to the bit),
// `log.csv` (a line a report), `weights` (those of the last report, quantised, for playing) and, if
// wanted, `weights-LESSON` of each report; where strength is measured also `weights-begin`, the
// opponent; and `terms`. A run that was broken off, however roughly, goes on from its checkpoint
// as if nothing had happened, its log included: steps depend on their number and on the weights
// alone.
#pragma once

#include "learn/learner.h"
#include "learn/strength.h"

typedef enum Schedule { SCHEDULE_COSINE, SCHEDULE_LINEAR, SCHEDULE_CONSTANT } Schedule;

extern const char *const SCHEDULE_NAMES[]; // null at the end

typedef struct TrainingConfig {
    Learner *learner;
    Trainer *trainer;
    const char *folder; // exists
    Str provenance;     // of the weights
    Str terms;     // what it depends on besides, lines of text: with other ones it does not go on
    uint64_t seed; // the learner's; with it and the batch a checkpoint must agree
    uint64_t batch;
    uint64_t steps;    // in all
    double rate;       // at its height
    Schedule schedule; // down to a hundredth of it
    uint64_t warm_up;  // steps in which it rises from 0
    uint64_t report_every, checkpoint_every;
    bool keeps_all;          // the weights of every report
    StrengthConfig strength; // measured at every report against the weights it began with
} TrainingConfig;

// How it stands at a report.
typedef struct TrainingProgress {
    uint64_t step;   // how many there were
    int64_t samples; // taught in all
    bool is_taught;  // there were samples since the last report
    double loss;     // their mean
    bool is_validated;
    double validation;
    bool has_top1;
    double top1; // share of the validated whose move is the trainer's too
    int64_t cut; // numbers that the published tables could not hold
    bool is_measured;
    Score strength;
    double rate, samples_per_second; // the latter since the last report
} TrainingProgress;

typedef struct TrainingReport {
    // Weights are published as `path` just before. A failure ends the run. May be null.
    Status (*progress)(void *context, const TrainingProgress *progress, const char *path,
                       Error *error);
    void *context;
} TrainingReport;

// From the beginning, or from the checkpoint where there is one (`is_resumed`), until all steps
// are over or `stop` is pulled; a checkpoint is written at the end in any case. A report whose
// games were stopped is made when the run goes on. `last` is what was told last; zeros: nothing
// was.
Status training_run(const TrainingConfig *plan, bool is_resumed, const TrainingReport *report,
                    const SearchControl *stop, TrainingProgress *last, Error *error);

// The rate of a step.
double training_rate(const TrainingConfig *plan, uint64_t step);
