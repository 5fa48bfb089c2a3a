#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "command.h"
#include "config_args.h"
#include "interrupt.h"
#include "learn/selfplay.h"
#include "match_args.h"
#include "progress.h"

enum {
    GAMES_MAX = 100000000,
    PLIES_MAX = 100,
    VALUE_MAX = 30000,
    NODES_DEFAULT = 1000,
    // On the small board games soon transpose into each other unless openings are long and random.
    OPENING_LEAST = GAME_IS_MINISHOGI ? 4 : 6,
    OPENING_MOST = GAME_IS_MINISHOGI ? 16 : 14,
    TEMPERATURE = GAME_IS_SHOGI       ? 120
                  : GAME_IS_MINISHOGI ? 400
                                      : 60,
    MOVE_LIMIT = GAME_IS_SHOGI       ? 320
                 : GAME_IS_MINISHOGI ? 200
                                     : 300,
};

typedef struct Request {
    Config config;
    int64_t games, part_games, least, most, limit, temperature, threads, seed, move_limit;
    AdjudicationConfig adjudication;
    const char *folder, *openings;
    bool is_json;
} Request;

static const struct option OPTIONS[] = {
    CONFIG_ARGS,
    {"games", required_argument, NULL, 'g'},
    {"part", required_argument, NULL, 'P'},
    {"out", required_argument, NULL, 'o'},
    {"openings", required_argument, NULL, 'b'},
    {"opening-plies", required_argument, NULL, 'p'},
    {"opening-limit", required_argument, NULL, 'l'},
    {"temperature", required_argument, NULL, 't'},
    {"resign", required_argument, NULL, 'R'},
    {"max-moves", required_argument, NULL, 'm'},
    {"threads", required_argument, NULL, 'c'},
    {"seed", required_argument, NULL, 's'},
    {"json", no_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static Exit take_plies(const Command *self, Request *request) {
    Str rest = str_of(optarg);
    const Str least = str_until(&rest, ',');
    int64_t low, high;
    if (!str_int(least, 0, PLIES_MAX, &low) ||
        !str_int(rest.len ? rest : least, low, PLIES_MAX, &high))
        return command_fail(self, "--opening-plies: '%.60s' is not LEAST,MOST of up to %d", optarg,
                            PLIES_MAX);
    request->least = low;
    request->most = high;
    return EXIT_OK;
}

static Exit take_option(const Command *self, void *context, int option) {
    Request *request = context;
    const CommandNumber numbers[] = {
        {'g', "--games", 1, GAMES_MAX, &request->games},
        {'P', "--part", 1, 100000, &request->part_games},
        {'l', "--opening-limit", 1, VALUE_MAX, &request->limit},
        {'t', "--temperature", 0, 1000000, &request->temperature},
        {'m', "--max-moves", 1, 10000, &request->move_limit},
        {'c', "--threads", 1, SELFPLAY_THREADS_MAX, &request->threads},
        {'s', "--seed", 0, INT64_MAX, &request->seed},
    };
    const Exit taken = command_take_number(self, numbers, ARRAY_LEN(numbers), option);
    if (taken != EXIT_NO)
        return taken;
    switch (option) {
    case 'o':
        request->folder = optarg;
        return EXIT_OK;
    case 'b':
        request->openings = optarg;
        return EXIT_OK;
    case 'p':
        return take_plies(self, request);
    case 'R':
        return match_args_resign(self, optarg, &request->adjudication);
    case 'j':
        request->is_json = true;
        return EXIT_OK;
    default:
        return config_args_take(self, &request->config, option, optarg);
    }
}

static Exit check_request(const Command *self, Request *request) {
    if (!request->folder)
        return command_fail(self, "expected --out FOLDER, where the games go; see --help");
    if (request->config.time_ms)
        return command_fail(self, "--movetime: games that depend on the clock cannot be repeated; "
                                  "give --nodes or --depth");
    if (!config_args_has_limit(&request->config))
        request->config.limits.nodes = NODES_DEFAULT;
    return EXIT_OK;
}

static void report_text(const SelfplayCounts *counts, int threads) {
    const double seconds = (double)counts->time_ns / 1e9;
    printf("games       %" PRId64 " (FIRST won %" PRId64 ", drawn %" PRId64 ", lost %" PRId64
           "), %" PRId64 " of them before\n",
           counts->games + counts->restored, counts->wins, counts->draws, counts->losses,
           counts->restored);
    printf("positions   %" PRId64 ", and %" PRId64 " met again and left out\n", counts->positions,
           counts->duplicates);
    if (counts->games)
        printf("length      %.1f plies, %.0f nodes a move\n",
               (double)counts->plies / (double)counts->games,
               (double)counts->nodes / (double)counts->plies);
    printf("speed       %.0f positions a second and thread, %d threads, %.1f s\n",
           (double)counts->positions / seconds / threads, threads, seconds);
}

static void report_json(const SelfplayCounts *counts, int threads) {
    const double seconds = (double)counts->time_ns / 1e9;
    printf("{\"games\": %" PRId64 ", \"restored\": %" PRId64 ", \"wins\": %" PRId64
           ", \"draws\": %" PRId64 ", \"losses\": %" PRId64 ", \"positions\": %" PRId64
           ", \"duplicates\": %" PRId64 ", \"plies\": %" PRId64 ", \"nodes\": %" PRId64
           ", \"seconds\": %.3f, \"threads\": %d}\n",
           counts->games, counts->restored, counts->wins, counts->draws, counts->losses,
           counts->positions, counts->duplicates, counts->plies, counts->nodes, seconds, threads);
}

static void show_part(void *context, const SelfplayCounts *counts) {
    Progress *progress = context;
    char note[64];
    snprintf(note, sizeof note, "%" PRId64 " positions", counts->positions);
    progress_update(progress, (size_t)(counts->games + counts->restored), note);
}

static Status play(const Request *request, const Openings *openings, Exit *exit_code,
                   Error *error) {
    const SelfplayConfig config = {
        .player = &request->config,
        .openings = openings,
        .opening_least = (int)request->least,
        .opening_most = (int)request->most,
        .opening_limit = (int)request->limit,
        .temperature = (double)request->temperature,
        .resign_value = request->adjudication.resign_value,
        .resign_plies = request->adjudication.resign_plies,
        .move_limit = (int)request->move_limit,
        .games = request->games,
        .part_games = (int)request->part_games,
        .threads = (int)request->threads,
        .seed = (uint64_t)request->seed,
        .folder = request->folder,
    };
    SearchControl stop;
    Interrupt interrupt;
    Progress progress;
    SelfplayCounts counts;
    control_init(&stop);
    interrupt_begin(&interrupt, &stop);
    progress_begin(&progress, 0, (size_t)request->games);
    const SelfplayReport report = {show_part, &progress};
    const Status status = selfplay_run(&config, &report, &stop, &counts, error);
    progress_end(&progress);
    interrupt_end(&interrupt);
    TRY(status);
    (request->is_json ? report_json : report_text)(&counts, config.threads);
    const bool is_stopped = control_is_stopped(&stop);
    *exit_code = is_stopped ? EXIT_NO : EXIT_OK;
    return STATUS_OK;
}

static Exit run(const Command *self, int argc, char **argv) {
    Request request = {.games = 1000,
                       .part_games = 1000,
                       .least = OPENING_LEAST,
                       .most = OPENING_MOST,
                       .limit = 600,
                       .temperature = TEMPERATURE,
                       .threads = command_threads(SELFPLAY_THREADS_MAX),
                       .move_limit = MOVE_LIMIT,
                       .adjudication = {.resign_value = 2500, .resign_plies = 6}};
    Error error;
    // The table is cleared before each game, which takes longer the larger it is.
    config_add(&request.config, str_of("Hash"), str_of("1"), NULL);
    Exit exit_code;
    if (!command_options(self, argc, argv, OPTIONS, take_option, &request, &exit_code))
        return exit_code;
    exit_code = check_request(self, &request);
    if (exit_code != EXIT_OK)
        return exit_code;
    if (mkdir(request.folder, 0777) != 0 && errno != EEXIST)
        return command_fail(self, "--out: %.200s: %s", request.folder, strerror(errno));
    Openings openings = {0};
    Status status = STATUS_OK;
    if (request.openings)
        status = openings_open(&openings, request.openings, &error);
    if (status == STATUS_OK)
        status = play(&request, request.openings ? &openings : NULL, &exit_code, &error);
    openings_release(&openings);
    return status == STATUS_OK ? exit_code : command_fail(self, "%s", error.text);
}

const Command CMD_SELFPLAY = {
    .name = "selfplay",
    .summary = "makes training games",
    .help =
        "usage: yuragi-" GAME_NAME " selfplay --out FOLDER [--games N] [--nodes N] ...\n"
        "\n"
        "The engine plays itself and keeps every position it searched, with the value, the move\n"
        "and the result of the game. Parts that are in the folder are not played\n"
        "again, so the same command resumes a run that was interrupted; one with another\n"
        "seed, player or opening is refused there.\n"
        "\n"
        "  --out FOLDER      where the parts go, 000000.samples.zst and so on\n"
        "  --games N         in all (1000); --part N of them in a file (1000)\n" CONFIG_ARGS_HELP
        "                    (1000 nodes)\n"
        "  --openings FILE   where games begin (the start position)\n"
        "  --opening-plies L,M\n"
        "                    from there so many plies are drawn at random (6,14; minishogi 4,16),\n"
        "  --temperature T   by how good they look, with probability exp(value/T) (shogi 120,\n"
        "                    minishogi 400, chess 60); 0: all moves alike\n"
        "  --opening-limit V draws another one if the first search finds more than this (600)\n"
        "  --resign V,PLIES  ends games that both sides call decided (2500,6)\n"
        "  --max-moves N     plies after which a game is drawn (shogi 320, minishogi 200,\n"
        "                    chess 300)\n"
        "  --threads N       games at a time (one a processor)\n"
        "  --seed N          of everything random (0); the games do not depend on the threads\n"
        "  --json            one JSON object\n"
        "\n"
        "Exit status 1: interrupted (Ctrl-C); whole parts are kept.\n"
        "\n"
        "example: yuragi-" GAME_NAME " selfplay --out games --games 10000 --nodes 1000\n",
    .run_words = run,
};
