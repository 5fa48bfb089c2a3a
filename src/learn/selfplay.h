// selfplay.h — training games: a player against itself at a fixed number of nodes, many games at a
// time.
//
// Games are written in parts, each a file of samples in the folder. A game depends on its number
// and the seed alone, never on the threads. A part that exists is not played again unless it has
// fewer games than now asked for, so an interrupted command resumes. A manifest (manifest.h)
// refuses to mix games of different configs. Within a part every position is kept once. One thread
// calls selfplay_run; the report runs on that thread.
#pragma once

#include "learn/samples.h"
#include "play/config.h"
#include "play/opening.h"

enum { SELFPLAY_THREADS_MAX = 256 };

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

typedef struct SelfplayCounts {
    int64_t games, wins, draws, losses; // of FIRST
    int64_t positions, duplicates;
    int64_t plies, nodes, time_ns; // wall time
    int64_t restored;              // games of parts that existed
} SelfplayCounts;

typedef struct SelfplayReport {
    void (*part)(void *context, const SelfplayCounts *counts); // after each part; may be null
    void *context;
} SelfplayReport;

// Plays until all games are played or `stop` is set; the part in progress is then dropped.
Status selfplay_run(const SelfplayConfig *config, const SelfplayReport *report,
                    const SearchControl *stop, SelfplayCounts *counts, Error *error);
