// engine.h — a Player on a thread of its own, for every program that lets it think.
//
// An Engine runs one job at a time: load what the options name, start a new game, search, look for
// a mate, or count paths. The calls return at once; the listener hears what the job finds, and
// exactly one on_done for each job. The Engine knows no protocol and prints nothing.
//
// Thread rule: one thread, the owner, calls these functions. engine_stop, engine_ponderhit and the
// engine_is_ functions may be called by any thread while the Engine exists. The listener runs on
// the engine's thread; it may read the Player and call those same functions, but none of the
// others. While a job runs the Player belongs to the job; after engine_wait it is the owner's
// again.
#pragma once

#include "search/player.h"

typedef struct Engine Engine;

typedef enum EngineJob { ENGINE_SEARCH, ENGINE_MATE, ENGINE_PERFT } EngineJob;

// What one engine_go asks for.
typedef struct EngineRequest {
    EngineJob job;
    SearchLimits limits; // its moves are copied; a perft counts paths of length `depth`
    bool has_plan;       // of no use with is_infinite and is_ponder
    TimePlan plan;
    bool is_infinite; // a search gets no on_done before engine_stop
    bool is_ponder;   // a search gets no on_done before engine_stop or engine_ponderhit
    // Ponder on the position before the last move of the line, that is, on every reply of the
    // opponent. A search that prefers it does so anyway.
    bool ponders_on_all;
} EngineRequest;

typedef enum EngineAnswer {
    ENGINE_LOADED,       // the answer to engine_load
    ENGINE_CLEARED,      // the answer to engine_new_game
    ENGINE_MOVE,         // search.best is legal
    ENGINE_WIN,          // the game is won by declaration, without a move
    ENGINE_NO_MOVE,      // there is no legal move
    ENGINE_PATHS,        // search.nodes paths
    ENGINE_ABORTED,      // the perft was stopped before its end
    ENGINE_MATES,        // the side to move mates by checks: `mate`
    ENGINE_NO_MATE,      // there is no mate by checks
    ENGINE_MATE_UNKNOWN, // the search for a mate was stopped, or its time or memory was too little
} EngineAnswer;

// What came of a job.
typedef struct EngineResult {
    EngineAnswer answer;
    SearchResult search;  // `ponder` is a legal reply or MOVE_NONE
    const GameLine *line; // which the search was about; the Engine's copy, until the next job
    const Move *mate;     // the whole mating line, until the next job
    int mate_count;
    // Why something could not be loaded, or the search could not run. The answer is given all the
    // same: with the weights that worked before, or else the first legal move.
    Status status;
    Error error;
} EngineResult;

// Each function may be null. What the pointers point to is valid during the call only.
typedef struct EngineListener {
    // News of the search. A perft reports every move of the root as pv[0], with its paths as nodes.
    // While the engine ponders on all replies there is none.
    void (*on_info)(void *context, const SearchInfo *info);
    // Something failed, and the engine goes on without it.
    void (*on_error)(void *context, const Error *error);
    // The search has ended. The answer is final, but is_infinite and is_ponder still hold it back.
    void (*on_result)(void *context, const EngineResult *result);
    // The job is done: engine_is_searching and engine_is_loading are false already.
    void (*on_done)(void *context, const EngineResult *result);
    void *context;
} EngineListener;

// Takes over the player, on failure too; a null one is reported as want of memory. `listener` is
// copied; null: the result of engine_wait is enough.
Status engine_new(Engine **out, Player *player, const EngineListener *listener, Error *error);
// Stops what is running and waits for it, with its on_done. Null is allowed.
void engine_free(Engine *engine);

// To read and set options while no job runs.
Player *engine_player(const Engine *engine);

// The jobs. Each first ends the one before: a search is stopped and gets its on_done, a load is
// waited for.

// Options take effect: weights are opened and memory is committed. What cannot be opened is an
// on_error, and the engine goes on with what worked before. `is_new_game`: forgets the last game.
// `warms_up`: the first time, a short search brings code and weights into memory, so that the first
// move of a game does not wait for them.
void engine_load(Engine *engine, bool is_new_game, bool warms_up);
// Forgets the last game. Options do not take effect yet.
void engine_new_game(Engine *engine);
// Searches the newest position of the line, which is copied. Fails only for want of memory; then
// there is no on_done.
Status engine_go(Engine *engine, const GameLine *line, const EngineRequest *request, Error *error);

// The answer is wanted now. Without a search it does nothing: a thread that stops an engine for
// good sets a flag of its own first, which the owner reads after engine_go.
void engine_stop(Engine *engine);
// The move that was pondered on was played: the search goes on by `plan` (null: until its limits).
// Unless engine_is_pondering it does nothing.
void engine_ponderhit(Engine *engine, const TimePlan *plan);
// Waits until no job runs. An answer that is held back must have been, or will be, released by
// another thread. The result is that of the last job and valid until the next.
const EngineResult *engine_wait(Engine *engine);

// The same, but for so long at most; whether no job runs any more.
bool engine_wait_for(Engine *engine, int64_t time_ms);

bool engine_is_loading(Engine *engine);   // engine_load is not done
bool engine_is_searching(Engine *engine); // engine_go is not done
bool engine_is_held(Engine *engine);      // and will not be before engine_stop or engine_ponderhit
bool engine_is_pondering(Engine *engine); // the same, and it is a ponder search
