#include "learn_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic_file.h"
#include "base/filemap.h"
#include "base/json.h"
#include "stats/textplot.h"
#include "wording.h"

enum { PATH_BYTES = 4096, PANEL_MAX = 2, PANEL_HEIGHT = 380, TEXT_WIDTH = 64, TEXT_HEIGHT = 16 };

// ---- reports ----

void learn_report_header(bool has_strength, FILE *out) {
    fprintf(out, "%10s %12s %10s %10s %8s %10s", "step", "samples", "loss", "validation", "top1",
            "samples/s");
    if (has_strength)
        fprintf(out, " %8s %7s %17s", "score", "Elo", "95 % interval");
    fputc('\n', out);
}

static void print_number(bool is_there, double value, FILE *out) {
    if (is_there)
        fprintf(out, " %10.6f", value);
    else
        fprintf(out, " %10s", "-");
}

void learn_report_text(const TrainingProgress *progress, bool has_strength, FILE *out) {
    fprintf(out, "%10" PRIu64 " %12" PRId64, progress->step, progress->samples);
    print_number(progress->has_loss, progress->loss, out);
    print_number(progress->is_validated, progress->validation, out);
    if (progress->has_top1)
        fprintf(out, " %6.1f %%", 100 * progress->top1);
    else
        fprintf(out, " %8s", "-");
    fprintf(out, " %10.0f", progress->samples_per_second);
    if (has_strength && progress->is_measured) {
        const Score *score = &progress->strength;
        fprintf(out, " %6.1f %% %+7.0f    [%+5.0f, %+5.0f]", 100 * score->score.value,
                score->elo.value, score->elo.low, score->elo.high);
    }
    if (progress->cut)
        fprintf(out, "  %" PRId64 " %s cut", progress->cut,
                word_plural(progress->cut, "number", "numbers"));
    fputc('\n', out);
    fflush(out);
}

void learn_report_json(const TrainingProgress *progress, FILE *out) {
    const double nothing = (double)NAN;
    Json json = json_begin(out);
    json_object(&json, NULL);
    json_int(&json, "step", (int64_t)progress->step);
    json_int(&json, "samples", progress->samples);
    json_real(&json, "loss", progress->has_loss ? progress->loss : nothing);
    json_real(&json, "validation", progress->is_validated ? progress->validation : nothing);
    if (progress->has_top1)
        json_real(&json, "top1_accuracy", progress->top1);
    if (progress->cut)
        json_int(&json, "cut", progress->cut);
    json_real(&json, "samples_per_second", progress->samples_per_second);
    if (progress->is_measured) {
        const Score *score = &progress->strength;
        json_int(&json, "games", score->games);
        json_real(&json, "score", score->score.value);
        json_real(&json, "elo", score->elo.value);
        json_real(&json, "elo_low", score->elo.low);
        json_real(&json, "elo_high", score->elo.high);
    }
    json_object_end(&json);
    json_end(&json);
    fflush(out);
}

// ---- the log ----

static Status curves_grow(LearnCurves *curves, Error *error) {
    if (curves->count < curves->capacity)
        return STATUS_OK;
    const size_t capacity = curves->capacity ? 2 * curves->capacity : 64;
    for (int i = 0; i < LEARN_COLUMN_NB; i++) {
        double *column = realloc(curves->columns[i], capacity * sizeof *column);
        if (!column)
            return error_set(error, STATUS_NO_MEMORY, "no memory for the curves");
        curves->columns[i] = column;
    }
    curves->capacity = capacity;
    return STATUS_OK;
}

// A score of 0 or 100 % is an infinite difference in Elo.
static bool cell_parse(Str cell, double *value) {
    *value = (double)NAN;
    if (!cell.len)
        return true;
    if (str_eq(cell, "inf") || str_eq(cell, "-inf")) {
        *value = cell.at[0] == '-' ? -(double)INFINITY : (double)INFINITY;
        return true;
    }
    return str_real(cell, value);
}

static Status curves_add(LearnCurves *curves, Str row, const char *path, size_t line,
                         Error *error) {
    TRY(curves_grow(curves, error));
    for (int i = 0; i < LEARN_COLUMN_NB; i++) {
        const Str cell = str_until(&row, ',');
        double *value = &curves->columns[i][curves->count];
        if (!cell_parse(cell, value) || (i <= LEARN_SAMPLES && !(fabs(*value) < 1e15)))
            return error_set(error, STATUS_BAD_INPUT, "%.200s:%zu: '%.*s' is not a number", path,
                             line, STR_ARG(cell));
    }
    curves->count++;
    return STATUS_OK;
}

Status learn_curves_read(LearnCurves *curves, const char *folder, Error *error) {
    *curves = (LearnCurves){0};
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/log.csv", folder);
    FileMap map;
    TRY(filemap_open(&map, path, error));
    Str rest = {(const char *)map.data, map.size};
    Status status = STATUS_OK;
    str_until(&rest, '\n');
    for (size_t line = 2; rest.len && status == STATUS_OK; line++)
        status = curves_add(curves, str_until(&rest, '\n'), path, line, error);
    filemap_release(&map);
    if (status == STATUS_OK && !curves->count)
        status = error_set(error, STATUS_BAD_INPUT, "%.200s: there is no report in it", path);
    if (status != STATUS_OK)
        learn_curves_release(curves);
    return status;
}

void learn_curves_release(LearnCurves *curves) {
    for (int i = 0; i < LEARN_COLUMN_NB; i++)
        free(curves->columns[i]);
    *curves = (LearnCurves){0};
}

// ---- plots ----

// The numbers that plots borrow.
typedef struct Picture {
    char subtitle[256];
    PlotSeries loss[2], strength[2];
    double *elo[3]; // value, low, high; infinite ones are replaced by finite ones to draw
    Plot panels[PANEL_MAX];
    size_t panel_count;
} Picture;

static bool has_numbers(const LearnCurves *curves, LearnColumn column) {
    for (size_t i = 0; i < curves->count; i++)
        if (!isnan(curves->columns[column][i]))
            return true;
    return false;
}

// The same in all panels, with a margin for the first and the last point.
static PlotAxis step_axis(const LearnCurves *curves) {
    const double last = curves->columns[LEARN_STEP][curves->count - 1];
    return (PlotAxis){.label = "step", .min = -last / 64, .max = last + last / 64};
}

static void add_loss(const LearnCurves *curves, Picture *picture) {
    const double *steps = curves->columns[LEARN_STEP];
    size_t count = 0;
    if (has_numbers(curves, LEARN_LOSS))
        picture->loss[count++] = (PlotSeries){"while learning", PLOT_LINE, steps,
                                              curves->columns[LEARN_LOSS], .count = curves->count};
    if (has_numbers(curves, LEARN_VALIDATION))
        picture->loss[count++] =
            (PlotSeries){"validation", PLOT_LINE, steps, curves->columns[LEARN_VALIDATION],
                         .count = curves->count};
    if (count)
        picture->panels[picture->panel_count++] = (Plot){.title = "Loss, " GAME_NAME,
                                                         .x = step_axis(curves),
                                                         .y = {.label = "mean loss of a sample"},
                                                         .series = picture->loss,
                                                         .series_count = count,
                                                         .height = PANEL_HEIGHT};
}

static Status add_strength(const LearnCurves *curves, Picture *picture, Error *error) {
    double edge = 200;
    for (int i = 0; i < 3; i++) {
        const double *column = curves->columns[LEARN_ELO + i];
        picture->elo[i] = malloc(curves->count * sizeof *picture->elo[i]);
        if (!picture->elo[i])
            return error_set(error, STATUS_NO_MEMORY, "no memory for a picture");
        for (size_t j = 0; j < curves->count; j++)
            edge = isfinite(column[j]) ? fmax(edge, 1.2 * fabs(column[j])) : edge;
    }
    for (int i = 0; i < 3; i++)
        for (size_t j = 0; j < curves->count; j++)
            picture->elo[i][j] = fmin(fmax(curves->columns[LEARN_ELO + i][j], -edge), edge);
    // Of a number and a NaN, fmin and fmax return the number.
    for (size_t j = 0; j < curves->count; j++)
        if (isnan(curves->columns[LEARN_ELO][j]))
            picture->elo[0][j] = picture->elo[1][j] = picture->elo[2][j] = (double)NAN;
    const double *steps = curves->columns[LEARN_STEP];
    picture->strength[0] = (PlotSeries){
        NULL, PLOT_LINE, steps, picture->elo[0], .count = curves->count, .color = "#8c959f"};
    picture->strength[1] = (PlotSeries){"score in games, 95 % interval",
                                        PLOT_POINTS,
                                        steps,
                                        picture->elo[0],
                                        picture->elo[1],
                                        picture->elo[2],
                                        curves->count,
                                        "#0072b2"};
    picture->panels[picture->panel_count++] =
        (Plot){.title = "Strength, " GAME_NAME,
               .x = step_axis(curves),
               .y = {.label = "Elo against the first weights"},
               .series = picture->strength,
               .series_count = 2,
               .height = PANEL_HEIGHT};
    return STATUS_OK;
}

static Status picture_make(const LearnCurves *curves, Picture *picture, Error *error) {
    add_loss(curves, picture);
    return has_numbers(curves, LEARN_ELO) ? add_strength(curves, picture, error) : STATUS_OK;
}

static void picture_release(Picture *picture) {
    for (int i = 0; i < 3; i++)
        free(picture->elo[i]);
}

Status learn_curves_text(const LearnCurves *curves, FILE *out, Error *error) {
    Picture picture = {0};
    const Status status = picture_make(curves, &picture, error);
    for (size_t i = 0; i < picture.panel_count && status == STATUS_OK; i++) {
        fputc('\n', out);
        textplot_write(&picture.panels[i], TEXT_WIDTH, TEXT_HEIGHT, out);
    }
    picture_release(&picture);
    return status;
}

static Status write_svg(const Picture *picture, const char *path, Error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out)
        plot_write_all(picture->panels, picture->panel_count, out);
    if (!out || fclose(out)) {
        free(text);
        return error_set(error, STATUS_NO_MEMORY, "%.200s: no memory for a picture", path);
    }
    const Status status = atomic_file_write(path, text, size, error);
    free(text);
    return status;
}

Status learn_curves_svg(const LearnCurves *curves, const char *folder, const char *path,
                        Error *error) {
    Picture picture = {0};
    const size_t last = curves->count - 1;
    StrBuf subtitle = strbuf_init(picture.subtitle, sizeof picture.subtitle);
    strbuf_format(&subtitle, "%.100s: %.0f steps, %.0f samples", folder,
                  curves->columns[LEARN_STEP][last], curves->columns[LEARN_SAMPLES][last]);
    Status status = picture_make(curves, &picture, error);
    picture.panels[0].subtitle = picture.subtitle;
    if (status == STATUS_OK && !picture.panel_count)
        status =
            error_set(error, STATUS_BAD_INPUT, "%.200s: there is no curve to draw yet", folder);
    if (status == STATUS_OK)
        status = write_svg(&picture, path, error);
    picture_release(&picture);
    return status;
}

void learn_curves_json(const LearnCurves *curves, FILE *out) {
    static const char *const NAMES[LEARN_COLUMN_NB] = {
        "step", "samples", "loss",     "validation",   "rate", "samples_per_second",
        "elo",  "elo_low", "elo_high", "top1_accuracy"};
    Json json = json_begin(out);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    json_list(&json, "reports");
    for (size_t i = 0; i < curves->count; i++) {
        json_object(&json, NULL);
        for (int j = 0; j < LEARN_COLUMN_NB; j++)
            if (j <= LEARN_SAMPLES)
                json_int(&json, NAMES[j], (int64_t)curves->columns[j][i]);
            else
                json_real(&json, NAMES[j], curves->columns[j][i]);
        json_object_end(&json);
    }
    json_list_end(&json);
    json_object_end(&json);
    json_end(&json);
}
