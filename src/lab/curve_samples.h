// harvest.h — many games become samples: each quiet position with its value and how the game ended.
//
// Games come from a table, a row at a time, or are played here, the engine against itself from
// random openings. Several threads work, each with a Player of its own; since every game has its
// own random numbers, begins with a player that remembers nothing, and is added in its order, the
// samples depend on the seed and not on the number of threads. The owner of a CurveSamples, one
// thread, makes all calls; memory is bounded by CURVE_SAMPLES_MAX and a batch of rows.
#pragma once

#include "record/gamerow.h"
#include "search/player.h"
#include "stats/fit.h"

enum {
    CURVE_SAMPLES_MAX = 1 << 25, // 256 MiB
    CURVE_ROW_MAX = 1 << 16,     // bytes of a row; the longest games need a tenth
    CURVE_THREADS_MAX = 64,
};

typedef struct CurveSamplesConfig {
    int from_ply;     // positions before are the opening's, not the evaluator's
    int sample_every; // 1: all positions; k: every k-th, from a random one on
    int64_t game_max; // 0: no limit
    bool skips_bad;   // rows that are refused are counted, not the end
    uint64_t seed;
    int threads;
    // Of games played here:
    int64_t nodes;    // for each move
    int random_plies; // chosen evenly from the legal moves
    int ply_max;      // a draw then
} CurveSamplesConfig;

typedef struct CurveCounts {
    int64_t games;                          // used
    int64_t first_wins, draws, second_wins; // of those
    int64_t unknown, bad;                   // rows left out: no result; refused
    int64_t in_check, decided;              // positions left out; `decided`: the value is a mate
} CurveCounts;

// The next row, or an empty file name at the end. The text is the source's until the next call.
typedef struct CurveRow {
    const char *file; // outlives the harvest
    int64_t line;
    Str text;
} CurveRow;
typedef Status CurveNextRow(void *source, CurveRow *row, Error *error);

// Tells how far it has come, between batches; may be null.
typedef void CurveProgress(void *context, const CurveCounts *counts, size_t samples);

typedef struct CurveSamples {
    FitSample *samples; // games lie together, in their order
    size_t count, capacity;
    CurveCounts counts;
    bool is_quiesced; // values are after captures; else the search has none but plain ones
    CurveSamplesConfig plan;
    CurveProgress *progress;
    void *progress_context;
    struct CurveCrew *crew;
} CurveSamples;

// `make` gives each thread its player, with its options set, or null and an error.
typedef Player *CurveMakePlayer(void *context, Error *error);
Status curve_samples_init(CurveSamples *harvest, const CurveSamplesConfig *plan,
                          CurveMakePlayer *make, void *make_context, Error *error);
void curve_samples_release(CurveSamples *harvest); // also of one whose init failed

// Takes all rows there are, up to game_max. A refused row is an error that names its file and line.
Status curve_samples_read(CurveSamples *harvest, CurveNextRow *next, void *source, Error *error);

Status curve_samples_selfplay(CurveSamples *harvest, int64_t games, Error *error);
