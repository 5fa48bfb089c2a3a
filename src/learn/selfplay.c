#include "learn/selfplay.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/workers.h"
#include "learn/episode.h"
#include "learn/selfplay_manifest.h"

enum {
    ATTEMPTS = 20, // openings drawn before an uneven one is played after all
};

// What one game leaves behind.
typedef struct GameSamples {
    Sample *samples; // owned
    size_t count, capacity;
    int result; // FIRST's
    int64_t plies, nodes;
} GameSamples;

// A thread's own things.
typedef struct Desk {
    Player *player;
    SearchControl control;
    GameLine line;
} Desk;

typedef struct Hall {
    const SelfplayConfig *plan;
    const SearchControl *stop;
    Desk *desks;
    Rng parent;           // of the games' own; never changes
    int64_t first, count; // the games of this part
    GameSamples *games;   // of this part
    pthread_mutex_t lock;
    // The rest is read and written under the lock.
    int64_t next;
    Status status; // the first failure
    Error *error;
} Hall;

// ---- one game ----

static bool is_stopped(const Hall *hall) {
    return control_is_stopped(hall->stop);
}

static Status keep(GameSamples *game, const Position *pos, const SearchResult *result,
                   Error *error) {
    if (game->count == game->capacity) {
        const size_t capacity = game->capacity ? 2 * game->capacity : 128;
        Sample *samples = realloc(game->samples, capacity * sizeof *samples);
        if (!samples)
            return error_set(error, STATUS_NO_MEMORY, "no memory for the samples of a game");
        game->samples = samples;
        game->capacity = capacity;
    }
    Sample *sample = &game->samples[game->count++];
    *sample = (Sample){.value = (int16_t)result->value,
                       .move = (uint16_t)result->best,
                       .ply = (uint16_t)(pos_ply(pos) < UINT16_MAX ? pos_ply(pos) : UINT16_MAX),
                       .result = pos_side(pos) == FIRST ? 1 : -1}; // the sign; the rest follows
    pos_pack(pos, &sample->position);
    return STATUS_OK;
}

// A move of the opening.
static Move draw_move(const SelfplayConfig *plan, Player *player, const Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    double weights[MOVE_MAX], best = -(double)INFINITY, sum = 0;
    const int count = gen_legal(pos, moves);
    assert(count > 0);
    if (plan->temperature <= 0)
        return moves[rng_below(rng, (uint32_t)count)];
    for (int i = 0; i < count; i++) {
        Position after = *pos;
        Undo undo;
        pos_do(&after, moves[i], &undo);
        weights[i] = -player_quiesce(player, &after);
        best = fmax(best, weights[i]);
    }
    for (int i = 0; i < count; i++)
        sum += weights[i] = exp((weights[i] - best) / plan->temperature);
    double left = rng_unit(rng) * sum;
    int chosen = 0;
    while (chosen < count - 1 && (left -= weights[chosen]) >= 0)
        chosen++;
    return moves[chosen];
}

static Status draw_opening(const Hall *hall, Desk *desk, Rng *rng, Error *error) {
    const SelfplayConfig *plan = hall->plan;
    const int spread = plan->opening_most - plan->opening_least;
    const int plies = plan->opening_least + (int)rng_below(rng, (uint32_t)spread + 1);
    const uint64_t round = rng_next(rng) >> 1;
    do {
        Position start;
        pos_start(&start);
        if (plan->openings)
            TRY(opening_of_round(&desk->line, plan->openings, 0, rng, round, error));
        else
            TRY(line_begin(&desk->line, &start, error));
        for (int i = 0; i < plies && opening_is_open(&desk->line); i++)
            TRY(line_push(&desk->line, draw_move(plan, desk->player, &desk->line.now, rng), error));
    } while (!opening_is_open(&desk->line) && !is_stopped(hall));
    return STATUS_OK;
}

// What the first search thinks of an opening.
static Status try_opening(const Hall *hall, Desk *desk, int *value, Error *error) {
    const SearchReport nobody = {0};
    SearchResult result;
    TRY(player_go(desk->player, &desk->line, &hall->plan->config->limits, &desk->control, &nobody,
                  &result, error));
    *value = result.value;
    return STATUS_OK;
}

static Status note(void *context, const GameLine *line, const SearchResult *result, Player *player,
                   Move *move, Error *error) {
    (void)player;
    (void)move;
    GameSamples *game = context;
    game->plies++;
    game->nodes += result->nodes;
    const bool is_over = result->is_declared || !result->best || value_is_decided(result->value);
    return is_over ? STATUS_OK : keep(game, &line->now, result, error);
}

static Status play_game(Hall *hall, Desk *desk, int64_t number, GameSamples *game, Error *error) {
    const SelfplayConfig *plan = hall->plan;
    Rng rng = rng_split(&hall->parent, (uint64_t)number);
    char seed[24];
    StrBuf text = strbuf_init(seed, sizeof seed);
    strbuf_format(&text, "%d", (int)(rng_next(&rng) & INT32_MAX));
    TRY(player_set(desk->player, str_of("Seed"), str_of(seed), error));
    TRY(player_prepare(desk->player, error));
    int value, attempt = 0;
    do {
        player_new_game(desk->player); // or the opening would depend on the game before
        TRY(draw_opening(hall, desk, &rng, error));
        TRY(try_opening(hall, desk, &value, error));
    } while (abs(value) > plan->opening_limit && ++attempt < ATTEMPTS);
    const EpisodeConfig terms = {.limits = plan->config->limits,
                                 .rules = {RULES_DEFAULT.entering_king, plan->move_limit},
                                 .ends_decided = true,
                                 .resign_value = plan->resign_value,
                                 .resign_count = plan->resign_count};
    const EpisodeHooks watch = {note, game};
    EpisodeEnd end;
    TRY(episode_play(desk->player, &terms, &desk->control, &watch, &desk->line, &end, error));
    game->result = end.result;
    for (size_t i = 0; i < game->count; i++)
        game->samples[i].result = (int8_t)(game->samples[i].result * game->result);
    return STATUS_OK;
}

// ---- many of them ----

static bool take_game(Hall *hall, int64_t *index) {
    pthread_mutex_lock(&hall->lock);
    const bool is_left = hall->status == STATUS_OK && hall->next < hall->count;
    *index = hall->next;
    hall->next += is_left;
    pthread_mutex_unlock(&hall->lock);
    return is_left && !is_stopped(hall);
}

static void work(void *context, int worker_index) {
    Hall *hall = context;
    int64_t index;
    while (take_game(hall, &index)) {
        Error why;
        const Status status = play_game(hall, &hall->desks[worker_index], hall->first + index,
                                        &hall->games[index], &why);
        if (status == STATUS_OK)
            continue;
        pthread_mutex_lock(&hall->lock);
        if (hall->status == STATUS_OK)
            hall->status = error_set(hall->error, status, "%s", why.text);
        pthread_mutex_unlock(&hall->lock);
    }
}

// ---- a part ----

// The positions of a part that were seen already, by their hash: open addressing.
typedef struct Seen {
    uint64_t *hashes;
    size_t slots;
} Seen;

static Status seen_init(Seen *seen, size_t positions, Error *error) {
    seen->slots = 1024;
    while (seen->slots < 2 * positions)
        seen->slots *= 2;
    seen->hashes = calloc(seen->slots, sizeof *seen->hashes);
    return seen->hashes
               ? STATUS_OK
               : error_set(error, STATUS_NO_MEMORY, "no memory for %zu positions", positions);
}

static bool seen_add(Seen *seen, const Sample *sample) {
    uint64_t hash = sample_hash(sample);
    hash += !hash;
    size_t slot = (size_t)hash & (seen->slots - 1);
    for (; seen->hashes[slot]; slot = (slot + 1) & (seen->slots - 1))
        if (seen->hashes[slot] == hash)
            return false;
    seen->hashes[slot] = hash;
    return true;
}

static void count_game(const GameSamples *game, SelfplayCounts *counts) {
    counts->games++;
    counts->wins += game->result > 0;
    counts->draws += game->result == 0;
    counts->losses += game->result < 0;
    counts->plies += game->plies;
    counts->nodes += game->nodes;
}

static Status write_games(const Hall *hall, SampleWriter *writer, Seen *seen,
                          SelfplayCounts *counts, Error *error) {
    for (int64_t i = 0; i < hall->count; i++) {
        const GameSamples *game = &hall->games[i];
        count_game(game, counts);
        for (size_t j = 0; j < game->count; j++) {
            const bool is_new = seen_add(seen, &game->samples[j]);
            counts->positions += is_new;
            counts->duplicates += !is_new;
            if (is_new)
                TRY(sample_writer_add(writer, &game->samples[j], 1, error));
        }
    }
    return STATUS_OK;
}

static Status write_part(const Hall *hall, const char *path, SelfplayCounts *counts, Error *error) {
    size_t positions = 0;
    for (int64_t i = 0; i < hall->count; i++)
        positions += hall->games[i].count;
    Seen seen;
    TRY(seen_init(&seen, positions, error));
    SampleWriter *writer = NULL;
    Status status = sample_writer_open(&writer, path, (uint32_t)hall->count, error);
    if (status == STATUS_OK)
        status = write_games(hall, writer, &seen, counts, error);
    if (status == STATUS_OK)
        status = sample_writer_publish(writer, error);
    sample_writer_free(writer);
    free(seen.hashes);
    return status;
}

static void forget_games(Hall *hall) {
    for (int64_t i = 0; i < hall->count; i++)
        free(hall->games[i].samples);
    memset(hall->games, 0, (size_t)hall->count * sizeof *hall->games);
}

// Until the games of the part are over. A built-in player does not look up from a long search by
// itself.
static void wait_for_desks(Hall *hall, Workers *workers) {
    enum { LOOK_UP_MS = 50 };
    while (!workers_wait_for(workers, LOOK_UP_MS))
        for (int i = 0; i < hall->plan->threads && is_stopped(hall); i++)
            control_stop(&hall->desks[i].control);
}

// The games of a part that is there. One of a run that asked for fewer games may be shorter than it
// is now to be.
static Status find_part(const Hall *hall, const char *path, int64_t *games, Error *error) {
    *games = 0;
    if (access(path, F_OK) != 0)
        return STATUS_OK;
    uint32_t count;
    TRY(sample_file_games(path, &count, error));
    *games = count ? (int64_t)count : hall->count; // parts of before did not say
    return STATUS_OK;
}

static Status play_part(Hall *hall, Workers *workers, int64_t part, SelfplayCounts *counts,
                        Error *error) {
    const SelfplayConfig *plan = hall->plan;
    hall->first = part * plan->part_games;
    const int64_t left = plan->games - hall->first;
    hall->count = left < plan->part_games ? left : plan->part_games;
    hall->next = 0;
    char *path = NULL;
    if (asprintf(&path, "%s/%06lld.samples.zst", plan->folder, (long long)part) < 0)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the name of a file");
    int64_t there;
    Status status = find_part(hall, path, &there, error);
    if (status == STATUS_OK && there >= hall->count) {
        counts->restored += there;
    } else if (status == STATUS_OK) {
        workers_start(workers, work, hall);
        wait_for_desks(hall, workers);
        status = hall->status;
        if (status == STATUS_OK && !is_stopped(hall))
            status = write_part(hall, path, counts, error);
        forget_games(hall);
    }
    free(path);
    return status;
}

// ---- all parts ----

// A player that knows when a game is drawn.
static Status desk_init(const SelfplayConfig *plan, Desk *desk, Error *error) {
    TRY(config_player(plan->config, &desk->player, error));
    if (player_settings(desk->player)->threads > 1)
        return error_set(error, STATUS_BAD_INPUT,
                         "games of players with several threads cannot be repeated; have more "
                         "games at a time instead");
    char limit[16];
    snprintf(limit, sizeof limit, "%d", plan->move_limit);
    return player_set(desk->player, str_of("MaxMovesToDraw"), str_of(limit), error);
}

static Status desks_init(Hall *hall, Error *error) {
    for (int i = 0; i < hall->plan->threads; i++) {
        control_init(&hall->desks[i].control);
        line_init(&hall->desks[i].line);
        TRY(desk_init(hall->plan, &hall->desks[i], error));
    }
    return STATUS_OK;
}

static void desks_release(Hall *hall) {
    for (int i = 0; i < hall->plan->threads; i++) {
        player_free(hall->desks[i].player);
        line_release(&hall->desks[i].line);
    }
}

static Status run_parts(Hall *hall, const SelfplayReport *report, SelfplayCounts *counts,
                        Error *error) {
    Workers workers;
    TRY(workers_init(&workers, hall->plan->threads, error));
    const int64_t start_ns = clock_ns();
    Status status = STATUS_OK;
    const int64_t parts = (hall->plan->games + hall->plan->part_games - 1) / hall->plan->part_games;
    for (int64_t part = 0; part < parts && status == STATUS_OK && !is_stopped(hall); part++) {
        status = play_part(hall, &workers, part, counts, error);
        counts->time_ns = clock_ns() - start_ns;
        if (status == STATUS_OK && report->part)
            report->part(report->context, counts);
    }
    workers_release(&workers);
    return status;
}

Status selfplay_run(const SelfplayConfig *plan, const SelfplayReport *report,
                    const SearchControl *stop, SelfplayCounts *counts, Error *error) {
    assert(plan->threads >= 1 && plan->threads <= SELFPLAY_THREADS_MAX && plan->part_games >= 1);
    *counts = (SelfplayCounts){0};
    Hall hall = {.plan = plan, .stop = stop, .error = error};
    rng_init(&hall.parent, plan->seed);
    hall.desks = calloc((size_t)plan->threads, sizeof *hall.desks);
    hall.games = calloc((size_t)plan->part_games, sizeof *hall.games);
    Status status = STATUS_NO_MEMORY;
    if (hall.desks && hall.games) {
        pthread_mutex_init(&hall.lock, NULL);
        status = desks_init(&hall, error);
        if (status == STATUS_OK)
            status = selfplay_manifest_keep(plan, hall.desks[0].player, error);
        if (status == STATUS_OK)
            status = run_parts(&hall, report, counts, error);
        desks_release(&hall);
        pthread_mutex_destroy(&hall.lock);
    } else {
        error_set(error, status, "no memory to play %d games at once", plan->part_games);
    }
    free(hall.desks);
    free(hall.games);
    return status;
}
