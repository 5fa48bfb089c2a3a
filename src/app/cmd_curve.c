#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "command.h"
#include "curve_report.h"
#include "linesource.h"

enum {
    OPTIONS_MAX = 64, // given with --option
    // The opening is not the evaluator's work; a minishogi game is half over by the twentieth ply.
    FROM_PLY = GAME_IS_MINISHOGI ? 8 : 20,
    RANDOM_PLIES = GAME_IS_MINISHOGI ? 6 : 10,
    RANGE = GAME_HAS_DROPS ? 3000 : 1500,
    PLY_MAX_SELFPLAY = 512,
};

// The files of a request, one after the other.
typedef struct Files {
    char **paths;
    int count, at;
    LineSource *source;
} Files;

typedef struct Request {
    int64_t selfplay, nodes, random_plies, from_ply, threads, bin, range, max_games, sample, seed;
    FitDraws draws;
    bool skips_bad, is_json;
    const char *svg, *svg_wdl;
    const char *options[OPTIONS_MAX];
    int option_count;
    char **files;
    int file_count;
    Files sources;
} Request;

static Status next_row(void *context, CurveRow *row, Error *error) {
    Files *files = &((Request *)context)->sources;
    while (files->source || files->at < files->count) {
        if (!files->source)
            TRY(linesource_open(&files->source, files->paths[files->at], CURVE_ROW_MAX, error));
        bool is_end;
        TRY(linesource_next(files->source, &row->text, &is_end, error));
        if (!is_end) {
            row->file = files->paths[files->at];
            row->line = linesource_number(files->source);
            return STATUS_OK;
        }
        linesource_free(files->source);
        files->source = NULL;
        files->at++;
    }
    row->file = NULL;
    return STATUS_OK;
}

static Status set_option(Player *player, const char *text, Error *error) {
    Str rest = str_of(text);
    const Str name = str_until(&rest, '=');
    if (!strchr(text, '='))
        return error_set(error, STATUS_BAD_INPUT, "--option: '%.60s' is not NAME=VALUE", text);
    Error why;
    if (player_set(player, name, rest, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD_INPUT, "--option: %s", why.text);
    return STATUS_OK;
}

static Player *make_player(void *context, Error *error) {
    const Request *request = context;
    Player *player = player_new();
    if (!player) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a player");
        return NULL;
    }
    // There is a player a thread, and it forgets everything before each game: little memory is
    // quickly forgotten.
    Status status = set_option(player, "Hash=4", error);
    for (int i = 0; i < request->option_count && status == STATUS_OK; i++)
        status = set_option(player, request->options[i], error);
    if (status == STATUS_OK)
        return player;
    player_free(player);
    return NULL;
}

static void show_progress(void *context, const CurveCounts *counts, size_t samples) {
    (void)context;
    fprintf(stderr, "\r%" PRId64 " games, %zu positions ", counts->games, samples);
}

static Status gather(Request *request, CurveSamples *samples, Error *error) {
    const bool is_watched = isatty(STDERR_FILENO);
    const CurveSamplesConfig config = {
        .from_ply = (int)request->from_ply,
        .sample_every = (int)request->sample,
        .game_max = request->max_games,
        .skips_bad = request->skips_bad,
        .seed = (uint64_t)request->seed,
        .threads = (int)request->threads,
        .make_player = make_player,
        .progress = is_watched ? show_progress : NULL,
        .next_row = request->selfplay ? NULL : next_row,
        .context = request,
        .games = request->selfplay,
        .nodes = request->nodes,
        .random_plies = (int)request->random_plies,
        .ply_max = PLY_MAX_SELFPLAY,
    };
    request->sources = (Files){request->files, request->file_count, 0, NULL};
    const Status status = curve_samples_gather(samples, &config, error);
    linesource_free(request->sources.source);
    if (is_watched)
        fputs("\r\033[K", stderr);
    return status;
}

static void source_text(const Request *request, char *text, size_t size) {
    StrBuf buf = strbuf_init(text, size);
    if (request->selfplay)
        strbuf_format(&buf, "self-play, %" PRId64 " nodes a move", request->nodes);
    for (int i = 0; i < request->file_count; i++) {
        const char *slash = strrchr(request->files[i], '/');
        strbuf_format(&buf, "%s%s", i ? ", " : "", slash ? slash + 1 : request->files[i]);
    }
}

static Status measure(Request *request, CurveSamples *samples, Curve *curve, Error *error) {
    const int64_t start_ns = clock_ns();
    TRY(gather(request, samples, error));
    if (!samples->count)
        return error_set(error, STATUS_BAD_INPUT,
                         "no positions: %" PRId64 " games with a result, none has a quiet position "
                         "from ply %" PRId64 " on",
                         samples->counts.games, request->from_ply);
    const double seconds = (double)(clock_ns() - start_ns) / 1e9;
    const CurveSetup setup = {(int)request->bin, (int)request->range, request->draws};
    curve_fill(curve, &setup, samples->samples, samples->count);
    char source[128];
    source_text(request, source, sizeof source);
    const CurveReport report = {curve,   &samples->counts,    source, (uint64_t)request->seed,
                                seconds, samples->is_quiesced};
    if (request->svg)
        TRY(curve_report_svg(&report, request->svg, error));
    if (request->svg_wdl)
        TRY(curve_report_svg_wdl(&report, request->svg_wdl, error));
    (request->is_json ? curve_report_json : curve_report_text)(&report, stdout);
    return STATUS_OK;
}

static const struct option OPTIONS[] = {
    {"selfplay", required_argument, NULL, 'S'},
    {"nodes", required_argument, NULL, 'n'},
    {"random-plies", required_argument, NULL, 'r'},
    {"from-ply", required_argument, NULL, 'f'},
    {"concurrency", required_argument, NULL, 'c'},
    {"bin", required_argument, NULL, 'b'},
    {"range", required_argument, NULL, 'R'},
    {"max-games", required_argument, NULL, 'm'},
    {"sample", required_argument, NULL, 'k'},
    {"seed", required_argument, NULL, 's'},
    {"draws", required_argument, NULL, 'd'},
    {"option", required_argument, NULL, 'o'},
    {"svg", required_argument, NULL, 'p'},
    {"svg-wdl", required_argument, NULL, 'w'},
    {"skip-bad", no_argument, NULL, 'B'},
    {"json", no_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static Exit take_number(const Command *self, Request *request, int option) {
    const CommandNumber numbers[] = {
        {'S', "--selfplay", 1, 10000000, &request->selfplay},
        {'n', "--nodes", 1, 1000000000, &request->nodes},
        {'r', "--random-plies", 0, 100, &request->random_plies},
        {'f', "--from-ply", 0, 10000, &request->from_ply},
        {'c', "--concurrency", 1, CURVE_THREADS_MAX, &request->threads},
        {'b', "--bin", 1, 1000, &request->bin},
        {'R', "--range", 1, 30000, &request->range},
        {'m', "--max-games", 1, INT32_MAX, &request->max_games},
        {'k', "--sample", 1, 10000, &request->sample},
        {'s', "--seed", 0, INT64_MAX, &request->seed},
    };
    return command_take_number(self, numbers, ARRAY_LEN(numbers), option);
}

static Exit take_word(const Command *self, Request *request, int option) {
    switch (option) {
    case 'd':
        if (strcmp(optarg, "skip") && strcmp(optarg, "half"))
            return command_fail(self, "--draws: '%.60s' is neither skip nor half", optarg);
        request->draws = strcmp(optarg, "half") ? FIT_DRAWS_SKIP : FIT_DRAWS_HALF;
        return EXIT_OK;
    case 'o':
        if (request->option_count == OPTIONS_MAX)
            return command_fail(self, "--option: at most %d of them", OPTIONS_MAX);
        request->options[request->option_count++] = optarg;
        return EXIT_OK;
    case 'p':
        request->svg = optarg;
        return EXIT_OK;
    case 'w':
        request->svg_wdl = optarg;
        return EXIT_OK;
    case 'B':
        request->skips_bad = true;
        return EXIT_OK;
    default:
        request->is_json = true;
        return EXIT_OK;
    }
}

static Exit take_option(const Command *self, void *context, int option) {
    const Exit exit_code = take_number(self, context, option);
    return exit_code == EXIT_NO ? take_word(self, context, option) : exit_code;
}

static Exit check_request(const Command *self, Request *request) {
    if (!request->selfplay && !request->file_count)
        return command_fail(self, "expected a FILE of games or --selfplay N; see --help");
    if (request->selfplay && request->file_count)
        return command_fail(self, "'%.60s': either files of games or --selfplay, not both",
                            request->files[0]);
    if (request->range < request->bin || request->range / request->bin > CURVE_BINS_MAX / 2)
        return command_fail(self, "--range: %" PRId64 " is not 1 to %d times --bin (%" PRId64 ")",
                            request->range, CURVE_BINS_MAX / 2, request->bin);
    if (request->selfplay && request->from_ply < request->random_plies)
        request->from_ply = request->random_plies;
    return EXIT_OK;
}

static Exit run(const Command *self, int argc, char **argv) {
    Request request = {.nodes = 1000,
                       .random_plies = RANDOM_PLIES,
                       .from_ply = FROM_PLY,
                       .threads = command_threads(CURVE_THREADS_MAX),
                       .bin = 50,
                       .range = RANGE,
                       .sample = 1};
    Exit exit_code;
    if (!command_arguments(self, argc, argv, OPTIONS, take_option, &request, &exit_code))
        return exit_code;
    request.files = argv + optind;
    request.file_count = argc - optind;
    exit_code = check_request(self, &request);
    if (exit_code != EXIT_OK)
        return exit_code;
    CurveSamples samples = {0};
    Error error;
    Curve *curve = malloc(sizeof *curve);
    const Status status = curve ? measure(&request, &samples, curve, &error)
                                : error_set(&error, STATUS_NO_MEMORY, "no memory for a curve");
    free(curve);
    curve_samples_release(&samples);
    return status == STATUS_OK ? EXIT_OK : command_fail(self, "%s", error.text);
}

const Command CMD_CURVE = {
    .name = "curve",
    .summary = "win rate by evaluation: table, fits, plot",
    .help =
        "usage: yuragi-" GAME_NAME " curve FILE... [options]\n"
        "       yuragi-" GAME_NAME " curve --selfplay N [options]\n"
        "\n"
        "Measures how often positions of a given value are won, and fits curves to it. A value is\n"
        "that of the side to move when the captures are over, if the search knows (--option\n"
        "Search=NAME); positions in check are left out.\n"
        "\n"
        "FILE holds a game a line, plain or .zst, - for standard input: tab-separated columns\n"
        "with the result first and the moves last, or 'RESULT startpos moves ...'. A result is\n"
        "1-0, 0-1, 1/2-1/2, * or one of b w d ?. Lines that begin with # are passed over.\n"
        "\n"
        "  --selfplay N        play N games of the engine against itself instead\n"
        "  --nodes N           nodes for each of its moves (1000)\n"
        "  --random-plies N    plies of a random opening (chess, shogi 10, minishogi 6)\n"
        "  --option NAME=VALUE an option of the engine, as often as you like\n"
        "  --from-ply N        the first position of a game (chess, shogi 20, minishogi 8)\n"
        "  --sample K          every K-th position only\n"
        "  --max-games N       stop after N games\n"
        "  --draws skip|half   for the curves of wins and losses (skip)\n"
        "  --bin N, --range N  width of a bin and end of the table, in hundredths of a pawn\n"
        "                      (50; chess 1500, shogi 3000); fits use all values\n"
        "  --svg FILE          draw the points won with their fits\n"
        "  --svg-wdl FILE      draw the shares of wins, draws and losses\n"
        "  --skip-bad          count bad records instead of stopping at the first\n"
        "  --concurrency N     threads; the result does not depend on it\n"
        "  --seed N            of random openings and samples (0)\n"
        "  --json              one JSON object\n"
        "\n"
        "Intervals 'by games' know that positions of one game share its result; those 'by\n"
        "positions' do not, and are too narrow.\n"
        "\n"
        "example: yuragi-" GAME_NAME " curve games.tsv.zst --svg curve.svg\n",
    .run_words = run,
};
