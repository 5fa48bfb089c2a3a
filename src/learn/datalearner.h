// datalearner.h — what learners have in common that learn from files of samples: which positions
// count, what is kept apart for validation, and where step n begins.
#pragma once

#include "learn/learner.h"
#include "learn/optionrows.h"
#include "learn/samples.h"

typedef struct DataSettings {
    double tau;     // the value at which a side wins e times as often as it loses
    bool quiet;     // only positions without check whose best move is no capture or promotion
    int value_most; // larger ones are decided: there is nothing to learn; 0: all count
    int ply_least;  // earlier ones are too much alike
    char validation[OPTION_TEXT_MAX]; // a file or a folder
    int validation_most;              // samples of it
} DataSettings;

// What every such learner has_top1: which samples, and what to try the weights on.
#define DATA_CHOICE_OPTIONS(Settings, QUIET)                                                       \
    {"Quiet", OPTION_CHECK, OPTION_FIELD(Settings, data.quiet), QUIET,                             \
     .help = "Only positions without check whose move is no capture or promotion"},                \
        {"PlyLeast", OPTION_SPIN, OPTION_FIELD(Settings, data.ply_least),         "0",             \
         .min = 0,   .max = 1000, .help = "Samples of earlier plies are left out"},                \
        {"Validation", OPTION_FILE, OPTION_FIELD(Settings, data.validation), "",                   \
         .help = "Samples to try the weights on"},                                                 \
    {                                                                                              \
        "ValidationMost", OPTION_SPIN, OPTION_FIELD(Settings, data.validation_most), "50000",      \
            .min = 1, .max = 10000000, .help = "How many of them"                                  \
    }

// And those that learn from values and results.
#define DATA_OPTIONS(Settings)                                                                     \
    {"Tau",                                                                                        \
     OPTION_REAL,                                                                                  \
     OPTION_FIELD(Settings, data.tau),                                                             \
     LEARNER_TAU,                                                                                  \
     .min = 1,                                                                                     \
     .max = 10000,                                                                                 \
     .help = "The value at which the odds of winning are e to 1"},                                 \
        {"ValueMost", OPTION_SPIN,  OPTION_FIELD(Settings, data.value_most),          "3000",      \
         .min = 1,    .max = 30000, .help = "Samples with larger values are left out"},            \
        DATA_CHOICE_OPTIONS(Settings, "true")

double data_probability(const DataSettings *settings, double value);

// Teaches one sample, its part of the batch being `share` (0: only the loss is wanted), and adds
// its loss to the step, and 1 to `top1` where that is asked.
typedef void DataLoss(const void *settings, Trainer *trainer, const Sample *sample,
                      const Position *pos, Move move, double share, StepStats *step);

// `data` lies within the settings of the setup; both outlive the learner.
Status data_learner_new(Learner **learner, const LearnerKind *kind, const LearnerSetup *setup,
                        const DataSettings *data, DataLoss *train, Error *error);
void data_learner_free(Learner *learner);
Status data_learner_train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *step,
                          Error *error);
Status data_learner_validate(Learner *learner, Trainer *trainer, StepStats *step, Error *error);
