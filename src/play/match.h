// match.h — many games between engines, several at a time.
//
// Every slot of the pool has a player for each engine, which it opens when it first needs it. Games
// start in the order of their numbers; each depends on its number alone, never on the threads. They
// count in the order in which they end. The owner of a Match makes all calls; the report is called
// by one thread at a time, the one that has finished a game.
#pragma once

#include "play/engine_config.h"
#include "play/game.h"
#include "play/opening.h"
#include "play/pairing.h"
#include "stats/score.h"

enum { MATCH_THREADS_MAX = 256, MATCH_GAMES_MAX = 100000000 };

typedef struct MatchConfig {
    const EngineConfig *engines;
    Pairing pairing;
    const Openings *openings; // null: random_plies
    int random_plies;
    bool is_chess960; // castling is spelt that way
    uint64_t seed;
    GameConfig game;  // but for the clocks, which are the engines' own
    const Sprt *sprt; // ends a match of two engines when it is decided; null: no test
    int threads;
} MatchConfig;

// The score of an encounter, as its first engine sees it.
typedef struct Standing {
    Tally tally;
    int64_t results[COLOR_NB][3]; // the same games by its colour: losses, draws, wins
} Standing;

// Games an engine has lost by something else than its moves.
typedef struct Faults {
    int64_t time, illegal, crash, silence;
} Faults;

typedef struct Match {
    MatchConfig config;
    int64_t games, finished; // in all; counted, with those restored
    int64_t restored;        // from an earlier run
    int64_t moves, time_ns;  // of the games played here, summed over threads
    int8_t *points;          // by game: FIRST's half points, or -1
    uint64_t *hashes;        // of the games played here: one of each game's moves
    Standing standings[PAIRING_ENCOUNTERS_MAX];
    Faults faults[PAIRING_ENGINES_MAX];
    SprtReport sprt; // of the config's test; decided once, it stays
} Match;

typedef struct MatchReport {
    // A game is over and counted. A failure ends the match. May be null.
    Status (*game)(void *context, const Match *match, const PairingGame *pairing, const Game *game,
                   Error *error);
    void *context;
} MatchReport;

// Borrows what the config points at.
Status match_init(Match *match, const MatchConfig *config, Error *error);
void match_release(Match *match);

// Counts a game of an earlier run, which is not played again; games are restored in the order in
// which they ended. `loser` is the side at fault, where the finish is one.
void match_restore(Match *match, int64_t number, int points, Finish finish, Color loser);

// How many of the games played here are move for move like another one; of two such games one
// counts. Not while the match runs.
int64_t match_repeats(Match *match);

// Plays the games that are left, until all have ended, the SPRT is decided, or the caller stops the
// match. Games in progress are then dropped: they do not count.
Status match_run(Match *match, const MatchReport *report, const SearchControl *stop, Error *error);
