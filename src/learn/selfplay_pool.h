// pool.h — the trainer at the board: games against itself with its weights as they are now.
//
// What plays are the integer tables of the trainer's weights, published to a file before the games
// of a step, so that learning costs the search nothing. Each of the trainer's threads has a seat
// with all that playing needs. Game i draws everything random from the i-th stream of the step and
// forgets the games before, and the learner hears of the games in their order, one at a time: so a
// step is the same with any number of threads. Games that end before their turn wait on a shelf,
// which has room for a few a thread; nobody begins a game for which it has none.
#pragma once

#include "learn/episode.h"
#include "learn/grad_workspace.h"
#include "learn/optionrows.h"
#include "learn/trainer.h"

// Part of the settings of every learner that plays; the rows of its table are SELFPLAY_OPTIONS.
typedef struct SelfplaySettings {
    int nodes, depth; // of a search
    double ts, tb;    // of a softmax search, whose leaves are static values
    int random_plies; // of the opening
    int max_ply;      // after which a game is broken off
} SelfplaySettings;

#define SELFPLAY_OPTIONS(Settings, games)                                                          \
    ROW_SPIN(Settings, games.nodes, "Nodes", "1000", 0, 1e9,                                       \
             "positions a search may look at; 0: no limit"),                                       \
        ROW_SPIN(Settings, games.depth, "Depth", "0", 0, PLY_MAX,                                  \
                 "how deep a search goes; 0: no limit"),                                           \
        ROW_REAL(Settings, games.ts, "Ts", "120", 0, 100000,                                       \
                 "temperature of selection of a softmax search"),                                  \
        ROW_REAL(Settings, games.tb, "Tb", "40", 0, 100000,                                        \
                 "temperature of the values a softmax tree backs up, or of the opponent"),         \
        ROW_SPIN(Settings, games.random_plies, "RandomPlies", "8", 0, 100,                         \
                 "random moves a game begins with"),                                               \
        ROW_SPIN(Settings, games.max_ply, "MaxPly", "300", 1, 10000,                               \
                 "moves after which a game is broken off")

typedef struct SelfplayPoolConfig {
    const SearchKind *search;
    SelfplaySettings settings;
    GradSettings grad;         // for trees of the learner's
    const char *name;          // of the files of weights, before a number; outlives it
    const char *folder;        // where they are put
    const SearchControl *stop; // breaks off games; null: nobody does; outlives it
} SelfplayPoolConfig;

typedef struct SelfplayGame {
    int number; // in the step
    Rng rng;    // never changes
    GameLine line;
    Trace trace; // what the learner notes of the game; empty when it begins
    EpisodeEnd end;
    bool is_over; // and nobody has been told of it
} SelfplayGame;

typedef struct SelfplaySlot {
    Player *player;
    GradWorkspace workspace; // for the learner's trees
    History history;         // for looking beyond the end of the line
    // Of the game in progress.
    Trainer *trainer; // to be asked on this thread, not to be taught
    SelfplayGame *game;
} SelfplaySlot;

// What a learner does with the games.
typedef struct SelfplayHooks {
    // After every search of any game, on its thread; see EpisodeHooks. The game's line ends with
    // the position that was searched.
    Status (*searched)(void *context, SelfplaySlot *seat, const SearchResult *result, Move *move,
                       Error *error);
    // When a game is over and all before it have been told. Nobody else is told anything
    // meanwhile, so here the trainer of the step may be taught.
    Status (*finished)(void *context, const SelfplayGame *game, Error *error);
    void *context;
} SelfplayHooks;

typedef struct SelfplayPool {
    SelfplayPoolConfig terms;
    SearchControl idle; // for those who are never stopped
    char *folder;       // owned
    unsigned editions;  // published so far
    SelfplaySlot *seats;
    SelfplayGame *shelf; // number n of a step lies at n % room
    int game_player_count, room;
} SelfplayPool;

// Refuses searches that would never end.
Status selfplay_pool_init(SelfplayPool *pool, const SelfplayPoolConfig *terms, Error *error);
void selfplay_pool_release(SelfplayPool *pool);

// The games of a step. *is_aborted: somebody stopped them, and nothing is to be made of it.
Status selfplay_pool_step(SelfplayPool *pool, Trainer *trainer, const Rng *step, int games,
                          const SelfplayHooks *watch, bool *is_aborted, Error *error);

// Streams of a game. Those from FREE on are the learner's, one a ply; no game is so long as to meet
// the search's.
enum { STREAM_OPENING, STREAM_FREE, STREAM_SEARCH = 1 << 30 };
