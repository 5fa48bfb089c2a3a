// Boltzmann distributions against their formulas, written out in double.
#include "tree_testing.h"

// ---- drawing ----

// Above this a sum of `cells` squares is less likely than 1e-6 (Wilson and Hilferty, 1931).
static double chi_square_limit(int cells) {
    const double k = cells - 1, part = 2 / (9 * k);
    const double root = 1 - part + 4.753 * sqrt(part);
    return k * root * root * root;
}

static void assert_drawn_by_weight(const float *x, size_t padded, float temperature,
                                   uint64_t seed) {
    enum { DRAWS = 200000 };
    _Alignas(SIMD_ALIGN) float weights[LANES_MAX];
    static int counts[LANES_MAX];
    memset(counts, 0, sizeof counts);
    const float sum = boltzmann_weights(x, padded, temperature, weights);
    Rng rng;
    rng_init(&rng, seed);
    for (int i = 0; i < DRAWS; i++)
        counts[boltzmann_draw(weights, padded, sum, &rng)]++;
    double all = 0, square = 0, rare = 0, max = (double)SIMD_PAD;
    for (size_t i = 0; i < padded; i++)
        max = fmax(max, (double)x[i]);
    for (size_t i = 0; i < padded; i++)
        all += x[i] == SIMD_PAD ? 0 : exp(((double)x[i] - max) / (double)temperature);
    int cells = 0, rare_count = 0;
    for (size_t i = 0; i < padded; i++) {
        if (weights[i] == 0)
            assert_int_equal(counts[i], 0);
        if (x[i] == SIMD_PAD)
            continue;
        const double expected = DRAWS * exp(((double)x[i] - max) / (double)temperature) / all;
        if (expected < 5) { // together in a cell of their own
            rare += expected;
            rare_count += counts[i];
            continue;
        }
        cells++;
        square += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    if (rare >= 5) {
        cells++;
        square += (rare_count - rare) * (rare_count - rare) / rare;
    }
    if (cells > 1)
        assert_true(square < chi_square_limit(cells));
    else
        assert_true(rare_count < 60);
}

static void test_draws(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 4);
    static const size_t COUNTS[] = {1, 2, 7, 8, 9, 30, 100, 593};
    for (size_t i = 0; i < ARRAY_LEN(COUNTS); i++) {
        Family family = random_family(&rng, COUNTS[i], 300);
        if (COUNTS[i] > 2) // holes in the middle, as proven moves leave them
            for (size_t k = 0; k < COUNTS[i]; k += 3)
                family.value[k] = SIMD_PAD;
        assert_drawn_by_weight(family.value, family.padded, 10, i);
        assert_drawn_by_weight(family.value, family.padded, 120, 10 + i);
        assert_drawn_by_weight(family.value, family.padded, 5000, 20 + i);
        assert_drawn_by_weight(family.value, family.padded, (float)INFINITY, 30 + i);
    }
}

static void test_cold_draws(void **state) {
    (void)state;
    _Alignas(SIMD_ALIGN) float weights[LANES_MAX];
    Rng rng;
    rng_init(&rng, 5);
    static const float COLD[] = {0, 1e-45f, 1e-39f, 1e-38f, 1e-30f};
    for (int i = 0; i < 2000; i++) {
        Family family = random_family(&rng, random_count(&rng), 300);
        size_t best = 0;
        for (size_t k = 1; k < family.count; k++)
            if (family.value[k] > family.value[best])
                best = k;
        const float shift = i % 3 ? rintf(family.value[best]) : family.value[best];
        for (size_t k = 0; k < family.count; k++) // the best is about 0, often exactly
            family.value[k] -= shift;
        for (size_t c = 0; c < ARRAY_LEN(COLD); c++) {
            const float sum = boltzmann_weights(family.value, family.padded, COLD[c], weights);
            assert_true(sum == 1);
            assert_int_equal(boltzmann_draw(weights, family.padded, sum, &rng), best);
        }
        // In place.
        assert_true(boltzmann_weights(family.value, family.padded, 0, family.value) == 1);
        for (size_t k = 0; k < family.padded; k++)
            assert_true(family.value[k] == (k == best ? 1 : 0));
    }
}

static void test_nothing_to_draw(void **state) {
    (void)state;
    _Alignas(SIMD_ALIGN) float x[16], weights[16];
    for (size_t i = 0; i < 16; i++)
        x[i] = SIMD_PAD;
    assert_true(boltzmann_weights(x, 16, 100, weights) == 0);
    assert_true(boltzmann_weights(x, 16, 0, weights) == 0);
    assert_true(boltzmann_weights(x, 16, boltzmann_temperature(x, 16, 0.5f), weights) == 0);
}

// ---- the temperature from a target ----

static double boltzmann_mean(const Family *family, double temperature) {
    double max = (double)SIMD_PAD, sum = 0, mean = 0;
    for (size_t i = 0; i < family->count; i++)
        max = fmax(max, (double)family->value[i]);
    for (size_t i = 0; i < family->count; i++) {
        if (family->value[i] == SIMD_PAD)
            continue;
        const double weight = exp(((double)family->value[i] - max) / temperature);
        sum += weight;
        mean += weight * (double)family->value[i];
    }
    return mean / sum;
}

static void test_boltzmann_temperature(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 6);
    for (int i = 0; i < 500; i++) {
        Family family =
            random_family(&rng, 2 + rng_below(&rng, 80), exp(random_between(&rng, 0, 9)));
        if (family.count > 4 && rng_below(&rng, 2))
            family.value[rng_below(&rng, (uint32_t)family.count)] = SIMD_PAD;
        double max = (double)SIMD_PAD;
        for (size_t k = 0; k < family.count; k++)
            max = fmax(max, (double)family.value[k]);
        const double mean = boltzmann_mean(&family, (double)INFINITY);
        float before = (float)INFINITY;
        for (int q = 5; q <= 95; q += 10) {
            const float t = boltzmann_temperature(family.value, family.padded, (float)q / 100);
            assert_true(t > 0 && t <= before); // the nearer the best, the colder
            before = t;
            const double target = mean + (double)((float)q / 100) * (max - mean);
            assert_true(fabs(boltzmann_mean(&family, (double)t) - target) < 1e-5 * (max - mean));
        }
    }
}

static void test_no_temperature_for_equals(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 7);
    for (size_t count = 1; count < 40; count++) {
        Family family = random_family(&rng, count, 1);
        const float value = (float)random_between(&rng, -3000, 3000);
        for (size_t k = 0; k < count; k++)
            family.value[k] = value;
        assert_true(isinf(boltzmann_temperature(family.value, family.padded, 0.8f)));
        _Alignas(SIMD_ALIGN) float weights[LANES_MAX];
        const float sum = boltzmann_weights(family.value, family.padded, (float)INFINITY, weights);
        assert_true(sum == (float)count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_cold_draws),
        cmocka_unit_test(test_nothing_to_draw),
        cmocka_unit_test(test_boltzmann_temperature),
        cmocka_unit_test(test_no_temperature_for_equals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
