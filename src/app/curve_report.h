// curve_report.h — an evaluation curve as text, as JSON, and as a picture.
//
// The caller owns everything that is passed in; nothing is kept between calls. One thread.
#pragma once

#include "lab/curve.h"
#include "lab/curve_samples.h"

typedef struct CurveReport {
    const Curve *curve;
    const CurveCounts *counts;
    const char *source; // a few words: file names or "self-play"
    uint64_t seed;
    double seconds;               // spent collecting the positions
    bool is_quiesced, is_stopped; // `is_stopped`: before the last game
} CurveReport;

void curve_report_text(const CurveReport *report, FILE *out);
void curve_report_json(const CurveReport *report, FILE *out);

// The share of points won, with the fits; the shares of wins, draws and losses, with theirs. Whole
// files or none.
Status curve_report_svg(const CurveReport *report, const char *path, Error *error);
Status curve_report_svg_wdl(const CurveReport *report, const char *path, Error *error);
