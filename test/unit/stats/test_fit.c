// Fits: known slopes are recovered, intervals have their coverage, pooling matches brute force.
#include "testing.h"

#include <math.h>

#include "base/macros.h"
#include "base/rng.h"
#include "stats/fit.h"

enum { SAMPLES = 40000 };

static int draw_value(Rng *rng) {
    return (int)rng_below(rng, 1001) - 500;
}

static int draw_wdl(Rng *rng, double a, double d, int value) {
    const double u = rng_unit(rng), win = fit_sigmoid(a * (value - d));
    return u < win ? 1 : u > 1 - fit_sigmoid(-a * (value + d)) ? -1 : 0;
}

// Independent positions, each from another game.
static void simulate(Rng *rng, double a, double d, FitSample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int value = draw_value(rng);
        samples[i] = (FitSample){(int16_t)value, (int8_t)draw_wdl(rng, a, d, value), (uint32_t)i};
    }
}

static FitSample *new_samples(double a, double d) {
    FitSample *samples = calloc(SAMPLES, sizeof *samples);
    assert_non_null(samples);
    Rng rng;
    rng_init(&rng, 7);
    simulate(&rng, a, d, samples, SAMPLES);
    return samples;
}

static void assert_holds(const FitEstimate *estimate, double truth) {
    // Four standard errors instead of two, so that it holds for any seed.
    assert_true(fabs(estimate->value - truth) < estimate->high - estimate->low);
    assert_true(fabs(estimate->value - truth) < estimate->game_high - estimate->game_low);
    assert_true(estimate->low < estimate->value && estimate->value < estimate->high);
}

static void test_logistic(void **state) {
    (void)state;
    static const double slopes[] = {0.007434035, 0.0005, 0.05, -0.003, 0};
    for (size_t i = 0; i < ARRAY_LEN(slopes); i++) {
        FitSample *samples = new_samples(slopes[i], 0);
        const FitData data = {samples, SAMPLES, FIT_DRAWS_SKIP};
        FitLogistic fit;
        assert_ok(fit_logistic(&data, FIT_ALL, &fit, error));
        assert_holds(&fit.a, slopes[i]);
        assert_int_equal(fit.count, SAMPLES);
        // The maximum: both neighbours are less likely.
        for (int side = -1; side <= 1; side += 2) {
            double other = 0;
            const double a = fit.a.value + side * 1e-3 * (fit.a.high - fit.a.low);
            for (size_t j = 0; j < SAMPLES; j++)
                other += log(fit_sigmoid(a * samples[j].value * samples[j].outcome));
            assert_true(other < fit.log_likelihood);
        }
        free(samples);
    }
}

// Two wins and one loss at one value have a rate of 2/3: a = ln 2 / V, exactly.
static void test_logistic_by_hand(void **state) {
    (void)state;
    const FitSample samples[] = {{100, 1, 0}, {100, 1, 1}, {100, -1, 2}, {100, 0, 3}, {-50, 0, 4}};
    FitLogistic fit;
    const FitData skip = {samples, ARRAY_LEN(samples), FIT_DRAWS_SKIP};
    assert_ok(fit_logistic(&skip, FIT_ALL, &fit, error));
    assert_true(fabs(fit.a.value - log(2) / 100) < 1e-9);
    assert_true(fabs(fit.log_likelihood - (2 * log(2.0 / 3) + log(1.0 / 3))) < 1e-9);
    // The information is n p (1-p) V^2.
    const double margin = 1.959963984540054 / sqrt(3 * (2.0 / 3) * (1.0 / 3) * 1e4);
    assert_true(fabs(fit.a.high - fit.a.value - margin) < 1e-9);
    const FitData half = {samples, 4, FIT_DRAWS_HALF};
    assert_ok(fit_logistic(&half, FIT_ALL, &fit, error));
    assert_true(fabs(fit.a.value - log(2.5 / 1.5) / 100) < 1e-9);
    assert_int_equal(fit.count, 4);
}

static void test_two_sided(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 3);
    FitSample *samples = calloc(SAMPLES, sizeof *samples);
    assert_non_null(samples);
    for (size_t i = 0; i < SAMPLES; i++) {
        const int value = draw_value(&rng);
        const double a = value < 0 ? 0.002 : 0.006;
        samples[i] = (FitSample){(int16_t)value, (int8_t)draw_wdl(&rng, a, 0, value), (uint32_t)i};
    }
    const FitData data = {samples, SAMPLES, FIT_DRAWS_SKIP};
    FitTwoSided both;
    FitLogistic one;
    assert_ok(fit_two_sided(&data, &both, error));
    assert_ok(fit_logistic(&data, FIT_ALL, &one, error));
    assert_holds(&both.below.a, 0.002);
    assert_holds(&both.above.a, 0.006);
    assert_int_equal(both.count, one.count);
    assert_true(both.log_likelihood > one.log_likelihood);
    assert_true(fabs(fit_two_sided_at(&both, 0) - 0.5) < 1e-12);
    assert_true(fit_two_sided_at(&both, 300) > 0.8 && fit_two_sided_at(&both, -300) < 0.4);
    free(samples);
}

static void test_wdl(void **state) {
    (void)state;
    FitSample *samples = new_samples(0.006, 120);
    const FitData data = {samples, SAMPLES, FIT_DRAWS_SKIP};
    FitWdl fit;
    assert_ok(fit_wdl(&data, &fit, error));
    assert_holds(&fit.a, 0.006);
    assert_holds(&fit.d, 120);
    double sum = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        const FitOdds odds = fit_wdl_at(&fit, samples[i].value);
        assert_true(fabs(odds.win + odds.draw + odds.loss - 1) < 1e-12 && odds.draw > 0);
        sum += log(samples[i].outcome > 0 ? odds.win : samples[i].outcome ? odds.loss : odds.draw);
    }
    assert_true(fabs(sum - fit.log_likelihood) < 1e-6 * fabs(sum));
    free(samples);
}

// All positions of a game share an effect that the value does not show. Intervals by positions are
// then too narrow, those by games are right.
static void test_coverage(void **state) {
    (void)state;
    enum { RUNS = 400, GAMES = 250, POSITIONS = 20 };
    static FitSample samples[GAMES * POSITIONS];
    Rng rng;
    rng_init(&rng, 11);
    int plain = 0, by_games = 0, independent = 0, wdl_a = 0, wdl_d = 0;
    for (int run = 0; run < RUNS; run++) {
        FitLogistic fit;
        simulate(&rng, 0.005, 0, samples, 2000);
        const FitData free_data = {samples, 2000, FIT_DRAWS_SKIP};
        assert_ok(fit_logistic(&free_data, FIT_ALL, &fit, error));
        independent += fit.a.low <= 0.005 && 0.005 <= fit.a.high;
        FitWdl wdl;
        simulate(&rng, 0.005, 100, samples, 2000);
        assert_ok(fit_wdl(&free_data, &wdl, error));
        wdl_a += wdl.a.low <= 0.005 && 0.005 <= wdl.a.high;
        wdl_d += wdl.d.game_low <= 100 && 100 <= wdl.d.game_high;
        for (int game = 0; game < GAMES; game++) {
            // One result for all positions of a game, at one value: the strongest cluster.
            const int value = draw_value(&rng), outcome = draw_wdl(&rng, 0.005, 0, value);
            for (int i = 0; i < POSITIONS; i++)
                samples[game * POSITIONS + i] =
                    (FitSample){(int16_t)value, (int8_t)outcome, (uint32_t)game};
        }
        const FitData data = {samples, GAMES * POSITIONS, FIT_DRAWS_SKIP};
        assert_ok(fit_logistic(&data, FIT_ALL, &fit, error));
        plain += fit.a.low <= 0.005 && 0.005 <= fit.a.high;
        by_games += fit.a.game_low <= 0.005 && 0.005 <= fit.a.game_high;
    }
    testing_note("covered of %d: independent %d, clusters by positions %d, by games %d; wdl a %d, "
                 "d %d\n",
                 RUNS, independent, plain, by_games, wdl_a, wdl_d);
    // 95 % of 400 is 380, with a standard deviation of 4.4.
    assert_in_range(independent, 362, 398);
    assert_in_range(by_games, 358, 398);
    assert_in_range(wdl_a, 362, 398);
    assert_in_range(wdl_d, 360, 398);
    assert_true(plain < 250);
}

static void test_refused(void **state) {
    (void)state;
    const FitSample separated[] = {{10, 1, 0}, {-20, -1, 0}, {0, 1, 0}};
    const FitSample flat[] = {{0, 1, 0}, {0, -1, 0}, {0, 0, 0}};
    const FitSample drawn[] = {{10, 0, 0}, {-10, 0, 0}};
    Error error;
    FitLogistic fit;
    FitWdl wdl;
    FitTwoSided both;
    const FitData a = {separated, 3, FIT_DRAWS_HALF}, b = {flat, 3, FIT_DRAWS_HALF};
    const FitData c = {drawn, 2, FIT_DRAWS_SKIP}, none = {NULL, 0, FIT_DRAWS_SKIP};
    const FitData *all[] = {&a, &b, &c, &none};
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        assert_int_equal(fit_logistic(all[i], FIT_ALL, &fit, &error), STATUS_BAD_INPUT);
        assert_int_equal(fit_two_sided(all[i], &both, &error), STATUS_BAD_INPUT);
        assert_int_equal(fit_wdl(all[i], &wdl, &error), STATUS_BAD_INPUT);
    }
}

// The best nondecreasing sequence has levels that are means of runs, so trying every way to cut
// the sequence into runs finds it.
static double brute_isotonic(const double *value, const double *weight, int count, double *best) {
    double best_loss = (double)INFINITY;
    for (int cuts = 0; cuts < 1 << (count - 1); cuts++) {
        double fitted[16], loss = 0, before = -(double)INFINITY;
        for (int begin = 0, end; begin < count; begin = end) {
            double sum = 0, total = 0;
            for (end = begin; end < count && (end == begin || !(cuts >> (end - 1) & 1)); end++) {
                sum += value[end] * weight[end];
                total += weight[end];
            }
            const double mean = sum / total;
            if (mean < before)
                loss = (double)INFINITY;
            before = mean;
            for (int i = begin; i < end; i++) {
                fitted[i] = mean;
                loss += weight[i] * (value[i] - mean) * (value[i] - mean);
            }
        }
        if (loss < best_loss) {
            best_loss = loss;
            memcpy(best, fitted, (size_t)count * sizeof *best);
        }
    }
    return best_loss;
}

static void test_isotonic(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 5);
    for (int run = 0; run < 500; run++) {
        double value[10], weight[10], fitted[10], best[10];
        const int count = 1 + (int)rng_below(&rng, 10);
        for (int i = 0; i < count; i++) {
            value[i] = rng_unit(&rng) + 0.05 * i;
            weight[i] = 0.1 + rng_unit(&rng);
        }
        fit_isotonic(value, weight, (size_t)count, fitted);
        brute_isotonic(value, weight, count, best);
        for (int i = 0; i < count; i++)
            assert_true(fabs(fitted[i] - best[i]) < 1e-9);
    }
    double falling[] = {3, 2, 1};
    const double none[] = {0, 0, 0};
    fit_isotonic(falling, none, 3, falling);
    assert_true(falling[0] == falling[2] && isfinite(falling[0]));
    fit_isotonic(NULL, NULL, 0, NULL);
}

static void test_wilson(void **state) {
    (void)state;
    double low, high;
    fit_wilson(0, 0, &low, &high);
    assert_true(low == 0 && high == 1);
    fit_wilson(0, 10, &low, &high); // the known result: 0 to 0.2775
    assert_true(low < 1e-12 && fabs(high - 0.27753) < 1e-4);
    fit_wilson(10, 10, &low, &high);
    assert_true(fabs(low - 0.72247) < 1e-4 && high > 1 - 1e-12);
    fit_wilson(50, 100, &low, &high);
    assert_true(fabs(low - 0.40383) < 1e-4 && fabs(high - 0.59617) < 1e-4);
    assert_true(fit_log_likelihood(0, 5, 0) == 0 && fit_log_likelihood(5, 5, 1) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logistic),  cmocka_unit_test(test_logistic_by_hand),
        cmocka_unit_test(test_two_sided), cmocka_unit_test(test_wdl),
        cmocka_unit_test(test_coverage),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_isotonic),  cmocka_unit_test(test_wilson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
