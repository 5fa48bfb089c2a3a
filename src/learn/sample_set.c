#include "learn/sample_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

Status sample_set_init(SampleSet *set, size_t capacity, Error *error) {
    *set = (SampleSet){.capacity = capacity, .slots = 1024};
    while (set->slots < 2 * capacity)
        set->slots *= 2;
    set->samples = malloc((capacity + 1) * sizeof *set->samples);
    set->table = calloc(set->slots, sizeof *set->table);
    if (set->samples && set->table)
        return STATUS_OK;
    sample_set_release(set);
    return error_set(error, STATUS_NO_MEMORY, "no memory for %zu samples", capacity);
}

void sample_set_release(SampleSet *set) {
    free(set->samples);
    free(set->table);
    *set = (SampleSet){0};
}

void sample_set_clear(SampleSet *set) {
    set->count = 0;
    memset(set->table, 0, set->slots * sizeof *set->table);
}

bool sample_set_add(SampleSet *set, const Sample *sample, uint64_t hash) {
    size_t slot = (size_t)(hash >> 20) & (set->slots - 1);
    for (; set->table[slot]; slot = (slot + 1) & (set->slots - 1)) {
        const Sample *known = &set->samples[set->table[slot] - 1];
        if (!memcmp(&known->position, &sample->position, sizeof known->position))
            return false;
    }
    assert(set->count < set->capacity);
    set->samples[set->count] = *sample;
    set->table[slot] = (uint32_t)++set->count;
    return true;
}
