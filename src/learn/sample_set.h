// sample_set.h — samples of different positions, in the order in which they were added.
//
// A hash table with open addressing over an array of fixed size. The caller owns it; one thread.
#pragma once

#include "record/sample.h"

typedef struct SampleSet {
    Sample *samples; // owned
    size_t count, capacity;
    uint32_t *table; // numbers of samples plus 1; 0: free
    size_t slots;    // a power of two
} SampleSet;

// On failure there is nothing to release.
Status sample_set_init(SampleSet *set, size_t capacity, Error *error);
void sample_set_release(SampleSet *set);
void sample_set_clear(SampleSet *set);

// Adds a copy of the sample and says whether its position is new; otherwise the set is unchanged.
// `hash` is its sample_hash. The set has room.
bool sample_set_add(SampleSet *set, const Sample *sample, uint64_t hash);
