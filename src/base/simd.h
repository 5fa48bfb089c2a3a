// simd.h — the vector operations of the softmax search and its evaluators.
//
// An array is padded to a multiple of SIMD_LANES and aligned to SIMD_ALIGN bytes; the caller owns
// it. Padding lanes hold SIMD_PAD in an array of exponents: it is never the maximum, and its weight
// is exactly 0. Every set of operations gives bit-identical results, sums included: they add in the
// same eight lanes and the same order, and fuse a multiply and an add exactly where the plain C
// version calls fmaf. So a run is reproducible on any machine. The sets are constant; any thread
// may use them.
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum { SIMD_LANES = 8, SIMD_ALIGN = 32, SIMD_ROW_BYTES = 32 };

#define SIMD_PAD (-INFINITY)

// Below this exponent a weight is exactly 0. It is the last whole number whose exp is a normal
// float, so no weight is ever subnormal.
#define SIMD_EXP_CUTOFF (-87.0f)

// In all of these n is a multiple of SIMD_LANES and may be 0.
typedef struct SimdOps {
    const char *name;

    // The largest of x, -INFINITY when n is 0. NaNs are ignored.
    float (*max)(const float *x, size_t n);

    // weights[i] = exp((x[i] - max) * inv_temperature); returns their sum. `max` is at least every
    // x[i], and inv_temperature is positive and finite. x[i] == max gives exactly 1. The relative
    // error against the true exp of the float (x[i] - max) * inv_temperature is below 1e-7 down to
    // SIMD_EXP_CUTOFF; lanes below it, -INFINITY and NaN get exactly 0. `weights` may be `x`.
    float (*exp_weights)(const float *x, size_t n, float max, float inv_temperature,
                         float *weights);

    // The sum of weights[i] * x[i]. A lane of weight 0 adds nothing, even where x is SIMD_PAD,
    // which a plain product would turn into NaN.
    float (*weighted_sum)(const float *weights, const float *x, size_t n);

    // Sums of rows of 16-bit numbers, for some columns only: a column is SIMD_ROW_BYTES wide and
    // begins at a byte offset that is a multiple of that, in every row and in `sums`, all aligned
    // to SIMD_ALIGN. The additions wrap; the caller makes sure that they do not overflow.
    void (*sum_rows)(const int16_t *const *rows, int row_count, const uint32_t *columns,
                     int column_count, int16_t *sums);
} SimdOps;

// Plain C, for every machine and for tests of the other sets.
extern const SimdOps SIMD_SCALAR;

// The fastest set this machine can run.
const SimdOps *simd_best(void);

// How many floats to reserve for n.
static inline size_t simd_padded(size_t n) {
    return (n + SIMD_LANES - 1) & ~(size_t)(SIMD_LANES - 1);
}
