// checkpoint.h — a pupil with everything its optimiser knows, in a file. A whole one or none.
#pragma once

#include "learn/pupil.h"

typedef struct CheckpointState {
    uint64_t lesson; // how many there were
    int64_t samples;
    uint64_t seed;
} CheckpointState;

Status checkpoint_write(const Pupil *pupil, const CheckpointState *state, const char *path,
                        Error *error);

// Refuses what is not of the same shape, tie, optimiser and seed, or damaged; the pupil may then
// have changed.
Status checkpoint_read(Pupil *pupil, CheckpointState *state, const char *path, Error *error);
