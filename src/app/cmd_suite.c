#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json.h"
#include "command.h"
#include "config_args.h"
#include "interrupt.h"
#include "lab/suite.h"
#include "progress.h"
#include "wording.h"

enum { TIME_MS = 1000, EXPECTED_MAX = 256 };

typedef struct Request {
    Config config;
    const char *path;
    int players;
    SuiteReading reading;
    bool is_json, is_verbose;
    Suite suite;
    Attempt *attempts;
    size_t done; // problems; fewer than there are if Ctrl-C was pressed
    Progress progress;
    bool has_header;
} Request;

typedef struct Total {
    size_t solved;
    int64_t nodes;
    double seconds; // by the clock on the wall
    double found;   // sum over what was solved
} Total;

static void print_attempt(Request *request, size_t index, const Attempt *attempt) {
    const Problem *problem = &request->suite.problems[index];
    char expected[EXPECTED_MAX], move[MOVE_WORD_MAX] = "none", value[WORD_MAX], nodes[WORD_MAX];
    char found[WORD_MAX] = "-";
    StrBuf text = strbuf_init(expected, sizeof expected);
    problem_expected(problem, &text);
    if (attempt->move)
        move_write(&problem->position, attempt->move, move);
    word_value(attempt->value, value);
    word_count(attempt->nodes, nodes);
    if (attempt->is_solved)
        word_time(attempt->found_ns, found);
    if (!request->has_header)
        printf("%-16s %-7s %-8s %9s %6s %8s %8s  %s\n", "problem", "solved", "move", "value",
               "depth", "nodes", "found", "expected");
    request->has_header = true;
    printf("%-16s %-7s %-8s %9s %6d %8s %8s  %s\n", problem->id, attempt->is_solved ? "yes" : "no",
           move, value, attempt->depth, nodes, found, expected);
}

static void tell_attempt(void *context, size_t index, const Attempt *attempt) {
    Request *request = context;
    if (request->is_json || (attempt->is_solved && !request->is_verbose))
        return;
    progress_hide(&request->progress);
    print_attempt(request, index, attempt);
    fflush(stdout);
}

static void tell_progress(void *context, size_t done, size_t solved) {
    Request *request = context;
    char note[WORD_MAX + 16];
    request->done = done;
    snprintf(note, sizeof note, "%zu solved", solved);
    progress_update(&request->progress, done, note);
}

static void json_problem(Json *json, const Problem *problem, const Attempt *attempt) {
    char text[EXPECTED_MAX], move[MOVE_WORD_MAX];
    StrBuf expected = strbuf_init(text, sizeof text);
    problem_expected(problem, &expected);
    json_object(json, NULL);
    json_text(json, "id", problem->id);
    json_bool(json, "solved", attempt->is_solved);
    if (attempt->move) {
        move_write(&problem->position, attempt->move, move);
        json_text(json, "move", move);
    } else {
        json_text(json, "move", "");
    }
    json_text(json, "expected", text);
    json_int(json, "value", attempt->value);
    json_int(json, "nodes", attempt->nodes);
    json_int(json, "depth", attempt->depth);
    if (attempt->is_solved)
        json_real(json, "found_seconds", (double)attempt->found_ns * 1e-9);
    json_object_end(json);
}

static void print_json(const Request *request, const Total *total) {
    Json json = json_begin(stdout);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    json_text(&json, "file", request->path);
    json_int(&json, "solved", (int64_t)total->solved);
    json_int(&json, "total", (int64_t)request->suite.count);
    json_int(&json, "tried", (int64_t)request->done);
    json_bool(&json, "stopped", request->done < request->suite.count);
    json_int(&json, "nodes", total->nodes);
    json_real(&json, "seconds", total->seconds);
    json_int(&json, "skipped", (int64_t)request->suite.skipped);
    json_list(&json, "problems");
    for (size_t i = 0; i < request->done; i++)
        json_problem(&json, &request->suite.problems[i], &request->attempts[i]);
    json_list_end(&json);
    json_object_end(&json);
    json_end(&json);
}

static void print_text(const Request *request, const Total *total) {
    printf("%s%zu of %zu solved (%.1f%%), %" PRId64 " %s, %.2f s", request->has_header ? "\n" : "",
           total->solved, request->done,
           100.0 * (double)total->solved / (double)(request->done ? request->done : 1),
           total->nodes, word_plural(total->nodes, "node", "nodes"), total->seconds);
    if (total->solved)
        printf(", found after %.2f s on average", total->found / (double)total->solved);
    if (request->suite.skipped)
        printf(", %zu %s skipped", request->suite.skipped,
               word_plural((int64_t)request->suite.skipped, "line", "lines"));
    if (request->done < request->suite.count)
        printf("; stopped: %zu of %zu %s not tried", request->suite.count - request->done,
               request->suite.count,
               word_plural((int64_t)request->suite.count, "problem", "problems"));
    putchar('\n');
}

static Total total_of(const Request *request, int64_t time_ns) {
    Total total = {.seconds = (double)time_ns * 1e-9};
    for (size_t i = 0; i < request->done; i++) {
        const Attempt *attempt = &request->attempts[i];
        total.solved += attempt->is_solved;
        total.nodes += attempt->nodes;
        total.found += attempt->is_solved ? (double)attempt->found_ns * 1e-9 : 0;
    }
    return total;
}

static Exit solve(const Command *self, Request *request) {
    Error error;
    if (suite_open(&request->suite, request->path, request->reading, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    request->attempts = calloc(request->suite.count, sizeof *request->attempts);
    if (!request->attempts)
        return command_fail(self, "no memory for %zu %s", request->suite.count,
                            word_plural((int64_t)request->suite.count, "problem", "problems"));
    SearchControl stop;
    Interrupt interrupt;
    control_init(&stop);
    interrupt_begin(&interrupt, &stop);
    progress_begin(&request->progress, 0, request->suite.count);
    const SuiteReport report = {tell_attempt, tell_progress, request};
    const int64_t start = clock_ns();
    const Status status = suite_solve(&request->suite, &request->config, request->players, &report,
                                      &stop, request->attempts, &error);
    progress_end(&request->progress);
    interrupt_end(&interrupt);
    if (status != STATUS_OK)
        return command_fail(self, "%s", error.text);
    const Total total = total_of(request, clock_ns() - start);
    (request->is_json ? print_json : print_text)(request, &total);
    return total.solved == request->suite.count ? EXIT_OK : EXIT_NO;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    config_args_default_time(&request->config, TIME_MS);
    const Exit exit_code = solve(self, request);
    suite_release(&request->suite);
    free(request->attempts);
    return exit_code;
}

static const Arg ROWS[] = {
    ARG_ROW_TEXT(Request, path, "FILE", NULL,
                 "EPD with bm, am or dm; a table whose first column is the position and whose "
                 "header names best_move, answer_lines, mate_plies or id; with --mate also bare "
                 "positions"),
    ARG_ROW_GROUP(Request, config, CONFIG_ARGS_SEARCH),
    ARG_ROW_GROUP(Request, config, CONFIG_ARGS_COMMON),
    ARG_ROW_NUMBER(Request, players, "concurrency", "N", 1, SUITE_PLAYERS_MAX,
                   "problems solved at once, 1 to 256 (1); the results do not depend on it"),
    ARG_ROW_FLAG(Request, reading.wants_mate, "mate",
                 "every problem asks for a win, within the length it states if any"),
    ARG_ROW_FLAG(Request, reading.skips_bad, "skip-bad",
                 "leave out lines that cannot be read, and print their number"),
    ARG_ROW_FLAG(Request, is_verbose, "verbose", "also print the solved problems"),
    ARG_ROW_FLAG(Request, is_json, "json",
                 "one JSON object: file solved total tried stopped nodes seconds skipped problems "
                 "(id solved move "
                 "expected value nodes depth found_seconds)"),
};

const Command CMD_SUITE = {
    .name = "suite",
    .summary = "solve the problems of a file",
    .usage = "FILE [options]",
    .about = "Solves every problem of a file, for 1 s each unless a limit is given, with cleared "
             "tables. Prints the problems that were not solved and the totals.",
    .args = ARG_TABLE(ROWS),
    .notes =
        "Exit status 0: all are solved; 1: not all, or interrupted (Ctrl-C), with the totals of "
        "the problems so far; 2: the file is bad.",
    .example = "data/suites/" GAME_NAME ".epd --depth 6",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.players = 1},
    .run = run,
};
