// tuning.h — options of the built-in engine, tuned by games it plays against itself.
//
// spsa.h is the mathematics; here the games are played. An iteration is pairs of games between the
// player with the upper values and the player with the lower values, each pair from one opening
// with the colours exchanged; its signs and openings depend on the seed and its number alone.
// Results are applied in the order in which iterations end, so on several threads the values depend
// on their speed; on one thread they are the same for the same seed, bit by bit.
#pragma once

#include "play/match.h"
#include "stats/spsa.h"

typedef struct TuningConfig {
    const EngineConfig *engine; // built in; options that are tuned override its own
    const Openings *openings;   // null: random_plies
    int random_plies;
    GameConfig game;    // but for the clocks, which are the engine's own
    int pairs;          // of games in an iteration
    int threads;        // at most MATCH_THREADS_MAX
    int64_t iterations; // after so many in all it ends, however many the gains are planned for
} TuningConfig;

// What a parameter is given where the caller does not say.
typedef struct TuningDefaults {
    double step; // as a share of the reasonable range
    double rate;
} TuningDefaults;

// Understands `NAME[=START,MIN,MAX,STEP,RATE]`, of which parts may be empty or left off: they come
// from the options of the config, the table of options and the defaults.
Status tuning_parameter(SpsaParameter *parameter, Str text, const OptionTable *options,
                        const Config *config, const TuningDefaults *defaults, Error *error);

// Whether `earlier`, read from a file, is a state of the same tuning: the same parameters from the
// same start, the same seed.
Status tuning_check_same(const Spsa *spsa, const Spsa *earlier, Error *error);

typedef struct TuningReport {
    // An iteration has been applied. Called by one thread at a time; a failure ends the tuning.
    Status (*iteration)(void *context, const Spsa *spsa, Error *error);
    void *context;
} TuningReport;

// Goes on from iteration done + 1 until all are done or the caller stops it; iterations in progress
// are then dropped.
Status tuning_run(Spsa *spsa, const TuningConfig *config, const TuningReport *report,
                  const SearchControl *stop, Error *error);

// The value as an option takes it. Whole numbers are rounded to the nearest.
void tuning_value_write(const SpsaParameter *parameter, double value, StrBuf *text);
