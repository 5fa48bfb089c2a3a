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

static void add_loss(const void *settings, Trainer *trainer, const Sample *sample,
                     const Position *pos, Move move, double share, StepStats *stats) {
    (void)move;
    const RegressSettings *regress = settings;
    const double a = 1 / regress->data.tau, lambda = regress->lambda;
    const double target =
        lambda * winrate_logistic(a, sample->value) + (1 - lambda) * (1 + sample->result) / 2.0;
    const double found = winrate_logistic(a, trainer_value(trainer, pos));
    const double edge = 1e-12;
    stats->loss -= target * log(found + edge) + (1 - target) * log(1 - found + edge);
    // Less the entropy of the target, so that a perfect trainer has loss 0.
    stats->loss += target * log(target + edge) + (1 - target) * log(1 - target + edge);
    stats->samples++;
    if (share > 0)
        trainer_add_gradient(trainer, share * (found - target) * a);
}

static Status create(Learner **learner, const LearnerSetup *setup, Error *error) {
    const RegressSettings *regress = setup->settings;
    return data_learner_new(learner, &LEARNER_REGRESS, setup, &regress->data, add_loss, error);
}

static const OptionSpec ROWS[] = {
    DATA_OPTIONS(RegressSettings),
    OPTION_ROW_REAL(RegressSettings, lambda, "Lambda", "0.7", 0, 1,
                    "weight of the search's value; the rest is that of the result"),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);

const LearnerKind LEARNER_REGRESS = {
    .name = "regress",
    .summary = "towards a search's value and the game's result",
    .options = &OPTIONS,
    .settings_bytes = sizeof(RegressSettings),
    .batch = 8192,
    .rate = 1,
    .create = create,
    .destroy = data_learner_free,
    .train = data_learner_train,
    .validate = data_learner_validate,
};
