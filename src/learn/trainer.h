// trainer.h — the floating-point weights that learn, with their gradient and their optimiser.
//
// A learner asks for the value of a position and adds dLoss/dValue. It never sees a weight, so
// every learner works with every shape. One thread owns a Trainer and calls it. Where the Trainer
// has several threads, each of them gets a replica: a Trainer that shares the weights and has a
// gradient of its own.
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
    Workers *workers;         // null where there is one thread
    struct Trainer *replicas; // one for each thread, without optimiser and replicas
} Trainer;

typedef struct TrainerConfig {
    const MasterKind *kind;
    bool is_mirror_tied;
    OptimiserKind optimiser;
    Penalties penalties;
    uint64_t seed; // for shapes that begin with random weights
    int threads;   // 0 is 1
} TrainerConfig;

// Begins with the worth of the pieces.
Status trainer_init(Trainer *trainer, const TrainerConfig *config, Error *error);
void trainer_release(Trainer *trainer);

// The value of a position, seen from the side to move, not clamped.
double trainer_value(Trainer *trainer, const Position *pos);
// Adds dLoss/dValue of the last trainer_value. Several calls for one value add up.
void trainer_add_gradient(Trainer *trainer, double amount);
// Both at once, for learners that know the value already.
void trainer_add_gradient_at(Trainer *trainer, const Position *pos, double amount);

int trainer_threads(const Trainer *trainer);
// The Trainer of a thread: its replica, or the Trainer itself where there is one thread.
Trainer *trainer_of_thread(Trainer *trainer, int index);
// Calls `run` once on each thread, with the Trainer of the thread, and waits.
typedef void TrainerRun(void *context, Trainer *trainer, int index);
void trainer_run(Trainer *trainer, TrainerRun *run, void *context);

// One step of the optimiser along the sum of all gradients, which are clear afterwards. The
// gradients of the replicas are added in the order of the threads.
void trainer_step(Trainer *trainer, double rate);
void trainer_clear_gradient(Trainer *trainer);

// Takes the weights of a file of the same shape; the optimiser stays.
Status trainer_load(Trainer *trainer, const char *path, Error *error);
// Writes the quantised weights. `cut`, if not null, counts the numbers that were too large for the
// tables.
Status trainer_export(const Trainer *trainer, Str provenance, const char *path, int64_t *cut,
                      Error *error);
