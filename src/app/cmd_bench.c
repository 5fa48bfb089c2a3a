#include <getopt.h>
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

enum { THREAD_LIMIT = 512 };
#define HASH_MB "16" // small, so that clearing it between positions does not count

typedef struct Request {
    Config config;       // without the search and the threads
    const char *search;  // null: all of them
    const char *threads; // null: one, with a signature
    int64_t thread_count;
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

// The bench's own settings come first, so that the user's overrule them.
static Status measure(Request *request, const SearchKind *kind, const char *threads,
                      BenchResult *result, Error *error) {
    Config config = {.limits = request->config.limits, .time_ms = request->config.time_ms};
    TRY(config_add(&config, str_of("Hash"), str_of(HASH_MB), error));
    TRY(config_add(&config, str_of("Threads"), str_of(threads), error));
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

// A search that goes by the clock does not do the same twice.
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
        json_int(&json, "threads", request->thread_count);
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
        printf("%" PRId64 " threads: %.2f times the speed of one", request->thread_count,
               scaling(one, many));
    if (has_signature(request, many))
        printf("%016" PRIx64, one->signature);
    putchar('\n');
    fflush(stdout);
}

static Exit bench(const Command *self, Request *request) {
    Error error;
    bool is_found = false;
    for (const SearchKind *const *kind = SEARCH_KINDS; *kind; kind++) {
        if (request->search && strcmp(request->search, (*kind)->name))
            continue;
        is_found = true;
        BenchResult one, many;
        if (measure(request, *kind, "1", &one, &error) != STATUS_OK ||
            (request->threads &&
             measure(request, *kind, request->threads, &many, &error) != STATUS_OK))
            return command_fail(self, "%s", error.text);
        (request->is_json ? print_json : print_text)(request, *kind, &one,
                                                     request->threads ? &many : NULL);
    }
    if (is_found)
        return EXIT_OK;
    char names[256];
    StrBuf list = strbuf_init(names, sizeof names);
    for (const SearchKind *const *kind = SEARCH_KINDS; *kind; kind++)
        strbuf_format(&list, " %s", (*kind)->name);
    error_set(&error, STATUS_BAD_INPUT, "--search: '%.60s' is none of:%s", request->search, names);
    return command_fail(self, "%s", error.text);
}

static Exit take_option(const Command *self, void *context, int option) {
    Request *request = context;
    switch (option) {
    case ARG_SEARCH:
        request->search = optarg;
        return EXIT_OK;
    case ARG_THREADS:
        request->threads = optarg;
        return command_number(self, "--threads", optarg, 1, THREAD_LIMIT, &request->thread_count);
    case 'v':
        request->is_verbose = true;
        return EXIT_OK;
    case 'j':
        request->is_json = true;
        return EXIT_OK;
    default:
        return config_args_take(self, &request->config, option, optarg);
    }
}

static Exit run(const Command *self, int argc, char **argv) {
    static const struct option options[] = {
        CONFIG_ARGS,
        {"threads", required_argument, NULL, ARG_THREADS},
        {"verbose", no_argument, NULL, 'v'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    Request request = {.search = NULL};
    Exit exit_code;
    if (!command_options(self, argc, argv, options, take_option, &request, &exit_code))
        return exit_code;
    return bench(self, &request);
}

const Command CMD_BENCH = {
    .name = "bench",
    .summary = "speed and signature of the searches on a fixed set of positions",
    .help = "usage: yuragi-" GAME_NAME " bench [options]\n"
            "\n"
            "Searches a fixed set of positions with one thread, with every search in turn: nodes,\n"
            "seconds, nodes a second, and a signature, which changes only when a search behaves\n"
            "differently. Limits are for each position.\n"
            "\n" //
    CONFIG_ARGS_HELP
            "  --threads N      also with N threads: how much faster; then there is no signature\n"
            "  --verbose        a line a position\n"
            "  --json           a line a search: game search nodes seconds nps signature\n"
            "                   (with --threads: threads scaling)\n"
            "\n"
            "example: yuragi-" GAME_NAME " bench --nodes 100000\n",
    .run_words = run,
};
