// learner.h — the fourth kind of plug: a way of learning.
//
// A learner leaves at positions, of data or of games it plays itself, and tells the trainer
// dLoss/dValue of each. It keeps no state from one step to the next but what its number gives:
// step n is the n-th piece of the data, or the n-th handful of games, and its random numbers are
// those of the n-th stream of the seed. So a run that was broken off goes on as if nothing had
// happened.
#pragma once

#include "learn/trainer.h"
#include "search/player.h"

typedef struct Learner Learner;

// What every learner is told, whatever its kind.
typedef struct LearnerSetup {
    const void *settings;     // of its kind
    const char *const *files; // of data; what they hold is the kind's affair
    int file_count;
    const char *folder;        // where it may publish weights for its own games
    int batch;                 // samples of a step, or games
    const SearchControl *stop; // breaks off the games of a step; null: nobody does
    uint64_t seed;
} LearnerSetup;

// What a step was like.
typedef struct StepStats {
    int64_t samples; // positions that counted
    double loss;     // their mean
    bool has_top1;   // it looked whether the trainer would have played the move of a sample,
    double top1;     // which is so in this share of them
    bool is_aborted; // stopped midway: nothing is to be made of it
} StepStats;

typedef struct LearnerKind {
    const char *name, *summary;
    const OptionSpec *options; // over a settings struct of its own
    size_t option_count, settings_bytes;
    int batch;   // by default
    bool plays;  // its samples are games of its own; otherwise it needs files
    double rate; // the rate of the shape times this

    Status (*create)(Learner **learner, const LearnerSetup *setup, Error *error);
    void (*destroy)(Learner *learner);
    // Tells the trainer the gradient of the loss of step `number`: its sum by the size of the
    // batch, whether or not every one of it counted.
    Status (*train)(Learner *learner, Trainer *trainer, uint64_t number, StepStats *step,
                    Error *error);
    // The mean loss over what is kept apart for that, without training. Null: nothing is.
    Status (*validate)(Learner *learner, Trainer *trainer, StepStats *step, Error *error);
} LearnerKind;

// Concrete learners begin with this.
struct Learner {
    const LearnerKind *kind;
};

// All of them; null at the end.
extern const LearnerKind *const LEARNER_KINDS[];
