// checkpoint.h — a trainer with everything its optimiser knows, in a file. A whole one or none.
#pragma once

#include "learn/trainer.h"

typedef struct CheckpointState {
    uint64_t step; // how many there were
    int64_t samples;
    uint64_t seed;
    const char *learner; // its name, at most 15 letters
    uint64_t batch;
    // What the next report will be about: the sum of the losses since the last one.
    double loss;
    int64_t loss_samples;
} CheckpointState;

Status checkpoint_write(const Trainer *trainer, const CheckpointState *state, const char *path,
                        Error *error);

// Refuses what is damaged, or not of the same shape, tie, optimiser, learner, batch and seed as the
// trainer and `state`; both are then as before.
Status checkpoint_read(Trainer *trainer, CheckpointState *state, const char *path, Error *error);
