#include "curve_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/atomic_file.h"
#include "base/json.h"
#include "stats/plot.h"
#include "wording.h"

static int64_t positions_of(const Curve *curve) {
    return curve->wins + curve->draws + curve->losses;
}

static double positions_per_second(const CurveReport *report) {
    const double looked_at =
        (double)(positions_of(report->curve) + report->counts->decided + report->counts->in_check);
    return report->seconds > 0 ? looked_at / report->seconds : 0;
}

static bool is_empty(const CurveBin *bin) {
    return !(bin->wins + bin->draws + bin->losses);
}

static void print_head(const CurveReport *report, FILE *out) {
    const CurveCounts *counts = report->counts;
    const Curve *curve = report->curve;
    fprintf(out, "%s, %s\n", GAME_NAME, report->source);
    fprintf(out,
            "%" PRId64 " %s: the first player won %" PRId64 ", drew %" PRId64 ", lost %" PRId64
            "%s\n",
            counts->games, word_plural(counts->games, "game", "games"), counts->first_wins,
            counts->draws, counts->second_wins,
            report->is_stopped ? "; stopped, so this is not the whole curve" : "");
    if (counts->unknown || counts->bad)
        fprintf(out, "left out: %" PRId64 " %s without a result, %" PRId64 " bad %s\n",
                counts->unknown, word_plural(counts->unknown, "game", "games"), counts->bad,
                word_plural(counts->bad, "record", "records"));
    fprintf(out,
            "%" PRId64 " %s (left out: %" PRId64 " in check, %" PRId64 " with a mate in sight)\n"
            "values: %s\n\n",
            positions_of(curve), word_plural(positions_of(curve), "position", "positions"),
            counts->in_check, counts->decided,
            report->is_quiesced ? "after the captures"
                                : "plain, in the midst of captures; this search has no others");
}

static void print_bins(const Curve *curve, FILE *out) {
    fprintf(out, "%7s %9s %9s %9s %7s %17s %9s %9s\n", "value", "wins", "draws", "losses", "rate",
            "95 % interval", "logistic", "isotonic");
    for (int i = 0; i < curve->bin_count; i++) {
        const CurveBin *bin = &curve->bins[i];
        if (is_empty(bin))
            continue;
        double score, trials, low, high;
        curve_bin_score(curve, i, &score, &trials);
        fit_wilson(score, trials, &low, &high);
        const double value = curve_bin_value(curve, i);
        fprintf(out, "%7.0f %9" PRId64 " %9" PRId64 " %9" PRId64, value, bin->wins, bin->draws,
                bin->losses);
        if (trials > 0)
            fprintf(out, " %7.4f   %6.4f – %6.4f", score / trials, low, high);
        else
            fprintf(out, " %7s %17s", "", "");
        if (!*curve->logistic_error.text)
            fprintf(out, " %9.4f", fit_sigmoid(curve->logistic.a.value * value));
        if (!isnan(curve->isotonic[i]))
            fprintf(out, " %9.4f", curve->isotonic[i]);
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void print_estimate(FILE *out, const char *name, const FitEstimate *estimate, int digits) {
    fprintf(out, "  %s = %.*g   95 %%: %.*g – %.*g by games, %.*g – %.*g by positions\n", name,
            digits, estimate->value, digits, estimate->game_low, digits, estimate->game_high,
            digits, estimate->low, digits, estimate->high);
}

static void print_quality(FILE *out, const CurveQuality *quality, int64_t count) {
    fprintf(out, "  log-likelihood %.1f (%.6f a position), calibration error %.4f\n",
            quality->log_likelihood, quality->log_likelihood / (double)count, quality->calibration);
}

static void print_fits(const Curve *curve, FILE *out) {
    if (!curve->counted) {
        fputs("no position counts: there is nothing to fit\n", out);
        return;
    }
    fprintf(out, "%" PRId64 " %s, draws %s\n", curve->counted,
            word_plural(curve->counted, "position", "positions"),
            curve->setup.draws == FIT_DRAWS_SKIP ? "left out" : "as half a win and half a loss");
    fputs("always ½\n", out);
    print_quality(out, &curve->even, curve->counted);
    fputs("logistic, p = 1/(1+exp(-aV))\n", out);
    if (*curve->logistic_error.text) {
        fprintf(out, "  none: %s\n", curve->logistic_error.text);
    } else {
        print_estimate(out, "a", &curve->logistic.a, 7);
        print_quality(out, &curve->logistic_quality, curve->counted);
    }
    fputs("two-sided, a slope for each sign\n", out);
    if (*curve->two_sided_error.text) {
        fprintf(out, "  none: %s\n", curve->two_sided_error.text);
    } else {
        print_estimate(out, "a below 0", &curve->two_sided.below.a, 7);
        print_estimate(out, "a above 0", &curve->two_sided.above.a, 7);
        print_quality(out, &curve->two_sided_quality, curve->counted);
    }
    fprintf(out, "isotonic, %d %s\n", curve->isotonic_quality.parameters,
            word_plural(curve->isotonic_quality.parameters, "level", "levels"));
    print_quality(out, &curve->isotonic_quality, curve->counted);
}

static void print_wdl(const Curve *curve, FILE *out) {
    const double count = (double)positions_of(curve);
    fputs("win-draw-loss, p(win) = 1/(1+exp(-a(V-d))), p(loss) = 1/(1+exp(a(V+d)))\n", out);
    if (*curve->wdl_error.text) {
        fprintf(out, "  none: %s\n", curve->wdl_error.text);
        return;
    }
    print_estimate(out, "a", &curve->wdl.a, 7);
    print_estimate(out, "d", &curve->wdl.d, 5);
    fprintf(out,
            "  log-likelihood %.1f (%.6f a position), calibration error %.4f\n"
            "  (logistic with one rate of draws: %.1f)\n",
            curve->wdl.log_likelihood, curve->wdl.log_likelihood / count, curve->wdl_calibration,
            curve->constant_draws_log_likelihood);
}

// What eval/winrate.h takes over for these weights.
static void print_winrate(const Curve *curve, FILE *out) {
    if (*curve->logistic_error.text || !(curve->logistic.a.value > 0))
        return;
    const double a = curve->logistic.a.value;
    fprintf(out, "eval/winrate.h: WINRATE_A \"%.3g\", WINRATE_TAU \"%.0f\"", a, 1 / a);
    if (!*curve->wdl_error.text)
        fprintf(out, "; WINRATE_WDL_A %.3g, WINRATE_WDL_DRAW %.0f", curve->wdl.a.value,
                curve->wdl.d.value);
    fputc('\n', out);
}

void curve_report_text(const CurveReport *report, FILE *out) {
    print_head(report, out);
    print_bins(report->curve, out);
    print_fits(report->curve, out);
    if (report->curve->counted || report->curve->draws)
        print_wdl(report->curve, out);
    print_winrate(report->curve, out);
    fprintf(out, "\n%.2f s, %.0f positions/s\n", report->seconds, positions_per_second(report));
}

static void json_estimate(Json *json, const char *key, const FitEstimate *estimate) {
    json_object(json, key);
    json_real(json, "value", estimate->value);
    json_real(json, "low", estimate->low);
    json_real(json, "high", estimate->high);
    json_real(json, "game_low", estimate->game_low);
    json_real(json, "game_high", estimate->game_high);
    json_object_end(json);
}

static void json_quality(Json *json, const CurveQuality *quality) {
    json_int(json, "parameters", quality->parameters);
    json_real(json, "log_likelihood", quality->log_likelihood);
    json_real(json, "calibration_error", quality->calibration);
}

static void json_bins(Json *json, const Curve *curve) {
    json_list(json, "bins");
    for (int i = 0; i < curve->bin_count; i++) {
        const CurveBin *bin = &curve->bins[i];
        if (is_empty(bin))
            continue;
        double score, trials, low, high;
        curve_bin_score(curve, i, &score, &trials);
        fit_wilson(score, trials, &low, &high);
        json_object(json, NULL);
        json_real(json, "value", curve_bin_value(curve, i));
        json_int(json, "wins", bin->wins);
        json_int(json, "draws", bin->draws);
        json_int(json, "losses", bin->losses);
        json_real(json, "rate", score / trials);
        json_real(json, "low", low);
        json_real(json, "high", high);
        json_real(json, "isotonic", curve->isotonic[i]);
        json_object_end(json);
    }
    json_list_end(json);
}

// A fit that failed is an object with the reason.
static bool json_fit(Json *json, const char *key, const Error *error) {
    json_object(json, key);
    if (!*error->text)
        return true;
    json_text(json, "error", error->text);
    json_object_end(json);
    return false;
}

static void json_fits(Json *json, const Curve *curve) {
    json_object(json, "even");
    json_quality(json, &curve->even);
    json_object_end(json);
    if (json_fit(json, "logistic", &curve->logistic_error)) {
        json_estimate(json, "a", &curve->logistic.a);
        json_quality(json, &curve->logistic_quality);
        json_object_end(json);
    }
    if (json_fit(json, "two_sided", &curve->two_sided_error)) {
        json_estimate(json, "below", &curve->two_sided.below.a);
        json_estimate(json, "above", &curve->two_sided.above.a);
        json_quality(json, &curve->two_sided_quality);
        json_object_end(json);
    }
    json_object(json, "isotonic");
    json_quality(json, &curve->isotonic_quality);
    json_object_end(json);
    if (json_fit(json, "wdl", &curve->wdl_error)) {
        json_estimate(json, "a", &curve->wdl.a);
        json_estimate(json, "d", &curve->wdl.d);
        json_int(json, "parameters", 2);
        json_real(json, "log_likelihood", curve->wdl.log_likelihood);
        json_real(json, "constant_draws_log_likelihood", curve->constant_draws_log_likelihood);
        json_real(json, "calibration_error", curve->wdl_calibration);
        json_object_end(json);
    }
}

void curve_report_json(const CurveReport *report, FILE *out) {
    const CurveCounts *counts = report->counts;
    const Curve *curve = report->curve;
    Json json = json_begin(out);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    json_text(&json, "source", report->source);
    json_bool(&json, "stopped", report->is_stopped);
    json_int(&json, "seed", (int64_t)report->seed);
    json_int(&json, "games", counts->games);
    json_int(&json, "first_wins", counts->first_wins);
    json_int(&json, "draws", counts->draws);
    json_int(&json, "second_wins", counts->second_wins);
    json_int(&json, "without_result", counts->unknown);
    json_int(&json, "bad", counts->bad);
    json_int(&json, "positions", positions_of(curve));
    json_int(&json, "counted", curve->counted);
    json_int(&json, "in_check", counts->in_check);
    json_int(&json, "decided", counts->decided);
    json_bool(&json, "quiescence", report->is_quiesced);
    json_text(&json, "draws_as", curve->setup.draws == FIT_DRAWS_SKIP ? "skip" : "half");
    json_int(&json, "bin", curve->setup.bin_width);
    json_fits(&json, curve);
    json_bins(&json, curve);
    json_real(&json, "seconds", report->seconds);
    json_real(&json, "positions_per_second", positions_per_second(report));
    json_object_end(&json);
    json_end(&json);
}

static Status write_whole(const char *path, const Plot *plot, Error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out)
        plot_write(plot, out);
    if (!out || fclose(out)) {
        free(text);
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for a picture", path);
    }
    const Status status = atomic_file_write(path, text, size, error);
    free(text);
    return status;
}

// Sizes of a picture: bins, and points of a curve.
enum { FINE = 241 };
typedef struct Dots {
    double x[CURVE_BINS_MAX], y[CURVE_BINS_MAX], low[CURVE_BINS_MAX], high[CURVE_BINS_MAX];
    size_t count;
} Dots;

typedef struct Strokes {
    double x[FINE], y[FINE];
} Strokes;

// Bins with fewer positions are left out of pictures: their error bars would hide the others.
enum { DRAWN_MIN = 10 };

static void add_dot(Dots *dots, double x, double score, double trials) {
    if (trials < DRAWN_MIN)
        return;
    dots->x[dots->count] = x;
    dots->y[dots->count] = score / trials;
    fit_wilson(score, trials, &dots->low[dots->count], &dots->high[dots->count]);
    dots->count++;
}

static double stroke_x(const Curve *curve, int i) {
    return curve->setup.range * (2.0 * i / (FINE - 1) - 1);
}

static void subtitle(const CurveReport *report, char *text, size_t size) {
    snprintf(text, size, "%s: %" PRId64 " %s, %" PRId64 " %s", report->source,
             report->counts->games, word_plural(report->counts->games, "game", "games"),
             positions_of(report->curve),
             word_plural(positions_of(report->curve), "position", "positions"));
}

static PlotAxis value_axis(const CurveReport *report) {
    return (PlotAxis){.label = report->is_quiesced
                                   ? "value after captures, side to move (a pawn is 100)"
                                   : "plain value, side to move (a pawn is 100)",
                      .min = -report->curve->setup.range,
                      .max = report->curve->setup.range};
}

// The points and bars of one curve; too large for the stack.
typedef struct Picture {
    char subtitle[256], name[64];
    Dots dots[3];
    Strokes strokes[3];
    double bins[CURVE_BINS_MAX];
} Picture;

static Status no_picture(const char *path, Error *error) {
    return error_set(error, STATUS_NO_MEMORY, "%s: no memory for a picture", path);
}

Status curve_report_svg(const CurveReport *report, const char *path, Error *error) {
    const Curve *curve = report->curve;
    Picture *picture = calloc(1, sizeof *picture);
    if (!picture)
        return no_picture(path, error);
    for (int i = 0; i < curve->bin_count; i++) {
        double score, trials;
        curve_bin_score(curve, i, &score, &trials);
        add_dot(&picture->dots[0], curve_bin_value(curve, i), score, trials);
        picture->bins[i] = (double)(i - curve->middle) * curve->setup.bin_width;
    }
    for (int i = 0; i < FINE; i++) {
        const double x = stroke_x(curve, i);
        picture->strokes[0].x[i] = picture->strokes[1].x[i] = x;
        picture->strokes[0].y[i] = fit_sigmoid(curve->logistic.a.value * x);
        picture->strokes[1].y[i] = fit_two_sided_at(&curve->two_sided, x);
    }
    subtitle(report, picture->subtitle, sizeof picture->subtitle);
    StrBuf name = strbuf_init(picture->name, sizeof picture->name);
    strbuf_format(&name, "logistic, a = %.5f", curve->logistic.a.value);
    PlotSeries series[4];
    size_t count = 0;
    const Strokes *strokes = picture->strokes;
    series[count++] = (PlotSeries){"isotonic",
                                   PLOT_STEPS,
                                   picture->bins,
                                   curve->isotonic,
                                   .count = (size_t)curve->bin_count,
                                   .color = "#8c959f"};
    if (!*curve->two_sided_error.text)
        series[count++] = (PlotSeries){"two slopes", PLOT_DASHES,   strokes[1].x,
                                       strokes[1].y, .count = FINE, .color = "#009e73"};
    if (!*curve->logistic_error.text)
        series[count++] = (PlotSeries){picture->name, PLOT_LINE,     strokes[0].x,
                                       strokes[0].y,  .count = FINE, .color = "#d55e00"};
    const Dots *dots = &picture->dots[0];
    series[count++] = (PlotSeries){"measured, 95 % interval",
                                   PLOT_POINTS,
                                   dots->x,
                                   dots->y,
                                   dots->low,
                                   dots->high,
                                   dots->count,
                                   "#0072b2"};
    const bool has_halves = curve->setup.draws == FIT_DRAWS_HALF;
    const Plot plot = {.title = "Evaluation curve, " GAME_NAME,
                       .subtitle = picture->subtitle,
                       .x = value_axis(report),
                       .y = {.label = has_halves ? "points won" : "wins, draws left out",
                             .max = 1,
                             .is_percent = true},
                       .series = series,
                       .series_count = count};
    const Status status = write_whole(path, &plot, error);
    free(picture);
    return status;
}

Status curve_report_svg_wdl(const CurveReport *report, const char *path, Error *error) {
    static const char *const NAMES[] = {"wins", "draws", "losses"};
    static const char *const COLORS[] = {"#0072b2", "#7d8590", "#d55e00"};
    const Curve *curve = report->curve;
    Picture *picture = calloc(1, sizeof *picture);
    if (!picture)
        return no_picture(path, error);
    for (int i = 0; i < curve->bin_count; i++) {
        const CurveBin *bin = &curve->bins[i];
        const double all = (double)(bin->wins + bin->draws + bin->losses);
        add_dot(&picture->dots[0], curve_bin_value(curve, i), (double)bin->wins, all);
        add_dot(&picture->dots[1], curve_bin_value(curve, i), (double)bin->draws, all);
        add_dot(&picture->dots[2], curve_bin_value(curve, i), (double)bin->losses, all);
    }
    for (int i = 0; i < FINE; i++) {
        const double x = stroke_x(curve, i);
        const FitOdds odds = fit_wdl_at(&curve->wdl, x);
        const double shares[] = {odds.win, odds.draw, odds.loss};
        for (int j = 0; j < 3; j++) {
            picture->strokes[j].x[i] = x;
            picture->strokes[j].y[i] = shares[j];
        }
    }
    subtitle(report, picture->subtitle, sizeof picture->subtitle);
    PlotSeries series[6];
    size_t count = 0;
    for (int j = 0; j < 3 && !*curve->wdl_error.text; j++)
        series[count++] = (PlotSeries){
            NULL,          PLOT_LINE,         picture->strokes[j].x, picture->strokes[j].y,
            .count = FINE, .color = COLORS[j]};
    for (int j = 0; j < 3; j++) {
        const Dots *dots = &picture->dots[j];
        series[count++] = (PlotSeries){NAMES[j],  PLOT_POINTS, dots->x,     dots->y,
                                       dots->low, dots->high,  dots->count, COLORS[j]};
    }
    const Plot plot = {.title = "Wins, draws and losses by value, " GAME_NAME,
                       .subtitle = picture->subtitle,
                       .x = value_axis(report),
                       .y = {.label = "share of positions", .max = 1, .is_percent = true},
                       .series = series,
                       .series_count = count};
    const Status status = write_whole(path, &plot, error);
    free(picture);
    return status;
}
