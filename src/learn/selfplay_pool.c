#include "learn/selfplay_pool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/opening.h"

enum {
    HASH_MB = 16,
    ROOM_OF_SEAT = 4, // games on the shelf
};

static Status set(Player *player, const char *name, const char *value, Error *error) {
    return player_set(player, str_of(name), str_of(value), error);
}

static Status set_number(Player *player, const char *name, double number, Error *error) {
    char text[64];
    snprintf(text, sizeof text, "%.9f", number);
    return set(player, name, text, error);
}

static Status set_count(Player *player, const char *name, int count, Error *error) {
    char text[16];
    snprintf(text, sizeof text, "%d", count);
    return set(player, name, text, error);
}

// ---- seats ----

static Status set_up(const SelfplayPoolConfig *terms, Player *player, Error *error) {
    const SelfplaySettings *settings = &terms->settings;
    TRY(set(player, "Search", terms->search->name, error));
    TRY(set_count(player, "USI_Hash", HASH_MB, error));
    TRY(set(player, "LeafSearch", "static", error));
    TRY(set_number(player, "Ts", settings->ts, error));
    return set_number(player, "Tb", settings->tb, error);
}

static Status game_player_init(SelfplaySlot *seat, const SelfplayPoolConfig *terms, Error *error) {
    history_init(&seat->history);
    seat->player = player_new();
    if (!seat->player)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    TRY(set_up(terms, seat->player, error));
    return grad_workspace_init(&seat->workspace, &terms->grad, error);
}

static void game_player_release(SelfplaySlot *seat) {
    player_free(seat->player);
    history_release(&seat->history);
    grad_workspace_release(&seat->workspace);
}

static Status lengthen_shelf(SelfplayPool *pool, int room, Error *error) {
    SelfplayGame *shelf = realloc(pool->shelf, (size_t)room * sizeof *shelf);
    if (!shelf)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d games", room);
    pool->shelf = shelf;
    while (pool->room < room) {
        SelfplayGame *game = &shelf[pool->room++];
        *game = (SelfplayGame){0};
        line_init(&game->line);
        trace_init(&game->trace);
    }
    return STATUS_OK;
}

// One for each thread of whoever comes.
static Status fill_seats(SelfplayPool *pool, int count, Error *error) {
    if (count <= pool->game_player_count)
        return STATUS_OK;
    TRY(lengthen_shelf(pool, count * ROOM_OF_SEAT, error));
    SelfplaySlot *seats = realloc(pool->seats, (size_t)count * sizeof *seats);
    if (!seats)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d players", count);
    pool->seats = seats;
    while (pool->game_player_count < count) {
        SelfplaySlot *seat = &seats[pool->game_player_count++];
        *seat = (SelfplaySlot){0};
        TRY(game_player_init(seat, &pool->terms, error));
    }
    return STATUS_OK;
}

Status selfplay_pool_init(SelfplayPool *pool, const SelfplayPoolConfig *terms, Error *error) {
    *pool = (SelfplayPool){.terms = *terms};
    control_init(&pool->idle);
    if (!terms->settings.nodes && !terms->settings.depth)
        return error_set(error, STATUS_BAD_INPUT, "Nodes or Depth has to end a search");
    pool->folder = strdup(terms->folder);
    return pool->folder ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for a name");
}

void selfplay_pool_release(SelfplayPool *pool) {
    for (int i = 0; i < pool->game_player_count; i++)
        game_player_release(&pool->seats[i]);
    for (int i = 0; i < pool->room; i++) {
        line_release(&pool->shelf[i].line);
        trace_release(&pool->shelf[i].trace);
    }
    free(pool->seats);
    free(pool->shelf);
    free(pool->folder);
    *pool = (SelfplayPool){0};
}

static const SearchControl *control_of(const SelfplayPool *pool) {
    return pool->terms.stop ? pool->terms.stop : &pool->idle;
}

// ---- one game ----

typedef struct HooksContext {
    const SelfplayHooks *watch;
    SelfplaySlot *seat;
} HooksContext;

static Status look_on(void *context, const GameLine *line, const SearchResult *result,
                      Player *player, Move *move, Error *error) {
    (void)line;
    (void)player;
    const HooksContext *hooks_context = context;
    const SelfplayHooks *watch = hooks_context->watch;
    return watch->searched(watch->context, hooks_context->seat, result, move, error);
}

static Status play(const SelfplayPool *pool, SelfplaySlot *seat, const SelfplayHooks *watch,
                   Error *error) {
    const SelfplaySettings *settings = &pool->terms.settings;
    const EpisodeConfig terms = {
        .limits = {.nodes = settings->nodes, .depth = settings->depth},
        .rules = RULES_DEFAULT,
        .ply_limit = settings->max_ply,
        .ends_decided = true,
    };
    SelfplayGame *game = seat->game;
    HooksContext hooks_context = {watch, seat};
    const EpisodeHooks episode = {look_on, &hooks_context};
    Rng rng = rng_split(&game->rng, STREAM_SEARCH);
    TRY(set_count(seat->player, "Seed", (int)rng_below(&rng, INT32_MAX), error));
    TRY(opening_random(&game->line, settings->random_plies, rng_split(&game->rng, STREAM_OPENING),
                       error));
    return episode_play(seat->player, &terms, control_of(pool), &episode, &game->line, &game->end,
                        error);
}

// ---- a step ----

typedef struct Round {
    SelfplayPool *pool;
    const SelfplayHooks *watch;
    const Rng *step;
    int games;
    pthread_mutex_t lock;
    pthread_cond_t has_room;
    // The rest is read and written under the lock.
    int next; // that nobody plays yet
    int told; // games that the learner has heard of
    bool is_telling;
    Status status;
    Error *error;
} Round;

static SelfplayGame *place_of(const Round *round, int number) {
    return &round->pool->shelf[number % round->pool->room];
}

// Under the lock.
static bool goes_on(const Round *round) {
    return round->status == STATUS_OK && !control_is_stopped(control_of(round->pool));
}

// Under the lock. The first fault is the one that is told.
static void fail(Round *round, Status status, const Error *why) {
    if (round->status == STATUS_OK)
        round->status = error_set(round->error, status, "%s", why->text);
}

// A game to be played, or null. A place on the shelf is free when the game that had it was told;
// every game that was taken is told or passed over sometime, so nobody waits for ever.
static SelfplayGame *take_game(Round *round) {
    SelfplayGame *game = NULL;
    pthread_mutex_lock(&round->lock);
    while (round->next < round->games && goes_on(round) &&
           round->next >= round->told + round->pool->room)
        pthread_cond_wait(&round->has_room, &round->lock);
    if (round->next < round->games && goes_on(round)) {
        game = place_of(round, round->next);
        game->number = round->next++;
    }
    pthread_mutex_unlock(&round->lock);
    return game;
}

// Under the lock, which is let go while the learner listens: others may play and put their games on
// the shelf, but there is one who tells.
static void tell_games(Round *round) {
    round->is_telling = true;
    for (SelfplayGame *game; (game = place_of(round, round->told))->is_over; round->told++) {
        if (goes_on(round)) {
            Error why;
            pthread_mutex_unlock(&round->lock);
            const Status status = round->watch->finished(round->watch->context, game, &why);
            pthread_mutex_lock(&round->lock);
            if (status != STATUS_OK)
                fail(round, status, &why);
        }
        game->is_over = false;
        pthread_cond_broadcast(&round->has_room);
    }
    round->is_telling = false;
}

static void put_game(Round *round, SelfplayGame *game, Status status, const Error *why) {
    pthread_mutex_lock(&round->lock);
    if (status != STATUS_OK)
        fail(round, status, why);
    game->is_over = true;
    if (!round->is_telling)
        tell_games(round);
    pthread_mutex_unlock(&round->lock);
}

// Weights are opened here even if no game will be left: the step after the next has a file of the
// same name, which then would not be opened.
static void play_games(void *context, Trainer *trainer, int index) {
    Round *round = context;
    SelfplaySlot *seat = &round->pool->seats[index];
    Error why;
    seat->trainer = trainer;
    const Status ready = player_prepare(seat->player, &why);
    if (ready != STATUS_OK) {
        pthread_mutex_lock(&round->lock);
        fail(round, ready, &why);
        pthread_mutex_unlock(&round->lock);
    }
    while ((seat->game = take_game(round))) {
        seat->game->rng = rng_split(round->step, (uint64_t)seat->game->number);
        trace_clear(&seat->game->trace);
        const Status status = play(round->pool, seat, round->watch, &why);
        put_game(round, seat->game, status, &why);
    }
}

// Two files in turn: a player opens weights when their name changes, and until then it has those of
// the other file before its eyes.
static Status publish(SelfplayPool *pool, const Trainer *trainer, Error *error) {
    char path[OPTION_TEXT_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s-%u.weights", pool->folder,
                                pool->terms.name, pool->editions++ % 2);
    if (length < 0 || (size_t)length >= sizeof path)
        return error_set(error, STATUS_BAD_INPUT, "%.160s: too long a name", pool->folder);
    TRY(trainer_export(trainer, str_of("Written by a learner for its own games."), path, NULL,
                       error));
    for (int i = 0; i < trainer_threads(trainer); i++)
        TRY(set(pool->seats[i].player, "EvalFile", path, error));
    return STATUS_OK;
}

Status selfplay_pool_step(SelfplayPool *pool, Trainer *trainer, const Rng *step, int games,
                          const SelfplayHooks *watch, bool *is_aborted, Error *error) {
    TRY(fill_seats(pool, trainer_threads(trainer), error));
    TRY(publish(pool, trainer, error));
    Round round = {.pool = pool,
                   .watch = watch,
                   .step = step,
                   .games = games,
                   .lock = PTHREAD_MUTEX_INITIALIZER,
                   .has_room = PTHREAD_COND_INITIALIZER,
                   .status = STATUS_OK,
                   .error = error};
    trainer_run(trainer, play_games, &round);
    *is_aborted = control_is_stopped(control_of(pool));
    pthread_mutex_destroy(&round.lock);
    pthread_cond_destroy(&round.has_room);
    return round.status;
}
