#include "lab/curve_samples.h"

#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/workers.h"
#include "play/game.h"
#include "play/search_player.h"

// Enough to keep threads busy to the end of a batch, few enough to be shown progress often.
enum { TASKS_A_THREAD = 32, ROWS_BYTES = 4 << 20 };

// One game on its way from a row, or from its number, to samples.
typedef struct Task {
    CurveRow row;   // its text is in the crew's `text`; no file name: to be played here
    uint64_t index; // of the game or row, for its random numbers
    RowResult end;
    Status status;
    Error error;
    FitSample *samples;
    size_t count, capacity;
    int64_t in_check, decided;
} Task;

typedef struct CurveSlot {
    Player *player;
    Game game;
} CurveSlot;

typedef struct CurveCrew {
    const CurveSamplesConfig *plan;
    Rng rng; // the parent of all games' own; never changes
    Workers workers;
    bool has_workers;
    CurveSlot slots[CURVE_THREADS_MAX];
    Task *tasks;
    size_t task_count, task_capacity;
    char *text; // the rows of the batch, one after the other
    size_t text_used;
    _Atomic size_t next; // the first task nobody has taken; every worker advances it
} CurveCrew;

Status curve_samples_init(CurveSamples *harvest, const CurveSamplesConfig *plan,
                          CurveMakePlayer *make, void *make_context, Error *error) {
    assert(plan->threads >= 1 && plan->threads <= CURVE_THREADS_MAX && plan->sample_every >= 1);
    *harvest = (CurveSamples){.plan = *plan};
    CurveCrew *crew = harvest->crew = calloc(1, sizeof *crew);
    if (!crew)
        return error_set(error, STATUS_NO_MEMORY, "no memory for threads");
    crew->plan = &harvest->plan;
    rng_init(&crew->rng, plan->seed);
    crew->task_capacity = (size_t)plan->threads * TASKS_A_THREAD;
    crew->tasks = calloc(crew->task_capacity, sizeof *crew->tasks);
    crew->text = malloc(ROWS_BYTES);
    if (!crew->tasks || !crew->text)
        return error_set(error, STATUS_NO_MEMORY, "no memory for games");
    for (int i = 0; i < plan->threads; i++) {
        game_init(&crew->slots[i].game);
        crew->slots[i].player = make(make_context, error);
        if (!crew->slots[i].player)
            return STATUS_BAD_INPUT;
        TRY(player_prepare(crew->slots[i].player, error));
    }
    harvest->is_quiesced =
        SEARCH_KINDS[player_settings(crew->slots[0].player)->search]->quiesce != NULL;
    TRY(workers_init(&crew->workers, plan->threads, error));
    crew->has_workers = true;
    return STATUS_OK;
}

void curve_samples_release(CurveSamples *harvest) {
    CurveCrew *crew = harvest->crew;
    if (crew && crew->has_workers)
        workers_release(&crew->workers);
    for (int i = 0; crew && i < harvest->plan.threads; i++) {
        player_free(crew->slots[i].player);
        game_release(&crew->slots[i].game);
    }
    for (size_t i = 0; crew && crew->tasks && i < crew->task_capacity; i++)
        free(crew->tasks[i].samples);
    if (crew) {
        free(crew->tasks);
        free(crew->text);
    }
    free(crew);
    free(harvest->samples);
    *harvest = (CurveSamples){0};
}

// Room for one more.
static Status grow(FitSample **samples, size_t count, size_t *capacity, size_t max, Error *error) {
    if (count < *capacity)
        return STATUS_OK;
    if (count >= max)
        return error_set(error, STATUS_NO_MEMORY,
                         "more than %zu positions; take fewer of each game", max);
    size_t more = *capacity ? *capacity * 2 : 128;
    if (more > max)
        more = max;
    FitSample *moved = realloc(*samples, more * sizeof *moved);
    if (!moved)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu positions", more);
    *samples = moved;
    *capacity = more;
    return STATUS_OK;
}

static Status add_position(Task *task, Player *player, const Position *pos) {
    if (pos_in_check(pos)) {
        task->in_check++;
        return STATUS_OK;
    }
    const int value = player_quiesce(player, pos);
    // A mate that is seen is known, not estimated, and its distance is no number of pawns.
    if (value_is_decided(value)) {
        task->decided++;
        return STATUS_OK;
    }
    const int outcome = task->end == ROW_DRAW                                  ? 0
                        : (task->end == ROW_FIRST) == (pos_side(pos) == FIRST) ? 1
                                                                               : -1;
    TRY(grow(&task->samples, task->count, &task->capacity, CURVE_SAMPLES_MAX, &task->error));
    task->samples[task->count++] = (FitSample){.value = (int16_t)value, .outcome = (int8_t)outcome};
    return STATUS_OK;
}

// All positions from which the game went on.
static Status sample_game(const CurveSamplesConfig *plan, Task *task, Rng *rng, CurveSlot *slot) {
    // A fixed first one would leave the same side to move in every position for an even k.
    const uint32_t phase = rng_below(rng, (uint32_t)plan->sample_every);
    const size_t first = (size_t)plan->from_ply + phase;
    // What is remembered of the game that was played, or of the one before, is no value of captures
    // alone, and would depend on who played which game.
    player_new_game(slot->player);
    Position pos = slot->game.line.start;
    for (size_t ply = 0; ply < slot->game.line.count; ply++) {
        if (ply >= first && (ply - first) % (size_t)plan->sample_every == 0)
            TRY(add_position(task, slot->player, &pos));
        Undo undo;
        pos_do(&pos, slot->game.line.moves[ply], &undo);
    }
    return STATUS_OK;
}

static Rules rules_of(const Player *player, int ply_max) {
    const PlayerSettings *settings = player_settings(player);
    const int limit = settings->move_limit;
    return (Rules){.entering_king = (EnteringKing)settings->entering_king,
                   .move_limit = limit && limit < ply_max ? limit : ply_max};
}

// Random moves until the opening is long enough; one that ends the game is taken back by starting
// again, and there are always openings that do not.
static Status play_opening(const CurveSamplesConfig *plan, const Rules *rules, Rng *rng,
                           GameLine *line, Error *error) {
    Position start;
    pos_start(&start);
    TRY(line_begin(line, &start, error));
    while (line->count < (size_t)plan->random_plies) {
        Move moves[MOVE_MAX];
        const int count = gen_legal(&line->now, moves);
        TRY(line_push(line, moves[rng_below(rng, (uint32_t)count)], error));
        if (pos_outcome(&line->now, &line->history, rules).result != RESULT_OPEN)
            TRY(line_begin(line, &start, error));
    }
    return STATUS_OK;
}

static Status play_game(const CurveSamplesConfig *plan, Task *task, Rng *rng, CurveSlot *slot) {
    const GameConfig config = {.rules = rules_of(slot->player, plan->ply_max)};
    TRY(play_opening(plan, &config.rules, rng, &slot->game.line, &task->error));
    SearchPlayer search;
    search_player_init(&search, slot->player, &(SearchLimits){.nodes = plan->nodes},
                       &(SearchHook){0});
    GamePlayer *const players[COLOR_NB] = {&search.base, &search.base};
    SearchControl stop;
    control_init(&stop);
    TRY(game_play(&slot->game, &config, players, NULL, &stop, &task->error));
    const int result = game_result(&slot->game);
    task->end = result > 0 ? ROW_FIRST : result < 0 ? ROW_SECOND : ROW_DRAW;
    return STATUS_OK;
}

static Status run_task(const CurveCrew *crew, Task *task, CurveSlot *slot) {
    Rng rng = rng_split(&crew->rng, task->index);
    if (task->row.file) {
        TRY(gamerow_parse(task->row.text, &slot->game.line, &task->end, &task->error));
        if (task->end == ROW_UNKNOWN)
            return STATUS_OK;
    } else {
        TRY(play_game(crew->plan, task, &rng, slot));
    }
    return sample_game(crew->plan, task, &rng, slot);
}

static void work(void *context, int worker_index) {
    CurveCrew *crew = context;
    for (;;) {
        const size_t at = atomic_fetch_add_explicit(&crew->next, 1, memory_order_relaxed);
        if (at >= crew->task_count)
            return;
        Task *task = &crew->tasks[at];
        task->status = run_task(crew, task, &crew->slots[worker_index]);
    }
}

static Status append(CurveSamples *harvest, const Task *task, Error *error) {
    for (size_t i = 0; i < task->count; i++) {
        TRY(grow(&harvest->samples, harvest->count, &harvest->capacity, CURVE_SAMPLES_MAX, error));
        FitSample *sample = &harvest->samples[harvest->count++];
        *sample = task->samples[i];
        sample->game = (uint32_t)harvest->counts.games;
    }
    CurveCounts *counts = &harvest->counts;
    counts->games++;
    counts->first_wins += task->end == ROW_FIRST;
    counts->draws += task->end == ROW_DRAW;
    counts->second_wins += task->end == ROW_SECOND;
    counts->in_check += task->in_check;
    counts->decided += task->decided;
    return STATUS_OK;
}

static Status refuse(CurveSamples *harvest, const Task *task, Error *error) {
    if (task->status == STATUS_BAD_INPUT && harvest->plan.skips_bad) {
        harvest->counts.bad++;
        return STATUS_OK;
    }
    if (!task->row.file)
        return error_set(error, task->status, "%s", task->error.text);
    return error_set(error, task->status, "%s:%lld: %s", task->row.file, (long long)task->row.line,
                     task->error.text);
}

static bool is_full(const CurveSamples *harvest) {
    return harvest->plan.game_max && harvest->counts.games >= harvest->plan.game_max;
}

// Runs the tasks and adds what came of them, in their order.
static Status run_batch(CurveSamples *harvest, Error *error) {
    CurveCrew *crew = harvest->crew;
    atomic_store_explicit(&crew->next, 0, memory_order_relaxed);
    workers_start(&crew->workers, work, crew);
    workers_wait(&crew->workers);
    for (size_t i = 0; i < crew->task_count && !is_full(harvest); i++) {
        const Task *task = &crew->tasks[i];
        if (task->status != STATUS_OK)
            TRY(refuse(harvest, task, error));
        else if (task->end == ROW_UNKNOWN)
            harvest->counts.unknown++;
        else
            TRY(append(harvest, task, error));
    }
    crew->task_count = crew->text_used = 0;
    if (harvest->progress)
        harvest->progress(harvest->progress_context, &harvest->counts, harvest->count);
    return STATUS_OK;
}

// A task that keeps its memory of the batch before.
static Task *add_task(CurveCrew *crew, uint64_t index) {
    Task *task = &crew->tasks[crew->task_count++];
    task->row = (CurveRow){0};
    task->index = index;
    task->count = 0;
    task->in_check = task->decided = 0;
    task->status = STATUS_OK;
    return task;
}

Status curve_samples_read(CurveSamples *harvest, CurveNextRow *next, void *source, Error *error) {
    CurveCrew *crew = harvest->crew;
    uint64_t index = 0;
    while (!is_full(harvest)) {
        CurveRow row = {0};
        TRY(next(source, &row, error));
        if (!row.file)
            return crew->task_count ? run_batch(harvest, error) : STATUS_OK;
        if (!gamerow_is_game(row.text))
            continue;
        assert(row.text.len <= CURVE_ROW_MAX);
        Task *task = add_task(crew, index++);
        task->row = row;
        task->row.text.at = memcpy(crew->text + crew->text_used, row.text.at, row.text.len);
        crew->text_used += row.text.len;
        if (crew->task_count == crew->task_capacity || crew->text_used + CURVE_ROW_MAX > ROWS_BYTES)
            TRY(run_batch(harvest, error));
    }
    return STATUS_OK;
}

Status curve_samples_selfplay(CurveSamples *harvest, int64_t games, Error *error) {
    CurveCrew *crew = harvest->crew;
    for (int64_t game = 0; game < games;) {
        while (game < games && crew->task_count < crew->task_capacity)
            add_task(crew, (uint64_t)game++);
        TRY(run_batch(harvest, error));
    }
    return STATUS_OK;
}
