#include "stats/textplot.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/macros.h"

// Letters that look different. Frames and dots are ASCII: some terminals draw other characters
// twice as wide.
static const char MARKS[] = {'o', 'x', '*', '+', '#', '@'};

enum { LABEL_MAX = 64, COLUMNS_A_TICK = 12, ROWS_A_TICK = 3 };

typedef struct Grid {
    int width, height;
    PlotAxis x, y;
    char cells[TEXTPLOT_HEIGHT_MAX][TEXTPLOT_WIDTH_MAX]; // the top row first
} Grid;

static double along(const PlotAxis *axis, double value) {
    return (value - axis->min) / (axis->max - axis->min);
}

// The nearest of `count` places from `min` to `max`; outside the range the first or the last.
static int place(const PlotAxis *axis, double value, int count) {
    const double at = along(axis, value) * (count - 1);
    return (int)lround(fmin(fmax(at, 0), count - 1));
}

static int column_of(const Grid *grid, double x) {
    return place(&grid->x, x, grid->width);
}

static int row_of(const Grid *grid, double y) {
    return grid->height - 1 - place(&grid->y, y, grid->height);
}

// A dot does not overwrite another character.
static void put_dot(Grid *grid, int row, int column, char dot) {
    if (grid->cells[row][column] == ' ')
        grid->cells[row][column] = dot;
}

static void draw_between(Grid *grid, int column, int row, int next_column, int next_row) {
    for (int i = column + 1; i < next_column; i++) {
        const double part = (double)(i - column) / (next_column - column);
        put_dot(grid, (int)lround(row + part * (next_row - row)), i, '.');
    }
}

static void draw_interval(Grid *grid, const PlotSeries *series, size_t i) {
    if (!series->low || !series->high || !isfinite(series->x[i]) || !isfinite(series->low[i]) ||
        !isfinite(series->high[i]))
        return;
    const int bottom = row_of(grid, series->low[i]), column = column_of(grid, series->x[i]);
    for (int row = row_of(grid, series->high[i]); row <= bottom; row++)
        put_dot(grid, row, column, '|');
}

static void draw_series(Grid *grid, const PlotSeries *series, char mark) {
    const bool is_line = series->kind != PLOT_POINTS;
    int column = -1, row = 0;
    for (size_t i = 0; i < series->count; i++) {
        draw_interval(grid, series, i);
        if (series->kind == PLOT_BAND)
            continue;
        if (!isfinite(series->x[i]) || !isfinite(series->y[i])) {
            column = -1; // a gap
            continue;
        }
        const int next_column = column_of(grid, series->x[i]);
        const int next_row = row_of(grid, series->y[i]);
        if (is_line && column >= 0)
            draw_between(grid, column, row, next_column, next_row);
        column = next_column;
        row = next_row;
        grid->cells[row][column] = mark;
    }
}

// ---- axes ----

// The columns of a text: bytes that begin a UTF-8 character.
static int width_of(const char *text) {
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void pad(int columns, FILE *out) {
    for (; columns > 0; columns--)
        fputc(' ', out);
}

// The tick nearest to a row; false if there is none.
static bool tick_at(const Grid *grid, double step, int row, double *tick) {
    const double share = (double)(grid->height - 1 - row) / (grid->height - 1);
    const double value = grid->y.min + share * (grid->y.max - grid->y.min);
    *tick = step * round(value / step);
    return *tick >= grid->y.min - step / 1e6 && *tick <= grid->y.max + step / 1e6 &&
           row_of(grid, *tick) == row;
}

static int label_width(const Grid *grid, double step) {
    int width = 0;
    for (int row = 0; row < grid->height; row++) {
        char text[LABEL_MAX];
        double tick;
        if (!tick_at(grid, step, row, &tick))
            continue;
        plot_label(&grid->y, tick, step, text, sizeof text);
        width = width_of(text) > width ? width_of(text) : width;
    }
    return width;
}

static void write_rows(const Grid *grid, double step, int margin, FILE *out) {
    for (int row = 0; row < grid->height; row++) {
        char text[LABEL_MAX] = "";
        double tick;
        const bool has_tick = tick_at(grid, step, row, &tick);
        if (has_tick)
            plot_label(&grid->y, tick, step, text, sizeof text);
        pad(margin - width_of(text), out);
        int end = grid->width;
        while (end > 0 && grid->cells[row][end - 1] == ' ')
            end--;
        fprintf(out, "%s %c%.*s\n", text, has_tick ? '+' : '|', end, grid->cells[row]);
    }
}

// The line under the curves, and the numbers and the label under the line.
static void write_bottom(const Grid *grid, const char *label, int margin, FILE *out) {
    const double step = plot_tick_step(grid->x.min, grid->x.max, grid->width / COLUMNS_A_TICK);
    char line[TEXTPLOT_WIDTH_MAX + 1];
    memset(line, '-', sizeof line);
    const double last = floor(grid->x.max / step + 1e-9);
    for (double i = ceil(grid->x.min / step - 1e-9); i <= last; i++)
        line[column_of(grid, i * step)] = '+';
    pad(margin + 1, out);
    fprintf(out, "+%.*s\n", grid->width, line);
    int at = -1;
    pad(margin + 1, out);
    for (double i = ceil(grid->x.min / step - 1e-9); i <= last; i++) {
        char text[LABEL_MAX];
        plot_label(&grid->x, i * step, step, text, sizeof text);
        const int begin = column_of(grid, i * step) - width_of(text) / 2;
        pad(begin - at, out);
        at = (begin > at ? begin : at) + width_of(text);
        fputs(text, out);
    }
    fputc('\n', out);
    if (label) {
        pad(margin + 2 + (grid->width - width_of(label)) / 2, out);
        fprintf(out, "%s\n", label);
    }
}

static void write_legend(const Plot *plot, int margin, FILE *out) {
    const char *between = "";
    pad(margin + 2, out);
    for (size_t i = 0; i < plot->series_count; i++)
        if (plot->series[i].name) {
            fprintf(out, "%s%c %s", between, MARKS[i % ARRAY_LEN(MARKS)], plot->series[i].name);
            between = "   ";
        }
    fputc('\n', out);
}

void textplot_write(const Plot *plot, int width, int height, FILE *out) {
    assert(!plot->x.is_log && !plot->y.is_log);
    assert(width > 1 && width <= TEXTPLOT_WIDTH_MAX && height > 1 && height <= TEXTPLOT_HEIGHT_MAX);
    Grid grid = {
        .width = width, .height = height, .x = plot_axis(plot, false), .y = plot_axis(plot, true)};
    memset(grid.cells, ' ', sizeof grid.cells);
    for (size_t i = 0; i < plot->series_count; i++)
        draw_series(&grid, &plot->series[i], MARKS[i % ARRAY_LEN(MARKS)]);
    const double step = plot_tick_step(grid.y.min, grid.y.max, height / ROWS_A_TICK);
    const int margin = label_width(&grid, step);
    if (plot->title)
        fprintf(out, "%s\n", plot->title);
    if (plot->y.label)
        fprintf(out, "%s\n", plot->y.label);
    write_rows(&grid, step, margin, out);
    write_bottom(&grid, plot->x.label, margin, out);
    write_legend(plot, margin, out);
}
