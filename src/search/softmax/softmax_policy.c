#include "softmax_policy.h"

#include <math.h>

#include "base/macros.h"
#include "search/tree/tree_boltzmann.h"

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
    const float Dp = parent->depth, Np = parent->visits > 1 ? parent->visits : 1;
    const float Lp = objective_needs_visits(objective) ? logf(Np) : 0;
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

// ---- backup ----

// A loss that is proven is no estimate and takes no part in a mean, however hot. It has a weight
// only at temperatures that are very high.
static float mean_value(const float *value, size_t padded, float max, float temperature,
                        float *weights) {
    const SimdOps *ops = simd_best();
    float sum = ops->exp_weights(value, padded, max, 1 / temperature, weights);
    if (UNLIKELY(max + SIMD_EXP_CUTOFF * temperature < (float)-VALUE_DECIDED)) {
        _Alignas(SIMD_ALIGN) float open[MOVE_MAX + SIMD_LANES];
        for (size_t i = 0; i < padded; i++)
            open[i] = value[i] <= (float)-VALUE_DECIDED ? SIMD_PAD : value[i];
        sum = ops->exp_weights(open, padded, max, 1 / temperature, weights);
    }
    return ops->weighted_sum(weights, value, padded) / sum;
}

NodeValue backup(const float *value, const float *depth, size_t padded,
                 const SoftmaxSettings *settings) {
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    const float max = simd_best()->max(value, padded);
    const float tb = (float)settings->tb, td = tree_settings_td(&settings->tree);
    const bool is_max = value_is_proven(max) || tb < TEMPERATURE_MIN;
    return (NodeValue){.value = is_max ? max : mean_value(value, padded, max, tb, weights),
                       .depth = boltzmann_depth(value, depth, padded, max, td, weights)};
}
