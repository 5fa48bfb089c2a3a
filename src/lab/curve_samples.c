#include "lab/curve_samples.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/pool.h"
#include "base/rng.h"
#include "play/game.h"
#include "play/opening.h"
#include "play/search_player.h"

enum { TASKS_PER_THREAD = 8, GAMES_PER_REPORT = 64 };

// One game on its way from a row, or from its number, to samples.
typedef struct CurveTask {
    CurveRow row; // of `text`; no file: to be played here
    char *text;   // owned
    size_t text_capacity;
    RowResult end;
    Status status; // of reading, parsing and sampling
    Error error;
    FitSample *samples; // owned
    size_t count, capacity;
    int64_t in_check, decided;
} CurveTask;

// What one thread needs.
typedef struct CurveSlot {
    Player *player;
    Game game;
} CurveSlot;

typedef struct CurveRun {
    const CurveSamplesConfig *config;
    Rng rng; // the parent of all games' own; never changes
    CurveSlot slots[CURVE_THREADS_MAX];
    CurveTask *tasks; // item i of the pool is at i % window
    int window;
    bool has_ended;        // there is no further row
    CurveSamples *samples; // `done` writes it
    atomic_bool is_full;   // `done` writes it, any thread reads it
} CurveRun;

static CurveTask *task_of(const CurveRun *run, int64_t item) {
    return &run->tasks[item % run->window];
}

// ---- A game ----

// Room for one more.
static Status grow(FitSample **samples, size_t count, size_t *capacity, Error *error) {
    if (count >= CURVE_SAMPLES_MAX)
        return error_set(error, STATUS_NO_MEMORY, "more than %d positions; take fewer of each game",
                         CURVE_SAMPLES_MAX);
    return ARRAY_RESERVE(*samples, *capacity, count + 1, "positions", error);
}

static Status add_position(CurveTask *task, Player *player, const Position *pos) {
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
    TRY(grow(&task->samples, task->count, &task->capacity, &task->error));
    task->samples[task->count++] = (FitSample){.value = (int16_t)value, .outcome = (int8_t)outcome};
    return STATUS_OK;
}

// All positions from which the game went on.
static Status sample_game(const CurveSamplesConfig *config, CurveTask *task, Rng *rng,
                          CurveSlot *slot) {
    // A fixed first one would leave the same side to move in every position for an even k.
    const uint32_t phase = rng_below(rng, (uint32_t)config->sample_every);
    const size_t first = (size_t)config->from_ply + phase;
    // What the player remembers of the game that was played, or of the one before, is no value of
    // captures alone, and would depend on which thread played which game.
    player_new_game(slot->player);
    const GameLine *line = &slot->game.line;
    Position pos = line->start;
    for (size_t ply = 0; ply < line->count; ply++) {
        if (ply >= first && (ply - first) % (size_t)config->sample_every == 0)
            TRY(add_position(task, slot->player, &pos));
        pos_play(&pos, line->moves[ply]);
    }
    return STATUS_OK;
}

static Rules rules_of(const Player *player, int ply_max) {
    const PlayerSettings *settings = player_settings(player);
    const int limit = settings->move_limit;
    return (Rules){.entering_king = (EnteringKing)settings->entering_king,
                   .move_limit = limit && limit < ply_max ? limit : ply_max};
}

static Status play_game(const CurveSamplesConfig *config, CurveTask *task, Rng *rng,
                        CurveSlot *slot) {
    const GameConfig game_config = {.rules = rules_of(slot->player, config->ply_max)};
    const SearchLimits limits = {.nodes = config->nodes};
    SearchPlayer search;
    search_player_init(&search, slot->player, &limits, &(SearchHook){0});
    GamePlayer *const players[COLOR_NB] = {&search.base, &search.base};
    TRY(opening_random(&slot->game.line, config->random_plies, rng, &task->error));
    TRY(game_play(&slot->game, &game_config, players, NULL, config->stop, &task->error));
    const int result = game_result(&slot->game);
    task->end = result > 0 ? ROW_FIRST : result < 0 ? ROW_SECOND : ROW_DRAW;
    return STATUS_OK;
}

static Status run_task(const CurveRun *run, int64_t item, CurveTask *task, CurveSlot *slot) {
    Rng rng = rng_split(&run->rng, (uint64_t)item);
    if (task->row.file) {
        TRY(gamerow_parse(task->row.text, &slot->game.line, &task->end, &task->error));
        if (task->end == ROW_UNKNOWN)
            return STATUS_OK;
    } else {
        TRY(play_game(run->config, task, &rng, slot));
    }
    return sample_game(run->config, task, &rng, slot);
}

// ---- The pool ----

static Status keep_row(CurveTask *task, const CurveRow *row, Error *error) {
    assert(row->text.len <= CURVE_ROW_MAX);
    TRY(ARRAY_RESERVE(task->text, task->text_capacity, row->text.len, "a game", error));
    task->row = *row;
    task->row.text.at = memcpy(task->text, row->text.at, row->text.len);
    return STATUS_OK;
}

// The next row with a game in it. A failure is that of the item, so that it comes in its order.
static bool next_row(void *context, int slot, int64_t *item) {
    CurveRun *run = context;
    CurveTask *task = task_of(run, *item);
    (void)slot;
    CurveRow row = {0};
    task->status = STATUS_OK;
    do {
        if (run->has_ended)
            return false;
        task->status = run->config->next_row(run->config->context, &row, &task->error);
        run->has_ended = task->status != STATUS_OK || !row.file;
    } while (!run->has_ended && !gamerow_is_game(row.text));
    task->row.file = NULL;
    if (row.file && task->status == STATUS_OK)
        task->status = keep_row(task, &row, &task->error);
    return row.file || task->status != STATUS_OK;
}

// A game that is refused is no error yet: `take_game` may count it instead.
static Status run_item(void *context, int slot, int64_t item, Error *error) {
    CurveRun *run = context;
    CurveTask *task = task_of(run, item);
    task->count = 0;
    task->in_check = task->decided = 0;
    if (task->status != STATUS_OK)
        return error_set(error, task->status, "%s", task->error.text);
    task->status = run_task(run, item, task, &run->slots[slot]);
    return STATUS_OK;
}

static Status add_game(CurveSamples *samples, const CurveTask *task, Error *error) {
    for (size_t i = 0; i < task->count; i++) {
        TRY(grow(&samples->samples, samples->count, &samples->capacity, error));
        FitSample *sample = &samples->samples[samples->count++];
        *sample = task->samples[i];
        sample->game = (uint32_t)samples->counts.games;
    }
    CurveCounts *counts = &samples->counts;
    counts->games++;
    counts->first_wins += task->end == ROW_FIRST;
    counts->draws += task->end == ROW_DRAW;
    counts->second_wins += task->end == ROW_SECOND;
    counts->in_check += task->in_check;
    counts->decided += task->decided;
    return STATUS_OK;
}

static Status refuse_game(const CurveRun *run, const CurveTask *task, Error *error) {
    if (task->status == STATUS_BAD_INPUT && run->config->skips_bad) {
        run->samples->counts.bad++;
        return STATUS_OK;
    }
    if (!task->row.file)
        return error_set(error, task->status, "%s", task->error.text);
    return error_set(error, task->status, "%s:%lld: %s", task->row.file, (long long)task->row.line,
                     task->error.text);
}

static Status take_game(void *context, int slot, int64_t item, Error *error) {
    CurveRun *run = context;
    const CurveSamplesConfig *config = run->config;
    CurveTask *task = task_of(run, item);
    CurveSamples *samples = run->samples;
    const CurveCounts *counts = &samples->counts;
    (void)slot;
    if (task->status != STATUS_OK)
        TRY(refuse_game(run, task, error));
    else if (task->end == ROW_UNKNOWN)
        samples->counts.unknown++;
    else
        TRY(add_game(samples, task, error));
    task->status = STATUS_OK;
    if (config->progress && item % GAMES_PER_REPORT == 0)
        config->progress(config->context, counts, samples->count);
    atomic_store_explicit(&run->is_full, config->game_max && counts->games >= config->game_max,
                          memory_order_relaxed);
    return STATUS_OK;
}

static bool is_stopped(void *context) {
    CurveRun *run = context;
    return atomic_load_explicit(&run->is_full, memory_order_relaxed) ||
           control_is_stopped(run->config->stop);
}

static Status slot_init(const CurveRun *run, CurveSlot *slot, Error *error) {
    slot->player = run->config->make_player(run->config->context, error);
    if (!slot->player)
        return STATUS_BAD_INPUT;
    return player_prepare(slot->player, error);
}

static Status run_games(CurveRun *run, Error *error) {
    const CurveSamplesConfig *config = run->config;
    for (int i = 0; i < config->threads; i++)
        TRY(slot_init(run, &run->slots[i], error));
    run->samples->is_quiesced =
        SEARCH_KINDS[player_settings(run->slots[0].player)->search]->quiesce != NULL;
    const PoolJob job = {.context = run,
                         .count = config->games,
                         .next = config->next_row ? next_row : NULL,
                         .run = run_item,
                         .done = take_game,
                         .is_stopped = is_stopped,
                         .is_ordered = true,
                         .window = run->window};
    return pool_run_once(config->threads, &job, error);
}

static void run_release(CurveRun *run) {
    for (int i = 0; i < run->config->threads; i++) {
        player_free(run->slots[i].player);
        game_release(&run->slots[i].game);
    }
    for (int i = 0; run->tasks && i < run->window; i++) {
        free(run->tasks[i].samples);
        free(run->tasks[i].text);
    }
    free(run->tasks);
    free(run);
}

Status curve_samples_gather(CurveSamples *samples, const CurveSamplesConfig *config, Error *error) {
    assert(config->threads >= 1 && config->threads <= CURVE_THREADS_MAX);
    assert(config->sample_every >= 1);
    *samples = (CurveSamples){0};
    CurveRun *run = calloc(1, sizeof *run);
    if (!run)
        return error_set(error, STATUS_NO_MEMORY, "no memory for threads");
    run->config = config;
    run->samples = samples;
    run->window = config->threads * TASKS_PER_THREAD;
    run->tasks = calloc((size_t)run->window, sizeof *run->tasks);
    rng_init(&run->rng, config->seed);
    for (int i = 0; i < config->threads; i++)
        game_init(&run->slots[i].game);
    const Status status = run->tasks ? run_games(run, error)
                                     : error_set(error, STATUS_NO_MEMORY, "no memory for games");
    run_release(run);
    return status;
}

void curve_samples_release(CurveSamples *samples) {
    free(samples->samples);
    *samples = (CurveSamples){0};
}
