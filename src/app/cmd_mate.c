#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/pages.h"
#include "base/pool.h"
#include "command.h"
#include "interrupt.h"
#include "lab/suite.h"
#include "progress.h"
#include "search/dfpn/dfpn.h"
#include "wording.h"

enum { LENGTH_ROWS = DFPN_LINE_MAX + 1 };
enum { TIME_MS = 10000, DAY_MS = 24 * 60 * 60 * 1000, HASH_MB = 64, SOLVERS_MAX = 256 };

static const char *const ANSWER_NAMES[] = {
    [DFPN_UNKNOWN] = "unknown", [DFPN_MATE] = "mate", [DFPN_NO_MATE] = "nomate"};

// What is kept of a DfpnResult until its problem is printed.
typedef struct Solution {
    DfpnAnswer answer;
    int64_t nodes, time_ns;
    Move *line; // owned
    int count, length;
    bool is_shortest;
} Solution;

// What one thread needs.
typedef struct Solver {
    Dfpn *dfpn;
    SearchControl control;
    DfpnResult result;
} Solver;

// The mates of one length.
typedef struct LengthRow {
    size_t count;
    int64_t nodes, time_ns;
} LengthRow;

typedef struct Request {
    const char *position;
    ArgRest paths;
    int64_t nodes, time_ms;
    int hash_mb, threads;
    bool is_shortest, is_json, skips_bad;
    Suite problems; // of all files
    Progress progress;
    Solution *solutions;
    Solver *solvers;
    SearchControl stop;
    size_t done; // problems; fewer than there are if Ctrl-C was pressed
    size_t answers[ARRAY_LEN(ANSWER_NAMES)];
    size_t shortest; // mates that are proved to be
    int64_t total_nodes;
    LengthRow *rows; // of the mates, by their length; owned
} Request;

// ---- reading ----

static Status add(Suite *suite, const Problem *problems, size_t count, Error *error) {
    TRY(ARRAY_RESERVE(suite->problems, suite->capacity, suite->count + count, "problems", error));
    memcpy(&suite->problems[suite->count], problems, count * sizeof *problems);
    suite->count += count;
    return STATUS_OK;
}

static Exit read_position(const Command *self, Request *request) {
    Error error;
    GameLine line;
    line_init(&line);
    const Exit exit_code = command_line(self, request->position, &line);
    const Problem problem = {.position = line.now, .id = "position"};
    line_release(&line);
    if (exit_code == EXIT_OK && add(&request->problems, &problem, 1, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    return exit_code;
}

static Exit read_files(const Command *self, Request *request) {
    for (int i = 0; i < request->paths.count; i++) {
        Error error;
        Suite suite;
        Status status =
            suite_open(&suite, request->paths.words[i],
                       (SuiteReading){.wants_mate = true, .skips_bad = request->skips_bad}, &error);
        if (status == STATUS_OK) {
            request->problems.skipped += suite.skipped;
            status = add(&request->problems, suite.problems, suite.count, &error);
            suite_release(&suite);
        }
        if (status != STATUS_OK)
            return command_fail(self, "%s", error.text);
    }
    return EXIT_OK;
}

static Exit read_problems(const Command *self, Request *request) {
    if (!request->position == !request->paths.count)
        return command_fail(self, "either --position or files are wanted");
    return request->position ? read_position(self, request) : read_files(self, request);
}

// ---- printing ----

static void print_json(const Problem *problem, const Solution *solution, bool is_shortest) {
    Position pos = problem->position;
    Json json = json_begin(stdout);
    json_object(&json, NULL);
    json_text(&json, "id", problem->id);
    json_text(&json, "result", ANSWER_NAMES[solution->answer]);
    json_int(&json, "length", solution->length);
    json_list(&json, "line");
    for (int i = 0; i < solution->count; i++) {
        char move[MOVE_TEXT_MAX];
        move_format(&pos, solution->line[i], move);
        json_text(&json, NULL, move);
        pos_play(&pos, solution->line[i]);
    }
    json_list_end(&json);
    if (is_shortest)
        json_bool(&json, "shortest", solution->is_shortest);
    json_int(&json, "nodes", solution->nodes);
    json_real(&json, "seconds", (double)solution->time_ns * 1e-9);
    json_object_end(&json);
    json_end(&json);
}

static void print_text(const Problem *problem, const Solution *solution) {
    char nodes[WORD_MAX], time[WORD_MAX];
    word_count(solution->nodes, nodes);
    word_time(solution->time_ns, time);
    printf("%-16s %-8s %6d %8s %8s%s", problem->id, ANSWER_NAMES[solution->answer],
           solution->length, nodes, time, solution->length ? " " : "");
    Position pos = problem->position;
    for (int i = 0; i < solution->length; i++) {
        char move[MOVE_WORD_MAX];
        move_write(&pos, solution->line[i], move);
        printf(" %s", move);
        pos_play(&pos, solution->line[i]);
    }
    putchar('\n');
}

static void print_lengths(const Request *request) {
    printf("\n%6s %8s %8s %8s\n", "length", "mates", "nodes", "time");
    for (int length = 0; length < LENGTH_ROWS; length++) {
        const LengthRow *row = &request->rows[length];
        if (!row->count)
            continue;
        char nodes[WORD_MAX];
        word_count(row->nodes / (int64_t)row->count, nodes);
        printf("%6d %8zu %8s %5.3fms\n", length, row->count, nodes,
               (double)row->time_ns * 1e-6 / (double)row->count);
    }
}

static void print_summary(const Request *request, int64_t time_ns) {
    if (request->answers[DFPN_MATE] > 1)
        print_lengths(request); // nodes and time are means
    printf("\n%zu of %zu mate, %zu no mate, %zu unknown, %lld %s, %.2f s",
           request->answers[DFPN_MATE], request->done, request->answers[DFPN_NO_MATE],
           request->answers[DFPN_UNKNOWN], (long long)request->total_nodes,
           word_plural(request->total_nodes, "node", "nodes"), (double)time_ns * 1e-9);
    if (request->is_shortest)
        printf(", %zu proved shortest", request->shortest);
    if (request->problems.skipped)
        printf(", %zu %s skipped", request->problems.skipped,
               word_plural((int64_t)request->problems.skipped, "line", "lines"));
    if (request->done < request->problems.count)
        printf("; stopped: %zu of %zu problems not tried", request->problems.count - request->done,
               request->problems.count);
    putchar('\n');
}

// ---- solving ----

static Status solve_problem(void *context, int slot, int64_t item, Error *error) {
    Request *request = context;
    Solver *solver = &request->solvers[slot];
    DfpnResult *result = &solver->result;
    if (request->time_ms) {
        const TimePlan plan = timeplan_exact(clock_ns(), request->time_ms * 1000000);
        control_time(&solver->control, &plan);
    }
    dfpn_solve(solver->dfpn, &request->problems.problems[item].position,
               &(DfpnLimits){.nodes = request->nodes,
                             .control = &solver->control,
                             .is_shortest = request->is_shortest},
               result);
    const size_t bytes = (size_t)result->count * sizeof *result->line;
    Move *line = malloc(bytes + 1);
    if (!line)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a line of %d moves",
                         result->count);
    memcpy(line, result->line, bytes);
    request->solutions[item] = (Solution){result->answer, result->nodes,  result->time_ns,    line,
                                          result->count,  result->length, result->is_shortest};
    return STATUS_OK;
}

static void count_mate(LengthRow *row, const Solution *solution) {
    row->count++;
    row->nodes += solution->nodes;
    row->time_ns += solution->time_ns;
}

static Status take_solution(void *context, int slot, int64_t item, Error *error) {
    Request *request = context;
    const Problem *problem = &request->problems.problems[item];
    const Solution *solution = &request->solutions[item];
    (void)slot, (void)error;
    request->done++;
    request->answers[solution->answer]++;
    request->total_nodes += solution->nodes;
    request->shortest += solution->is_shortest;
    if (solution->answer == DFPN_MATE)
        count_mate(&request->rows[solution->length], solution);
    progress_hide(&request->progress);
    if (!request->is_json && item == 0)
        printf("%-16s %-8s %6s %8s %8s  %s\n", "problem", "result", "length", "nodes", "time",
               "line");
    if (request->is_json)
        print_json(problem, solution, request->is_shortest);
    else
        print_text(problem, solution);
    fflush(stdout);
    char note[WORD_MAX + 16];
    snprintf(note, sizeof note, "%zu mates", request->answers[DFPN_MATE]);
    progress_update(&request->progress, request->done, note);
    return STATUS_OK;
}

static bool is_stopped(void *context) {
    return control_is_stopped(&((const Request *)context)->stop);
}

static void stop_solvers(void *context) {
    Request *request = context;
    for (int i = 0; i < request->threads; i++)
        control_stop(&request->solvers[i].control);
}

static Status solve_all(Request *request, Error *error) {
    const size_t count = request->problems.count;
    request->solutions = calloc(count, sizeof *request->solutions);
    request->solvers = calloc((size_t)request->threads, sizeof *request->solvers);
    request->rows = calloc(LENGTH_ROWS, sizeof *request->rows);
    if (!request->solutions || !request->solvers || !request->rows)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu problems", count);
    for (int i = 0; i < request->threads; i++) {
        control_init(&request->solvers[i].control);
        request->solvers[i].dfpn = dfpn_new(request->hash_mb);
        if (!request->solvers[i].dfpn)
            return error_set(error, STATUS_NO_MEMORY, "no memory for %d tables of %d MiB",
                             request->threads, request->hash_mb);
    }
    const PoolJob job = {.context = request,
                         .count = (int64_t)count,
                         .run = solve_problem,
                         .done = take_solution,
                         .is_stopped = is_stopped,
                         .interrupt = stop_solvers,
                         .is_ordered = true,
                         .window = (int)count};
    progress_begin(&request->progress, 0, count);
    const Status status = pool_run_once(request->threads, &job, error);
    progress_end(&request->progress);
    return status;
}

static void release(Request *request) {
    for (size_t i = 0; request->solutions && i < request->problems.count; i++)
        free(request->solutions[i].line);
    for (int i = 0; request->solvers && i < request->threads; i++)
        dfpn_free(request->solvers[i].dfpn);
    free(request->solutions);
    free(request->solvers);
    free(request->rows);
    suite_release(&request->problems);
}

static Exit solve(const Command *self, Request *request) {
    const size_t limit_mb = pages_limit_mb();
    if ((size_t)request->threads > request->problems.count)
        request->threads = (int)request->problems.count;
    if ((size_t)request->hash_mb * (size_t)request->threads > limit_mb)
        return command_fail(self, "%d x %d MiB is more than the %zu MiB of this machine",
                            request->threads, request->hash_mb, limit_mb);
    Error error;
    Interrupt interrupt;
    const int64_t start_ns = clock_ns();
    control_init(&request->stop);
    interrupt_begin(&interrupt, &request->stop);
    const Status status = solve_all(request, &error);
    interrupt_end(&interrupt);
    if (status != STATUS_OK)
        return command_fail(self, "%s", error.text);
    if (!request->is_json)
        print_summary(request, clock_ns() - start_ns);
    return request->answers[DFPN_MATE] == request->problems.count ? EXIT_OK : EXIT_NO;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    if (!request->nodes && !request->time_ms)
        request->time_ms = TIME_MS;
    Exit exit_code = read_problems(self, request);
    if (exit_code == EXIT_OK)
        exit_code = solve(self, request);
    release(request);
    return exit_code;
}

static const Arg ROWS[] = {
    ARG_ROW_REST(Request, paths, "FILE",
                 "EPD, a table whose first column is the position, or bare positions"),
    ARG_ROW_POSITION(Request, position),
    ARG_ROW_NUMBER(Request, nodes, "nodes", "N", 1, INT64_MAX, "stop after so many nodes"),
    ARG_ROW_NUMBER(Request, time_ms, "movetime", "MS", 1, DAY_MS,
                   "stop after so many milliseconds (10000, unless --nodes is given)"),
    ARG_ROW_NUMBER(Request, hash_mb, "hash", "MIB", 1, INT32_MAX, "memory of each table (64)"),
    ARG_ROW_NUMBER(Request, threads, "threads", "N", 1, SOLVERS_MAX,
                   "problems solved at once, 1 to 256 (1)"),
    ARG_ROW_FLAG(Request, is_shortest, "shortest", "look for a shortest mate, which takes longer"),
    ARG_ROW_FLAG(Request, skips_bad, "skip-bad",
                 "count lines that cannot be read, instead of refusing the file"),
    ARG_ROW_FLAG(
        Request, is_json, "json",
        "one JSON object a problem: id result length line nodes seconds; with --shortest also "
        "shortest, whether that is proved"),
};

const Command CMD_MATE = {
    .name = "mate",
    .summary = "look for a mate by checks",
    .usage = "--position TEXT [options]\nFILE... [options]",
    .about = "Looks for a mate in which every move of the side to move is a check, with "
             "depth-first proof-number search, for 10 s unless a limit is given. Prints the whole "
             "line. The length does not count futile interpositions at its end. The mate is "
             "not always the shortest; nomate means that there is none.",
    .args = ARG_TABLE(ROWS),
    .notes = "Exit status 0: every problem is a mate; 1: not every one, or interrupted (Ctrl-C); "
             "2: a file or a position is bad.",
    .example = GAME_IS_CHESS       ? "--position '5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1'"
               : GAME_IS_MINISHOGI ? "--position '1r2k/P2gp/3S1/2s1b/KGR2 w b 14'"
                                   : "--position '8k/9/8P/9/9/9/9/9/4K4 b G 1'",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.hash_mb = HASH_MB, .threads = 1},
    .run = run,
};
