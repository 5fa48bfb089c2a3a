// Regression: the value of a quiet position moves towards the value of a search and the result of
// the game, both as win probabilities.
//
//   P = 1 / (1 + exp(-E / tau))    target = lambda * P(search's value) + (1 - lambda) * result
//   loss = -target ln P - (1 - target) ln (1 - P)      dLoss/dE = (P - target) / tau
//
// The smallest learner: read this one first.
#include <math.h>
#include <stdlib.h>

#include "learn/data_learner.h"
#include "learn/learners.h"

typedef struct RegressSettings {
    DataSettings data;
    double lambda;
} RegressSettings;

static double target_of(const DataSettings *data, double lambda, const Sample *sample) {
    return lambda * data_probability(data, sample->value) +
           (1 - lambda) * (1 + sample->result) / 2.0;
}

static void add_loss(const void *settings, Trainer *trainer, const Sample *sample,
                     const Position *pos, Move move, double share, StepStats *stats) {
    (void)move;
    const RegressSettings *regress = settings;
    const DataSettings *data = &regress->data;
    const double target = target_of(data, regress->lambda, sample);
    const double found = data_probability(data, trainer_value(trainer, pos));
    const double edge = 1e-12;
    stats->loss -= target * log(found + edge) + (1 - target) * log(1 - found + edge);
    // Less the entropy of the target, so that a perfect trainer has loss 0.
    stats->loss += target * log(target + edge) + (1 - target) * log(1 - target + edge);
    stats->samples++;
    if (share > 0)
        trainer_add_gradient(trainer, share * (found - target) / data->tau);
}

static Status create(Learner **learner, const LearnerSetup *setup, Error *error) {
    const RegressSettings *regress = setup->settings;
    return data_learner_new(learner, &LEARNER_REGRESS, setup, &regress->data, add_loss, error);
}

static const OptionSpec OPTIONS[] = {
    DATA_OPTIONS(RegressSettings),
    {"Lambda", OPTION_REAL, OPTION_FIELD(RegressSettings, lambda), "0.7", .min = 0, .max = 1,
     .help = "The weight of the search's value; the rest is the game's result"},
};

const LearnerKind LEARNER_REGRESS = {
    .name = "regress",
    .summary = "towards a search's value and the game's result",
    .options = OPTIONS,
    .option_count = ARRAY_LEN(OPTIONS),
    .settings_bytes = sizeof(RegressSettings),
    .batch = 8192,
    .rate = 1,
    .create = create,
    .destroy = data_learner_free,
    .train = data_learner_train,
    .validate = data_learner_validate,
};
