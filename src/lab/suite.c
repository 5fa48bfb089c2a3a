#include "lab/suite.h"

#include <assert.h>
#include <stdlib.h>

#include "base/filemap.h"
#include "base/workers.h"

static Status add_problem(Suite *suite, const Problem *problem, Error *error) {
    if (suite->count == suite->capacity) {
        const size_t capacity = suite->capacity ? suite->capacity * 2 : 256;
        Problem *problems = capacity > SUITE_PROBLEMS_MAX
                                ? NULL
                                : realloc(suite->problems, capacity * sizeof *problems);
        if (!problems)
            return error_set(error, STATUS_NO_MEMORY, "no memory for more than %zu problems",
                             suite->count);
        suite->problems = problems;
        suite->capacity = capacity;
    }
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

typedef struct SuiteSlot {
    Player *player;
    GameLine line;
} SuiteSlot;

typedef struct Job {
    const Suite *suite;
    const Config *config;
    const SuiteReport *report;
    Attempt *attempts;
    SuiteSlot *seats; // one a worker
    atomic_size_t next;
    pthread_mutex_t lock;
    // The rest is read and written under the lock.
    bool *is_done; // by problem
    size_t done, solved, told;
    Status status; // of the first failure
    Error *error;
} Job;

// Listens to a search for the moment from which its answer was right.
typedef struct Ear {
    const Problem *problem;
    int64_t found_ns;
} Ear;

static void hear(void *context, const SearchInfo *info) {
    Ear *ear = context;
    if (info->text || info->multi_pv != 1 || info->bound == BOUND_UPPER || !info->pv_count)
        return;
    if (!problem_is_solved(ear->problem, info->pv[0], info->value))
        ear->found_ns = -1;
    else if (ear->found_ns < 0)
        ear->found_ns = info->time_ns;
}

static Status try_problem(const Config *config, SuiteSlot *seat, const Problem *problem,
                          Attempt *attempt, Error *error) {
    SearchLimits limits = config->limits;
    if (problem->asks_mate)
        limits.mate = problem->mate_plies ? problem->mate_plies : PLY_MAX;
    Ear ear = {problem, -1};
    SearchControl control;
    SearchResult result;
    control_init(&control);
    TRY(line_begin(&seat->line, &problem->position, error));
    player_new_game(seat->player);
    TRY(config_go(config, seat->player, &seat->line, &limits, &control, &(SearchReport){hear, &ear},
                  &result, error));
    const bool is_solved = problem_is_solved(problem, result.best, result.value);
    *attempt = (Attempt){
        .is_solved = is_solved,
        .move = result.best,
        .value = result.value,
        .depth = result.depth,
        .nodes = result.nodes,
        .time_ns = result.time_ns,
        .found_ns = !is_solved          ? -1
                    : ear.found_ns >= 0 ? ear.found_ns
                                        : result.time_ns,
    };
    return STATUS_OK;
}

// Tells what is finished, up to the first problem that is not.
static void tell(Job *job, size_t index) {
    const SuiteReport *report = job->report;
    job->is_done[index] = true;
    job->done++;
    job->solved += job->attempts[index].is_solved;
    for (; job->told < job->suite->count && job->is_done[job->told]; job->told++)
        if (report->attempt)
            report->attempt(report->context, job->told, &job->attempts[job->told]);
    if (report->progress)
        report->progress(report->context, job->done, job->solved);
}

static void work(void *context, int worker_index) {
    Job *job = context;
    SuiteSlot *seat = &job->seats[worker_index];
    for (;;) {
        const size_t index = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
        if (index >= job->suite->count)
            return;
        Error error;
        const Status status = try_problem(job->config, seat, &job->suite->problems[index],
                                          &job->attempts[index], &error);
        pthread_mutex_lock(&job->lock);
        if (status == STATUS_OK) {
            tell(job, index);
        } else if (job->status == STATUS_OK) {
            job->status = error_set(job->error, status, "%s", error.text);
            atomic_store_explicit(&job->next, job->suite->count, memory_order_relaxed);
        }
        pthread_mutex_unlock(&job->lock);
    }
}

static Status run_job(Job *job, int players, Error *error) {
    for (int i = 0; i < players; i++)
        TRY(config_player(job->config, &job->seats[i].player, error));
    Workers workers;
    TRY(workers_init(&workers, players, error));
    workers_start(&workers, work, job);
    workers_wait(&workers);
    workers_release(&workers);
    return job->status;
}

Status suite_solve(const Suite *suite, const Config *config, int players, const SuiteReport *report,
                   Attempt *attempts, Error *error) {
    assert(players >= 1 && players <= SUITE_PLAYERS_MAX);
    if ((size_t)players > suite->count)
        players = (int)suite->count;
    Job job = {
        .suite = suite,
        .config = config,
        .report = report,
        .attempts = attempts,
        .seats = calloc((size_t)players, sizeof(SuiteSlot)),
        .is_done = calloc(suite->count, sizeof(bool)),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .error = error,
    };
    Status status;
    if (job.seats && job.is_done) {
        for (int i = 0; i < players; i++)
            line_init(&job.seats[i].line);
        status = run_job(&job, players, error);
        for (int i = 0; i < players; i++) {
            player_free(job.seats[i].player);
            line_release(&job.seats[i].line);
        }
    } else {
        status = error_set(error, STATUS_NO_MEMORY, "no memory for %d players", players);
    }
    pthread_mutex_destroy(&job.lock);
    free(job.seats);
    free(job.is_done);
    return status;
}
