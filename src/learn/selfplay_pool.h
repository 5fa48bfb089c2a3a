// selfplay_pool.h — the games of a learner: the trainer plays itself with its weights as they are
// now, on all threads of the trainer.
//
// Players use a snapshot of the quantised weights, so learning does not slow the search. Each
// thread has a slot with all that playing needs. Game i of a step draws everything random from the
// i-th stream of the step and begins with an empty table, and the learner gets the games in their
// order, one at a time: so a step is the same with any number of threads. A game that ends before
// its turn waits in the reorder window; no game begins more than a window ahead of the oldest that
// waits. One thread owns a SelfplayPool, which stays at one address from init to release.
#pragma once

#include "base/option.h"
#include "learn/grad_workspace.h"
#include "learn/learner.h"
#include "learn/snapshot.h"
#include "play/game.h"

// Part of the settings of every learner that plays; the rows of its table are SELFPLAY_OPTIONS.
typedef struct SelfplaySettings {
    int nodes, depth; // of a search
    double ts, tb;    // of a softmax search, whose leaves have static values
    int random_plies; // of the opening
    int max_ply;      // moves after which a game is aborted
} SelfplaySettings;

#define SELFPLAY_OPTIONS(Settings, games)                                                          \
    OPTION_ROW_SPIN(Settings, games.nodes, "Nodes", "1000", 0, 1e9,                                \
                    "nodes of a search; 0: no limit"),                                             \
        OPTION_ROW_SPIN(Settings, games.depth, "Depth", "0", 0, PLY_MAX,                           \
                        "depth of a search; 0: no limit"),                                         \
        OPTION_ROW_REAL(Settings, games.ts, "Ts", "120", 0, 100000,                                \
                        "selection temperature of a softmax search"),                              \
        OPTION_ROW_REAL(                                                                           \
            Settings, games.tb, "Tb", "40", 0, 100000,                                             \
            "backup temperature of a softmax search, and of the opponent in exact trees"),         \
        OPTION_ROW_SPIN(Settings, games.random_plies, "RandomPlies", "8", 0, 100,                  \
                        "random moves at the beginning of a game"),                                \
        OPTION_ROW_SPIN(Settings, games.max_ply, "MaxPly", "300", 1, 10000,                        \
                        "moves after which a game is aborted")

typedef struct SelfplayPoolConfig {
    const SearchKind *search;
    SelfplaySettings settings;
    GradSettings grad; // for the learner's trees
    int batch;         // games of a step
    uint64_t seed;
    const SearchControl *stop; // aborts games; null: never; outlives the pool
} SelfplayPoolConfig;

typedef struct SelfplayGame {
    int number; // in the step
    Rng rng;    // of the game; never changes
    Game game;
    Trace trace; // for the learner; empty at the beginning
} SelfplayGame;

// What one thread needs to play.
typedef struct SelfplaySlot {
    Player *player;
    GradWorkspace workspace; // for the learner's trees
    History history;         // for positions beyond the end of the line
    // Of the game in progress.
    const struct SelfplayHooks *hooks;
    Trainer *trainer; // of the thread: for values, not for gradients
    SelfplayGame *current;
} SelfplaySlot;

typedef struct SelfplayHooks {
    // After every search, on the thread of the game; see SearchHook. The line of the current game
    // ends with the position that was searched.
    Status (*searched)(void *context, SelfplaySlot *slot, const SearchResult *result, Move *move,
                       Error *error);
    // After a game, in the order of the games and one call at a time. Adds its gradients to the
    // trainer of the step, and its samples and the sum of their losses to the stats.
    Status (*finished)(void *context, const SelfplayGame *game, Trainer *trainer, StepStats *stats,
                       Error *error);
    void *context;
} SelfplayHooks;

typedef struct SelfplayPool {
    SelfplayPoolConfig config;
    Rng rng;             // parent of the steps; never changes
    SearchControl never; // in the place of a null `stop`
    Snapshot snapshot;   // that the players use
    SelfplaySlot *slots; // one for each thread
    int slot_count;
    SelfplayGame *games; // the reorder window: game n of a step is at n % window
    int window;
} SelfplayPool;

// Refuses searches that would never end.
Status selfplay_pool_init(SelfplayPool *pool, const SelfplayPoolConfig *config, Error *error);
void selfplay_pool_release(SelfplayPool *pool);

// Plays the games of a step. If they are stopped, the step is aborted: see StepStats.
Status selfplay_pool_step(SelfplayPool *pool, Trainer *trainer, uint64_t number,
                          const SelfplayHooks *hooks, StepStats *stats, Error *error);

// Random streams of a game. Those from FREE on belong to the learner, one for each ply; no game is
// so long that they reach SEARCH.
enum { STREAM_OPENING, STREAM_FREE, STREAM_SEARCH = 1 << 30 };
