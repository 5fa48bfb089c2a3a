#include "learn/sparring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/opening.h"

enum { HASH_MB = 16 };

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

static Status set_up(Sparring *sparring, Error *error) {
    const SparringSettings *settings = &sparring->settings;
    Player *player = sparring->player;
    TRY(set(player, "Search", SEARCH_NAMES[settings->search], error));
    TRY(set_count(player, "USI_Hash", HASH_MB, error));
    TRY(set(player, "LeafSearch", "static", error));
    TRY(set_number(player, "Ts", settings->ts, error));
    return set_number(player, "Tb", settings->tb, error);
}

Status sparring_init(Sparring *sparring, const SparringSettings *settings, const char *name,
                     const char *folder, const SearchControl *stop, Error *error) {
    *sparring = (Sparring){.settings = *settings, .name = name};
    line_init(&sparring->line);
    control_init(&sparring->idle);
    sparring->control = stop ? stop : &sparring->idle;
    if (!settings->nodes && !settings->depth)
        return error_set(error, STATUS_BAD_INPUT, "Nodes or Depth has to end a search");
    sparring->player = player_new();
    sparring->folder = strdup(folder);
    Status status = sparring->player && sparring->folder
                        ? set_up(sparring, error)
                        : error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    if (status != STATUS_OK)
        sparring_release(sparring);
    return status;
}

void sparring_release(Sparring *sparring) {
    player_free(sparring->player);
    line_release(&sparring->line);
    free(sparring->folder);
    *sparring = (Sparring){0};
}

// Two files in turn: a player opens weights when their name changes, and until then it has those of
// the other file before its eyes.
Status sparring_begin(Sparring *sparring, const Pupil *pupil, const Rng *lesson, Error *error) {
    char path[OPTION_TEXT_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s-%u.weights", sparring->folder,
                                sparring->name, sparring->editions++ % 2);
    if (length < 0 || (size_t)length >= sizeof path)
        return error_set(error, STATUS_BAD_INPUT, "%.160s: too long a name", sparring->folder);
    TRY(pupil_publish(pupil, str_of("Written by a learner for its own games."), path, NULL, error));
    TRY(set(sparring->player, "EvalFile", path, error));
    Rng rng = *lesson;
    TRY(set_count(sparring->player, "Seed", (int)rng_below(&rng, INT32_MAX), error));
    return player_prepare(sparring->player, error);
}

Status sparring_play(Sparring *sparring, const Rng *game, const EpisodeWatch *watch,
                     EpisodeEnd *end, Error *error) {
    const SparringSettings *settings = &sparring->settings;
    const EpisodeTerms terms = {
        .limits = {.nodes = settings->nodes, .depth = settings->depth},
        .rules = RULES_DEFAULT,
        .ply_limit = settings->max_ply,
        .ends_decided = true,
    };
    TRY(opening_random(&sparring->line, settings->random_plies,
                       rng_split(game, SPARRING_STREAM_OPENING), error));
    return episode_play(sparring->player, &terms, sparring->control, watch, &sparring->line, end,
                        error);
}

bool sparring_is_stopped(const Sparring *sparring) {
    return control_is_stopped(sparring->control);
}
