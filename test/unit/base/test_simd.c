#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

#include "base/macros.h"
#include "base/rng.h"
#include "base/simd.h"

enum { N_MAX = 600 }; // the most legal moves of a shogi position, padded, is 600

typedef struct Arrays {
    alignas(SIMD_ALIGN) float x[N_MAX];
    alignas(SIMD_ALIGN) float y[N_MAX];
    alignas(SIMD_ALIGN) float a[N_MAX];
    alignas(SIMD_ALIGN) float b[N_MAX];
} Arrays;

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

// Equal as bits, except that all NaNs are equal.
static void assert_same(float a, float b) {
    if (!isnan(a) || !isnan(b))
        assert_int_equal(bits_of(a), bits_of(b));
}

// Values like those of children: a spread of some hundred, some far worse, ties and signed zeros.
static void fill(Rng *rng, float *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        x[i] = rng_below(rng, 8) ? (rng_unit_f(rng) - 0.5f) * 800 : rng_unit_f(rng) * -30000;
    for (size_t i = 0; i < n / 8; i++) {
        x[rng_below(rng, (uint32_t)n)] = rng_below(rng, 2) ? 0.0f : -0.0f;
        x[rng_below(rng, (uint32_t)n)] = x[rng_below(rng, (uint32_t)n)];
    }
}

static void assert_twins(Arrays *arrays, size_t n, float max, float inv_temperature) {
    const SimdOps *best = simd_best();
    assert_same(SIMD_SCALAR.max(arrays->x, n), best->max(arrays->x, n));
    const float sum_a = SIMD_SCALAR.exp_weights(arrays->x, n, max, inv_temperature, arrays->a);
    const float sum_b = best->exp_weights(arrays->x, n, max, inv_temperature, arrays->b);
    for (size_t i = 0; i < n; i++)
        assert_same(arrays->a[i], arrays->b[i]);
    assert_same(sum_a, sum_b);
    assert_same(SIMD_SCALAR.weighted_sum(arrays->a, arrays->x, n),
                best->weighted_sum(arrays->a, arrays->x, n));
    assert_same(SIMD_SCALAR.weighted_sum(arrays->x, arrays->y, n),
                best->weighted_sum(arrays->x, arrays->y, n));
}

static void twins_agree_on_random_arrays(void **state) {
    (void)state;
    static Arrays arrays;
    Rng rng;
    rng_init(&rng, 3);
    for (int round = 0; round < 2000; round++) {
        const size_t n = SIMD_LANES * (size_t)rng_below(&rng, N_MAX / SIMD_LANES + 1);
        fill(&rng, arrays.x, n);
        fill(&rng, arrays.y, n);
        for (size_t i = n - (n ? rng_below(&rng, SIMD_LANES) : 0); i < n; i++)
            arrays.x[i] = SIMD_PAD;
        const float temperature = 1.0f + 400.0f * rng_unit_f(&rng);
        assert_twins(&arrays, n, SIMD_SCALAR.max(arrays.x, n), 1 / temperature);
    }
}

static void twins_agree_on_edge_cases(void **state) {
    (void)state;
    static const float EDGES[] = {0.0f,     -0.0f,    1.0f,     -1.0f,     FLT_MAX,   -FLT_MAX,
                                  FLT_MIN,  -FLT_MIN, 1e-45f,   -1e-45f,   INFINITY,  -INFINITY,
                                  NAN,      -86.99f,  -87.0f,   -87.001f,  -87.33f,   -88.0f,
                                  -103.97f, -104.0f,  -1000.0f, -1e30f,    -0.34657f, -0.34658f,
                                  -1.0397f, -1.0398f, -86.64f,  -86.6434f, 1e30f,     -1e-10f};
    static const float SCALES[] = {1.0f, 1e-3f, 1e3f, 1e30f, FLT_MIN};
    static Arrays arrays;
    Rng rng;
    rng_init(&rng, 4);
    for (int round = 0; round < 20000; round++) {
        const size_t n = SIMD_LANES * (size_t)(1 + rng_below(&rng, 4));
        for (size_t i = 0; i < n; i++) {
            arrays.x[i] = EDGES[rng_below(&rng, ARRAY_LEN(EDGES))];
            arrays.y[i] = EDGES[rng_below(&rng, ARRAY_LEN(EDGES))];
        }
        const float scale = SCALES[rng_below(&rng, ARRAY_LEN(SCALES))];
        assert_twins(&arrays, n, SIMD_SCALAR.max(arrays.x, n), scale);
    }
    assert_twins(&arrays, 0, 0, 1);
}

// All compilers and targets must reproduce this number, or a seed would give different runs in
// different builds.
static void results_are_the_same_in_every_build(void **state) {
    (void)state;
    static Arrays arrays;
    const SimdOps *best = simd_best();
    Rng rng;
    rng_init(&rng, 5);
    uint64_t checksum = 0;
    for (int round = 0; round < 100; round++) {
        fill(&rng, arrays.x, N_MAX);
        const float max = best->max(arrays.x, N_MAX);
        const float sum = best->exp_weights(arrays.x, N_MAX, max, 1 / 120.0f, arrays.a);
        const float value = best->weighted_sum(arrays.a, arrays.x, N_MAX) / sum;
        for (size_t i = 0; i < N_MAX; i++)
            checksum = rng_mix(checksum ^ bits_of(arrays.a[i]));
        checksum = rng_mix(checksum ^ bits_of(sum));
        checksum = rng_mix(checksum ^ bits_of(value));
    }
    assert_int_equal(checksum, 0x93fb624d1ab0de6e);
}

static void exp_is_accurate(void **state) {
    (void)state;
    static Arrays arrays;
    double worst = 0;
    // Every 509th float from -87 to 0: about two million.
    uint32_t bits = bits_of(-0.0f);
    const uint32_t last = bits_of(SIMD_EXP_CUTOFF);
    while (bits < last) {
        for (size_t i = 0; i < N_MAX; i++, bits += 509)
            arrays.x[i] = float_of(bits < last ? bits : last);
        simd_best()->exp_weights(arrays.x, N_MAX, 0, 1, arrays.a);
        for (size_t i = 0; i < N_MAX; i++) {
            const double exact = exp((double)arrays.x[i]);
            const double error = fabs((double)arrays.a[i] - exact) / exact;
            worst = error > worst ? error : worst;
        }
    }
    assert_true(worst < 1e-7);
}

static void weights_follow_the_definition(void **state) {
    (void)state;
    static Arrays arrays;
    Rng rng;
    rng_init(&rng, 6);
    const SimdOps *const sets[] = {&SIMD_SCALAR, simd_best()};
    for (size_t set = 0; set < ARRAY_LEN(sets); set++) {
        fill(&rng, arrays.x, N_MAX);
        float max = -INFINITY;
        for (size_t i = 0; i < N_MAX; i++)
            max = fmaxf(max, arrays.x[i]);
        assert_true(sets[set]->max(arrays.x, N_MAX) == max);
        const float sum = sets[set]->exp_weights(arrays.x, N_MAX, max, 0.01f, arrays.a);
        double exact_sum = 0, exact_value = 0;
        for (size_t i = 0; i < N_MAX; i++) {
            const double exact = exp(((double)arrays.x[i] - (double)max) * (double)0.01f);
            // The exponent, up to 87, is itself rounded twice, each time by a part in 2^24.
            const double bound = exact * (1e-7 + 87 * 0x1p-23) + exp(-86.9);
            assert_true(fabs((double)arrays.a[i] - exact) <= bound);
            exact_sum += exact;
            exact_value += exact * (double)arrays.x[i];
        }
        assert_true(fabs((double)sum - exact_sum) < 1e-6 * exact_sum);
        const float value = sets[set]->weighted_sum(arrays.a, arrays.x, N_MAX);
        assert_true(fabs((double)value - exact_value) < 1e-5 * fabs(exact_value));
    }
}

static void the_best_weighs_exactly_one(void **state) {
    (void)state;
    static Arrays arrays;
    static const float VALUES[] = {0.0f, -0.0f, 123.456f, -31000.5f, 1e30f, -1e30f, 1e-40f};
    static const float SCALES[] = {1e-30f, 1.0f / 120, 1.0f, 1e30f};
    const SimdOps *const sets[] = {&SIMD_SCALAR, simd_best()};
    for (size_t set = 0; set < ARRAY_LEN(sets); set++)
        for (size_t v = 0; v < ARRAY_LEN(VALUES); v++)
            for (size_t s = 0; s < ARRAY_LEN(SCALES); s++) {
                for (size_t i = 0; i < SIMD_LANES; i++)
                    arrays.x[i] = i == 3 || i == 4 ? VALUES[v] : SIMD_PAD;
                const float max = sets[set]->max(arrays.x, SIMD_LANES);
                const float sum =
                    sets[set]->exp_weights(arrays.x, SIMD_LANES, max, SCALES[s], arrays.a);
                assert_true(arrays.a[3] == 1 && arrays.a[4] == 1);
                assert_true(sum == 2);
            }
}

static void padding_counts_for_nothing(void **state) {
    (void)state;
    static Arrays arrays;
    const SimdOps *const sets[] = {&SIMD_SCALAR, simd_best()};
    for (size_t set = 0; set < ARRAY_LEN(sets); set++) {
        for (size_t i = 0; i < 2 * SIMD_LANES; i++)
            arrays.x[i] = SIMD_PAD;
        arrays.x[0] = -5;
        arrays.x[1] = -6;
        assert_true(sets[set]->max(arrays.x, 2 * SIMD_LANES) == -5);
        const float sum = sets[set]->exp_weights(arrays.x, 2 * SIMD_LANES, -5, 1, arrays.a);
        for (size_t i = 2; i < 2 * SIMD_LANES; i++)
            assert_int_equal(bits_of(arrays.a[i]), bits_of(0.0f));
        assert_true(sum == 1 + arrays.a[1]);
        const float value = sets[set]->weighted_sum(arrays.a, arrays.x, 2 * SIMD_LANES);
        assert_true(value == fmaf(arrays.a[1], -6, 0) - 5);
        // Only padding: no child, no weight.
        arrays.x[0] = arrays.x[1] = SIMD_PAD;
        assert_true(sets[set]->max(arrays.x, 2 * SIMD_LANES) == SIMD_PAD);
        assert_true(sets[set]->exp_weights(arrays.x, 16, SIMD_PAD, 1, arrays.a) == 0);
        assert_true(sets[set]->weighted_sum(arrays.a, arrays.x, 16) == 0);
    }
}

static void weights_are_zero_below_the_cutoff_and_never_subnormal(void **state) {
    (void)state;
    static Arrays arrays;
    const SimdOps *const sets[] = {&SIMD_SCALAR, simd_best()};
    static const float BELOW[] = {-87.00001f, -87.5f, -88, -104, -1e4f, -1e38f, -INFINITY, NAN};
    for (size_t set = 0; set < ARRAY_LEN(sets); set++) {
        memcpy(arrays.x, BELOW, sizeof BELOW);
        assert_true(sets[set]->exp_weights(arrays.x, SIMD_LANES, 0, 1, arrays.a) == 0);
        for (size_t i = 0; i < SIMD_LANES; i++)
            assert_int_equal(bits_of(arrays.a[i]), bits_of(0.0f));
        for (size_t i = 0; i < N_MAX; i++)
            arrays.x[i] = float_of(bits_of(SIMD_EXP_CUTOFF) - (uint32_t)i);
        sets[set]->exp_weights(arrays.x, N_MAX, 0, 1, arrays.a);
        for (size_t i = 0; i < N_MAX; i++)
            assert_true(arrays.a[i] >= FLT_MIN);
    }
}

static void weights_may_replace_their_exponents(void **state) {
    (void)state;
    static Arrays arrays;
    const SimdOps *const sets[] = {&SIMD_SCALAR, simd_best()};
    Rng rng;
    rng_init(&rng, 8);
    for (size_t set = 0; set < ARRAY_LEN(sets); set++) {
        fill(&rng, arrays.x, N_MAX);
        const float max = sets[set]->max(arrays.x, N_MAX);
        const float apart = sets[set]->exp_weights(arrays.x, N_MAX, max, 0.01f, arrays.a);
        const float in_place = sets[set]->exp_weights(arrays.x, N_MAX, max, 0.01f, arrays.x);
        assert_true(apart == in_place);
        assert_memory_equal(arrays.x, arrays.a, sizeof arrays.x);
    }
}

static void rounds_lengths_up(void **state) {
    (void)state;
    assert_int_equal(simd_padded(0), 0);
    assert_int_equal(simd_padded(1), 8);
    assert_int_equal(simd_padded(8), 8);
    assert_int_equal(simd_padded(593), 600);
}

// Sums of some columns of some rows, against plain addition; other columns stay unchanged.
static void sums_of_rows_follow_the_definition(void **state) {
    (void)state;
    enum { ROWS = 40, WIDTH = 256, LANES = SIMD_ROW_BYTES / 2, COLUMNS = WIDTH / LANES };
    static alignas(SIMD_ALIGN) int16_t table[ROWS][WIDTH];
    static alignas(SIMD_ALIGN) int16_t sums[WIDTH];
    const SimdOps *const sets[] = {&SIMD_SCALAR, simd_best()};
    Rng rng;
    rng_init(&rng, 8);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < WIDTH; i++)
            table[row][i] = (int16_t)((int)rng_below(&rng, 1601) - 800);
    for (int round = 0; round < 200; round++) {
        const int16_t *rows[ROWS];
        uint32_t columns[COLUMNS];
        bool is_asked[COLUMNS] = {false};
        const int row_count = (int)rng_below(&rng, ROWS + 1);
        const int column_count = (int)rng_below(&rng, COLUMNS + 1);
        for (int i = 0; i < row_count; i++)
            rows[i] = table[rng_below(&rng, ROWS)];
        for (int i = 0; i < column_count; i++) {
            const uint32_t column = rng_below(&rng, COLUMNS);
            columns[i] = column * SIMD_ROW_BYTES;
            is_asked[column] = true;
        }
        for (size_t set = 0; set < ARRAY_LEN(sets); set++) {
            for (int i = 0; i < WIDTH; i++)
                sums[i] = 12345;
            sets[set]->sum_rows(rows, row_count, columns, column_count, sums);
            for (int i = 0; i < WIDTH; i++) {
                int expected = is_asked[i / LANES] ? 0 : 12345;
                for (int row = 0; row < row_count && is_asked[i / LANES]; row++)
                    expected += rows[row][i];
                assert_int_equal(sums[i], expected);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_agree_on_random_arrays),
        cmocka_unit_test(twins_agree_on_edge_cases),
        cmocka_unit_test(results_are_the_same_in_every_build),
        cmocka_unit_test(exp_is_accurate),
        cmocka_unit_test(weights_follow_the_definition),
        cmocka_unit_test(the_best_weighs_exactly_one),
        cmocka_unit_test(padding_counts_for_nothing),
        cmocka_unit_test(weights_are_zero_below_the_cutoff_and_never_subnormal),
        cmocka_unit_test(weights_may_replace_their_exponents),
        cmocka_unit_test(rounds_lengths_up),
        cmocka_unit_test(sums_of_rows_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
