// data_learner.h — what the learners from files of samples share: which samples are used, the
// validation samples, and where step n begins. Each learner adds its loss. One thread calls it; the
// samples of a step are divided among the threads of the Trainer.
#pragma once

#include "base/option.h"
#include "eval/winrate.h"
#include "learn/learner.h"
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
#define DATA_CHOICE_OPTIONS(Settings, quiet_default)                                               \
    OPTION_ROW_CHECK(Settings, data.quiet, "Quiet", quiet_default,                                 \
                     "use only positions without check whose move is no capture or promotion"),    \
        OPTION_ROW_SPIN(Settings, data.ply_least, "PlyLeast", "0", 0, 1000,                        \
                        "skip samples of earlier plies"),                                          \
        OPTION_ROW_FILE(Settings, data.validation, "Validation", "",                               \
                        "file or folder of validation samples"),                                   \
        OPTION_ROW_SPIN(Settings, data.validation_most, "ValidationMost", "50000", 1, 10000000,    \
                        "largest number of validation samples")

// The same, and those of learners from values and results.
#define DATA_OPTIONS(Settings)                                                                     \
    OPTION_ROW_REAL(Settings, data.tau, "Tau", WINRATE_TAU, 1, 10000,                              \
                    "value at which a side wins e times as often as it loses"),                    \
        OPTION_ROW_SPIN(Settings, data.value_most, "ValueMost", "3000", 1, 30000,                  \
                        "skip samples with larger values"),                                        \
        DATA_CHOICE_OPTIONS(Settings, "true")

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
