// The mathematics of a node against the papers' formulas, written out in double.
#include "tree_testing.h"

// ---- backup ----

typedef struct Mean {
    double value, depth;
} Mean;

// Proven losses are not part of the mean of values (they are decided, not estimated).
static Mean mean_of(const Family *family, double tb, double td) {
    double max = (double)SIMD_PAD, sum_b = 0, sum_d = 0;
    Mean mean = {0, 0};
    for (size_t i = 0; i < family->count; i++)
        max = fmax(max, (double)family->value[i]);
    for (size_t i = 0; i < family->count; i++) {
        const double value = (double)family->value[i];
        const double wb = value > -VALUE_DECIDED ? exp((value - max) / tb) : 0;
        const double wd = exp((value - max) / td);
        sum_b += wb;
        sum_d += wd;
        mean.value += wb * value;
        mean.depth += wd * ((double)family->depth[i] + 1);
    }
    mean.value /= sum_b;
    mean.depth /= sum_d;
    return mean;
}

static void test_backup(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 1);
    double worst_value = 0, worst_depth = 0;
    for (int i = 0; i < 20000; i++) {
        SoftmaxSettings settings = default_settings();
        settings.tb = exp(random_between(&rng, 0, log(1000)));
        settings.tree.td = exp(random_between(&rng, 0, log(1000)));
        const double spread = exp(random_between(&rng, 0, log(9000)));
        Family family = random_family(&rng, random_count(&rng), spread);
        if (!rng_below(&rng, 4)) // some moves are known to lose
            for (size_t k = 1; k < family.count; k += 1 + rng_below(&rng, 3))
                family.value[k] = (float)value_loss_in(2 + (int)rng_below(&rng, 20));
        const NodeValue got = backup(family.value, family.depth, family.padded, &settings);
        const Mean mean = mean_of(&family, settings.tb, settings.tree.td);
        const double off_value = fabs((double)got.value - mean.value) / (1 + fabs(mean.value));
        const double off_depth = fabs((double)got.depth - mean.depth);
        worst_value = fmax(worst_value, off_value);
        worst_depth = fmax(worst_depth, off_depth);
    }
    testing_note("backup against double: values within %.1e of themselves, depths within %.1e\n",
                 worst_value, worst_depth);
    assert_true(worst_value < 2e-5);
    assert_true(worst_depth < 5e-5);
}

static void test_backup_of_extremes(void **state) {
    (void)state;
    static const double TEMPERATURES[] = {1e-45, 1e-39, 1e-30, 0.001, 1, 40, 1000, 100000};
    static const float VALUES[] = {EVAL_LIMIT, -EVAL_LIMIT, 0};
    for (size_t t = 0; t < ARRAY_LEN(TEMPERATURES); t++)
        for (size_t first = 0; first < ARRAY_LEN(VALUES); first++)
            for (size_t second = 0; second < ARRAY_LEN(VALUES); second++) {
                SoftmaxSettings settings = default_settings();
                settings.tb = settings.tree.td = TEMPERATURES[t];
                Rng rng;
                rng_init(&rng, 1);
                Family family = random_family(&rng, 2, 1);
                family.value[0] = VALUES[first];
                family.value[1] = VALUES[second];
                if (first == second) // in the limit the first of equals speaks for all
                    family.depth[1] = family.depth[0];
                const NodeValue got = backup(family.value, family.depth, family.padded, &settings);
                const Mean mean = mean_of(&family, settings.tb, settings.tree.td);
                assert_true(fabs((double)got.value - mean.value) <= 1e-6 * EVAL_LIMIT);
                assert_true(fabs((double)got.depth - mean.depth) <= 1e-4);
            }
}

static void test_backup_of_proofs(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 2);
    for (int i = 0; i < 2000; i++) {
        SoftmaxSettings settings = default_settings();
        settings.tb = exp(random_between(&rng, 0, log(100000)));
        Family family = random_family(&rng, random_count(&rng), 10000);
        // The shortest of several wins.
        int nearest = 1000;
        for (size_t k = 0; k < family.count; k += 1 + rng_below(&rng, 4)) {
            const int plies = 1 + 2 * (int)rng_below(&rng, 30);
            family.value[k] = (float)value_win_in(plies);
            nearest = plies < nearest ? plies : nearest;
        }
        assert_true(backup(family.value, family.depth, family.padded, &settings).value ==
                    (float)value_win_in(nearest));
        // The longest of all losses.
        int longest = 0;
        for (size_t k = 0; k < family.count; k++) {
            const int plies = 2 + 2 * (int)rng_below(&rng, 30);
            family.value[k] = (float)value_loss_in(plies);
            longest = plies > longest ? plies : longest;
        }
        assert_true(backup(family.value, family.depth, family.padded, &settings).value ==
                    (float)value_loss_in(longest));
        // One move that is only bad among those: no proof, however hot.
        family.value[rng_below(&rng, (uint32_t)family.count)] = -EVAL_LIMIT;
        assert_true(backup(family.value, family.depth, family.padded, &settings).value ==
                    -(float)EVAL_LIMIT);
    }
}

static void test_cold_backup_is_minimax(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 3);
    for (int i = 0; i < 2000; i++) {
        SoftmaxSettings settings = default_settings();
        settings.tb = settings.tree.td = 0;
        const Family family = random_family(&rng, random_count(&rng), 1000);
        size_t best = 0;
        for (size_t k = 1; k < family.count; k++)
            if (family.value[k] > family.value[best])
                best = k;
        const NodeValue got = backup(family.value, family.depth, family.padded, &settings);
        assert_true(got.value == family.value[best]);
        assert_true(got.depth == family.depth[best] + 1);
        // The depth of the best line is the same thing at any temperature.
        settings.tree.td = 100;
        settings.tree.depth_index = DEPTH_PV;
        assert_true(backup(family.value, family.depth, family.padded, &settings).depth ==
                    got.depth);
    }
}

// ---- objectives ----

// The table of the specification.
static double objective_of(int i, double c, double E, double E0, double D, double N, double Dp,
                           double Np) {
    switch (i) {
    case 0:
        return E;
    case 1:
        return E + c * log(Np) / (N + 1);
    case 2:
        return E + c * E0 * log(Np) / (N * N + 1);
    case 3:
        return E + c * Dp / exp(D);
    case 4:
        return E + c * log(Np) / (N * N * N + 1);
    case 5:
        return E + c * E0 * log(Np) / (N * N * N + 1);
    case 6:
        return E * (1 + c * log(Np) / (N * N * N + 1));
    case 7:
        return E + c * E0 * exp(Dp / 2 - D);
    case 8:
        return E + c * exp(Dp / 2 - D);
    case 9:
        return E + c * E0;
    case 10:
        return E * (1 + c * exp(Dp / 2 - D));
    case 11:
        return E * (1 + c * Np / (N * N + 1));
    case 12:
        return E >= 0 ? E - c * D : E + c * D;
    case 13:
        return E * (1 + c * D);
    case 14:
        return E + c * Dp / (D * D + 1);
    case 15:
        return E + c * D;
    case 16:
        return E * (1 - c / (D + 1)) + E0 * c / (D + 1);
    case 17:
        return D > 0 ? E * (1 - c / sqrt(D)) + E0 * c / sqrt(D) : E0;
    default:
        return D > 0 ? E * (1 - c / D) + E0 * c / D : E0;
    }
}

static void test_parameters(void **state) {
    (void)state;
    static const double PAPER[OBJECTIVE_NB] = {0,    0.001, 40,    20,   0.01,  0.01, 0.01,
                                               0.01, 60,    0.005, 0.01, 0.001, 40,   0.01,
                                               40,   40,    1.0,   0.3,  0.5};
    for (int i = 0; i < OBJECTIVE_NB; i++)
        assert_true(fabs((double)OBJECTIVE_C[i] - PAPER[i]) < 1e-7);
    assert_int_equal(default_settings().objective, 18);
}

static void test_objectives(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 8);
    for (int round = 0; round < 300; round++) {
        Family family = random_family(&rng, 1 + rng_below(&rng, 60), 2000);
        family.depth[0] = 0;
        family.visits[0] = 0;
        if (family.count > 2) {
            family.value[1] = (float)value_win_in(1 + (int)rng_below(&rng, 20));
            family.value[2] = (float)value_loss_in(2 + (int)rng_below(&rng, 20));
        }
        const ObjectiveParent parent = {1 + (float)rng_below(&rng, 15),
                                        (float)(1 + rng_below(&rng, 100000))};
        for (int i = 0; i < OBJECTIVE_NB; i++) {
            const float c =
                rng_below(&rng, 2) ? OBJECTIVE_C[i] : (float)random_between(&rng, 0, 50);
            _Alignas(SIMD_ALIGN) float out[LANES_MAX];
            const float *visits = objective_needs_visits(i) ? family.visits : NULL;
            objective_fill(i, c, &parent, family.value, family.depth, family.static_value, visits,
                           family.padded, out);
            for (size_t k = 0; k < family.padded; k++) {
                if (k >= family.count || value_is_proven(family.value[k])) {
                    assert_true(out[k] == SIMD_PAD);
                    continue;
                }
                const double E = (double)family.value[k], E0 = (double)family.static_value[k];
                const double D = (double)family.depth[k], N = (double)family.visits[k];
                const double wanted = objective_of(i, (double)c, E, E0, D, N, (double)parent.depth,
                                                   (double)parent.visits);
                // Terms may be larger than their sum.
                const double scale = fabs(E) + fabs(E0) * (1 + (double)c) + fabs(wanted - E) + 1;
                if (fabs((double)out[k] - wanted) > 1e-6 * scale)
                    fail_msg("objective %d: %.9g, not %.9g (E %g, E0 %g, D %g, N %g, c %g)", i,
                             (double)out[k], wanted, E, E0, D, N, (double)c);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_backup),           cmocka_unit_test(test_backup_of_extremes),
        cmocka_unit_test(test_backup_of_proofs), cmocka_unit_test(test_cold_backup_is_minimax),
        cmocka_unit_test(test_parameters),       cmocka_unit_test(test_objectives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
