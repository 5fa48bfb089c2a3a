// selfplay_config.h — how training games are played, as data, and its manifest. Written by one
// thread and then only read.
#pragma once

#include "play/config.h"
#include "play/opening.h"

typedef struct SelfplayConfig {
    const Config *player;
    const Openings *openings; // where games begin; null: at the start position
    // From there `opening_least` to `opening_most` plies are drawn, with probability ~ exp(value /
    // temperature), by values of the quiescence search where the search has one; temperature 0: all
    // moves alike. Where the first search then finds more than `opening_limit`, another opening is
    // drawn.
    int opening_least, opening_most, opening_limit;
    double temperature;
    // A game is adjudicated when both sides have agreed on the winner for `resign_plies` plies, and
    // drawn after `move_limit` plies.
    int resign_value, resign_plies, move_limit;
    int64_t games;
    int part_games;
    int threads;
    uint64_t seed;
    const char *folder; // exists
} SelfplayConfig;

// Writes what the games depend on into the folder, or compares it (manifest.h): the seed, the
// weights and options of the player, the openings, the adjudication; not the numbers of threads and
// games. `player` was made from the config.
Status selfplay_config_keep(const SelfplayConfig *config, const Player *player, Error *error);
