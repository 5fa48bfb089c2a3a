// tree_boltzmann.h — Boltzmann distributions over siblings.
//
// Plain functions on arrays that are padded as simd.h says and seen from the player who chooses
// among the siblings. A temperature of 0 is the limit: the best sibling alone.
#pragma once

#include "base/rng.h"
#include "base/simd.h"

// Below this the inverse would not be finite: as good as 0.
#define TEMPERATURE_MIN 1e-30f

// weights[i] = exp((x[i] - max) / T), and their sum. The sum is 0 only if every lane is SIMD_PAD.
// `weights` may be `x`.
float boltzmann_weights(const float *x, size_t padded, float temperature, float *weights);

// The same weights divided by their sum; all 0 if every lane is SIMD_PAD.
void boltzmann_probabilities(const float *x, size_t padded, float temperature, float *out);

// A sibling drawn by weight, whose sum is known and positive.
int boltzmann_draw(const float *weights, size_t padded, float sum, Rng *rng);

// The temperature whose Boltzmann mean over x is mean + q (max - mean), for q in (0, 1): 2017,
// appendix A.1. Infinity if all are equal. Lanes of SIMD_PAD do not count.
float boltzmann_temperature(const float *x, size_t padded, float q);

// The expected depth of a node (2020, section 4): the mean of depth + 1, weighted by value at the
// temperature. `max` is the largest value; `weights` is memory for as many floats.
static inline float boltzmann_depth(const float *value, const float *depth, size_t padded,
                                    float max, float temperature, float *weights) {
    if (temperature >= TEMPERATURE_MIN) {
        const SimdOps *ops = simd_best();
        const float sum = ops->exp_weights(value, padded, max, 1 / temperature, weights);
        return ops->weighted_sum(weights, depth, padded) / sum + 1;
    }
    size_t best = 0;
    while (value[best] != max)
        best++;
    return depth[best] + 1;
}
