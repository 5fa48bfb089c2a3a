// trainer.h — who learns: the floating-point weights of one shape, and what was said against them.
//
// A learner has_top1 for the value of a position and answers with dLoss/dValue. It never sees a
// weight; so every learner works with every shape. The owner uses a Trainer from one thread; where
// it has several, each is handed a helper, a Trainer with the same weights and a memory of its own.
#pragma once

#include "base/workers.h"
#include "eval/master.h"
#include "learn/optimiser.h"

typedef struct Trainer {
    const MasterKind *kind;
    bool is_mirror_tied;
    float *weights;
    void *work; // of the last value
    Gradient gradient;
    Optimiser optimiser;
    // Null where there is one thread.
    Workers *workers;
    struct Trainer *helpers; // one a thread; they have neither an optimiser nor helpers
} Trainer;

typedef struct TrainerConfig {
    const MasterKind *kind;
    bool is_mirror_tied;
    OptimiserKind optimiser;
    Penalties penalties;
    uint64_t seed; // for shapes that begin by chance
    int threads;   // 0 is 1
} TrainerConfig;

// Knows the worth of the pieces and nothing else.
Status trainer_init(Trainer *trainer, const TrainerConfig *terms, Error *error);
void trainer_release(Trainer *trainer);

// The value of a position, seen from the side to move, unclamped.
double trainer_value(Trainer *trainer, const Position *pos);
// dLoss/dValue of the last trainer_value. Several may follow one another; they add up.
void trainer_add_gradient(Trainer *trainer, double amount);

// Both at once, for learners that know the value from elsewhere.
void trainer_add_gradient_at(Trainer *trainer, const Position *pos, double amount);

// How many threads it has.
int trainer_threads(const Trainer *trainer);
// Runs something once on each of them and waits. With several it gets a helper, who may be asked
// and taught there; with one it gets the trainer itself.
typedef void TrainerRun(void *context, Trainer *trainer, int index);
void trainer_run(Trainer *trainer, TrainerRun *run, void *context);

// Draws the conclusions: one step down the sum of the gradients, the helpers' added in their order.
void trainer_step(Trainer *trainer, double rate);
// Nothing has been said.
void trainer_clear_gradient(Trainer *trainer);

// The weights of a file of the same shape; the optimiser stays.
Status trainer_load(Trainer *trainer, const char *path, Error *error);
// Quantised, for playing. `cut`, if not null, is how many numbers were too large for the tables.
Status trainer_export(const Trainer *trainer, Str provenance, const char *path, int64_t *cut,
                      Error *error);
