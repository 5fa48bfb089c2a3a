#include "play/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "play/external_engine.h"
#include "play/internal_engine.h"

Status match_init(Match *match, const MatchConfig *config, Error *error) {
    *match = (Match){.config = *config, .games = pairing_games(&config->pairing)};
    assert(config->threads >= 1 && config->threads <= MATCH_THREADS_MAX);
    assert(match->games <= MATCH_GAMES_MAX);
    match->points = malloc((size_t)match->games + 1);
    match->hashes = malloc(((size_t)match->games + 1) * sizeof *match->hashes);
    if (!match->points || !match->hashes) {
        match_release(match);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %lld games",
                         (long long)pairing_games(&config->pairing));
    }
    memset(match->points, -1, (size_t)match->games + 1);
    if (config->sprt)
        match->sprt = sprt_judge(config->sprt, &match->standings[0].tally);
    return STATUS_OK;
}

void match_release(Match *match) {
    free(match->points);
    free(match->hashes);
    *match = (Match){0};
}

static void count_fault(Faults *faults, Finish finish) {
    faults->time += finish == FINISH_TIME;
    faults->illegal += finish == FINISH_ILLEGAL;
    faults->crash += finish == FINISH_CRASH;
    faults->silence += finish == FINISH_HANG;
}

static void count_game(Match *match, const PairingGame *game, int points, Finish finish,
                       Color loser) {
    assert(points >= 0 && points <= 2 && match->points[game->number] < 0);
    match->points[game->number] = (int8_t)points;
    match->finished++;
    Standing *standing = &match->standings[game->encounter];
    const Color color = game->is_swapped ? SECOND : FIRST;
    const int own = game->is_swapped ? 2 - points : points;
    standing->results[color][own]++;
    score_add_game(&standing->tally, own - 1);
    count_fault(&match->faults[game->players[loser]], finish);
    const int8_t *pair = &match->points[game->number / 2 * 2];
    if (pair[0] >= 0 && pair[1] >= 0)
        score_add_pair(&standing->tally, pair[0] - 1, 1 - pair[1]);
    if (match->config.sprt)
        sprt_follow(match->config.sprt, &standing->tally, &match->sprt);
}

void match_restore(Match *match, int64_t number, int points, Finish finish, Color loser) {
    const PairingGame game = pairing_game(&match->config.pairing, number);
    count_game(match, &game, points, finish, loser);
    match->restored++;
}

static uint64_t line_hash(const GameLine *line) {
    uint64_t hash = pos_key(&line->start);
    for (size_t i = 0; i < line->count; i++)
        hash = rng_mix(hash ^ line->moves[i]);
    return hash;
}

static int hash_compare(const void *a, const void *b) {
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

int64_t match_repeats(Match *match) {
    const int64_t played = match->finished - match->restored;
    qsort(match->hashes, (size_t)played, sizeof *match->hashes, hash_compare);
    int64_t repeats = 0;
    for (int64_t i = 1; i < played; i++)
        repeats += match->hashes[i] == match->hashes[i - 1];
    return repeats;
}

// ---- Playing ----

// What one thread needs.
typedef struct MatchSlot {
    GamePlayer *players[PAIRING_ENGINES_MAX]; // null: not opened yet
    PairingGame pairing;
    Game game;
} MatchSlot;

typedef struct MatchRun {
    Match *match; // `next` and `done` write it
    const MatchReport *report;
    const SearchControl *stop; // the caller's
    SearchControl over;        // stops the games: the match is stopped, decided or has failed
    MatchSlot *slots;
    Rng openings; // the parent of their own; never changes
} MatchRun;

static Status open_player(const EngineConfig *engine, int64_t patience_ms, GamePlayer **player,
                          Error *error) {
    Error why;
    const Status status = engine->is_external
                              ? external_engine_open(player, engine, patience_ms, &why)
                              : internal_engine_open(player, engine, &why);
    if (status == STATUS_OK)
        return STATUS_OK;
    return error_set(error, status, "%s: %s", engine->name, why.text);
}

static bool next_game(void *context, int slot, int64_t *item) {
    MatchRun *run = context;
    const Match *match = run->match;
    while (*item < match->games && match->points[*item] >= 0)
        ++*item;
    if (*item == match->games)
        return false;
    run->slots[slot].pairing = pairing_game(&match->config.pairing, *item);
    return true;
}

static Status set_up(const MatchRun *run, MatchSlot *slot, Error *error) {
    const MatchConfig *config = &run->match->config;
    GameLine *line = &slot->game.line;
    TRY(opening_of_round(line, config->openings, config->random_plies, &run->openings,
                         (uint64_t)slot->pairing.round, error));
    pos_set_chess960(&line->start, config->is_chess960);
    pos_set_chess960(&line->now, config->is_chess960);
    return STATUS_OK;
}

static Status play_game(void *context, int index, int64_t number, Error *error) {
    const MatchRun *run = context;
    const MatchConfig *config = &run->match->config;
    MatchSlot *slot = &run->slots[index];
    GamePlayer *players[COLOR_NB];
    GameConfig game_config = config->game;
    uint64_t seeds[COLOR_NB];
    for (int color = 0; color < COLOR_NB; color++) {
        const int engine = slot->pairing.players[color];
        if (!slot->players[engine])
            TRY(open_player(&config->engines[engine], game_config.patience_ms,
                            &slot->players[engine], error));
        players[color] = slot->players[engine];
        game_config.time[color] = config->engines[engine].time;
        // Not the opening's stream: every game of a round has the same one.
        seeds[color] = rng_mix(rng_mix(config->seed) + (uint64_t)(number * COLOR_NB + color));
    }
    TRY(set_up(run, slot, error));
    return game_play(&slot->game, &game_config, players, seeds, &run->over, error);
}

static Status take_game(void *context, int index, int64_t number, Error *error) {
    MatchRun *run = context;
    Match *match = run->match;
    const MatchSlot *slot = &run->slots[index];
    const Game *game = &slot->game;
    (void)number;
    match->hashes[match->finished - match->restored] = line_hash(&game->line);
    count_game(match, &slot->pairing, 1 + game_result(game), game->finish, game_loser(game));
    match->moves += (int64_t)(game->line.count - game->opening_plies);
    match->time_ns += game->time_ns;
    if (match->sprt.state != SPRT_UNDECIDED)
        control_stop(&run->over);
    return run->report->game
               ? run->report->game(run->report->context, match, &slot->pairing, game, error)
               : STATUS_OK;
}

// Programs must be ended by the thread that started them.
static void leave_slot(void *context, int index) {
    MatchSlot *slot = &((const MatchRun *)context)->slots[index];
    for (int i = 0; i < PAIRING_ENGINES_MAX; i++)
        game_player_close(slot->players[i]);
    game_release(&slot->game);
}

static bool is_stopped(void *context) {
    const MatchRun *run = context;
    return control_is_stopped(run->stop) || control_is_stopped(&run->over);
}

static void stop_games(void *context) {
    control_stop(&((MatchRun *)context)->over);
}

// Opens every engine once before the first game, so that a wrong option or a missing program is
// found at once, and the same one is always named.
static Status try_engines(const MatchConfig *config, Error *error) {
    for (int i = 0; i < config->pairing.engines; i++) {
        GamePlayer *player;
        TRY(open_player(&config->engines[i], config->game.patience_ms, &player, error));
        game_player_close(player);
    }
    return STATUS_OK;
}

Status match_run(Match *match, const MatchReport *report, const SearchControl *stop, Error *error) {
    const int threads = match->config.threads;
    if (match->sprt.state != SPRT_UNDECIDED) // by the games of an earlier run
        return STATUS_OK;
    TRY(try_engines(&match->config, error));
    MatchRun run = {.match = match, .report = report, .stop = stop};
    control_init(&run.over);
    rng_init(&run.openings, match->config.seed);
    run.slots = calloc((size_t)threads, sizeof *run.slots);
    if (!run.slots)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d games at a time", threads);
    for (int i = 0; i < threads; i++)
        game_init(&run.slots[i].game);
    const PoolJob job = {.context = &run,
                         .next = next_game,
                         .run = play_game,
                         .done = take_game,
                         .leave = leave_slot,
                         .is_stopped = is_stopped,
                         .interrupt = stop_games};
    const Status status = pool_run_once(threads, &job, error);
    free(run.slots);
    return status;
}
