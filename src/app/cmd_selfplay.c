#include <errno.h>
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
#include "wording.h"

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
    int64_t games, seed;
    int part_games, least, most, limit, temperature, threads, move_limit;
    AdjudicationConfig adjudication;
    const char *folder, *openings;
    bool is_json;
} Request;

static Status take_plies(const Arg *arg, void *context, const char *text, Error *error) {
    (void)arg;
    Request *request = context;
    Str rest = str_of(text);
    const Str least = str_until(&rest, ',');
    int64_t low, high;
    if (!str_int(least, 0, PLIES_MAX, &low) ||
        !str_int(rest.len ? rest : least, low, PLIES_MAX, &high))
        return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not LEAST,MOST of up to %d", text,
                         PLIES_MAX);
    request->least = (int)low;
    request->most = (int)high;
    return STATUS_OK;
}

static Status take_resign(const Arg *arg, void *request, const char *text, Error *error) {
    (void)arg;
    return match_args_resign(text, &((Request *)request)->adjudication, error);
}

static Exit check_request(const Command *self, Request *request) {
    if (!request->folder)
        return command_fail(self, "expected --out FOLDER, where the games go; see --help");
    if (request->config.time_ms)
        return command_fail(self, "--movetime: games that depend on the clock cannot be repeated; "
                                  "give --nodes or --depth");
    if (!config_args_has_limit(&request->config))
        request->config.limits.nodes = NODES_DEFAULT;
    if (!request->threads)
        request->threads = command_threads(SELFPLAY_THREADS_MAX);
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
    printf("speed       %.0f positions a second and thread, %d %s at a time, %.1f s\n",
           (double)counts->positions / seconds / threads, threads,
           word_plural(threads, "game", "games"), seconds);
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
    snprintf(note, sizeof note, "%" PRId64 " %s", counts->positions,
             word_plural(counts->positions, "position", "positions"));
    progress_update(progress, (size_t)(counts->games + counts->restored), note);
}

static Status play(const Request *request, const Openings *openings, Exit *exit_code,
                   Error *error) {
    const SelfplayConfig config = {
        .player = &request->config,
        .openings = openings,
        .opening_least = request->least,
        .opening_most = request->most,
        .opening_limit = request->limit,
        .temperature = request->temperature,
        .resign_value = request->adjudication.resign_value,
        .resign_plies = request->adjudication.resign_plies,
        .move_limit = request->move_limit,
        .games = request->games,
        .part_games = request->part_games,
        .threads = request->threads,
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
    if (is_stopped)
        command_say_again(NULL);
    *exit_code = is_stopped ? EXIT_NO : EXIT_OK;
    return STATUS_OK;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    Exit exit_code = check_request(self, request);
    if (exit_code != EXIT_OK)
        return exit_code;
    if (mkdir(request->folder, 0777) != 0 && errno != EEXIST)
        return command_fail(self, "--out: %.200s: %s", request->folder, strerror(errno));
    Openings openings = {0};
    Error error;
    Status status = STATUS_OK;
    if (request->openings)
        status = openings_open(&openings, request->openings, &error);
    if (status == STATUS_OK)
        status = play(request, request->openings ? &openings : NULL, &exit_code, &error);
    openings_release(&openings);
    return status == STATUS_OK ? exit_code : command_fail(self, "%s", error.text);
}

static const Arg ROWS[] = {
    ARG_ROW_TEXT(Request, folder, "out", "FOLDER",
                 "where the parts are written, 000000.samples.zst and so on"),
    ARG_ROW_NUMBER(Request, games, "games", "N", 1, GAMES_MAX, "number of games (1000)"),
    ARG_ROW_NUMBER(Request, part_games, "part", "N", 1, 100000, "games in a file (1000)"),
    ARG_ROW_GROUP(Request, config, CONFIG_ARGS_SEARCH),
    ARG_ROW_GROUP(Request, config, CONFIG_ARGS_COMMON),
    ARG_ROW_TEXT(Request, openings, "openings", "FILE", "where games begin (the start position)"),
    ARG_ROW_CALL("opening-plies", "L,M", take_plies,
                 "from there L to M plies are drawn at random (6,14; minishogi 4,16)"),
    ARG_ROW_NUMBER(Request, temperature, "temperature", "T", 0, 1000000,
                   "probability exp(value/T) of those moves (shogi 120, minishogi 400, chess 60); "
                   "0: all moves are equally likely"),
    ARG_ROW_NUMBER(Request, limit, "opening-limit", "V", 1, VALUE_MAX,
                   "draw another opening if the value of the first search is larger (600)"),
    ARG_ROW_CALL("resign", "V,PLIES", take_resign,
                 "end a game when both sides report that it is decided, by V centipawns for so "
                 "many plies (2500,6)"),
    ARG_ROW_NUMBER(Request, move_limit, "max-moves", "N", 1, 10000,
                   "plies after which a game is drawn (shogi 320, minishogi 200, chess 300)"),
    ARG_ROW_NUMBER(Request, threads, "concurrency", "N", 1, SELFPLAY_THREADS_MAX,
                   "games at a time (one for each processor); the games do not depend on it"),
    ARG_ROW_NUMBER(Request, threads, "threads", "N", 1, SELFPLAY_THREADS_MAX, NULL),
    ARG_ROW_NUMBER(Request, seed, "seed", "N", 0, INT64_MAX, "seed of all random numbers (0)"),
    ARG_ROW_FLAG(Request, is_json, "json", "one JSON object"),
};

// The table is cleared before each game, which takes longer the larger it is.
static const Request DEFAULTS = {
    .config = CONFIG_WITH("Hash", "1"),
    .games = 1000,
    .part_games = 1000,
    .least = OPENING_LEAST,
    .most = OPENING_MOST,
    .limit = 600,
    .temperature = TEMPERATURE,
    .move_limit = MOVE_LIMIT,
    .adjudication = {.resign_value = 2500, .resign_plies = 6},
};

const Command CMD_SELFPLAY = {
    .name = "selfplay",
    .summary = "make training games",
    .usage = "--out FOLDER [--games N] [--nodes N] [options]",
    .about = "The engine plays against itself, with 1000 nodes a move unless a limit is given, and "
             "keeps every position it searched, with the value, the move and the result of the "
             "game. Parts that are in the folder are not played again, so the same command resumes "
             "a run that was interrupted; a run with another seed, player or opening is refused "
             "there.",
    .args = ARG_TABLE(ROWS),
    .notes = "Exit status 1: interrupted (Ctrl-C); whole parts are kept.",
    .example = "--out games --games 10000 --nodes 1000",
    .request_size = sizeof(Request),
    .defaults = &DEFAULTS,
    .run = run,
};
