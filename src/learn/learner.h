// learner.h — a way of learning: the socket that every learner implements.
//
// A learner visits positions, of samples or of games it plays itself, and adds dLoss/dValue of
// each to the gradient of a Trainer. It keeps no state between steps: step n is the n-th batch of
// the samples, or the n-th batch of games, and draws its random numbers from the n-th stream of
// the seed. So a run that was interrupted resumes at any step with the same result. One thread
// calls a Learner; threads inside a step are the learner's own.
#pragma once

#include "learn/trainer.h"
#include "search/player.h"

typedef struct Learner Learner;

// What every learner gets at its creation.
typedef struct LearnerSetup {
    const void *settings;     // of its kind
    const char *const *files; // of samples
    int file_count;
    int batch;                 // samples or games of a step
    const SearchControl *stop; // aborts the games of a step; null: they are never aborted
    uint64_t seed;
} LearnerSetup;

typedef struct StepStats {
    int64_t samples; // positions that were used
    double loss;     // the mean over them
    bool has_top1;   // `top1` was measured
    double top1;     // accuracy: the share of samples whose move is the trainer's first choice
    bool is_aborted; // stopped midway: the caller discards the gradient
} StepStats;

typedef struct LearnerKind {
    const char *name, *summary;
    const OptionTable *options; // over a settings struct of its own
    size_t settings_bytes;
    int batch;   // the default
    bool plays;  // learns from games of its own; otherwise it needs files
    double rate; // the default rate is that of the shape times this

    Status (*create)(Learner **learner, const LearnerSetup *setup, Error *error);
    void (*destroy)(Learner *learner);
    // Adds the gradient of the loss of step `number`. The gradient is the sum over the batch
    // divided by the size of the batch, also where some of the batch was not used.
    Status (*train)(Learner *learner, Trainer *trainer, uint64_t number, StepStats *stats,
                    Error *error);
    // The mean loss over the validation samples, without a gradient. Null: there are none.
    Status (*validate)(Learner *learner, Trainer *trainer, StepStats *stats, Error *error);
} LearnerKind;

// Concrete learners begin with this.
struct Learner {
    const LearnerKind *kind;
};

// All of them; null at the end.
extern const LearnerKind *const LEARNER_KINDS[];
extern const char *const LEARNER_NAMES[]; // of the same, in the same order
