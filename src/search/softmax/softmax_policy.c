#include "softmax_policy.h"

#include <math.h>

#include "search/search.h"
#include "search/tree/tree_block.h"

// ---- objectives ----

const float OBJECTIVE_C[OBJECTIVE_NB] = {
    0,     0.001f, 40, 20,    0.01f, 0.01f, 0.01f, 0.01f, 60,   0.005f,
    0.01f, 0.001f, 40, 0.01f, 40,    40,    1.0f,  0.3f,  0.5f,
};

bool objective_needs_visits(int objective) {
    return objective == 1 || objective == 2 || (objective >= 4 && objective <= 6) ||
           objective == 11;
}

// One loop for each objective; a compiler makes vectors of every one of them. E, D, H, N are the
// child's, Dp, Lp the parent's depth and the logarithm of its visits.
#define EACH(expression)                                                                           \
    for (size_t i = 0; i < padded; i++) {                                                          \
        const float E = value[i], D = depth[i], H = static_value[i];                               \
        (void)D, (void)H;                                                                          \
        out[i] = (expression);                                                                     \
    }                                                                                              \
    break

#define EACH_BY_VISITS(expression)                                                                 \
    for (size_t i = 0; i < padded; i++) {                                                          \
        const float E = value[i], H = static_value[i], N = visits[i];                              \
        (void)H;                                                                                   \
        out[i] = (expression);                                                                     \
    }                                                                                              \
    break

void objective_fill(int objective, float c, const ObjectiveParent *parent, const float *value,
                    const float *depth, const float *static_value, const float *visits,
                    size_t padded, float *out) {
    const float Dp = parent->depth, Np = parent->visits > 1 ? parent->visits : 1, Lp = logf(Np);
    switch (objective) {
    default:
        EACH(E);
    case 1:
        EACH_BY_VISITS(E + c * Lp / (N + 1));
    case 2:
        EACH_BY_VISITS(E + c * H * Lp / (N * N + 1));
    case 3:
        EACH(E + c * Dp * expf(-D));
    case 4:
        EACH_BY_VISITS(E + c * Lp / (N * N * N + 1));
    case 5:
        EACH_BY_VISITS(E + c * H * Lp / (N * N * N + 1));
    case 6:
        EACH_BY_VISITS(E * (1 + c * Lp / (N * N * N + 1)));
    case 7:
        EACH(E + c * H * expf(Dp / 2 - D));
    case 8:
        EACH(E + c * expf(Dp / 2 - D));
    case 9:
        EACH(E + c * H);
    case 10:
        EACH(E * (1 + c * expf(Dp / 2 - D)));
    case 11:
        EACH_BY_VISITS(E * (1 + c * Np / (N * N + 1)));
    case 12:
        EACH(E >= 0 ? E - c * D : E + c * D);
    case 13:
        EACH(E * (1 + c * D));
    case 14:
        EACH(E + c * Dp / (D * D + 1));
    case 15:
        EACH(E + c * D);
    case 16:
        EACH(E + (H - E) * (c / (D + 1)));
    case 17:
        EACH(D > 0 ? E + (H - E) * (c / sqrtf(D)) : H);
    case 18:
        EACH(D > 0 ? E + (H - E) * (c / D) : H);
    }
    for (size_t i = 0; i < padded; i++)
        out[i] = value_is_proven(value[i]) ? SIMD_PAD : out[i];
}

// ---- Boltzmann ----

// Below this the inverse would not be finite: as good as 0.
#define COLDEST 1e-30f

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
    if (temperature < COLDEST)
        return sharpest(x, padded, max, weights);
    return ops->exp_weights(x, padded, max, 1 / temperature, weights);
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
    // Rounding may have carried us past the end, or past the last child of a group: the last one
    // with a weight is then meant.
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

float temperature_from_target(const float *x, size_t padded, float q) {
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

// ---- backup ----

float value_from_above(float value) {
    if (value >= (float)VALUE_DECIDED)
        return 1 - value;
    if (value <= (float)-VALUE_DECIDED)
        return -1 - value;
    return -value;
}

static float depth_of_best(const float *value, const float *depth, size_t padded, float max) {
    for (size_t i = 0; i < padded; i++)
        if (value[i] == max)
            return depth[i] + 1;
    return 1;
}

// A loss that is proven is no estimate and takes no part in a mean, however hot.
static float mean_value(const float *value, size_t padded, float max, float temperature) {
    const SimdOps *ops = simd_best();
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES], open[MOVE_MAX + SIMD_LANES];
    if (max + SIMD_EXP_CUTOFF * temperature < (float)-VALUE_DECIDED) { // it would have a weight
        for (size_t i = 0; i < padded; i++)
            open[i] = value[i] <= (float)-VALUE_DECIDED ? SIMD_PAD : value[i];
        value = open;
    }
    const float sum = ops->exp_weights(value, padded, max, 1 / temperature, weights);
    return ops->weighted_sum(weights, value, padded) / sum;
}

NodeValue backup(const float *value, const float *depth, size_t padded,
                 const SoftmaxSettings *settings) {
    const SimdOps *ops = simd_best();
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    const float max = ops->max(value, padded);
    NodeValue node = {.value = max};
    const float tb = (float)settings->tb, td = (float)settings->td;
    if (!value_is_proven(max) && tb >= COLDEST && settings->method != METHOD_UCTMAXH)
        node.value = mean_value(value, padded, max, tb);
    if (settings->depth_index == DEPTH_PV || td < COLDEST) {
        node.depth = depth_of_best(value, depth, padded, max);
    } else {
        const float sum = ops->exp_weights(value, padded, max, 1 / td, weights);
        node.depth = ops->weighted_sum(weights, depth, padded) / sum + 1;
    }
    return node;
}
