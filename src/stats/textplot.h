// textplot.h — a plot (plot.h) as text, for a terminal.
//
// Each series has its own letter, which the legend names; dots connect the points of a line, bars
// above and below a point show its interval. Axes are linear. The same numbers always give the same
// text.
#pragma once

#include "stats/plot.h"

enum { TEXTPLOT_WIDTH_MAX = 200, TEXTPLOT_HEIGHT_MAX = 60 };

// `width` columns and `height` rows for the curves; the axes need more.
void textplot_write(const Plot *plot, int width, int height, FILE *out);
