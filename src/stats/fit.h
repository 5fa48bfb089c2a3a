// fit.h — curves fitted to results: the probability of a win at a value, and its confidence
// interval.
//
// Pure mathematics over an array of samples, each a position with its value and the result of its
// game, both for the side to move. The positions of one game share a result, so they are not
// independent: besides the usual interval, which assumes independence and is too narrow, every
// estimate has one with whole games as the unit (the "sandwich" of Huber and White, clustered:
// Liang and Zeger, "Longitudinal data analysis using generalized linear models", 1986). Samples of
// one game must be adjacent. Nothing is allocated or kept; any thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct FitSample {
    int16_t value;  // hundredths of a pawn
    int8_t outcome; // 1 a win, 0 a draw, -1 a loss
    uint32_t game;
} FitSample;
_Static_assert(sizeof(FitSample) == 8, "tens of millions of them are kept");

// How a draw counts in a curve of wins and losses: not at all, or as half of each.
typedef enum FitDraws { FIT_DRAWS_SKIP, FIT_DRAWS_HALF } FitDraws;

// The samples of a fit.
typedef enum FitSide { FIT_ALL, FIT_BELOW, FIT_ABOVE } FitSide; // any value; V < 0; V > 0

typedef struct FitData {
    const FitSample *samples;
    size_t count;
    FitDraws draws;
} FitData;

// A parameter with its 95 % intervals.
typedef struct FitEstimate {
    double value;
    double low, high;           // positions as units (Fisher information)
    double game_low, game_high; // games as units; equal to the above if there is one game
} FitEstimate;

double fit_sigmoid(double x); // 1 / (1 + exp(-x)), without overflow

// p(V) = 1 / (1 + exp(-aV)), by Newton's method.
typedef struct FitLogistic {
    FitEstimate a;
    double log_likelihood; // natural logarithms, summed over the samples that count
    int64_t count;
} FitLogistic;

// Fails if no finite `a` is best: there is no sample with a value other than 0, or the sign of the
// value predicts every result.
Status fit_logistic(const FitData *data, FitSide side, FitLogistic *fit, Error *error);

// The same with a slope for each sign of the value.
typedef struct FitTwoSided {
    FitLogistic below, above;
    double log_likelihood; // of all samples; each sample at 0 adds log ½
    int64_t count;
} FitTwoSided;

Status fit_two_sided(const FitData *data, FitTwoSided *fit, Error *error);
double fit_two_sided_at(const FitTwoSided *fit, double value);

// Three outcomes: p(win) = 1/(1+exp(-a(V-d))), p(loss) = 1/(1+exp(a(V+d))), the rest are draws.
// This is the ordered logit; with c = ad its likelihood is concave in (a, c).
typedef struct FitWdl {
    FitEstimate a, d; // d in hundredths of a pawn: above it a win is likelier than not
    double log_likelihood;
    int64_t count;
} FitWdl;

typedef struct FitOdds {
    double win, draw, loss;
} FitOdds;

// Draws always count here, regardless of `data->draws`. Fails if there is no draw or if
// fit_logistic would.
Status fit_wdl(const FitData *data, FitWdl *fit, Error *error);
FitOdds fit_wdl_at(const FitWdl *fit, double value);

// The nondecreasing sequence nearest to `value` in weighted squares, by pooling adjacent violators
// (Ayer et al., "An empirical distribution function for sampling with incomplete information",
// 1955). For rates it is also the maximum-likelihood sequence. Weights are not negative; `fitted`
// may be `value`.
enum { FIT_ISOTONIC_MAX = 4096 };
void fit_isotonic(const double *value, const double *weight, size_t count, double *fitted);

// Wilson's 95 % interval for a rate seen as `successes` out of `trials`; [0, 1] without trials.
// Successes need not be whole: half of the draws may be counted in.
void fit_wilson(double successes, double trials, double *low, double *high);

// The log-likelihood of `successes` out of `trials` at rate p, without the binomial coefficient.
double fit_log_likelihood(double successes, double trials, double p);
