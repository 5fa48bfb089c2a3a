#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "command.h"
#include "config_args.h"
#include "curve_report.h"
#include "interrupt.h"
#include "linesource.h"
#include "outfile.h"
#include "wording.h"

enum {
    // The opening is not the evaluator's work; a minishogi game is half over by the twentieth ply.
    FROM_PLY = GAME_IS_MINISHOGI ? 8 : 20,
    RANDOM_PLIES = GAME_IS_MINISHOGI ? 6 : 10,
    RANGE = GAME_HAS_DROPS ? 3000 : 1500,
    PLY_MAX_SELFPLAY = 512,
};

typedef struct Request {
    int64_t selfplay, nodes, max_games, seed;
    int random_plies, from_ply, threads, bin, range, sample;
    int draws; // FitDraws
    bool skips_bad, is_json;
    const char *svg, *svg_wdl;
    char out_name[OUTFILE_NAME_MAX];
    Config config; // of the players; the limits are not used
    ArgRest files;
    int file;           // index of the file that is read
    LineSource *source; // of that file; null: not open
} Request;

static Status next_row(void *context, CurveRow *row, Error *error) {
    Request *request = context;
    for (; request->file < request->files.count; request->file++) {
        const char *path = request->files.words[request->file];
        if (!request->source)
            TRY(linesource_open(&request->source, path, CURVE_ROW_MAX, error));
        bool is_end;
        TRY(linesource_next(request->source, &row->text, &is_end, error));
        if (!is_end) {
            row->file = path;
            row->line = linesource_number(request->source);
            return STATUS_OK;
        }
        linesource_free(request->source);
        request->source = NULL;
    }
    row->file = NULL;
    return STATUS_OK;
}

static Player *make_player(void *context, Error *error) {
    const Request *request = context;
    Player *player = NULL;
    Error why;
    if (config_player(&request->config, &player, &why) != STATUS_OK)
        error_set(error, STATUS_BAD_INPUT, "--option: %s", why.text);
    return player;
}

static void show_progress(void *context, const CurveCounts *counts, size_t samples) {
    (void)context;
    fprintf(stderr, "\r%" PRId64 " %s, %zu %s ", counts->games,
            word_plural(counts->games, "game", "games"), samples,
            word_plural((int64_t)samples, "position", "positions"));
}

static Status gather(Request *request, CurveSamples *samples, bool *is_stopped, Error *error) {
    SearchControl stop;
    Interrupt interrupt;
    control_init(&stop);
    interrupt_begin(&interrupt, &stop);
    const bool is_watched = isatty(STDERR_FILENO);
    const CurveSamplesConfig config = {
        .from_ply = request->from_ply,
        .sample_every = request->sample,
        .game_max = request->max_games,
        .skips_bad = request->skips_bad,
        .seed = (uint64_t)request->seed,
        .threads = request->threads,
        .make_player = make_player,
        .progress = is_watched ? show_progress : NULL,
        .next_row = request->selfplay ? NULL : next_row,
        .context = request,
        .stop = &stop,
        .games = request->selfplay,
        .nodes = request->nodes,
        .random_plies = request->random_plies,
        .ply_max = PLY_MAX_SELFPLAY,
    };
    const Status status = curve_samples_gather(samples, &config, error);
    interrupt_end(&interrupt);
    *is_stopped = control_is_stopped(&stop);
    linesource_free(request->source);
    if (is_watched)
        fputs("\r\033[K", stderr);
    return status;
}

static void source_text(const Request *request, bool is_stopped, char *text, size_t size) {
    StrBuf buf = strbuf_init(text, size);
    if (request->selfplay)
        strbuf_format(&buf, "self-play, %" PRId64 " nodes a move", request->nodes);
    for (int i = 0; i < request->files.count; i++) {
        const char *slash = strrchr(request->files.words[i], '/');
        strbuf_format(&buf, "%s%s", i ? ", " : "", slash ? slash + 1 : request->files.words[i]);
    }
    if (is_stopped)
        strbuf_text(&buf, ", partial");
}

static Status check_outputs(Request *request, Error *error) {
    const char *const *inputs = (const char *const *)request->files.words;
    const size_t count = (size_t)request->files.count;
    if (request->svg)
        TRY(outfile_check(request->svg, inputs, count, error));
    if (request->svg_wdl)
        TRY(outfile_check(request->svg_wdl, inputs, count, error));
    return outfile_claim(&request->svg, &request->svg_wdl, request->out_name, error);
}

static Status measure(Request *request, CurveSamples *samples, Curve *curve, bool *is_stopped,
                      Error *error) {
    TRY(check_outputs(request, error));
    const int64_t start_ns = clock_ns();
    TRY(gather(request, samples, is_stopped, error));
    if (!samples->count)
        return error_set(error, STATUS_BAD_INPUT,
                         "no positions: %" PRId64 " %s with a result, none has a quiet position "
                         "from ply %d on%s",
                         samples->counts.games, word_plural(samples->counts.games, "game", "games"),
                         request->from_ply, *is_stopped ? "; stopped" : "");
    const double seconds = (double)(clock_ns() - start_ns) / 1e9;
    const CurveSetup setup = {request->bin, request->range, (FitDraws)request->draws};
    curve_fill(curve, &setup, samples->samples, samples->count);
    char source[128];
    source_text(request, *is_stopped, source, sizeof source);
    const CurveReport report = {curve,   &samples->counts,     source,     (uint64_t)request->seed,
                                seconds, samples->is_quiesced, *is_stopped};
    if (request->svg)
        TRY(curve_report_svg(&report, request->svg, error));
    if (request->svg_wdl)
        TRY(curve_report_svg_wdl(&report, request->svg_wdl, error));
    (request->is_json ? curve_report_json : curve_report_text)(&report, stdout);
    return STATUS_OK;
}

static Exit check_request(const Command *self, Request *request) {
    if (!request->selfplay && !request->files.count)
        return command_fail(self, "expected a FILE of games or --selfplay N; see --help");
    if (request->selfplay && request->files.count)
        return command_fail(self, "'%.60s': either files of games or --selfplay, not both",
                            request->files.words[0]);
    if (request->range < request->bin || request->range / request->bin > CURVE_BINS_MAX / 2)
        return command_fail(self, "--range: %d is not 1 to %d times --bin (%d)", request->range,
                            CURVE_BINS_MAX / 2, request->bin);
    if (!request->threads)
        request->threads = command_threads(CURVE_THREADS_MAX);
    if (request->selfplay && request->from_ply < request->random_plies)
        request->from_ply = request->random_plies;
    return EXIT_OK;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    const Exit exit_code = check_request(self, request);
    if (exit_code != EXIT_OK)
        return exit_code;
    CurveSamples samples = {0};
    Error error;
    bool is_stopped = false;
    Curve *curve = malloc(sizeof *curve);
    const Status status = curve ? measure(request, &samples, curve, &is_stopped, &error)
                                : error_set(&error, STATUS_NO_MEMORY, "no memory for a curve");
    free(curve);
    curve_samples_release(&samples);
    if (status != STATUS_OK)
        return command_fail(self, "%s", error.text);
    return is_stopped ? EXIT_NO : EXIT_OK;
}

static const char *const DRAWS[] = {"skip", "half", NULL}; // by FitDraws

static const Arg ROWS[] = {
    ARG_ROW_REST(Request, files, "FILE",
                 "a game a line, plain or .zst, - for standard input: tab-separated columns with "
                 "the result first and the moves last, or 'RESULT startpos moves ...'. A result is "
                 "1-0, 0-1, 1/2-1/2, * or one of b w d ?. Lines that begin with # are skipped"),
    ARG_ROW_NUMBER(Request, selfplay, "selfplay", "N", 1, 10000000,
                   "play N games of the engine against itself instead"),
    ARG_ROW_NUMBER(Request, nodes, "nodes", "N", 1, 1000000000,
                   "nodes for each move of self-play (1000)"),
    ARG_ROW_NUMBER(Request, random_plies, "random-plies", "N", 0, 100,
                   "plies of a random opening (chess, shogi 10, minishogi 6)"),
    ARG_ROW_GROUP(Request, config, CONFIG_ARGS_OPTION),
    ARG_ROW_NUMBER(Request, from_ply, "from-ply", "N", 0, 10000,
                   "first ply of a game that is used (chess, shogi 20, minishogi 8)"),
    ARG_ROW_NUMBER(Request, sample, "sample", "K", 1, 10000, "use every K-th position only"),
    ARG_ROW_NUMBER(Request, max_games, "max-games", "N", 1, INT32_MAX, "stop after N games"),
    ARG_ROW_CHOICE(Request, draws, "draws", DRAWS,
                   "what the curves of wins and losses do with draws (skip)"),
    ARG_ROW_NUMBER(Request, bin, "bin", "N", 1, 1000, "width of a bin, in centipawns (50)"),
    ARG_ROW_NUMBER(Request, range, "range", "N", 1, 30000,
                   "end of the table, in centipawns (chess 1500, shogi 3000); fits use all values"),
    ARG_ROW_TEXT(Request, svg, "svg", "FILE",
                 "draw the points won with their fits (-: on standard output)"),
    ARG_ROW_TEXT(Request, svg_wdl, "svg-wdl", "FILE", "draw the shares of wins, draws and losses"),
    ARG_ROW_FLAG(Request, skips_bad, "skip-bad",
                 "count bad records instead of stopping at the first"),
    ARG_ROW_NUMBER(Request, threads, "concurrency", "N", 1, CURVE_THREADS_MAX,
                   "games at a time (one for each processor); the result does not depend on it"),
    ARG_ROW_NUMBER(Request, seed, "seed", "N", 0, INT64_MAX,
                   "seed of random openings and samples (0)"),
    ARG_ROW_FLAG(Request, is_json, "json", "one JSON object"),
};

// A player forgets everything before each game: a small table is quickly cleared.
static const Request DEFAULTS = {
    .nodes = 1000,
    .random_plies = RANDOM_PLIES,
    .from_ply = FROM_PLY,
    .bin = 50,
    .range = RANGE,
    .sample = 1,
    .config = CONFIG_WITH("Hash", "4"),
};

const Command CMD_CURVE = {
    .name = "curve",
    .summary = "win rate by evaluation: table, fits, plot",
    .usage = "FILE... [options]\n--selfplay N [options]",
    .about = "Measures how often positions of a given value are won, and fits curves to it. The "
             "value is that of the quiescence search if the search has one (--option Search=NAME), "
             "for the side to move; positions in check are left out.",
    .args = ARG_TABLE(ROWS),
    .notes =
        "Intervals 'by games' know that positions of one game share its result; those 'by "
        "positions' do not, and are too narrow. Exit status 1: interrupted (Ctrl-C); the curve is "
        "that of the games so far.",
    .example = "games.tsv.zst --svg curve.svg",
    .request_size = sizeof(Request),
    .defaults = &DEFAULTS,
    .run = run,
};
