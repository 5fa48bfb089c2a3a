// match.h — many games between engines, several at a time.
//
// Every thread has a game_player for each engine, which it opens when it first needs it. Games are
// handed out in the order of their numbers; each depends on its number alone, never on the threads.
// The owner of a Match makes all calls; the report is called by one thread at a time, whichever has
// finished a game.
#pragma once

#include "play/game.h"
#include "play/opening.h"
#include "play/pairing.h"
#include "stats/score.h"

enum {
    MATCH_THREADS_MAX = 256,
    MATCH_GAMES_MAX = 100000000,
    MATCH_LOOK_UP_MS = 50, // how long the end of a match may go unnoticed
};

typedef struct MatchConfig {
    const EngineConfig *engines;
    Pairing pairing;
    const Openings *openings; // null: random_plies
    int random_plies;
    bool is_chess960; // castling is spelt that way
    uint64_t seed;
    GameConfig game; // but for the clocks, which are the engines' own
    int threads;
} MatchConfig;

// How an encounter stands, as its first engine sees it.
typedef struct Standing {
    Tally tally;
    int64_t results[COLOR_NB][3]; // the same games by its colour: losses, draws, wins
} Standing;

// What engines did besides playing.
typedef struct Faults {
    int64_t time, illegal, crash, silence;
} Faults;

typedef struct Match {
    MatchConfig plan;
    int64_t games, finished;          // in all; with those restored
    int64_t restored, moves, time_ns; // of the games played here, summed over threads
    int8_t *points;                   // by game: FIRST's half points, or -1
    uint64_t *prints;                 // of the games played here: a hash of each one's moves
    Standing standings[PAIRING_ENCOUNTERS_MAX];
    Faults faults[PAIRING_ENGINES_MAX];
} Match;

typedef struct MatchReport {
    // A game is over and counted. Setting *is_enough ends the match, as does a failure. May be
    // null.
    Status (*game)(void *context, const Match *match, const PairingGame *game, const Game *played,
                   bool *is_enough, Error *error);
    void *context;
} MatchReport;

// Borrows what the plan points at.
Status match_init(Match *match, const MatchConfig *plan, Error *error);
void match_release(Match *match);

// Counts a game of an earlier run, which will not be played again. `culprit` is whose fault the
// finish is, by colour.
void match_restore(Match *match, int64_t number, int points, Finish finish, Color culprit);

// How many of the games played here are move for move like another one; of two such games one
// counts. Not while the match runs.
int64_t match_repeats(Match *match);

// Plays what is left, until all is done, enough, or stopped from outside; games in progress are
// then dropped.
Status match_run(Match *match, const MatchReport *report, const SearchControl *stop, Error *error);
