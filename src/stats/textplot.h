// textplot.h — a plot for a terminal: what plot.h describes, in letters.
//
// Series are told apart by their letters, which the legend names; between two points of a line
// there are dots, over and under a point with an interval there are bars. Axes are linear. The same
// numbers always give the same text.
#pragma once

#include "stats/plot.h"

enum { TEXTPLOT_WIDTH_MAX = 200, TEXTPLOT_HEIGHT_MAX = 60 };

// So many columns and rows for the curves; the axes come on top of that.
void textplot_write(const Plot *plot, int width, int height, FILE *out);
