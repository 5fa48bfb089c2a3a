// thinker.h — the thread that thinks, so that the one that listens is always free.
//
// It does one job at a time: load what the options name, forget the last game, search, or count
// paths. Everything here but the job itself is called by one thread, the owner. While a job runs
// the Player belongs to it; after thinker_wait it is the owner's again. A search is answered by
// exactly one `bestmove`, which is held back until thinker_stop or thinker_hit if the order is
// patient.
#pragma once

#include "base/workers.h"
#include "infoline.h"
#include "search/player.h"
#include "voice.h"

// What one `go` asks for.
typedef struct ThinkOrder {
    SearchLimits limits; // its list of moves is copied
    bool has_plan;
    TimePlan plan;
    bool is_patient;    // no answer before somebody says so: `infinite`, `ponder`
    bool is_pondering;  // thinker_hit will do
    bool is_stochastic; // until then look at the position before the last move
    int perft;
    ReportStyle style;
    bool is_chess960;
    int resign_value; // resign below minus this; INT32_MAX: never
} ThinkOrder;

typedef struct Thinker {
    Voice *voice;
    Player *player;
    Workers workers;
    // Written by the owner between jobs, read by the job.
    ThinkOrder order;
    GameLine line;
    Move moves[MOVE_MAX];
    bool is_new_game; // a load also forgets
    bool is_warm;     // a search has run; the job writes it
    bool has_memory;  // something was searched since the last forgetting; the job writes it
    atomic_bool is_loading, is_thinking; // set by the owner, cleared by the job
    pthread_mutex_t lock;
    pthread_cond_t released;
    // Under the lock.
    bool is_held;          // the answer waits
    bool is_stopped;       // the answer is wanted at once
    SearchControl control; // the lock is for starting it anew; searches read it without
} Thinker;

Status thinker_init(Thinker *thinker, Voice *voice, Player *player, Error *error);
// Stops what runs, as thinker_stop does, and waits for it.
void thinker_release(Thinker *thinker);

// A `go` is unanswered.
bool thinker_is_thinking(const Thinker *thinker);
bool thinker_is_loading(const Thinker *thinker);
// The `go` will not be answered before thinker_stop or thinker_hit.
bool thinker_is_held(Thinker *thinker);
// The same, and it is a `go ponder`.
bool thinker_is_pondering(Thinker *thinker);

// The jobs. They begin at once and nothing else may be running.
void thinker_load(Thinker *thinker, bool is_new_game); // and says `readyok`
void thinker_forget(Thinker *thinker);
// Fails only for want of memory; then there will be no answer.
Status thinker_go(Thinker *thinker, const GameLine *line, const ThinkOrder *order, Error *error);

// The answer is wanted now. Without a search it does nothing.
void thinker_stop(Thinker *thinker);
// The move that was pondered on was played: the clock runs by `plan`.
void thinker_hit(Thinker *thinker, const TimePlan *plan);
// Until no job is running. A patient search must have been stopped or hit.
void thinker_wait(Thinker *thinker);
