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
#include "learn/selfplay_config.h"

enum { SELFPLAY_THREADS_MAX = 256 };

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
