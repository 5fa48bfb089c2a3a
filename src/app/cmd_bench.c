#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "command.h"
#include "config_args.h"
#include "lab/bench.h"
#include "progress.h"
#include "wording.h"

enum { THREAD_LIMIT = 512, ALL_SEARCHES = -1 };
#define HASH_MB "16" // small, so that clearing it between positions costs little time

typedef struct Request {
    Config config; // without the search and the threads
    int search;    // index in SEARCH_KINDS, or ALL_SEARCHES
    int threads;   // 0: one, with a signature
    bool is_json, is_verbose;
    Progress progress;
    size_t position_count;
} Request;

static void tell(void *context, size_t index, size_t count, const GameLine *line,
                 const SearchResult *result) {
    Request *request = context;
    request->position_count = count;
    if (!index)
        progress_begin(&request->progress, 0, count);
    if (!request->is_verbose || request->is_json) {
        progress_update(&request->progress, index + 1, NULL);
        return;
    }
    char position[POS_TEXT_MAX], value[WORD_MAX], move[MOVE_WORD_MAX] = "none";
    pos_format(&line->now, position);
    word_value(result->value, value);
    if (result->best)
        move_write(&line->now, result->best, move);
    printf("  %2zu %10" PRId64 " nodes, %-7s %8s  %s\n", index + 1, result->nodes, move, value,
           position);
}

// The settings of the bench come first, so that those of the user override them.
static Status measure(Request *request, const SearchKind *kind, int threads, BenchResult *result,
                      Error *error) {
    char count[16];
    snprintf(count, sizeof count, "%d", threads);
    Config config = {.limits = request->config.limits, .time_ms = request->config.time_ms};
    TRY(config_add(&config, str_of("Hash"), str_of(HASH_MB), error));
    TRY(config_add(&config, str_of("Threads"), str_of(count), error));
    for (int i = 0; i < request->config.setting_count; i++)
        TRY(config_add(&config, request->config.settings[i].name, request->config.settings[i].value,
                       error));
    TRY(config_add(&config, str_of("Search"), str_of(kind->name), error));
    if (!config_args_has_limit(&config))
        config.limits = bench_limits(kind->name);
    const Status status = bench_run(&config, &(BenchReport){tell, request}, result, error);
    progress_end(&request->progress);
    return status;
}

// A search that is limited by time is not reproducible.
static bool has_signature(const Request *request, const BenchResult *many) {
    return !many && !request->config.time_ms;
}

static double scaling(const BenchResult *one, const BenchResult *many) {
    return per_second(many->nodes, many->time_ns) / per_second(one->nodes, one->time_ns);
}

static void print_json(const Request *request, const SearchKind *kind, const BenchResult *one,
                       const BenchResult *many) {
    const BenchResult *result = many ? many : one;
    Json json = json_begin(stdout);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    json_text(&json, "search", kind->name);
    json_int(&json, "nodes", result->nodes);
    json_real(&json, "seconds", (double)result->time_ns * 1e-9);
    json_real(&json, "nps", round(per_second(result->nodes, result->time_ns)));
    if (many) {
        json_int(&json, "threads", request->threads);
        json_real(&json, "scaling", scaling(one, many));
    }
    if (has_signature(request, many)) {
        char signature[17];
        snprintf(signature, sizeof signature, "%016" PRIx64, one->signature);
        json_text(&json, "signature", signature);
    }
    json_object_end(&json);
    json_end(&json);
}

static void print_text(const Request *request, const SearchKind *kind, const BenchResult *one,
                       const BenchResult *many) {
    const BenchResult *result = many ? many : one;
    char speed[WORD_MAX];
    word_count((int64_t)per_second(result->nodes, result->time_ns), speed);
    printf("%-10s %14" PRId64 " nodes %8.3f s %8s/s  ", kind->name, result->nodes,
           (double)result->time_ns * 1e-9, speed);
    if (many)
        printf("%d %s: %.2f times the speed of one", request->threads,
               word_plural(request->threads, "thread", "threads"), scaling(one, many));
    if (has_signature(request, many))
        printf("%016" PRIx64, one->signature);
    putchar('\n');
    fflush(stdout);
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    Error error;
    for (int i = 0; SEARCH_KINDS[i]; i++) {
        const SearchKind *kind = SEARCH_KINDS[i];
        if (request->search != ALL_SEARCHES && request->search != i)
            continue;
        BenchResult one, many;
        if (measure(request, kind, 1, &one, &error) != STATUS_OK ||
            (request->threads &&
             measure(request, kind, request->threads, &many, &error) != STATUS_OK))
            return command_fail(self, "%s", error.text);
        (request->is_json ? print_json : print_text)(request, kind, &one,
                                                     request->threads ? &many : NULL);
    }
    return EXIT_OK;
}

static const Arg ROWS[] = {
    ARG_ROW_CHOICE(Request, search, "search", SEARCH_NAMES, "run this search only"),
    ARG_ROW_GROUP(Request, config, CONFIG_ARGS_COMMON),
    ARG_ROW_NUMBER(Request, threads, "threads", "N", 1, THREAD_LIMIT,
                   "also run with N threads and print how much faster they are; then there is no "
                   "signature"),
    ARG_ROW_FLAG(Request, is_verbose, "verbose", "a line for each position"),
    ARG_ROW_FLAG(Request, is_json, "json",
                 "a line for each search: game search nodes seconds nps signature (with --threads: "
                 "threads scaling)"),
};

const Command CMD_BENCH = {
    .name = "bench",
    .summary = "speed and signature of the searches on a fixed set of positions",
    .usage = "[options]",
    .about = "Searches a fixed set of positions with one thread, with every search in turn: nodes, "
             "seconds, nodes a second, and a signature, which changes only when a search behaves "
             "differently. Limits are for each position.",
    .args = ARG_TABLE(ROWS),
    .example = "--nodes 100000",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.search = ALL_SEARCHES},
    .run = run,
};
