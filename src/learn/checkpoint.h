// checkpoint.h — a file with the weights of a Trainer and the state of its optimiser. A checkpoint
// is written whole or not at all. Stateless; one thread for a Trainer.
#pragma once

#include "learn/trainer.h"

typedef struct CheckpointState {
    uint64_t step; // how many are done
    int64_t samples;
    uint64_t seed;
    const char *learner; // its name, at most 15 letters
    uint64_t batch;
    // The sum of the losses since the last report, and of how many samples.
    double loss;
    int64_t loss_samples;
} CheckpointState;

Status checkpoint_write(const Trainer *trainer, const CheckpointState *state, const char *path,
                        Error *error);

// Refuses a damaged file, and one of another shape, tie, optimiser, learner, batch or seed than
// `trainer` and `state` have; both are then unchanged.
Status checkpoint_read(Trainer *trainer, CheckpointState *state, const char *path, Error *error);
