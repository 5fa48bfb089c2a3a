// An engine whose search takes as long as it may, for the tests of the session: it deepens every
// millisecond, reports a line for every rank, and stops for nothing but a limit or its control.
// YURAGI_LOAD_MS makes loading slow.
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "protocol/session.h"
#include "search/search.h"

enum { NODES_A_DEPTH = 1000 };

typedef struct Patient {
    Search base;
    SearchSetup setup;
} Patient;

static Status create(Search **search, Error *error);

static void destroy(Search *search) {
    free(search);
}

static Status configure(Search *search, const SearchSetup *setup, const void *settings,
                        Error *error) {
    (void)settings;
    const char *load = getenv("YURAGI_LOAD_MS");
    clock_sleep_ms(load ? strtol(load, NULL, 10) : 0);
    if (setup->hash_mb == 4321)
        return error_set(error, STATUS_NO_MEMORY, "no memory for 4321 MiB");
    ((Patient *)search)->setup = *setup;
    return STATUS_OK;
}

static void new_game(Search *search) {
    (void)search;
}

static bool is_allowed(const SearchLimits *limits, Move move) {
    for (int i = 0; i < limits->move_count; i++)
        if (limits->moves[i] == move)
            return true;
    return !limits->move_count;
}

static int allowed_moves(const Position *pos, const SearchLimits *limits, Move *moves) {
    int kept = 0;
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++)
        if (is_allowed(limits, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}

static void tell(const Patient *patient, const SearchReport *report, const SearchResult *result,
                 const Move *moves, int count) {
    for (int rank = 1; report->info && rank <= patient->setup.multi_pv && rank <= count; rank++)
        report->info(report->context, &(SearchInfo){.depth = result->depth,
                                                    .deepest = result->depth,
                                                    .multi_pv = rank,
                                                    .value = result->value - rank,
                                                    .bound = BOUND_EXACT,
                                                    .nodes = result->nodes,
                                                    .time_ns = result->time_ns,
                                                    .pv = &moves[rank - 1],
                                                    .pv_count = 1});
}

// The value says whose turn it is, so that a test sees which position was searched.
static Status run(Search *search, const GameLine *line, const SearchLimits *limits,
                  const SearchControl *control, const SearchReport *report, SearchResult *result,
                  Error *error) {
    (void)error;
    const Patient *patient = (const Patient *)search;
    const int64_t start = clock_ns();
    Move moves[MOVE_MAX];
    const int count = allowed_moves(&line->now, limits, moves);
    *result = (SearchResult){.best = MOVE_NONE, .value = pos_side(&line->now) == FIRST ? 100 : 200};
    if (!count)
        return STATUS_OK;
    int64_t due_ns = INT64_MAX;
    do {
        result->depth = result->deepest = result->depth + 1;
        result->nodes += NODES_A_DEPTH;
        result->time_ns = clock_ns() - start;
        result->best = result->pv[0] = moves[0];
        result->pv_count = 1;
        tell(patient, report, result, moves, count);
        if ((limits->depth && result->depth >= limits->depth) ||
            (limits->nodes && result->nodes >= limits->nodes))
            break;
        clock_sleep_ms(1);
    } while (!control_is_due(control, 1, &due_ns));
    return STATUS_OK;
}

#define PATIENT(search_name)                                                                       \
    {                                                                                              \
        .name = search_name, .summary = "waits", .options = &NO_OPTIONS, .create = create,         \
        .destroy = destroy, .configure = configure, .new_game = new_game, .run = run               \
    }

static const OptionTable NO_OPTIONS = {NULL, 0};

// Under the names of the real ones, of which the default must be one.
static const SearchKind AS_FIRST = PATIENT("first");
static const SearchKind AS_ALPHABETA = PATIENT("alphabeta");
static const SearchKind AS_SOFTMAX = PATIENT("softmax");
const SearchKind *const SEARCH_KINDS[] = {&AS_FIRST, &AS_ALPHABETA, &AS_SOFTMAX, NULL};
const char *const SEARCH_NAMES[] = {"first", "alphabeta", "softmax", NULL};

static Status create(Search **search, Error *error) {
    Patient *patient = calloc(1, sizeof *patient);
    if (!patient)
        return error_set(error, STATUS_NO_MEMORY, "no memory");
    // All of them are the same but for the name, so the first will do for a player that asks which
    // one it has.
    patient->base.kind = &AS_FIRST;
    *search = &patient->base;
    return STATUS_OK;
}

int main(void) {
    session_run(stdin, stdout);
    return 0;
}
