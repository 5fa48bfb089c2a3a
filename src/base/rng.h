// rng.h — random numbers, reproducible from a seed.
//
// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021),
// seeded through splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", 2014). The same seed gives the same numbers on every machine. There is no hidden
// generator: the caller owns an Rng, and each thread has its own.
#pragma once

#include <stdint.h>

typedef struct Rng {
    uint64_t s[4]; // never all zero
} Rng;

// Any seed is good, also 0 and neighbouring small numbers.
void rng_init(Rng *rng, uint64_t seed);

uint64_t rng_next(Rng *rng);

// Uniform in [0, n) without bias; n > 0.
uint32_t rng_below(Rng *rng, uint32_t n);

// Uniform in [0, 1), multiples of 2^-53 and of 2^-24.
double rng_unit(Rng *rng);
float rng_unit_f(Rng *rng);

// An index drawn in proportion to the weights, none of them below 0; `sum` is their sum. An index
// without weight is never drawn where there is another.
int rng_weighted(Rng *rng, const double *weights, int count, double sum);

// The stream number `index` below this generator, for one worker, game or position each. It depends
// on the parent's present state and on the index alone, takes the same time for every index, and
// leaves the parent unchanged, so that the order of the workers' calls does not matter. Streams of
// one parent start in different states, scattered over a period of 2^256, so that no two meet in
// practice.
Rng rng_split(const Rng *parent, uint64_t index);

// One step of splitmix64 from state x: a bijection whose output bits all depend on all bits of x,
// for hash keys and Zobrist tables that need no stored state. rng_mix(0) is not 0.
uint64_t rng_mix(uint64_t x);
