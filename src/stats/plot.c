#include "stats/plot.h"

#include <math.h>
#include <string.h>

#include "base/macros.h"
#include "base/str.h"
#include "stats/svgtext.h"

// Okabe and Ito's palette, darkest first; yellow is left out, since it is hardly visible on white.
static const char *const PALETTE[] = {"#0072b2", "#d55e00", "#009e73",
                                      "#cc79a7", "#56b4e9", "#e69f00"};

enum {
    WIDTH = 860,
    HEIGHT = 520,
    MARGIN_LEFT = 74,
    MARGIN_RIGHT = 28,
    MARGIN_BOTTOM = 62,
    LEGEND_ROW = 22,
    DECADES_MAX = 40, // a double has hundreds of them, too many for a plot
};

// The layout of a plot, in pixels, and the ranges of its axes.
typedef struct Frame {
    FILE *out;
    double left, right, top, bottom;
    PlotAxis x, y;
    double x_step, y_step;
    size_t number; // of the plot in the SVG
} Frame;

double plot_tick_step(double min, double max, int wanted) {
    const double raw = (max - min) / (wanted > 0 ? wanted : 1);
    if (!(raw > 0) || !isfinite(raw))
        return 1;
    const double power = pow(10, floor(log10(raw)));
    const double mantissa = raw / power;
    const double round = mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10;
    return round * power;
}

static double along(const PlotAxis *axis, double value) {
    if (axis->is_log)
        return (log10(value) - log10(axis->min)) / (log10(axis->max) - log10(axis->min));
    return (value - axis->min) / (axis->max - axis->min);
}

static double x_at(const Frame *frame, double value) {
    return frame->left + along(&frame->x, value) * (frame->right - frame->left);
}

static double y_at(const Frame *frame, double value) {
    return frame->bottom - along(&frame->y, value) * (frame->bottom - frame->top);
}

static bool can_show(const PlotAxis *axis, double value) {
    return isfinite(value) && (!axis->is_log || value > 0);
}

static void widen(const PlotAxis *axis, const double *values, size_t count, double *min,
                  double *max) {
    for (size_t i = 0; values && i < count; i++)
        if (can_show(axis, values[i])) {
            *min = fmin(*min, values[i]);
            *max = fmax(*max, values[i]);
        }
}

// An axis without a given range shows all series, rounded to a tick on either side.
static void settle_axis(PlotAxis *axis, const Plot *plot, bool is_y) {
    if (axis->min < axis->max && can_show(axis, axis->min) && can_show(axis, axis->max))
        return;
    double min = (double)INFINITY, max = -(double)INFINITY;
    for (size_t i = 0; i < plot->series_count; i++) {
        const PlotSeries *series = &plot->series[i];
        if (!is_y) {
            widen(axis, series->x, series->count, &min, &max);
            continue;
        }
        widen(axis, series->kind == PLOT_BAND ? NULL : series->y, series->count, &min, &max);
        widen(axis, series->low, series->count, &min, &max);
        widen(axis, series->high, series->count, &min, &max);
    }
    if (min > max)
        min = axis->is_log ? 1 : 0, max = axis->is_log ? 10 : 1;
    if (axis->is_log) {
        axis->min = pow(10, floor(log10(min)));
        axis->max = pow(10, ceil(log10(max)));
        if (axis->max / axis->min < 10)
            axis->max = axis->min * 10;
        axis->min = fmax(axis->min, axis->max * pow(10, -DECADES_MAX));
        return;
    }
    if (max - min <= 1e-9 * fmax(fabs(min), fabs(max)))
        min -= 0.5 + fabs(min) * 0.1, max += 0.5 + fabs(max) * 0.1;
    const double step = plot_tick_step(min, max, 6);
    axis->min = floor(min / step + 1e-9) * step;
    axis->max = ceil(max / step - 1e-9) * step;
}

PlotAxis plot_axis(const Plot *plot, bool is_y) {
    PlotAxis axis = is_y ? plot->y : plot->x;
    settle_axis(&axis, plot, is_y);
    return axis;
}

void plot_label(const PlotAxis *axis, double value, double step, char *text, size_t size) {
    StrBuf buf = strbuf_init(text, size);
    const double shown = axis->is_percent ? value * 100 : value;
    const double shown_step = axis->is_percent ? step * 100 : step;
    if (axis->is_log || fabs(shown) >= 1e7 || shown_step < 1e-6) {
        strbuf_format(&buf, "%.3g", shown);
    } else {
        const int decimals = shown_step >= 1 ? 0 : (int)ceil(-log10(shown_step) - 1e-9);
        const double tidy = fabs(shown) < shown_step / 1e6 ? 0 : shown; // not "-0"
        // A typographic minus has the width of a plus.
        strbuf_format(&buf, "%s%.*f", tidy < 0 ? "\u2212" : "", decimals, fabs(tidy));
    }
    if (axis->is_percent)
        strbuf_text(&buf, "\u2009%");
}

static void write_x_tick(const Frame *frame, double value) {
    char text[64];
    plot_label(&frame->x, value, frame->x_step, text, sizeof text);
    const double x = x_at(frame, value);
    fprintf(frame->out,
            "<path d='M%.2f %.2fV%.2f' stroke='" SVG_GRID "'/>"
            "<text x='%.2f' y='%.2f' text-anchor='middle' fill='" SVG_GREY "'>%s</text>\n",
            x, frame->top, frame->bottom, x, frame->bottom + 20, text);
}

static void write_y_tick(const Frame *frame, double value) {
    char text[64];
    plot_label(&frame->y, value, frame->y_step, text, sizeof text);
    const double y = y_at(frame, value);
    fprintf(frame->out,
            "<path d='M%.2f %.2fH%.2f' stroke='" SVG_GRID "'/>"
            "<text x='%.2f' y='%.2f' text-anchor='end' fill='" SVG_GREY "'>%s</text>\n",
            frame->left, y, frame->right, frame->left - 9, y + 4.5, text);
}

static void write_ticks(const Frame *frame, const PlotAxis *axis, double step,
                        void (*write)(const Frame *, double)) {
    if (axis->is_log) {
        for (int power = (int)ceil(log10(axis->min) - 1e-9); power <= log10(axis->max) + 1e-9;
             power++)
            write(frame, pow(10, power));
        return;
    }
    const double first = ceil(axis->min / step - 1e-9), last = floor(axis->max / step + 1e-9);
    for (double i = first; i <= last; i++)
        write(frame, i * step);
}

static void write_axes(const Frame *frame) {
    write_ticks(frame, &frame->x, frame->x_step, write_x_tick);
    write_ticks(frame, &frame->y, frame->y_step, write_y_tick);
    // If 0 is inside the range, it gets a line.
    if (!frame->x.is_log && frame->x.min < 0 && frame->x.max > 0)
        fprintf(frame->out, "<path d='M%.2f %.2fV%.2f' stroke='#afb8c1'/>\n", x_at(frame, 0),
                frame->top, frame->bottom);
    if (!frame->y.is_log && frame->y.min < 0 && frame->y.max > 0)
        fprintf(frame->out, "<path d='M%.2f %.2fH%.2f' stroke='#afb8c1'/>\n", frame->left,
                y_at(frame, 0), frame->right);
    fprintf(frame->out, "<path d='M%.2f %.2fV%.2fH%.2f' stroke='" SVG_GREY "' fill='none'/>\n",
            frame->left, frame->top, frame->bottom, frame->right);
    if (frame->x.label) {
        fprintf(frame->out, "<text x='%.2f' y='%.2f' text-anchor='middle'>",
                (frame->left + frame->right) / 2, frame->bottom + 46);
        svgtext_write(frame->x.label, frame->out);
        fputs("</text>\n", frame->out);
    }
    if (frame->y.label) {
        const double y = (frame->top + frame->bottom) / 2;
        fprintf(frame->out,
                "<text x='20' y='%.2f' text-anchor='middle' transform='rotate(-90 20 %.2f)'>", y,
                y);
        svgtext_write(frame->y.label, frame->out);
        fputs("</text>\n", frame->out);
    }
}

// Coordinates far outside the plot are limited, since SVG readers have problems with huge ones.
static double near_frame(double pixel) {
    return fmin(fmax(pixel, -1e5), 1e5);
}

static bool is_shown(const Frame *frame, const PlotSeries *series, size_t i) {
    return can_show(&frame->x, series->x[i]) && can_show(&frame->y, series->y[i]);
}

static void write_points(const Frame *frame, const PlotSeries *series, const char *color) {
    fprintf(frame->out, "<g fill='%s' stroke='%s'>\n", color, color);
    for (size_t i = 0; i < series->count; i++) {
        if (!is_shown(frame, series, i))
            continue;
        const double x = near_frame(x_at(frame, series->x[i]));
        if (series->low && series->high && can_show(&frame->y, series->low[i]) &&
            can_show(&frame->y, series->high[i]))
            fprintf(frame->out, "<path d='M%.2f %.2fV%.2f' stroke-width='1.2' opacity='.55'/>", x,
                    near_frame(y_at(frame, series->low[i])),
                    near_frame(y_at(frame, series->high[i])));
        fprintf(frame->out, "<circle cx='%.2f' cy='%.2f' r='2.8' stroke='none'/>\n", x,
                near_frame(y_at(frame, series->y[i])));
    }
    fputs("</g>\n", frame->out);
}

static void write_line(const Frame *frame, const PlotSeries *series, const char *color) {
    fprintf(frame->out,
            "<path fill='none' stroke='%s' stroke-width='2' stroke-linejoin='round'%s d='", color,
            series->kind == PLOT_DASHES ? " stroke-dasharray='7 5'" : "");
    bool is_open = false;
    double x_before = 0;
    for (size_t i = 0; i < series->count; i++) {
        if (!is_shown(frame, series, i)) {
            is_open = false;
            continue;
        }
        const double x = near_frame(x_at(frame, series->x[i]));
        const double y = near_frame(y_at(frame, series->y[i]));
        if (is_open && series->kind == PLOT_STEPS)
            fprintf(frame->out, "H%.2fV%.2fH%.2f", (x_before + x) / 2, y, x);
        else
            fprintf(frame->out, "%c%.2f %.2f", is_open ? 'L' : 'M', x, y);
        is_open = true;
        x_before = x;
    }
    fputs("'/>\n", frame->out);
}

// Along the upper edges and back along the lower ones. A gap closes the band.
static void write_band(const Frame *frame, const PlotSeries *series, const char *color) {
    fprintf(frame->out, "<path fill='%s' opacity='.18' d='", color);
    for (size_t i = 0, end; i < series->count; i = end + 1) {
        for (end = i;
             end < series->count && can_show(&frame->x, series->x[end]) &&
             can_show(&frame->y, series->low[end]) && can_show(&frame->y, series->high[end]);
             end++)
            fprintf(frame->out, "%c%.2f %.2f", end == i ? 'M' : 'L',
                    near_frame(x_at(frame, series->x[end])),
                    near_frame(y_at(frame, series->high[end])));
        for (size_t j = end; j > i; j--)
            fprintf(frame->out, "L%.2f %.2f", near_frame(x_at(frame, series->x[j - 1])),
                    near_frame(y_at(frame, series->low[j - 1])));
        if (end > i)
            fputc('Z', frame->out);
    }
    fputs("'/>\n", frame->out);
}

static const char *series_color(const Plot *plot, size_t index) {
    return plot->series[index].color ? plot->series[index].color
                                     : PALETTE[index % ARRAY_LEN(PALETTE)];
}

static void write_series(const Frame *frame, const Plot *plot) {
    char name[32];
    StrBuf id = strbuf_init(name, sizeof name);
    strbuf_text(&id, "inside");
    if (frame->number)
        strbuf_format(&id, "%zu", frame->number + 1);
    fprintf(frame->out,
            "<clipPath id='%s'><rect x='%.2f' y='%.2f' width='%.2f' height='%.2f'/>"
            "</clipPath>\n<g clip-path='url(#%s)'>\n",
            name, frame->left - 1, frame->top - 3, frame->right - frame->left + 2,
            frame->bottom - frame->top + 6, name);
    for (size_t i = 0; i < plot->series_count; i++) {
        const PlotSeries *series = &plot->series[i];
        const char *color = series_color(plot, i);
        if (series->kind == PLOT_POINTS)
            write_points(frame, series, color);
        else if (series->kind == PLOT_BAND)
            write_band(frame, series, color);
        else
            write_line(frame, series, color);
    }
    fputs("</g>\n", frame->out);
}

static void write_legend_key(FILE *out, PlotKind kind, const char *color, double x, double y) {
    if (kind == PLOT_POINTS)
        fprintf(out, "<circle cx='%.2f' cy='%.2f' r='3.4' fill='%s'/>", x + 12, y - 4.5, color);
    else if (kind == PLOT_BAND)
        fprintf(out, "<rect x='%.2f' y='%.2f' width='24' height='10' fill='%s' opacity='.25'/>", x,
                y - 10, color);
    else
        fprintf(out, "<path d='M%.2f %.2fh24' stroke='%s' stroke-width='2.4'%s/>", x, y - 4.5,
                color, kind == PLOT_DASHES ? " stroke-dasharray='7 5'" : "");
}

// Names are in rows from `y` on; returns the y after the last row.
static double write_legend(const Plot *plot, double left, double right, double y, FILE *out) {
    double x = left;
    bool has_names = false;
    for (size_t i = 0; i < plot->series_count; i++) {
        const PlotSeries *series = &plot->series[i];
        if (!series->name)
            continue;
        const double width = 32 + svgtext_width(series->name, 13) + 22;
        if (has_names && x + width > right) {
            x = left;
            y += LEGEND_ROW;
        }
        has_names = true;
        write_legend_key(out, series->kind, series_color(plot, i), x, y);
        fprintf(out, "<text x='%.2f' y='%.2f'>", x + 32, y);
        svgtext_write(series->name, out);
        fputs("</text>\n", out);
        x += width;
    }
    return has_names ? y + LEGEND_ROW : y;
}

static void write_head(const Plot *plot, int width, int height, FILE *out) {
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
            "font-family='" SVG_FONT "' font-size='13' "
            "fill='" SVG_INK "'>\n",
            width, height, width, height);
    if (plot->title) {
        fputs("<title>", out);
        svgtext_write(plot->title, out);
        fputs("</title>\n", out);
    }
    fprintf(out, "<rect width='%d' height='%d' fill='#ffffff'/>\n", width, height);
}

static int width_of(const Plot *plot) {
    return plot->width > 0 ? plot->width : WIDTH;
}

static int height_of(const Plot *plot) {
    return plot->height > 0 ? plot->height : HEIGHT;
}

static void write_panel(const Plot *plot, int width, size_t number, FILE *out) {
    double y = 14;
    if (plot->title) {
        fprintf(out, "<text x='%d' y='%.2f' font-size='18' font-weight='600'>", MARGIN_LEFT,
                y += 20);
        svgtext_write(plot->title, out);
        fputs("</text>\n", out);
    }
    if (plot->subtitle) {
        fprintf(out, "<text x='%d' y='%.2f' fill='" SVG_GREY "'>", MARGIN_LEFT, y += 22);
        svgtext_write(plot->subtitle, out);
        fputs("</text>\n", out);
    }
    const double right = width - MARGIN_RIGHT;
    y = write_legend(plot, MARGIN_LEFT, right, y + 24, out);
    Frame frame = {.out = out,
                   .left = MARGIN_LEFT,
                   .right = right,
                   .top = y - 6,
                   .bottom = fmax(height_of(plot) - MARGIN_BOTTOM, y + 40),
                   .x = plot_axis(plot, false),
                   .y = plot_axis(plot, true),
                   .number = number};
    // About a tick for every 90 pixels across and 55 down.
    frame.x_step = plot_tick_step(frame.x.min, frame.x.max, (int)((frame.right - frame.left) / 90));
    frame.y_step = plot_tick_step(frame.y.min, frame.y.max, (int)((frame.bottom - frame.top) / 45));
    write_axes(&frame);
    write_series(&frame, plot);
}

void plot_write_all(const Plot *plots, size_t count, FILE *out) {
    const int width = width_of(&plots[0]);
    int height = 0, top = 0;
    for (size_t i = 0; i < count; i++)
        height += height_of(&plots[i]);
    write_head(&plots[0], width, height, out);
    for (size_t i = 0; i < count; i++) {
        if (i)
            fprintf(out, "<g transform='translate(0 %d)'>\n", top);
        write_panel(&plots[i], width, i, out);
        if (i)
            fputs("</g>\n", out);
        top += height_of(&plots[i]);
    }
    fputs("</svg>\n", out);
}

void plot_write(const Plot *plot, FILE *out) {
    plot_write_all(plot, 1, out);
}
