#include "learn/selfplay_pool.h"

#include <stdlib.h>

#include "base/pool.h"
#include "play/opening.h"
#include "play/search_player.h"

enum {
    HASH_MB = 16,
    WINDOW_PER_SLOT = 4, // games in the reorder window for each thread
};

// ---- slots ----

static Status set_options(Player *player, const SelfplayPoolConfig *config, Error *error) {
    TRY(player_set(player, str_of("Search"), str_of(config->search->name), error));
    TRY(player_set(player, str_of("LeafSearch"), str_of("static"), error));
    TRY(player_set_number(player, "USI_Hash", HASH_MB, error));
    TRY(player_set_number(player, "Ts", config->settings.ts, error));
    return player_set_number(player, "Tb", config->settings.tb, error);
}

static Status slot_init(SelfplaySlot *slot, const SelfplayPoolConfig *config, Error *error) {
    *slot = (SelfplaySlot){.player = player_new()};
    history_init(&slot->history);
    if (!slot->player)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    TRY(set_options(slot->player, config, error));
    return grad_workspace_init(&slot->workspace, &config->grad, error);
}

static void release_slots(SelfplayPool *pool) {
    for (int i = 0; i < pool->slot_count; i++) {
        player_free(pool->slots[i].player);
        history_release(&pool->slots[i].history);
        grad_workspace_release(&pool->slots[i].workspace);
    }
    pool->slot_count = 0;
}

static Status widen_window(SelfplayPool *pool, int window, Error *error) {
    SelfplayGame *games = realloc(pool->games, (size_t)window * sizeof *games);
    if (!games)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d games", window);
    pool->games = games;
    while (pool->window < window) {
        SelfplayGame *game = &games[pool->window++];
        *game = (SelfplayGame){0};
        game_init(&game->game);
        trace_init(&game->trace);
    }
    return STATUS_OK;
}

static Status add_slots(SelfplayPool *pool, int count, Error *error) {
    if (count <= pool->slot_count)
        return STATUS_OK;
    TRY(widen_window(pool, count * WINDOW_PER_SLOT, error));
    SelfplaySlot *slots = realloc(pool->slots, (size_t)count * sizeof *slots);
    if (!slots)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d players", count);
    pool->slots = slots;
    while (pool->slot_count < count)
        TRY(slot_init(&slots[pool->slot_count++], &pool->config, error));
    return STATUS_OK;
}

Status selfplay_pool_init(SelfplayPool *pool, const SelfplayPoolConfig *config, Error *error) {
    *pool = (SelfplayPool){.config = *config};
    control_init(&pool->never);
    if (!config->stop)
        pool->config.stop = &pool->never;
    rng_init(&pool->rng, config->seed);
    return config->settings.nodes || config->settings.depth
               ? STATUS_OK
               : error_set(error, STATUS_BAD_INPUT, "Nodes or Depth has to end a search");
}

void selfplay_pool_release(SelfplayPool *pool) {
    release_slots(pool);
    snapshot_release(&pool->snapshot);
    for (int i = 0; i < pool->window; i++) {
        game_release(&pool->games[i].game);
        trace_release(&pool->games[i].trace);
    }
    free(pool->slots);
    free(pool->games);
    *pool = (SelfplayPool){0};
}

// All players get the present weights. After a failure no player is left, so that none uses weights
// that are released.
static Status update_players(SelfplayPool *pool, const Trainer *trainer, Error *error) {
    Snapshot fresh;
    TRY(snapshot_take(&fresh, trainer, error));
    Status status = STATUS_OK;
    for (int i = 0; i < pool->slot_count && status == STATUS_OK; i++)
        status = player_use_eval(pool->slots[i].player, fresh.eval, error);
    if (status != STATUS_OK)
        release_slots(pool);
    snapshot_release(&pool->snapshot);
    pool->snapshot = fresh;
    return status;
}

// ---- a step ----

typedef struct Step {
    SelfplayPool *pool;
    Trainer *trainer;
    Rng rng; // parent of the games; never changes
    const SelfplayHooks *hooks;
    StepStats *stats;
} Step;

static Status searched(void *context, const GameLine *line, const SearchResult *result,
                       Player *player, Move *move, Error *error) {
    (void)line, (void)player;
    SelfplaySlot *slot = context;
    return slot->hooks->searched(slot->hooks->context, slot, result, move, error);
}

static SelfplayGame *game_of(const SelfplayPool *pool, int64_t number) {
    return &pool->games[number % pool->window];
}

static Status play_game(void *context, int index, int64_t number, Error *error) {
    const Step *step = context;
    const SelfplaySettings *settings = &step->pool->config.settings;
    SelfplaySlot *slot = &step->pool->slots[index];
    SelfplayGame *game = game_of(step->pool, number);
    slot->hooks = step->hooks;
    slot->trainer = trainer_of_thread(step->trainer, index);
    slot->current = game;
    game->number = (int)number;
    game->rng = rng_split(&step->rng, (uint64_t)number);
    trace_clear(&game->trace);
    const GameConfig config = {
        .rules = RULES_DEFAULT, .adjudication.ends_decided = true, .ply_limit = settings->max_ply};
    const SearchLimits limits = {.nodes = settings->nodes, .depth = settings->depth};
    SearchPlayer player;
    search_player_init(&player, slot->player, &limits, &(SearchHook){searched, slot});
    Rng search = rng_split(&game->rng, STREAM_SEARCH);
    Rng opening = rng_split(&game->rng, STREAM_OPENING);
    TRY(player_set_number(slot->player, "Seed", rng_below(&search, INT32_MAX), error));
    TRY(opening_random(&game->game.line, settings->random_plies, &opening, error));
    return game_play(&game->game, &config, (GamePlayer *const[]){&player.base, &player.base}, NULL,
                     step->pool->config.stop, error);
}

static Status finish_game(void *context, int index, int64_t number, Error *error) {
    const Step *step = context;
    (void)index;
    return step->hooks->finished(step->hooks->context, game_of(step->pool, number), step->trainer,
                                 step->stats, error);
}

static bool is_stopped(void *context) {
    const Step *step = context;
    return control_is_stopped(step->pool->config.stop);
}

Status selfplay_pool_step(SelfplayPool *pool, Trainer *trainer, uint64_t number,
                          const SelfplayHooks *hooks, StepStats *stats, Error *error) {
    *stats = (StepStats){0};
    TRY(add_slots(pool, trainer_threads(trainer), error));
    TRY(update_players(pool, trainer, error));
    Step step = {pool, trainer, rng_split(&pool->rng, number), hooks, stats};
    const PoolJob job = {.context = &step,
                         .count = pool->config.batch,
                         .run = play_game,
                         .done = finish_game,
                         .is_stopped = is_stopped,
                         .is_ordered = true,
                         .window = pool->window};
    const Status status = pool_run(trainer->workers, &job, error);
    stats->loss /= stats->samples ? (double)stats->samples : 1;
    stats->is_aborted = is_stopped(&step);
    return status;
}
