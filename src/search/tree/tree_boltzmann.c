#include "tree_boltzmann.h"

#include <math.h>
#include <stdbool.h>

static float sharpest(const float *x, size_t padded, float max, float *weights) {
    bool is_found = false;
    for (size_t i = 0; i < padded; i++) {
        const bool is_best = !is_found && x[i] == max;
        weights[i] = is_best ? 1 : 0;
        is_found |= is_best;
    }
    return 1;
}

float boltzmann_weights(const float *x, size_t padded, float temperature, float *weights) {
    const SimdOps *ops = simd_best();
    const float max = ops->max(x, padded);
    if (max == SIMD_PAD)
        return 0;
    if (temperature < TEMPERATURE_MIN)
        return sharpest(x, padded, max, weights);
    return ops->exp_weights(x, padded, max, 1 / temperature, weights);
}

void boltzmann_probabilities(const float *x, size_t padded, float temperature, float *out) {
    const float sum = boltzmann_weights(x, padded, temperature, out);
    for (size_t i = 0; i < padded; i++)
        out[i] = sum > 0 ? out[i] / sum : 0;
}

static float sum_of_group(const float *weights) {
    return ((weights[0] + weights[4]) + (weights[2] + weights[6])) +
           ((weights[1] + weights[5]) + (weights[3] + weights[7]));
}

int boltzmann_draw(const float *weights, size_t padded, float sum, Rng *rng) {
    float left = rng_unit_f(rng) * sum;
    size_t at = 0;
    int chosen = -1;
    for (; at < padded; at += SIMD_LANES) {
        const float group = sum_of_group(weights + at);
        if (left < group)
            break;
        left -= group;
    }
    // Rounding may have led past the end, or past the last sibling of a group: then the last one
    // with a weight is drawn.
    for (size_t i = at < padded ? at : padded - SIMD_LANES; i < padded; i++) {
        if (weights[i] <= 0)
            continue;
        chosen = (int)i;
        if (left < weights[i])
            return chosen;
        left -= weights[i];
    }
    for (size_t i = padded; chosen < 0 && i-- > 0;)
        if (weights[i] > 0)
            chosen = (int)i;
    return chosen;
}

// The Boltzmann mean at an inverse temperature.
static double mean_at(const float *x, size_t padded, float max, double inverse) {
    double sum = 0, weighted = 0;
    for (size_t i = 0; i < padded; i++)
        if (x[i] != SIMD_PAD) {
            const double weight = exp((double)(x[i] - max) * inverse);
            sum += weight;
            weighted += weight * (double)x[i];
        }
    return weighted / sum;
}

float boltzmann_temperature(const float *x, size_t padded, float q) {
    enum { STEPS = 40 };
    const float max = simd_best()->max(x, padded);
    const double mean = mean_at(x, padded, max, 0);
    const double spread = (double)max - mean;
    if (!(spread > 0))
        return INFINITY;
    const double target = mean + (double)q * spread;
    // The mean grows with the inverse temperature, from `mean` at 0 towards `max`.
    double low = 0, high = 1 / spread;
    while (mean_at(x, padded, max, high) < target && high < 1e9)
        high *= 2;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (low + high) / 2;
        if (mean_at(x, padded, max, middle) < target)
            low = middle;
        else
            high = middle;
    }
    return (float)(2 / (low + high));
}
