// curve.h — the evaluation curve: how often a position of a given value is won.
//
// Takeuchi, Kaneko, Yamaguchi and Kawai, "Visualization and adjustment of evaluation functions
// based on evaluation values and win probability" (AAAI 2007), drew it to judge evaluators; margins
// of a search are scaled by it. A Curve is made from samples (lab/curve_samples.h gathers them) and
// holds the counts of each bin and every fit, as plain numbers. One thread fills it; afterwards
// any thread may read it.
#pragma once

#include "stats/fit.h"

enum { CURVE_BINS_MAX = 1601 };

typedef struct CurveSetup {
    int bin_width; // in hundredths of a pawn
    int range;     // values beyond it are counted in the outermost bins
    FitDraws draws;
} CurveSetup;

// Bin i is centred on (i - middle) * bin_width.
typedef struct CurveBin {
    int64_t wins, draws, losses;
    double value_sum;
} CurveBin;

// How a curve of one number (the share of the points won) does on all samples that count.
typedef struct CurveQuality {
    double log_likelihood;
    double calibration; // how far prediction and result of a bin are apart on average, by positions
    int parameters;
} CurveQuality;

typedef struct Curve {
    CurveSetup setup;
    int bin_count, middle;
    CurveBin bins[CURVE_BINS_MAX];
    int64_t wins, draws, losses;
    int64_t counted; // samples behind the first three fits: without draws, if they are skipped

    // Each fit has a sentence where it could not be made, else an empty one.
    FitLogistic logistic;
    FitTwoSided two_sided;
    FitWdl wdl;
    double isotonic[CURVE_BINS_MAX]; // a bin's rate; NaN where nothing says anything
    Error logistic_error, two_sided_error, wdl_error;

    CurveQuality even; // every position is worth ½: what the others have to beat
    CurveQuality logistic_quality, two_sided_quality, isotonic_quality;
    // Three outcomes have likelihoods of their own. A constant share of draws beside the logistic
    // curve is what the fit of all three has to beat.
    double constant_draws_log_likelihood;
    double wdl_calibration; // of the expected score
} Curve;

void curve_fill(Curve *curve, const CurveSetup *setup, const FitSample *samples, size_t count);

double curve_bin_value(const Curve *curve, int bin); // the mean of its samples, or its centre

// What was scored in a bin out of how much, as the logistic fit counts draws.
void curve_bin_score(const Curve *curve, int bin, double *score, double *trials);
