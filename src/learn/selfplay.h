// selfplay.h — training games: the engine against itself, at a fixed number of nodes, many at a
// time.
//
// Games are written in parts, each a file of samples in the folder. A game depends on its number
// and the seed alone, never on the threads; a part that is there already is not played again unless
// it was of fewer games, so that a run which was broken off goes on where it was; a plan with other
// terms than those of the games there is refused (terms.h). Within a part every position is kept
// once. The owner makes all calls; the report is called by the owner's thread.
#pragma once

#include "learn/samples.h"
#include "play/config.h"
#include "play/opening.h"

enum { SELFPLAY_THREADS_MAX = 256 };

typedef struct SelfplayConfig {
    const Config *config;     // who plays
    const Openings *openings; // where games begin; null: at the start
    // Then so many plies are drawn: with probability exp(value / temperature), the value being that
    // after the captures are over where the search can say that; with temperature 0 all moves are
    // alike. A game in which the first search finds more than `opening_limit` is not played;
    // another one is drawn.
    int opening_least, opening_most, opening_limit;
    double temperature;
    // Over when both sides have said for so many plies that it is; a draw after `move_limit` plies.
    int resign_value, resign_count, move_limit;
    int64_t games;
    int part_games; // games of a part
    int threads;
    uint64_t seed;
    const char *folder; // exists
} SelfplayConfig;

typedef struct SelfplayCounts {
    int64_t games, wins, draws, losses; // of FIRST
    int64_t positions, duplicates;
    int64_t plies, nodes, time_ns; // time is the wall's
    int64_t restored;              // games of parts that were there
} SelfplayCounts;

typedef struct SelfplayReport {
    void (*part)(void *context, const SelfplayCounts *counts); // may be null
    void *context;
} SelfplayReport;

// Until all is played or `stop` is pulled; the part in progress is then dropped.
Status selfplay_run(const SelfplayConfig *plan, const SelfplayReport *report,
                    const SearchControl *stop, SelfplayCounts *counts, Error *error);
