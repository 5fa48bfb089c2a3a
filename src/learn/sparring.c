#include "learn/sparring.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/opening.h"

enum {
    HASH_MB = 16,
    ROOM_OF_SEAT = 4, // games on the shelf
};

int sparring_search(const char *name) {
    int index = 0;
    while (strcmp(SEARCH_NAMES[index], name))
        index++;
    return index;
}

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

static Status set_up(const SparringSettings *settings, Player *player, Error *error) {
    TRY(set(player, "Search", SEARCH_NAMES[settings->search], error));
    TRY(set_count(player, "USI_Hash", HASH_MB, error));
    TRY(set(player, "LeafSearch", "static", error));
    TRY(set_number(player, "Ts", settings->ts, error));
    return set_number(player, "Tb", settings->tb, error);
}

static Status seat_init(SparringSeat *seat, const SparringTerms *terms, Error *error) {
    history_init(&seat->history);
    seat->player = player_new();
    if (!seat->player)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    TRY(set_up(&terms->settings, seat->player, error));
    return gradwork_init(&seat->work, &terms->grad, error);
}

static void seat_release(SparringSeat *seat) {
    player_free(seat->player);
    history_release(&seat->history);
    gradwork_release(&seat->work);
}

static Status lengthen_shelf(Sparring *sparring, int room, Error *error) {
    SparringGame *shelf = realloc(sparring->shelf, (size_t)room * sizeof *shelf);
    if (!shelf)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d games", room);
    sparring->shelf = shelf;
    while (sparring->room < room) {
        SparringGame *game = &shelf[sparring->room++];
        *game = (SparringGame){0};
        line_init(&game->line);
        trace_init(&game->trace);
    }
    return STATUS_OK;
}

// One for each thread of whoever comes.
static Status fill_seats(Sparring *sparring, int count, Error *error) {
    if (count <= sparring->seat_count)
        return STATUS_OK;
    TRY(lengthen_shelf(sparring, count * ROOM_OF_SEAT, error));
    SparringSeat *seats = realloc(sparring->seats, (size_t)count * sizeof *seats);
    if (!seats)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d players", count);
    sparring->seats = seats;
    while (sparring->seat_count < count) {
        SparringSeat *seat = &seats[sparring->seat_count++];
        *seat = (SparringSeat){0};
        TRY(seat_init(seat, &sparring->terms, error));
    }
    return STATUS_OK;
}

Status sparring_init(Sparring *sparring, const SparringTerms *terms, Error *error) {
    *sparring = (Sparring){.terms = *terms};
    control_init(&sparring->idle);
    if (!terms->settings.nodes && !terms->settings.depth)
        return error_set(error, STATUS_BAD_INPUT, "Nodes or Depth has to end a search");
    sparring->folder = strdup(terms->folder);
    return sparring->folder ? STATUS_OK
                            : error_set(error, STATUS_NO_MEMORY, "no memory for a name");
}

void sparring_release(Sparring *sparring) {
    for (int i = 0; i < sparring->seat_count; i++)
        seat_release(&sparring->seats[i]);
    for (int i = 0; i < sparring->room; i++) {
        line_release(&sparring->shelf[i].line);
        trace_release(&sparring->shelf[i].trace);
    }
    free(sparring->seats);
    free(sparring->shelf);
    free(sparring->folder);
    *sparring = (Sparring){0};
}

static const SearchControl *control_of(const Sparring *sparring) {
    return sparring->terms.stop ? sparring->terms.stop : &sparring->idle;
}

// ---- one game ----

typedef struct Onlooker {
    const SparringWatch *watch;
    SparringSeat *seat;
} Onlooker;

static Status look_on(void *context, const GameLine *line, const SearchResult *result,
                      Player *player, Move *move, Error *error) {
    (void)line;
    (void)player;
    const Onlooker *onlooker = context;
    const SparringWatch *watch = onlooker->watch;
    return watch->searched(watch->context, onlooker->seat, result, move, error);
}

static Status play(const Sparring *sparring, SparringSeat *seat, const SparringWatch *watch,
                   Error *error) {
    const SparringSettings *settings = &sparring->terms.settings;
    const EpisodeTerms terms = {
        .limits = {.nodes = settings->nodes, .depth = settings->depth},
        .rules = RULES_DEFAULT,
        .ply_limit = settings->max_ply,
        .ends_decided = true,
    };
    SparringGame *game = seat->game;
    Onlooker onlooker = {watch, seat};
    const EpisodeWatch episode = {look_on, &onlooker};
    Rng rng = rng_split(&game->rng, SPARRING_STREAM_SEARCH);
    TRY(set_count(seat->player, "Seed", (int)rng_below(&rng, INT32_MAX), error));
    TRY(opening_random(&game->line, settings->random_plies,
                       rng_split(&game->rng, SPARRING_STREAM_OPENING), error));
    return episode_play(seat->player, &terms, control_of(sparring), &episode, &game->line,
                        &game->end, error);
}

// ---- a lesson ----

typedef struct Round {
    Sparring *sparring;
    const SparringWatch *watch;
    const Rng *lesson;
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

static SparringGame *place_of(const Round *round, int number) {
    return &round->sparring->shelf[number % round->sparring->room];
}

// Under the lock.
static bool goes_on(const Round *round) {
    return round->status == STATUS_OK && !control_is_stopped(control_of(round->sparring));
}

// Under the lock. The first fault is the one that is told.
static void fail(Round *round, Status status, const Error *why) {
    if (round->status == STATUS_OK)
        round->status = error_set(round->error, status, "%s", why->text);
}

// A game to be played, or null. A place on the shelf is free when the game that had it was told;
// every game that was taken is told or passed over sometime, so nobody waits for ever.
static SparringGame *take_game(Round *round) {
    SparringGame *game = NULL;
    pthread_mutex_lock(&round->lock);
    while (round->next < round->games && goes_on(round) &&
           round->next >= round->told + round->sparring->room)
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
    for (SparringGame *game; (game = place_of(round, round->told))->is_over; round->told++) {
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

static void put_game(Round *round, SparringGame *game, Status status, const Error *why) {
    pthread_mutex_lock(&round->lock);
    if (status != STATUS_OK)
        fail(round, status, why);
    game->is_over = true;
    if (!round->is_telling)
        tell_games(round);
    pthread_mutex_unlock(&round->lock);
}

// Weights are opened here even if no game will be left: the lesson after the next has a file of the
// same name, which then would not be opened.
static void play_games(void *context, Pupil *pupil, int index) {
    Round *round = context;
    SparringSeat *seat = &round->sparring->seats[index];
    Error why;
    seat->pupil = pupil;
    const Status ready = player_prepare(seat->player, &why);
    if (ready != STATUS_OK) {
        pthread_mutex_lock(&round->lock);
        fail(round, ready, &why);
        pthread_mutex_unlock(&round->lock);
    }
    while ((seat->game = take_game(round))) {
        seat->game->rng = rng_split(round->lesson, (uint64_t)seat->game->number);
        trace_clear(&seat->game->trace);
        const Status status = play(round->sparring, seat, round->watch, &why);
        put_game(round, seat->game, status, &why);
    }
}

// Two files in turn: a player opens weights when their name changes, and until then it has those of
// the other file before its eyes.
static Status publish(Sparring *sparring, const Pupil *pupil, Error *error) {
    char path[OPTION_TEXT_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s-%u.weights", sparring->folder,
                                sparring->terms.name, sparring->editions++ % 2);
    if (length < 0 || (size_t)length >= sizeof path)
        return error_set(error, STATUS_BAD_INPUT, "%.160s: too long a name", sparring->folder);
    TRY(pupil_publish(pupil, str_of("Written by a learner for its own games."), path, NULL, error));
    for (int i = 0; i < pupil_threads(pupil); i++)
        TRY(set(sparring->seats[i].player, "EvalFile", path, error));
    return STATUS_OK;
}

Status sparring_lesson(Sparring *sparring, Pupil *pupil, const Rng *lesson, int games,
                       const SparringWatch *watch, bool *is_broken_off, Error *error) {
    TRY(fill_seats(sparring, pupil_threads(pupil), error));
    TRY(publish(sparring, pupil, error));
    Round round = {.sparring = sparring,
                   .watch = watch,
                   .lesson = lesson,
                   .games = games,
                   .lock = PTHREAD_MUTEX_INITIALIZER,
                   .has_room = PTHREAD_COND_INITIALIZER,
                   .status = STATUS_OK,
                   .error = error};
    pupil_run(pupil, play_games, &round);
    *is_broken_off = control_is_stopped(control_of(sparring));
    pthread_mutex_destroy(&round.lock);
    pthread_cond_destroy(&round.has_room);
    return round.status;
}
