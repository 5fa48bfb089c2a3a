// ab_worker.h — one thread of the alpha-beta search and the state that all threads share.
//
// A worker owns its position, its stack and its histories. Shared are the tables (lock-free), the
// stop flag, and each worker's node count, which only that worker writes.
#pragma once

#include "search/alphabeta/ab_history.h"
#include "search/alphabeta/ab_margin.h"
#include "search/dfpn/dfpn_probe.h"
#include "search/shared.h"
#include "search/team.h"

enum {
    PLY_BEFORE = 4, // plies before the root, so that a node can always read earlier plies
    REDUCTION_ONE = 1024,
    HISTORY_PER_PLY = 12000, // this much history changes the reduction by a ply
};

typedef struct AbPly {
    Move move;             // the one being searched here; MOVE_NONE also for a pass
    Move excluded;         // excluded from the search of this node (singular extension)
    Move killers[2];       // quiet moves that refuted siblings
    int piece_to;          // of `move`
    int eval;              // corrected static value; VALUE_NONE in check
    int refuted;           // how many children of the parent failed high here
    int double_extensions; // on the way here
    bool is_pv;            // on a principal variation, now or when it was stored
    Undo undo;
} AbPly;

typedef struct AbRootMove {
    Move move;
    int value;    // -VALUE_INFINITE: not searched in this iteration, or it failed low
    int previous; // of the last iteration
    int64_t nodes;
    int deepest;
    Move pv[PLY_MAX];
    int pv_count;
} AbRootMove;

typedef struct AbWorker {
    struct AlphaBeta *shared;
    int index;
    bool has_run; // in the present run
    Position pos;
    History history;
    char *frames; // of the evaluator, one a ply
    size_t frame_stride;
    AbHistories *histories;
    DfpnProbe *probe;      // of MateSearch, or null
    _Atomic int64_t nodes; // written by this worker only
    Color root_side;
    int ply, deepest;
    int root_depth;      // of the iteration
    int pv_index;        // the current line of MultiPV
    int completed_depth; // of the last finished iteration
    AbRootMove *roots;
    int root_count;
    AbPly stack[PLY_BEFORE + PLY_MAX + 2];
    Move pv[PLY_MAX + 2][PLY_MAX + 2];
    int pv_count[PLY_MAX + 2];
} AbWorker;

typedef struct AlphaBeta {
    Search base;
    SearchSetup setup;
    AbSettings settings;
    AbInformation information;
    int reductions[256]; // see ab_node.c
    Tt *table;           // SearchShared's
    Tt quiescence_table; // of the two-stage quiescence search
    Team team;
    AbWorker *workers;
    int worker_count; // the spare ones, which have no thread of the team, come last
    // Helpers may join while `is_open`; the run waits for every helper that has joined.
    atomic_bool is_open;
    atomic_int helper_count;
    // Of the present run.
    const GameLine *line;
    const SearchLimits *limits;
    SearchLimits visit_limits; // of the searches of children
    const SearchControl *control;
    const SearchReport *report;
    int64_t start_ns;
    int64_t due_ns; // of control_is_due; the first worker's
    atomic_bool is_stopped;
} AlphaBeta;

static inline AbPly *worker_ply(AbWorker *worker) {
    return &worker->stack[PLY_BEFORE + worker->ply];
}

static inline void *worker_frame(const AbWorker *worker) {
    return worker->frames + (size_t)worker->ply * worker->frame_stride;
}

static inline bool worker_is_stopped(const AbWorker *worker) {
    return atomic_load_explicit(&worker->shared->is_stopped, memory_order_relaxed);
}

static inline int64_t worker_nodes(const AbWorker *worker) {
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

// Do a move, or a pass, on position, history, frame and stack.
int64_t worker_all_nodes(const AlphaBeta *shared); // of all workers
void worker_do(AbWorker *worker, Move move);
void worker_undo(AbWorker *worker);
void worker_pass(AbWorker *worker);
void worker_unpass(AbWorker *worker);

// Checks the limits now and then. True: unwind; the values on the way are meaningless.
bool worker_must_stop(AbWorker *worker);

// The value of the newest position if the game ends there by the rules, without generating moves;
// else VALUE_NONE.
int worker_gameover(const AbWorker *worker);
// The static value of the newest position, from the evaluator.
int worker_eval(const AbWorker *worker);
int worker_corrected(AbWorker *worker, int eval);
int worker_draw(const AbWorker *worker);
// The value of a position without legal moves.
int worker_no_moves(const AbWorker *worker);

// Stores a result of the newest position in the shared table.
void worker_store(AbWorker *worker, Key key, TtEntry entry);

// Sets the principal variation of this ply to `move` and that of the next ply.
void worker_set_pv(AbWorker *worker, Move move);
// The same, to a line of moves; what is beyond PLY_MAX is cut off.
void worker_set_line(AbWorker *worker, const Move *line, int count);

// The continuation histories after the last two moves.
static inline const int16_t *worker_counter_history(AbWorker *worker) {
    return worker->histories->counter_history[worker_ply(worker)[-1].piece_to];
}

static inline const int16_t *worker_followup_history(AbWorker *worker) {
    return worker->histories->followup_history[worker_ply(worker)[-2].piece_to];
}

void worker_clear_stack(AbWorker *worker);
// Puts the first worker into a position without a game before it, for searches that are no run. Its
// frame is the caller's matter. The memory of the history was reserved with the worker.
AbWorker *worker_visit(AlphaBeta *shared, const Position *pos, const SearchControl *control);

// ab_node.c
int worker_quiet_history(AbWorker *worker, Move move); // the sum of all histories
int node_search(AbWorker *worker, int alpha, int beta, int depth, bool is_cut);
// ab_quiesce.c, which calls ab_quiesce2.c if the settings select it.
int quiesce_search(AbWorker *worker, int alpha, int beta, int depth);
int quiesce_two_stage(AbWorker *worker, int alpha, int beta);
// ab_deepen.c
void deepen_run(AbWorker *worker);
void deepen_report(const AbWorker *worker); // the best lines, as many as MultiPV asks for
