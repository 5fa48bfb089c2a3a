#include "base/simd.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// The exponential, the same in every set: with k = round(t / ln 2) and r = t - k ln 2, |r| <= ln(2)
// / 2, exp(t) = 2^k exp(r). ln 2 is subtracted in two parts, so that r keeps the digits that
// cancel. exp(r) is 1 + r + r^2 q(r), which is exactly 1 at 0; q was fitted with the Remez
// algorithm for the smallest relative error, 3.1e-9, far below the rounding of a float.
static const float LOG2_E = 0x1.715476p+0f;
static const float LN2_HIGH = 0x1.62e43p-1f, LN2_LOW = -0x1.05c61p-29f;
static const float Q0 = 0x1.fffffcp-2f, Q1 = 0x1.555492p-3f, Q2 = 0x1.5558f2p-5f,
                   Q3 = 0x1.123a2p-7f, Q4 = 0x1.6a23dp-10f;

// 1.5 * 2^23: a float this large has no fraction, so adding it rounds to the nearest whole number,
// and the low bits of the sum are that number, negative ones in two's complement.
static const float ROUNDER = 0x1.8p23f;
enum { MANTISSA_BITS = 23 };

// Only asserts call this, and a release build has none.
__attribute__((unused)) static bool is_fit(const float *x, size_t n) {
    return n % SIMD_LANES == 0 && (uintptr_t)x % SIMD_ALIGN == 0;
}

// ---- plain C ----

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The same as the vector instruction, NaN and the sign of zero included.
static float larger(float a, float b) {
    return a > b ? a : b;
}

static float exp_scalar(float exponent) {
    // Lanes below the cutoff are computed at the cutoff and dropped at the end, as a vector has to.
    const float t = larger(exponent, SIMD_EXP_CUTOFF);
    const float shifted = fmaf(t, LOG2_E, ROUNDER);
    const float k = shifted - ROUNDER;
    const float r = fmaf(k, -LN2_LOW, fmaf(k, -LN2_HIGH, t));
    const float q = fmaf(fmaf(fmaf(fmaf(Q4, r, Q3), r, Q2), r, Q1), r, Q0);
    const float p = fmaf(q * r, r, r) + 1.0f;
    // Adding k to the exponent field multiplies by 2^k; k is at least -126 and then p is above 1.
    const float power = float_of(bits_of(p) + (bits_of(shifted) << MANTISSA_BITS));
    return exponent >= SIMD_EXP_CUTOFF ? power : 0.0f;
}

// A vector of eight is folded in halves: lanes 4 to 7 onto 0 to 3, then 2 and 3 onto 0 and 1, then
// 1 onto 0.
static float sum_lanes(float lane[SIMD_LANES]) {
    for (size_t half = SIMD_LANES / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            lane[i] += lane[i + half];
    return lane[0];
}

static float max_lanes(float lane[SIMD_LANES]) {
    for (size_t half = SIMD_LANES / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            lane[i] = larger(lane[i], lane[i + half]);
    return lane[0];
}

static float max_scalar(const float *x, size_t n) {
    assert(is_fit(x, n));
    float best[SIMD_LANES];
    for (size_t lane = 0; lane < SIMD_LANES; lane++)
        best[lane] = -INFINITY;
    for (size_t i = 0; i < n; i += SIMD_LANES)
        for (size_t lane = 0; lane < SIMD_LANES; lane++)
            best[lane] = larger(x[i + lane], best[lane]);
    return max_lanes(best);
}

static float exp_weights_scalar(const float *x, size_t n, float max, float inv_temperature,
                                float *weights) {
    assert(is_fit(x, n) && is_fit(weights, n));
    float sum[SIMD_LANES] = {0};
    for (size_t i = 0; i < n; i += SIMD_LANES)
        for (size_t lane = 0; lane < SIMD_LANES; lane++) {
            const float weight = exp_scalar((x[i + lane] - max) * inv_temperature);
            weights[i + lane] = weight;
            sum[lane] += weight;
        }
    return sum_lanes(sum);
}

static float weighted_sum_scalar(const float *weights, const float *x, size_t n) {
    assert(is_fit(weights, n) && is_fit(x, n));
    float sum[SIMD_LANES] = {0};
    for (size_t i = 0; i < n; i += SIMD_LANES)
        for (size_t lane = 0; lane < SIMD_LANES; lane++) {
            const float weight = weights[i + lane];
            sum[lane] = fmaf(weight, weight != 0 ? x[i + lane] : 0.0f, sum[lane]);
        }
    return sum_lanes(sum);
}

static void sum_rows_scalar(const int16_t *const *rows, int row_count, const uint32_t *columns,
                            int column_count, int16_t *sums) {
    enum { WIDTH = SIMD_ROW_BYTES / sizeof(int16_t) };
    for (int i = 0; i < column_count; i++) {
        const size_t column = columns[i] / sizeof(int16_t);
        uint16_t sum[WIDTH] = {0};
        for (int row = 0; row < row_count; row++)
            for (size_t lane = 0; lane < WIDTH; lane++)
                sum[lane] = (uint16_t)(sum[lane] + (uint16_t)rows[row][column + lane]);
        memcpy(sums + column, sum, sizeof sum);
    }
}

const SimdOps SIMD_SCALAR = {"scalar", max_scalar, exp_weights_scalar, weighted_sum_scalar,
                             sum_rows_scalar};

// ---- AVX2 and FMA ----

#if defined(__x86_64__)

#include <immintrin.h>

// Compiled for these instructions in every build; simd_best checks the processor before use.
#define AVX2 __attribute__((target("avx2,fma")))

AVX2 static __m256 exp_avx2(__m256 exponent) {
    const __m256 cutoff = _mm256_set1_ps(SIMD_EXP_CUTOFF), rounder = _mm256_set1_ps(ROUNDER);
    const __m256 t = _mm256_max_ps(exponent, cutoff);
    const __m256 shifted = _mm256_fmadd_ps(t, _mm256_set1_ps(LOG2_E), rounder);
    const __m256 k = _mm256_sub_ps(shifted, rounder);
    __m256 r = _mm256_fmadd_ps(k, _mm256_set1_ps(-LN2_HIGH), t);
    r = _mm256_fmadd_ps(k, _mm256_set1_ps(-LN2_LOW), r);
    __m256 q = _mm256_fmadd_ps(_mm256_set1_ps(Q4), r, _mm256_set1_ps(Q3));
    q = _mm256_fmadd_ps(q, r, _mm256_set1_ps(Q2));
    q = _mm256_fmadd_ps(q, r, _mm256_set1_ps(Q1));
    q = _mm256_fmadd_ps(q, r, _mm256_set1_ps(Q0));
    const __m256 p =
        _mm256_add_ps(_mm256_fmadd_ps(_mm256_mul_ps(q, r), r, r), _mm256_set1_ps(1.0f));
    const __m256i power = _mm256_add_epi32(
        _mm256_castps_si256(p), _mm256_slli_epi32(_mm256_castps_si256(shifted), MANTISSA_BITS));
    return _mm256_and_ps(_mm256_castsi256_ps(power), _mm256_cmp_ps(exponent, cutoff, _CMP_GE_OQ));
}

AVX2 static float sum_lanes_avx2(__m256 lanes) {
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps(lanes, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

AVX2 static float max_avx2(const float *x, size_t n) {
    assert(is_fit(x, n));
    __m256 lanes = _mm256_set1_ps(-INFINITY);
    for (size_t i = 0; i < n; i += SIMD_LANES)
        lanes = _mm256_max_ps(_mm256_load_ps(x + i), lanes);
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps(lanes, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

AVX2 static float exp_weights_avx2(const float *x, size_t n, float max, float inv_temperature,
                                   float *weights) {
    assert(is_fit(x, n) && is_fit(weights, n));
    const __m256 max8 = _mm256_set1_ps(max), inv8 = _mm256_set1_ps(inv_temperature);
    __m256 sum = _mm256_setzero_ps();
    for (size_t i = 0; i < n; i += SIMD_LANES) {
        const __m256 weight =
            exp_avx2(_mm256_mul_ps(_mm256_sub_ps(_mm256_load_ps(x + i), max8), inv8));
        _mm256_store_ps(weights + i, weight);
        sum = _mm256_add_ps(sum, weight);
    }
    return sum_lanes_avx2(sum);
}

AVX2 static float weighted_sum_avx2(const float *weights, const float *x, size_t n) {
    assert(is_fit(weights, n) && is_fit(x, n));
    const __m256 zero = _mm256_setzero_ps();
    __m256 sum = zero;
    for (size_t i = 0; i < n; i += SIMD_LANES) {
        const __m256 weight = _mm256_load_ps(weights + i);
        const __m256 is_counted = _mm256_cmp_ps(weight, zero, _CMP_NEQ_UQ);
        sum = _mm256_fmadd_ps(weight, _mm256_and_ps(_mm256_load_ps(x + i), is_counted), sum);
    }
    return sum_lanes_avx2(sum);
}

AVX2 static __m256i row_part(const int16_t *row, uint32_t column) {
    return _mm256_load_si256((const __m256i *)(const void *)((const char *)row + column));
}

// Four columns at a time: the additions of different columns do not wait for each other.
AVX2 static void sum_rows_avx2(const int16_t *const *rows, int row_count, const uint32_t *columns,
                               int column_count, int16_t *sums) {
    int i = 0;
    for (; i + 4 <= column_count; i += 4) {
        __m256i sum[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                          _mm256_setzero_si256()};
        for (int row = 0; row < row_count; row++)
            for (int k = 0; k < 4; k++)
                sum[k] = _mm256_add_epi16(sum[k], row_part(rows[row], columns[i + k]));
        for (int k = 0; k < 4; k++)
            _mm256_store_si256((__m256i *)(void *)((char *)sums + columns[i + k]), sum[k]);
    }
    for (; i < column_count; i++) {
        __m256i sum = _mm256_setzero_si256();
        for (int row = 0; row < row_count; row++)
            sum = _mm256_add_epi16(sum, row_part(rows[row], columns[i]));
        _mm256_store_si256((__m256i *)(void *)((char *)sums + columns[i]), sum);
    }
}

static const SimdOps SIMD_AVX2 = {"avx2", max_avx2, exp_weights_avx2, weighted_sum_avx2,
                                  sum_rows_avx2};

const SimdOps *simd_best(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &SIMD_AVX2
                                                                           : &SIMD_SCALAR;
}

#else

const SimdOps *simd_best(void) {
    return &SIMD_SCALAR;
}

#endif
