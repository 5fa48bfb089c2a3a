#include "play/match.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/workers.h"

Status match_init(Match *match, const MatchConfig *plan, Error *error) {
    *match = (Match){.plan = *plan, .games = pairing_games(&plan->pairing)};
    assert(plan->threads >= 1 && plan->threads <= MATCH_THREADS_MAX);
    assert(match->games <= MATCH_GAMES_MAX);
    match->points = malloc((size_t)match->games + 1);
    match->prints = malloc(((size_t)match->games + 1) * sizeof *match->prints);
    if (!match->points || !match->prints) {
        match_release(match);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %lld games",
                         (long long)pairing_games(&plan->pairing));
    }
    memset(match->points, -1, (size_t)match->games + 1);
    return STATUS_OK;
}

void match_release(Match *match) {
    free(match->points);
    free(match->prints);
    *match = (Match){0};
}

static void count_fault(Faults *faults, Finish finish) {
    faults->time += finish == FINISH_TIME;
    faults->illegal += finish == FINISH_ILLEGAL;
    faults->crash += finish == FINISH_CRASH;
    faults->silence += finish == FINISH_HANG;
}

static void count_game(Match *match, const PairingGame *game, int points, Finish finish,
                       Color culprit) {
    assert(points >= 0 && points <= 2 && match->points[game->number] < 0);
    match->points[game->number] = (int8_t)points;
    match->finished++;
    Standing *standing = &match->standings[game->encounter];
    const Color color = game->is_swapped ? SECOND : FIRST;
    const int own = game->is_swapped ? 2 - points : points;
    standing->results[color][own]++;
    score_add_game(&standing->tally, own - 1);
    count_fault(&match->faults[game->players[culprit]], finish);
    const int8_t *pair = &match->points[game->number / 2 * 2];
    if (pair[0] >= 0 && pair[1] >= 0)
        score_add_pair(&standing->tally, pair[0] - 1, 1 - pair[1]);
}

void match_restore(Match *match, int64_t number, int points, Finish finish, Color culprit) {
    const PairingGame game = pairing_game(&match->plan.pairing, number);
    count_game(match, &game, points, finish, culprit);
    match->restored++;
}

static uint64_t line_print(const GameLine *line) {
    uint64_t print = pos_key(&line->start);
    for (size_t i = 0; i < line->count; i++)
        print = rng_mix(print ^ line->moves[i]);
    return print;
}

static int print_compare(const void *a, const void *b) {
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

int64_t match_repeats(Match *match) {
    const int64_t played = match->finished - match->restored;
    qsort(match->prints, (size_t)played, sizeof *match->prints, print_compare);
    int64_t repeats = 0;
    for (int64_t i = 1; i < played; i++)
        repeats += match->prints[i] == match->prints[i - 1];
    return repeats;
}

// ---- Playing ----

typedef struct Desk {
    GamePlayer *players[PAIRING_ENGINES_MAX];    // null: not opened yet
    SearchControl controls[PAIRING_ENGINES_MAX]; // of the players; the owner may stop them
    Game game;
} Desk;

typedef struct Hall {
    Match *match;
    const MatchReport *report;
    const SearchControl *stop; // of the caller
    SearchControl over;        // ours: enough, stopped or failed
    Desk *desks;               // one a worker
    Rng rng;                   // parent of the openings' own; never changes
    pthread_mutex_t lock;
    // The rest, and the match, is read and written under the lock.
    int64_t next;
    Status status; // the first failure
    Error *error;
} Hall;

static Status set_up(const Hall *hall, const PairingGame *game, GameLine *line, Error *error) {
    const MatchConfig *plan = &hall->match->plan;
    TRY(opening_of_round(line, plan->openings, plan->random_plies, &hall->rng,
                         (uint64_t)game->round, error));
    pos_set_chess960(&line->start, plan->is_chess960);
    pos_set_chess960(&line->now, plan->is_chess960);
    return STATUS_OK;
}

static bool take_game(Hall *hall, PairingGame *game) {
    Match *match = hall->match;
    pthread_mutex_lock(&hall->lock);
    while (hall->next < match->games && match->points[hall->next] >= 0)
        hall->next++;
    const bool is_left = hall->status == STATUS_OK && hall->next < match->games;
    if (is_left)
        *game = pairing_game(&match->plan.pairing, hall->next++);
    pthread_mutex_unlock(&hall->lock);
    return is_left && !control_is_stopped(&hall->over) && !control_is_stopped(hall->stop);
}

static Status hand_in(Hall *hall, const PairingGame *game, const Game *played, Error *error) {
    Match *match = hall->match;
    match->prints[match->finished - match->restored] = line_print(&played->line);
    count_game(match, game, 1 + game_result(played), played->finish, game_loser(played));
    match->moves += (int64_t)(played->line.count - played->opening_plies);
    match->time_ns += played->time_ns;
    bool is_enough = false;
    if (hall->report->game)
        TRY(hall->report->game(hall->report->context, match, game, played, &is_enough, error));
    if (is_enough)
        control_stop(&hall->over);
    return STATUS_OK;
}

static Status play_game(Hall *hall, Desk *desk, const PairingGame *game, Error *error) {
    const MatchConfig *plan = &hall->match->plan;
    GamePlayer *players[COLOR_NB];
    GameConfig config = plan->game;
    uint64_t seeds[COLOR_NB];
    for (int color = 0; color < COLOR_NB; color++) {
        const int player = game->players[color];
        if (!desk->players[player])
            TRY(game_player_open(&desk->players[player], &plan->engines[player],
                                 &desk->controls[player], config.patience_ms, error));
        players[color] = desk->players[player];
        config.time[color] = plan->engines[player].time;
        // Not the opening's stream: every game of a round has the same one.
        seeds[color] = rng_mix(rng_mix(plan->seed) + (uint64_t)(game->number * COLOR_NB + color));
    }
    TRY(set_up(hall, game, &desk->game.line, error));
    return game_play(&desk->game, &config, players, seeds, hall->stop, error);
}

static void work(void *context, int worker_index) {
    Hall *hall = context;
    Desk *desk = &hall->desks[worker_index];
    PairingGame game;
    while (take_game(hall, &game)) {
        Error why;
        Status status = play_game(hall, desk, &game, &why);
        const bool is_counted = status == STATUS_OK && game_has_result(&desk->game);
        pthread_mutex_lock(&hall->lock);
        if (is_counted && hall->status == STATUS_OK)
            status = hand_in(hall, &game, &desk->game, &why);
        if (status != STATUS_OK && hall->status == STATUS_OK) {
            hall->status = error_set(hall->error, status, "%s", why.text);
            control_stop(&hall->over);
        }
        pthread_mutex_unlock(&hall->lock);
    }
    // Programs must be ended by the thread that started them.
    for (int i = 0; i < PAIRING_ENGINES_MAX; i++)
        game_player_close(desk->players[i]);
}

// Every engine sits down once before the first game, so that a wrong option or a missing
// program is found at once, and the same one is always named.
static Status try_contestants(const MatchConfig *plan, Error *error) {
    for (int i = 0; i < plan->pairing.engines; i++) {
        GamePlayer *player;
        SearchControl control;
        control_init(&control);
        TRY(game_player_open(&player, &plan->engines[i], &control, plan->game.patience_ms, error));
        game_player_close(player);
    }
    return STATUS_OK;
}

// Until all games are over. Built-in players do not look up from long moves by themselves, and one
// may begin its next move just after it was told: so it is told again.
static void wait_for_desks(Hall *hall, Workers *workers) {
    while (!workers_wait_for(workers, MATCH_LOOK_UP_MS)) {
        if (!control_is_stopped(hall->stop))
            continue;
        for (int i = 0; i < hall->match->plan.threads; i++)
            for (int player = 0; player < hall->match->plan.pairing.engines; player++)
                control_stop(&hall->desks[i].controls[player]);
    }
}

static Status desks_new(Hall *hall, int count, Error *error) {
    hall->desks = calloc((size_t)count, sizeof *hall->desks);
    if (!hall->desks)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d games at a time", count);
    for (int i = 0; i < count; i++) {
        game_init(&hall->desks[i].game);
        for (int player = 0; player < PAIRING_ENGINES_MAX; player++)
            control_init(&hall->desks[i].controls[player]);
    }
    return STATUS_OK;
}

Status match_run(Match *match, const MatchReport *report, const SearchControl *stop, Error *error) {
    const int threads = match->plan.threads;
    TRY(try_contestants(&match->plan, error));
    Hall hall = {.match = match, .report = report, .stop = stop, .error = error};
    control_init(&hall.over);
    rng_init(&hall.rng, match->plan.seed);
    TRY(desks_new(&hall, threads, error));
    pthread_mutex_init(&hall.lock, NULL);
    Workers workers;
    hall.status = workers_init(&workers, threads, error);
    if (hall.status == STATUS_OK) {
        workers_start(&workers, work, &hall);
        wait_for_desks(&hall, &workers);
        workers_release(&workers);
    }
    pthread_mutex_destroy(&hall.lock);
    for (int i = 0; i < threads; i++)
        game_release(&hall.desks[i].game);
    free(hall.desks);
    return hall.status;
}
