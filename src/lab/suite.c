#include "lab/suite.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/filemap.h"
#include "base/pool.h"

static Status add_problem(Suite *suite, const Problem *problem, Error *error) {
    if (suite->count == SUITE_PROBLEMS_MAX)
        return error_set(error, STATUS_NO_MEMORY, "more than %d problems", SUITE_PROBLEMS_MAX);
    TRY(ARRAY_RESERVE(suite->problems, suite->capacity, suite->count + 1, "problems", error));
    suite->problems[suite->count++] = *problem;
    return STATUS_OK;
}

static Status read_lines(Suite *suite, const char *path, ProblemForm *form, bool skips_bad,
                         Str text, Error *error) {
    for (size_t number = 1; text.len; number++) {
        const Str line = str_until(&text, '\n');
        if (problem_skip(form, line))
            continue;
        Problem problem;
        Error why;
        Status status = problem_parse(form, line, number, &problem, &why);
        if (status == STATUS_BAD_INPUT && skips_bad) {
            suite->skipped++;
            continue;
        }
        if (status == STATUS_OK)
            status = add_problem(suite, &problem, &why);
        if (status != STATUS_OK)
            return error_set(error, status, "%.160s: line %zu: %s", path, number, why.text);
    }
    if (!suite->count)
        return error_set(error, STATUS_BAD_INPUT, "%.160s: there is no problem in it", path);
    return STATUS_OK;
}

Status suite_open(Suite *suite, const char *path, SuiteReading reading, Error *error) {
    *suite = (Suite){0};
    FileMap map;
    TRY(filemap_open(&map, path, error));
    ProblemForm form = {.wants_mate = reading.wants_mate};
    const Status status = read_lines(suite, path, &form, reading.skips_bad,
                                     (Str){(const char *)map.data, map.size}, error);
    filemap_release(&map);
    if (status != STATUS_OK)
        suite_release(suite);
    return status;
}

void suite_release(Suite *suite) {
    free(suite->problems);
    *suite = (Suite){0};
}

// ---- Solving ----

// What one thread needs.
typedef struct SuiteSlot {
    Player *player;
    GameLine line;
    SearchControl control; // of the search that is running
} SuiteSlot;

typedef struct SuiteRun {
    const Suite *suite;
    const Config *config;
    const SuiteReport *report;
    const SearchControl *stop; // the caller's
    Attempt *attempts;
    SuiteSlot *slots;
    int players;
    size_t solved; // of the problems that are done
} SuiteRun;

// Notes since when the answer of a search is right.
typedef struct Listener {
    const Problem *problem;
    int64_t found_ns;
} Listener;

static void note_answer(void *context, const SearchInfo *info) {
    Listener *listener = context;
    if (info->text || info->multi_pv != 1 || info->bound == BOUND_UPPER || !info->pv_count)
        return;
    if (!problem_is_solved(listener->problem, info->pv[0], info->value))
        listener->found_ns = -1;
    else if (listener->found_ns < 0)
        listener->found_ns = info->time_ns;
}

static Status try_problem(void *context, int index, int64_t item, Error *error) {
    const SuiteRun *run = context;
    SuiteSlot *slot = &run->slots[index];
    const Problem *problem = &run->suite->problems[item];
    SearchLimits limits = run->config->limits;
    if (problem->asks_mate)
        limits.mate = problem->mate_plies ? problem->mate_plies : PLY_MAX;
    Listener listener = {problem, -1};
    SearchResult result;
    TRY(line_begin(&slot->line, &problem->position, error));
    player_new_game(slot->player);
    TRY(config_go(run->config, slot->player, &slot->line, &limits, &slot->control,
                  &(SearchReport){note_answer, &listener}, &result, error));
    const bool is_solved = problem_is_solved(problem, result.best, result.value);
    run->attempts[item] = (Attempt){
        .is_solved = is_solved,
        .move = result.best,
        .value = result.value,
        .depth = result.depth,
        .nodes = result.nodes,
        .time_ns = result.time_ns,
        .found_ns = !is_solved               ? -1
                    : listener.found_ns >= 0 ? listener.found_ns
                                             : result.time_ns,
    };
    return STATUS_OK;
}

static Status take_attempt(void *context, int slot, int64_t item, Error *error) {
    SuiteRun *run = context;
    const SuiteReport *report = run->report;
    (void)slot, (void)error;
    run->solved += run->attempts[item].is_solved;
    if (report->attempt)
        report->attempt(report->context, (size_t)item, &run->attempts[item]);
    if (report->progress)
        report->progress(report->context, (size_t)item + 1, run->solved);
    return STATUS_OK;
}

static bool is_stopped(void *context) {
    return control_is_stopped(((const SuiteRun *)context)->stop);
}

static void stop_searches(void *context) {
    const SuiteRun *run = context;
    for (int i = 0; i < run->players; i++)
        control_stop(&run->slots[i].control);
}

static Status solve(SuiteRun *run, Error *error) {
    for (int i = 0; i < run->players; i++)
        TRY(config_player(run->config, &run->slots[i].player, error));
    const PoolJob job = {.context = run,
                         .count = (int64_t)run->suite->count,
                         .run = try_problem,
                         .done = take_attempt,
                         .is_stopped = is_stopped,
                         .interrupt = stop_searches,
                         .is_ordered = true,
                         .window = (int)run->suite->count};
    return pool_run_once(run->players, &job, error);
}

Status suite_solve(const Suite *suite, const Config *config, int players, const SuiteReport *report,
                   const SearchControl *stop, Attempt *attempts, Error *error) {
    assert(players >= 1 && players <= SUITE_PLAYERS_MAX);
    if ((size_t)players > suite->count)
        players = (int)suite->count;
    SuiteRun run = {.suite = suite,
                    .config = config,
                    .report = report,
                    .stop = stop,
                    .attempts = attempts,
                    .players = players,
                    .slots = calloc((size_t)players, sizeof *run.slots)};
    if (!run.slots)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d players", players);
    for (int i = 0; i < players; i++) {
        line_init(&run.slots[i].line);
        control_init(&run.slots[i].control);
    }
    const Status status = solve(&run, error);
    for (int i = 0; i < players; i++) {
        player_free(run.slots[i].player);
        line_release(&run.slots[i].line);
    }
    free(run.slots);
    return status;
}
