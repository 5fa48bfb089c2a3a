#include "base/rng.h"

#include <assert.h>

// The increment of splitmix64: 2^64 divided by the golden ratio.
static const uint64_t GAMMA = 0x9e3779b97f4a7c15;

static uint64_t rotate(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

uint64_t rng_mix(uint64_t x) {
    x += GAMMA;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

void rng_init(Rng *rng, uint64_t seed) {
    // Four different inputs of a bijection: at most one of the words is zero, as the generator
    // requires.
    for (uint64_t i = 0; i < 4; i++)
        rng->s[i] = rng_mix(seed + i * GAMMA);
}

uint64_t rng_next(Rng *rng) {
    uint64_t *s = rng->s;
    const uint64_t result = rotate(s[1] * 5, 7) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

uint32_t rng_below(Rng *rng, uint32_t n) {
    assert(n > 0);
    // Lemire, "Fast random integer generation in an interval", 2019: the high half of a 32x32-bit
    // product is the result; the low half identifies the few products that would bias it, which are
    // drawn again.
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        const uint32_t threshold = (0u - n) % n;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

double rng_unit(Rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

float rng_unit_f(Rng *rng) {
    return (float)(rng_next(rng) >> 40) * 0x1p-24f;
}

int rng_weighted(Rng *rng, const double *weights, int count, double sum) {
    double left = rng_unit(rng) * sum;
    int last = 0; // the last index with weight: rounding may leave something at the end
    for (int i = 0; i < count; i++) {
        if (weights[i] <= 0)
            continue;
        last = i;
        left -= weights[i];
        if (left < 0)
            break;
    }
    return last;
}

Rng rng_split(const Rng *parent, uint64_t index) {
    // The mixer scatters neighbouring indices: seeds that differ by a multiple of GAMMA would share
    // words of their states. For one parent it is a bijection, so different indices give different
    // seeds.
    uint64_t seed = index;
    for (int i = 0; i < 4; i++)
        seed = rng_mix(seed ^ parent->s[i]);
    Rng child;
    rng_init(&child, seed);
    return child;
}
