// data_learner.h — what the learners from files of samples share: which samples are used, the
// validation samples, and where step n begins. Each learner adds its loss. One thread calls it; the
// samples of a step are divided among the threads of the Trainer.
#pragma once

#include "learn/learner.h"
#include "learn/optionrows.h"
#include "learn/samples.h"

typedef struct DataSettings {
    double tau;     // the value at which a side wins e times as often as it loses
    bool quiet;     // use only positions without check whose move is no capture or promotion
    int value_most; // skip samples with larger values, which are decided; 0: use all
    int ply_least;  // skip samples of earlier plies, which are too much alike
    char validation[OPTION_TEXT_MAX]; // a file or a folder
    int validation_most;              // how many samples of it are used
} DataSettings;

// The option rows of every learner from samples.
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

// The same, and those of learners from values and results.
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

// Adds the loss of one sample to `stats`, with top-1 accuracy where the learner has it, and its
// gradient times `share` to the trainer; share 0: no gradient.
typedef void DataLoss(const void *settings, Trainer *trainer, const Sample *sample,
                      const Position *pos, Move move, double share, StepStats *stats);

// `data` is part of the settings of the setup; both outlive the learner.
Status data_learner_new(Learner **learner, const LearnerKind *kind, const LearnerSetup *setup,
                        const DataSettings *data, DataLoss *loss, Error *error);
void data_learner_free(Learner *learner);
Status data_learner_train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *stats,
                          Error *error);
Status data_learner_validate(Learner *learner, Trainer *trainer, StepStats *stats, Error *error);
