#include "engine/engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/workers.h"
#include "game/perft.h"
#include "search/dfpn/dfpn.h"

enum {
    PERFT_LEAF = 3, // subtrees of this depth are counted without a look at the control
    WARM_UP_DEPTH = 8,
    WARM_UP_NODES = 20000,
};

struct Engine {
    Player *player;
    EngineListener listener;
    Workers thread; // one worker
    // Written by the owner between jobs, read by the job.
    EngineRequest request;
    Move moves[MOVE_MAX];       // of the request
    bool is_new_game, warms_up; // what engine_load asked for
    // Written by the owner between jobs and by the job.
    GameLine line;
    EngineResult result;
    // Written by the job.
    DfpnResult mate;
    bool is_warm;    // the warm-up search has run
    bool has_memory; // something was searched since the last new game
    pthread_mutex_t lock;
    pthread_cond_t released;
    // Under the lock.
    bool is_loading, is_searching;
    bool is_held;          // a search waits with its answer for engine_stop or engine_ponderhit
    bool is_stopped;       // by engine_stop
    SearchControl control; // the lock is for initialising it; searches read it without
};

// ---- the thread of the engine: what jobs share ----

static void fail(Engine *engine, Status status, const Error *error) {
    engine->result.status = status;
    engine->result.error = *error;
    if (engine->listener.on_error)
        engine->listener.on_error(engine->listener.context, error);
}

// Weights that cannot be opened, or memory that is not there, must not end the game.
static void prepare(Engine *engine) {
    Error error;
    Status status = player_prepare(engine->player, &error);
    if (status == STATUS_OK)
        return;
    fail(engine, status, &error);
    status = player_recover(engine->player, &error);
    if (status != STATUS_OK)
        fail(engine, status, &error);
}

// Clearing large tables takes its time, which a second call for the same game does not waste.
static void clear(Engine *engine) {
    if (engine->has_memory)
        player_new_game(engine->player);
    player_warm(engine->player);
    engine->has_memory = false;
}

static void await_release(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    while (engine->is_held)
        pthread_cond_wait(&engine->released, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
}

// A client that has heard the answer finds the engine idle, and only waits for the end of the job.
static void finish(Engine *engine, EngineAnswer answer) {
    engine->result.answer = answer;
    pthread_mutex_lock(&engine->lock);
    engine->is_loading = engine->is_searching = false;
    pthread_mutex_unlock(&engine->lock);
    if (engine->listener.on_done)
        engine->listener.on_done(engine->listener.context, &engine->result);
}

// ---- loading and clearing ----

// The first search of a process is slow: code and weights come into memory page by page.
static void warm_up(Engine *engine) {
    SearchControl control;
    SearchResult result;
    control_init(&control);
    if (line_parse(&engine->line, str_of("startpos"), NULL) == STATUS_OK)
        player_go(engine->player, &engine->line,
                  &(SearchLimits){.depth = WARM_UP_DEPTH, .nodes = WARM_UP_NODES}, &control,
                  &(SearchReport){NULL, NULL}, &result, NULL);
    engine->is_warm = engine->has_memory = true;
}

static void run_load(void *context, int worker_index) {
    (void)worker_index;
    Engine *engine = context;
    prepare(engine);
    const bool is_cold = engine->warms_up && !engine->is_warm;
    if (is_cold)
        warm_up(engine);
    if (is_cold || engine->is_new_game)
        clear(engine);
    else
        player_warm(engine->player);
    finish(engine, ENGINE_LOADED);
}

static void run_new_game(void *context, int worker_index) {
    (void)worker_index;
    clear(context);
    finish(context, ENGINE_CLEARED);
}

// ---- searching ----

// Searches the position before the last move, for what the tables and trees remember of it. The
// listener hears nothing: these lines do not begin at the position it asked for. True: the expected
// move was played, and the control is ready for the search of the position after it. False: another
// one was, and the answer will not be played; it is what is known without that search, which would
// leave a tree for the wrong move.
static bool ponder_on_all(Engine *engine) {
    const SearchLimits *limits = &engine->request.limits;
    SearchResult *result = &engine->result.search;
    const Move expected = engine->line.moves[engine->line.count - 1];
    line_pop(&engine->line);
    const bool can_search =
        player_go(engine->player, &engine->line,
                  &(SearchLimits){.depth = limits->depth, .nodes = limits->nodes}, &engine->control,
                  &(SearchReport){NULL, NULL}, result, NULL) == STATUS_OK;
    const bool is_known = result->pv_count > 1 && result->pv[0] == expected;
    const Status status = line_push(&engine->line, expected, NULL);
    assert(status == STATUS_OK); // there was room for it before
    (void)status;
    *result =
        (SearchResult){.best = is_known ? result->pv[1] : (Move)MOVE_NONE,
                       .value = can_search ? player_quiesce(engine->player, &engine->line.now) : 0,
                       .depth = 1,
                       .deepest = 1};
    await_release(engine);
    pthread_mutex_lock(&engine->lock);
    const bool is_hit = !engine->is_stopped;
    control_init(&engine->control);
    if (engine->request.has_plan)
        control_time(&engine->control, &engine->request.plan);
    pthread_mutex_unlock(&engine->lock);
    return is_hit;
}

// Whatever the search came back with, the move is legal if there is a legal one.
static void choose_move(Engine *engine) {
    const Position *pos = &engine->line.now;
    SearchResult *result = &engine->result.search;
    if (pos_is_legal(pos, result->best)) {
        if (!result->pv_count || result->pv[0] != result->best) {
            result->pv[0] = result->best;
            result->pv_count = 1;
        }
        return;
    }
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    result->best = !count                              ? (Move)MOVE_NONE
                   : engine->request.limits.move_count ? engine->moves[0]
                                                       : moves[0];
    result->pv[0] = result->best;
    result->pv_count = count ? 1 : 0;
    result->ponder = MOVE_NONE;
}

static void choose_reply(Engine *engine) {
    SearchResult *result = &engine->result.search;
    if (!result->ponder && result->pv_count > 1)
        result->ponder = result->pv[1];
    Position pos = engine->line.now;
    pos_play(&pos, result->best);
    if (!pos_is_legal(&pos, result->ponder))
        result->ponder = MOVE_NONE;
}

static EngineAnswer choose_answer(Engine *engine) {
    if (engine->result.search.is_declared)
        return ENGINE_WIN;
    choose_move(engine);
    if (engine->result.search.best == MOVE_NONE)
        return ENGINE_NO_MOVE;
    choose_reply(engine);
    return ENGINE_MOVE;
}

static void run_search(void *context, int worker_index) {
    (void)worker_index;
    Engine *engine = context;
    const EngineListener *listener = &engine->listener;
    prepare(engine);
    engine->has_memory = true;
    if (!engine->request.ponders_on_all || ponder_on_all(engine)) {
        const SearchReport report = {listener->on_info, listener->context};
        Error error;
        const Status status = player_go(engine->player, &engine->line, &engine->request.limits,
                                        &engine->control, &report, &engine->result.search, &error);
        if (status != STATUS_OK)
            fail(engine, status, &error);
    }
    engine->result.answer = choose_answer(engine);
    if (listener->on_result)
        listener->on_result(listener->context, &engine->result);
    await_release(engine);
    finish(engine, engine->result.answer);
}

static void run_mate(void *context, int worker_index) {
    (void)worker_index;
    static const EngineAnswer ANSWERS[] = {[DFPN_UNKNOWN] = ENGINE_MATE_UNKNOWN,
                                           [DFPN_MATE] = ENGINE_MATES,
                                           [DFPN_NO_MATE] = ENGINE_NO_MATE};
    Engine *engine = context;
    const int size_mb = player_settings(engine->player)->hash_mb;
    Dfpn *dfpn = dfpn_new(size_mb);
    if (!dfpn) {
        Error error;
        error_set(&error, STATUS_NO_MEMORY, "no memory for a mate search with %d MiB", size_mb);
        fail(engine, STATUS_NO_MEMORY, &error);
        finish(engine, ENGINE_MATE_UNKNOWN);
        return;
    }
    const DfpnLimits limits = {.nodes = engine->request.limits.nodes, .control = &engine->control};
    dfpn_solve(dfpn, &engine->line.now, &limits, &engine->mate);
    dfpn_free(dfpn);
    engine->result.mate = engine->mate.line;
    engine->result.mate_count = engine->mate.count;
    engine->result.search.nodes = engine->mate.nodes;
    engine->result.search.time_ns = engine->mate.time_ns;
    finish(engine, ANSWERS[engine->mate.answer]);
}

// ---- counting ----

static uint64_t count_paths(const Engine *engine, Position *pos, int depth) {
    if (control_is_over(&engine->control))
        return 0;
    if (depth <= PERFT_LEAF)
        return perft_count(pos, depth);
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        Undo undo;
        pos_do(pos, moves[i], &undo);
        total += count_paths(engine, pos, depth - 1);
        pos_undo(pos, moves[i], &undo);
    }
    return total;
}

static void run_perft(void *context, int worker_index) {
    (void)worker_index;
    Engine *engine = context;
    const EngineListener *listener = &engine->listener;
    SearchResult *result = &engine->result.search;
    Position pos = engine->line.now;
    Move moves[MOVE_MAX];
    const int count = gen_legal(&pos, moves);
    for (int i = 0; i < count && !control_is_over(&engine->control); i++) {
        Undo undo;
        pos_do(&pos, moves[i], &undo);
        const int64_t paths = (int64_t)count_paths(engine, &pos, engine->request.limits.depth - 1);
        pos_undo(&pos, moves[i], &undo);
        result->nodes += paths;
        if (listener->on_info && !control_is_over(&engine->control))
            listener->on_info(listener->context,
                              &(SearchInfo){.nodes = paths, .pv = &moves[i], .pv_count = 1});
    }
    finish(engine, control_is_over(&engine->control) ? ENGINE_ABORTED : ENGINE_PATHS);
}

// ---- the owner's thread ----

Status engine_new(Engine **out, Player *player, const EngineListener *listener, Error *error) {
    *out = NULL;
    Engine *engine = player ? calloc(1, sizeof *engine) : NULL;
    const Status status = engine ? workers_init(&engine->thread, 1, error)
                                 : error_set(error, STATUS_NO_MEMORY, "no memory for an engine");
    if (!engine || status != STATUS_OK) {
        player_free(player);
        free(engine);
        return status;
    }
    engine->player = player;
    if (listener)
        engine->listener = *listener;
    line_init(&engine->line);
    control_init(&engine->control);
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->released, NULL);
    *out = engine;
    return STATUS_OK;
}

void engine_free(Engine *engine) {
    if (!engine)
        return;
    engine_stop(engine);
    workers_release(&engine->thread);
    pthread_cond_destroy(&engine->released);
    pthread_mutex_destroy(&engine->lock);
    line_release(&engine->line);
    player_free(engine->player);
    free(engine);
}

Player *engine_player(const Engine *engine) {
    return engine->player;
}

static void end_job(Engine *engine) {
    engine_stop(engine);
    workers_wait(&engine->thread);
    engine->result = (EngineResult){.line = &engine->line};
}

void engine_load(Engine *engine, bool is_new_game, bool warms_up) {
    end_job(engine);
    engine->is_new_game = is_new_game;
    engine->warms_up = warms_up;
    pthread_mutex_lock(&engine->lock);
    engine->is_loading = true;
    pthread_mutex_unlock(&engine->lock);
    workers_start(&engine->thread, run_load, engine);
}

void engine_new_game(Engine *engine) {
    end_job(engine);
    workers_start(&engine->thread, run_new_game, engine);
}

static void take_request(Engine *engine, const EngineRequest *request) {
    const int count = request->limits.move_count;
    engine->request = *request;
    engine->request.ponders_on_all =
        request->is_ponder && engine->line.count &&
        (request->ponders_on_all || player_ponders_on_all(engine->player));
    if (count)
        memcpy(engine->moves, request->limits.moves, (size_t)count * sizeof *engine->moves);
    engine->request.limits.moves = count ? engine->moves : NULL;
}

Status engine_go(Engine *engine, const GameLine *line, const EngineRequest *request, Error *error) {
    static WorkerRun *const RUNS[] = {
        [ENGINE_SEARCH] = run_search, [ENGINE_MATE] = run_mate, [ENGINE_PERFT] = run_perft};
    end_job(engine);
    TRY(line_copy(&engine->line, line, error));
    take_request(engine, request);
    pthread_mutex_lock(&engine->lock);
    engine->is_searching = true;
    engine->is_stopped = false;
    engine->is_held = request->job == ENGINE_SEARCH && (request->is_infinite || request->is_ponder);
    control_init(&engine->control);
    if (request->has_plan && !engine->is_held)
        control_time(&engine->control, &request->plan);
    pthread_mutex_unlock(&engine->lock);
    workers_start(&engine->thread, RUNS[request->job], engine);
    return STATUS_OK;
}

const EngineResult *engine_wait(Engine *engine) {
    workers_wait(&engine->thread);
    return &engine->result;
}

bool engine_wait_for(Engine *engine, int64_t time_ms) {
    return workers_wait_for(&engine->thread, time_ms);
}

// ---- any thread ----

void engine_stop(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    engine->is_stopped = true;
    engine->is_held = false;
    control_stop(&engine->control);
    pthread_cond_signal(&engine->released);
    pthread_mutex_unlock(&engine->lock);
}

void engine_ponderhit(Engine *engine, const TimePlan *plan) {
    pthread_mutex_lock(&engine->lock);
    EngineRequest *request = &engine->request;
    if (engine->is_held && request->is_ponder) {
        engine->is_held = false;
        request->has_plan = plan != NULL;
        if (plan)
            request->plan = *plan;
        if (request->ponders_on_all)
            control_stop(&engine->control);
        else if (plan)
            control_time(&engine->control, plan);
        pthread_cond_signal(&engine->released);
    }
    pthread_mutex_unlock(&engine->lock);
}

static bool read_flag(Engine *engine, const bool *flag) {
    pthread_mutex_lock(&engine->lock);
    const bool is_set = *flag;
    pthread_mutex_unlock(&engine->lock);
    return is_set;
}

bool engine_is_loading(Engine *engine) {
    return read_flag(engine, &engine->is_loading);
}

bool engine_is_searching(Engine *engine) {
    return read_flag(engine, &engine->is_searching);
}

bool engine_is_held(Engine *engine) {
    return read_flag(engine, &engine->is_held);
}

bool engine_is_pondering(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    const bool is_pondering = engine->is_held && engine->request.is_ponder;
    pthread_mutex_unlock(&engine->lock);
    return is_pondering;
}
