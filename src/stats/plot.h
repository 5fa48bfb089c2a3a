// plot.h — a plot as SVG: axes with round ticks, points with error bars, lines, steps, a legend.
//
// A plot is described by plain structs that borrow everything and is written in one call, always to
// the same bytes for the same numbers. The SVG is self-contained: no scripts, no fonts to load, a
// light background. Text is escaped. Series take the colours of a palette for colour-blind readers
// (Okabe and Ito, "Color universal design", 2008), in order.
//
//     const PlotSeries series[] = {
//         {"measured", PLOT_POINTS, x, y, low, high, count},
//         {"fitted", PLOT_LINE, u, v, .count = 200},
//     };
//     plot_write(&(Plot){.title = "Win rate", .x = {.label = "value"}, .y = {.is_percent = true},
//                        .series = series, .series_count = 2}, file);
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum PlotKind {
    PLOT_POINTS,
    PLOT_LINE,
    PLOT_DASHES,
    PLOT_STEPS, // a line that changes half-way between two points
    PLOT_BAND,  // the area between `low` and `high`
} PlotKind;

typedef struct PlotSeries {
    const char *name; // for the legend; null: no entry
    PlotKind kind;
    const double *x, *y;
    const double *low, *high; // error bars of points, edges of a band; else null
    size_t count;             // numbers that are not finite are gaps
    const char *color;        // an SVG colour; null: the next of the palette
} PlotSeries;

typedef struct PlotAxis {
    const char *label;
    double min, max; // equal: the range of the series, rounded to ticks
    bool is_log;     // decades; only positive numbers are shown
    bool is_percent; // 1 is written 100 %
} PlotAxis;

typedef struct Plot {
    const char *title, *subtitle; // null: none
    PlotAxis x, y;
    const PlotSeries *series;
    size_t series_count;
    int width, height; // 0: 860 by 520
} Plot;

void plot_write(const Plot *plot, FILE *out);
// Several plots in one SVG, one below the other; as wide as the first.
void plot_write_all(const Plot *plots, size_t count, FILE *out);

// An axis with its range, computed where it was not given.
PlotAxis plot_axis(const Plot *plot, bool is_y);
// The label of a tick: with as many decimals as the step needs.
void plot_label(const PlotAxis *axis, double value, double step, char *text, size_t size);

// The distance of about `wanted` round ticks (1, 2 or 5 times a power of ten) on [min, max].
double plot_tick_step(double min, double max, int wanted);
