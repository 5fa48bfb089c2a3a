#include "learn/selfplay.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/pool.h"
#include "learn/sample_set.h"
#include "play/game.h"
#include "play/search_player.h"

enum {
    ATTEMPTS = 20, // openings drawn before an uneven one is played all the same
};

// What is kept of a game until its part is written.
typedef struct GameSamples {
    Sample *samples; // owned
    size_t count, capacity;
    int result; // of FIRST
    int64_t plies, nodes;
} GameSamples;

// What one thread needs to play.
typedef struct Slot {
    Player *player;
    Game game;
} Slot;

typedef struct Selfplay {
    const SelfplayConfig *config;
    const SearchControl *stop;
    Rng rng; // parent of the games; never changes
    Slot *slots;
    // The part in progress: `count` games from number `first`.
    int64_t first, count;
    GameSamples *games;
} Selfplay;

// ---- a game ----

static Status add_sample(GameSamples *game, const Position *pos, const SearchResult *result,
                         Error *error) {
    TRY(ARRAY_RESERVE(game->samples, game->capacity, game->count + 1, "the samples of a game",
                      error));
    Sample *sample = &game->samples[game->count++];
    *sample =
        (Sample){.value = (int16_t)result->value,
                 .move = (uint16_t)result->best,
                 .ply = (uint16_t)(pos_ply(pos) < UINT16_MAX ? pos_ply(pos) : UINT16_MAX),
                 .result = pos_side(pos) == FIRST ? 1 : -1}; // the sign, until the result is known
    pos_pack(pos, &sample->position);
    return STATUS_OK;
}

// A move of the opening.
static Move draw_move(const SelfplayConfig *config, Player *player, const Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    double weights[MOVE_MAX], best = -(double)INFINITY, sum = 0;
    const int count = gen_legal(pos, moves);
    assert(count > 0);
    if (config->temperature <= 0)
        return moves[rng_below(rng, (uint32_t)count)];
    for (int i = 0; i < count; i++) {
        Position after = *pos;
        pos_play(&after, moves[i]);
        weights[i] = -player_quiesce(player, &after);
        best = fmax(best, weights[i]);
    }
    for (int i = 0; i < count; i++)
        sum += weights[i] = exp((weights[i] - best) / config->temperature);
    return moves[rng_weighted(rng, weights, count, sum)];
}

static Status draw_opening(const Selfplay *selfplay, Slot *slot, Rng *rng, Error *error) {
    const SelfplayConfig *config = selfplay->config;
    const int spread = config->opening_most - config->opening_least;
    const int plies = config->opening_least + (int)rng_below(rng, (uint32_t)spread + 1);
    const uint64_t round = rng_next(rng) >> 1;
    do {
        Position start;
        pos_start(&start);
        if (config->openings)
            TRY(opening_of_round(&slot->game.line, config->openings, 0, rng, round, error));
        else
            TRY(line_begin(&slot->game.line, &start, error));
        for (int i = 0; i < plies && opening_is_open(&slot->game.line); i++)
            TRY(line_push(&slot->game.line,
                          draw_move(config, slot->player, &slot->game.line.now, rng), error));
    } while (!opening_is_open(&slot->game.line) && !control_is_stopped(selfplay->stop));
    return STATUS_OK;
}

// The value of the first search after the opening.
static Status try_opening(const Selfplay *selfplay, Slot *slot, int *value, Error *error) {
    const SearchReport no_report = {0};
    SearchResult result;
    TRY(player_go(slot->player, &slot->game.line, &selfplay->config->player->limits, selfplay->stop,
                  &no_report, &result, error));
    *value = result.value;
    return STATUS_OK;
}

static Status searched(void *context, const GameLine *line, const SearchResult *result,
                       Player *player, Move *move, Error *error) {
    (void)player, (void)move;
    GameSamples *game = context;
    game->plies++;
    game->nodes += result->nodes;
    const bool is_over = result->is_declared || !result->best || value_is_decided(result->value);
    return is_over ? STATUS_OK : add_sample(game, &line->now, result, error);
}

static Status begin_game(const Selfplay *selfplay, Slot *slot, int64_t number, Error *error) {
    Rng rng = rng_split(&selfplay->rng, (uint64_t)number);
    TRY(player_set_number(slot->player, "Seed", (int)(rng_next(&rng) & INT32_MAX), error));
    TRY(player_prepare(slot->player, error));
    int value, attempt = 0;
    do {
        player_new_game(slot->player); // or the opening would depend on the game before
        TRY(draw_opening(selfplay, slot, &rng, error));
        TRY(try_opening(selfplay, slot, &value, error));
    } while (abs(value) > selfplay->config->opening_limit && ++attempt < ATTEMPTS);
    return STATUS_OK;
}

static Status play_game(void *context, int index, int64_t item, Error *error) {
    const Selfplay *selfplay = context;
    const SelfplayConfig *config = selfplay->config;
    Slot *slot = &selfplay->slots[index];
    GameSamples *samples = &selfplay->games[item];
    TRY(begin_game(selfplay, slot, selfplay->first + item, error));
    const GameConfig game = {.rules = {RULES_DEFAULT.entering_king, config->move_limit},
                             .adjudication = {.ends_decided = true,
                                              .resign_value = config->resign_value,
                                              .resign_plies = config->resign_plies}};
    SearchPlayer player;
    search_player_init(&player, slot->player, &config->player->limits,
                       &(SearchHook){searched, samples});
    TRY(game_play(&slot->game, &game, (GamePlayer *const[]){&player.base, &player.base}, NULL,
                  selfplay->stop, error));
    samples->result = game_result(&slot->game);
    for (size_t i = 0; i < samples->count; i++)
        samples->samples[i].result = (int8_t)(samples->samples[i].result * samples->result);
    return STATUS_OK;
}

static bool is_stopped(void *context) {
    const Selfplay *selfplay = context;
    return control_is_stopped(selfplay->stop);
}

// ---- a part ----

static void count_game(const GameSamples *game, SelfplayCounts *counts) {
    counts->games++;
    counts->wins += game->result > 0;
    counts->draws += game->result == 0;
    counts->losses += game->result < 0;
    counts->plies += game->plies;
    counts->nodes += game->nodes;
}

// Every position of the part once.
static void gather(const Selfplay *selfplay, SampleSet *set, SelfplayCounts *counts) {
    for (int64_t i = 0; i < selfplay->count; i++) {
        const GameSamples *game = &selfplay->games[i];
        count_game(game, counts);
        for (size_t j = 0; j < game->count; j++) {
            const Sample *sample = &game->samples[j];
            const bool is_new = sample_set_add(set, sample, sample_hash(sample));
            counts->positions += is_new;
            counts->duplicates += !is_new;
        }
    }
}

static Status write_part(const Selfplay *selfplay, const char *path, SelfplayCounts *counts,
                         Error *error) {
    size_t positions = 0;
    for (int64_t i = 0; i < selfplay->count; i++)
        positions += selfplay->games[i].count;
    SampleSet set;
    TRY(sample_set_init(&set, positions, error));
    gather(selfplay, &set, counts);
    ByteSink *sink;
    Status status = sample_sink_open(&sink, path, (uint32_t)selfplay->count, error);
    if (status == STATUS_OK)
        status = sample_sink_add(sink, set.samples, set.count, error);
    if (status == STATUS_OK)
        status = bytesink_publish(sink, error);
    bytesink_free(sink);
    sample_set_release(&set);
    return status;
}

static void forget_games(Selfplay *selfplay) {
    for (int64_t i = 0; i < selfplay->count; i++)
        free(selfplay->games[i].samples);
    memset(selfplay->games, 0, (size_t)selfplay->count * sizeof *selfplay->games);
}

// The number of games of a part that exists, or 0. A part of a command that asked for fewer games
// may be shorter than now asked for.
static Status find_part(const Selfplay *selfplay, const char *path, int64_t *games, Error *error) {
    *games = 0;
    if (access(path, F_OK) != 0)
        return STATUS_OK;
    uint32_t count;
    TRY(sample_file_games(path, &count, error));
    *games = count ? (int64_t)count : selfplay->count; // older files have no count
    return STATUS_OK;
}

static Status play_part(Selfplay *selfplay, Workers *workers, SelfplayCounts *counts,
                        const char *path, Error *error) {
    const PoolJob job = {
        .context = selfplay, .count = selfplay->count, .run = play_game, .is_stopped = is_stopped};
    Status status = pool_run(workers, &job, error);
    if (status == STATUS_OK && !is_stopped(selfplay))
        status = write_part(selfplay, path, counts, error);
    forget_games(selfplay);
    return status;
}

static Status make_part(Selfplay *selfplay, Workers *workers, int64_t part, SelfplayCounts *counts,
                        Error *error) {
    const SelfplayConfig *config = selfplay->config;
    selfplay->first = part * config->part_games;
    const int64_t left = config->games - selfplay->first;
    selfplay->count = left < config->part_games ? left : config->part_games;
    char *path = NULL;
    if (asprintf(&path, "%s/%06lld.samples.zst", config->folder, (long long)part) < 0)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the name of a file");
    int64_t existing;
    Status status = find_part(selfplay, path, &existing, error);
    if (status == STATUS_OK && existing >= selfplay->count)
        counts->restored += existing;
    else if (status == STATUS_OK)
        status = play_part(selfplay, workers, counts, path, error);
    free(path);
    return status;
}

// ---- all parts ----

static Status slots_init(Selfplay *selfplay, Error *error) {
    for (int i = 0; i < selfplay->config->threads; i++) {
        Slot *slot = &selfplay->slots[i];
        game_init(&slot->game);
        TRY(config_player(selfplay->config->player, &slot->player, error));
        if (player_settings(slot->player)->threads > 1)
            return error_set(error, STATUS_BAD_INPUT,
                             "games of players with several threads cannot be repeated; have more "
                             "games at a time instead");
        TRY(player_set_number(slot->player, "MaxMovesToDraw", selfplay->config->move_limit, error));
    }
    return STATUS_OK;
}

static void slots_release(Selfplay *selfplay) {
    for (int i = 0; i < selfplay->config->threads; i++) {
        player_free(selfplay->slots[i].player);
        game_release(&selfplay->slots[i].game);
    }
}

static Status make_parts(Selfplay *selfplay, const SelfplayReport *report, SelfplayCounts *counts,
                         Error *error) {
    const SelfplayConfig *config = selfplay->config;
    Workers workers;
    TRY(workers_init(&workers, config->threads, error));
    const int64_t start_ns = clock_ns();
    const int64_t parts = (config->games + config->part_games - 1) / config->part_games;
    Status status = STATUS_OK;
    for (int64_t part = 0; part < parts && status == STATUS_OK && !is_stopped(selfplay); part++) {
        status = make_part(selfplay, &workers, part, counts, error);
        counts->time_ns = clock_ns() - start_ns;
        if (status == STATUS_OK && report->part)
            report->part(report->context, counts);
    }
    workers_release(&workers);
    return status;
}

Status selfplay_run(const SelfplayConfig *config, const SelfplayReport *report,
                    const SearchControl *stop, SelfplayCounts *counts, Error *error) {
    assert(config->threads >= 1 && config->threads <= SELFPLAY_THREADS_MAX &&
           config->part_games >= 1);
    *counts = (SelfplayCounts){0};
    Selfplay selfplay = {.config = config,
                         .stop = stop,
                         .slots = calloc((size_t)config->threads, sizeof *selfplay.slots),
                         .games = calloc((size_t)config->part_games, sizeof *selfplay.games)};
    rng_init(&selfplay.rng, config->seed);
    Status status = STATUS_OK;
    if (!selfplay.slots || !selfplay.games) {
        status = error_set(error, STATUS_NO_MEMORY, "no memory to play %d games at once",
                           config->part_games);
        goto done;
    }
    status = slots_init(&selfplay, error);
    if (status == STATUS_OK)
        status = selfplay_config_keep(config, selfplay.slots[0].player, error);
    if (status == STATUS_OK)
        status = make_parts(&selfplay, report, counts, error);
    slots_release(&selfplay);
done:
    free(selfplay.slots);
    free(selfplay.games);
    return status;
}
