#include "lab/curve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Halves go away from zero, so that a curve and its mirror image have the same bins.
static int bin_of(const Curve *curve, int value) {
    const int width = curve->setup.bin_width;
    const int steps = value >= 0 ? (value + width / 2) / width : -((-value + width / 2) / width);
    const int bin = steps + curve->middle;
    return bin < 0 ? 0 : bin >= curve->bin_count ? curve->bin_count - 1 : bin;
}

double curve_bin_value(const Curve *curve, int bin) {
    const CurveBin *at = &curve->bins[bin];
    const int64_t count = at->wins + at->draws + at->losses;
    return count ? at->value_sum / (double)count
                 : (double)(bin - curve->middle) * curve->setup.bin_width;
}

void curve_bin_score(const Curve *curve, int bin, double *score, double *trials) {
    const CurveBin *at = &curve->bins[bin];
    const double draws = curve->setup.draws == FIT_DRAWS_HALF ? (double)at->draws : 0;
    *score = (double)at->wins + draws / 2;
    *trials = (double)(at->wins + at->losses) + draws;
}

static void fill_bins(Curve *curve, const FitSample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        CurveBin *bin = &curve->bins[bin_of(curve, samples[i].value)];
        bin->value_sum += samples[i].value;
        bin->wins += samples[i].outcome > 0;
        bin->draws += samples[i].outcome == 0;
        bin->losses += samples[i].outcome < 0;
    }
    for (int i = 0; i < curve->bin_count; i++) {
        curve->wins += curve->bins[i].wins;
        curve->draws += curve->bins[i].draws;
        curve->losses += curve->bins[i].losses;
    }
    curve->counted =
        curve->wins + curve->losses + (curve->setup.draws == FIT_DRAWS_HALF ? curve->draws : 0);
}

// Empty bins take no part; between others they get the rate of the left one.
static void fill_isotonic(Curve *curve) {
    double rate[CURVE_BINS_MAX] = {0}, weight[CURVE_BINS_MAX] = {0}, fitted[CURVE_BINS_MAX];
    int bins[CURVE_BINS_MAX], used = 0, levels = 0;
    for (int i = 0; i < curve->bin_count; i++) {
        double score;
        curve_bin_score(curve, i, &score, &weight[used]);
        curve->isotonic[i] = (double)NAN;
        if (weight[used] > 0) {
            rate[used] = score / weight[used];
            bins[used++] = i;
        }
    }
    fit_isotonic(rate, weight, (size_t)used, fitted);
    curve->isotonic_quality.log_likelihood = 0;
    for (int i = 0; i < used; i++) {
        levels += i == 0 || fitted[i] > fitted[i - 1];
        curve->isotonic_quality.log_likelihood +=
            fit_log_likelihood(rate[i] * weight[i], weight[i], fitted[i]);
        const int end = i + 1 < used ? bins[i + 1] : bins[i] + 1;
        for (int bin = bins[i]; bin < end; bin++)
            curve->isotonic[bin] = fitted[i];
    }
    curve->isotonic_quality.parameters = levels;
}

typedef enum Predictor { EVEN, LOGISTIC, TWO_SIDED, ISOTONIC, WDL_SCORE } Predictor;

static double predict(const Curve *curve, Predictor predictor, int value) {
    switch (predictor) {
    case LOGISTIC:
        return fit_sigmoid(curve->logistic.a.value * value);
    case TWO_SIDED:
        return fit_two_sided_at(&curve->two_sided, value);
    case ISOTONIC:
        return curve->isotonic[bin_of(curve, value)];
    case WDL_SCORE: {
        const FitOdds odds = fit_wdl_at(&curve->wdl, value);
        return odds.win + odds.draw / 2;
    }
    case EVEN:
    default:
        return 0.5;
    }
}

// The mean over positions of the distance between what a bin was predicted to score and what it
// did.
static double calibration(const Curve *curve, Predictor predictor, const FitSample *samples,
                          size_t count) {
    double excess[CURVE_BINS_MAX] = {0}, sum = 0, trials = 0;
    const bool has_draws = predictor == WDL_SCORE || curve->setup.draws == FIT_DRAWS_HALF;
    for (size_t i = 0; i < count; i++) {
        if (!samples[i].outcome && !has_draws)
            continue;
        excess[bin_of(curve, samples[i].value)] +=
            0.5 * (1 + samples[i].outcome) - predict(curve, predictor, samples[i].value);
        trials++;
    }
    for (int i = 0; i < curve->bin_count; i++)
        sum += fabs(excess[i]);
    return trials > 0 ? sum / trials : 0;
}

static void fill_fits(Curve *curve, const FitData *data) {
    const FitSample *samples = data->samples;
    const size_t count = data->count;
    fill_isotonic(curve);
    curve->isotonic_quality.calibration = calibration(curve, ISOTONIC, samples, count);
    curve->even = (CurveQuality){(double)curve->counted * log(0.5),
                                 calibration(curve, EVEN, samples, count), 0};
    if (fit_logistic(data, FIT_ALL, &curve->logistic, &curve->logistic_error) == STATUS_OK) {
        curve->logistic_quality = (CurveQuality){curve->logistic.log_likelihood,
                                                 calibration(curve, LOGISTIC, samples, count), 1};
    }
    if (fit_two_sided(data, &curve->two_sided, &curve->two_sided_error) == STATUS_OK)
        curve->two_sided_quality = (CurveQuality){curve->two_sided.log_likelihood,
                                                  calibration(curve, TWO_SIDED, samples, count), 2};
    if (fit_wdl(data, &curve->wdl, &curve->wdl_error) == STATUS_OK)
        curve->wdl_calibration = calibration(curve, WDL_SCORE, samples, count);
}

// Draws at one rate everywhere, and the logistic curve between wins and losses.
static void fill_constant_draws(Curve *curve, const FitData *data) {
    FitLogistic decided = {0};
    const FitData skipping = {data->samples, data->count, FIT_DRAWS_SKIP};
    if (fit_logistic(&skipping, FIT_ALL, &decided, NULL) != STATUS_OK) {
        curve->constant_draws_log_likelihood = (double)NAN;
        return;
    }
    const double draws = (double)curve->draws, all = (double)data->count;
    curve->constant_draws_log_likelihood =
        decided.log_likelihood + fit_log_likelihood(draws, all, draws / all);
}

void curve_fill(Curve *curve, const CurveSetup *setup, const FitSample *samples, size_t count) {
    assert(setup->bin_width > 0 && setup->range >= setup->bin_width);
    memset(curve, 0, sizeof *curve);
    curve->setup = *setup;
    curve->middle = setup->range / setup->bin_width;
    curve->bin_count = 2 * curve->middle + 1;
    assert(curve->bin_count <= CURVE_BINS_MAX);
    fill_bins(curve, samples, count);
    const FitData data = {samples, count, setup->draws};
    fill_fits(curve, &data);
    fill_constant_draws(curve, &data);
}
