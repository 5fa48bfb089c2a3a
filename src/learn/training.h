// training.h — a training run: the loop around a learner, with learning rates, validation, reports
// and checkpoints.
//
// A run has a folder: `checkpoint` (everything needed to resume, to the bit), `log.csv` (a line for
// each report), `weights` (quantised, of the last report), `manifest`; with `keeps_all` also
// `weights-STEP` of each report; where strength is measured also `weights-begin`, the opponent. A
// run that was interrupted, also by a crash, resumes from its checkpoint with the same result as an
// uninterrupted one, log included: a step depends on its number and the weights alone. One thread
// calls training_run; the report runs on that thread.
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
    Str manifest;       // what the run depends on besides; with another one it is not resumed
    uint64_t seed;      // of the learner; a checkpoint has to agree in it and in the batch
    uint64_t batch;
    uint64_t steps;    // in all
    double rate;       // the largest
    Schedule schedule; // from there to a hundredth of it
    uint64_t warm_up;  // steps in which the rate rises from 0
    uint64_t report_every, checkpoint_every;
    bool keeps_all;          // the weights of every report
    StrengthConfig strength; // measured at every report against the weights of step 0
} TrainingConfig;

// The state of a run at a report.
typedef struct TrainingProgress {
    uint64_t step;   // how many are done
    int64_t samples; // used since step 0
    bool has_loss;   // there were samples since the last report
    double loss;     // the mean over them
    bool is_validated;
    double validation; // the mean loss over the validation samples
    bool has_top1;
    double top1; // accuracy on the validation samples
    int64_t cut; // numbers that were too large for the quantised tables
    bool is_measured;
    Score strength;
    double rate, samples_per_second; // the latter since the last report
} TrainingProgress;

typedef struct TrainingReport {
    // The weights were published as `path` just before. A failure ends the run. May be null.
    Status (*progress)(void *context, const TrainingProgress *progress, const char *path,
                       Error *error);
    void *context;
} TrainingReport;

// Trains until all steps are done or `stop` is set, from step 0 or, with `is_resumed`, from the
// checkpoint; writes a checkpoint at the end. A report whose games were stopped is made when the
// run resumes. `last` is the last report (zeros: there was none), its step the last one done.
Status training_run(const TrainingConfig *config, bool is_resumed, const TrainingReport *report,
                    const SearchControl *stop, TrainingProgress *last, Error *error);

// The learning rate of a step.
double training_rate(const TrainingConfig *config, uint64_t step);
