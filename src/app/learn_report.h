// learn_report.h — the output of `learn`: the lines of the reports of a run, and its curves as
// text, SVG and JSON. The caller owns the curves and releases them; one thread.
#pragma once

#include <stdio.h>

#include "learn/training.h"

// The line above the reports, and one report.
void learn_report_header(bool has_strength, FILE *out);
void learn_report_text(const TrainingProgress *progress, bool has_strength, FILE *out);
void learn_report_json(const TrainingProgress *progress, FILE *out);

typedef enum LearnColumn {
    LEARN_STEP,
    LEARN_SAMPLES,
    LEARN_LOSS,
    LEARN_VALIDATION,
    LEARN_RATE,
    LEARN_SPEED,
    LEARN_ELO,
    LEARN_ELO_LOW,
    LEARN_ELO_HIGH,
    LEARN_TOP1,
    LEARN_COLUMN_NB
} LearnColumn;

// The log of a run: columns of numbers; empty cells are NaN.
typedef struct LearnCurves {
    double *columns[LEARN_COLUMN_NB]; // owned
    size_t count, capacity;
} LearnCurves;

// Reads log.csv in the folder of a run. Refuses one without a report.
Status learn_curves_read(LearnCurves *curves, const char *folder, Error *error);
void learn_curves_release(LearnCurves *curves);

// Loss, validation and, where it was measured, strength.
Status learn_curves_text(const LearnCurves *curves, FILE *out, Error *error);
Status learn_curves_svg(const LearnCurves *curves, const char *folder, const char *path,
                        Error *error);
void learn_curves_json(const LearnCurves *curves, FILE *out);
