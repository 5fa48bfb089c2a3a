// curve_samples.h — games become samples: each quiet position with its value and how the game
// ended.
//
// Games come from a table, a row at a time, or are played here, the engine against itself from
// random openings. Several threads work, each with a Player of its own; since every game has its
// own random numbers, begins with a player that remembers nothing, and is added in its order, the
// samples depend on the seed and not on the number of threads. The owner of a CurveSamples, one
// thread, makes all calls; memory is bounded by CURVE_SAMPLES_MAX and a few games for each thread.
#pragma once

#include "record/gamerow.h"
#include "search/player.h"
#include "stats/fit.h"

enum {
    CURVE_SAMPLES_MAX = 1 << 25, // 256 MiB
    CURVE_ROW_MAX = 1 << 16,     // bytes of a row; the longest games need a tenth
    CURVE_THREADS_MAX = 64,
};

typedef struct CurveCounts {
    int64_t games;                          // used
    int64_t first_wins, draws, second_wins; // of those
    int64_t unknown, bad;                   // rows left out: no result; refused
    int64_t in_check, decided;              // positions left out; `decided`: the value is a mate
} CurveCounts;

// The next row, or a null file name at the end. The text is the source's until the next call.
typedef struct CurveRow {
    const char *file; // outlives the run
    int64_t line;
    Str text;
} CurveRow;

typedef struct CurveSamplesConfig {
    int from_ply;     // positions before are the opening's, not the evaluator's
    int sample_every; // 1: all positions; k: every k-th, from a random one on
    int64_t game_max; // 0: no limit
    bool skips_bad;   // rows that are refused are counted, not the end
    uint64_t seed;
    int threads;
    // Gives each thread its player, with its options set, or null and an error.
    Player *(*make_player)(void *context, Error *error);
    // Reports the progress now and then, on any thread; may be null.
    void (*progress)(void *context, const CurveCounts *counts, size_t samples);
    // Where games come from, called by one thread at a time; null: they are played here.
    Status (*next_row)(void *context, CurveRow *row, Error *error);
    void *context;             // of all three
    const SearchControl *stop; // ends the run with the games so far; not null
    // Of games played here:
    int64_t games;
    int64_t nodes;    // for each move
    int random_plies; // chosen evenly from the legal moves
    int ply_max;      // a draw then
} CurveSamplesConfig;

typedef struct CurveSamples {
    FitSample *samples; // games lie together, in their order
    size_t count, capacity;
    CurveCounts counts;
    bool is_quiesced; // values are after captures; else the search has none but plain ones
} CurveSamples;

// Takes all games there are, up to game_max or to a stop. A refused row is an error that names its
// file and line. The caller releases the samples, also after a failure.
Status curve_samples_gather(CurveSamples *samples, const CurveSamplesConfig *config, Error *error);
void curve_samples_release(CurveSamples *samples);
