#include "play/internal_engine.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/workers.h"
#include "search/clockplan.h"

typedef struct InternalEngine {
    GamePlayer base;
    const EngineConfig *engine;
    SearchControl *control; // borrowed
    Player *player;
    Workers thread; // one worker that ponders; none if the engine does not
    bool is_pondering;
    // Written by the owner before it ponders, by the pondering thread afterwards.
    const GameLine *line; // what to ponder on: borrowed, or `before`
    GameLine before;      // the position before the opponent's move
    SearchResult result;
    Status status;
    Error error;
} InternalEngine;

static void end_pondering(InternalEngine *internal) {
    if (!internal->is_pondering)
        return;
    control_stop(internal->control);
    workers_wait(&internal->thread);
    internal->is_pondering = false;
}

static void internal_close(GamePlayer *base) {
    InternalEngine *internal = (InternalEngine *)base;
    end_pondering(internal);
    if (internal->thread.count)
        workers_release(&internal->thread);
    line_release(&internal->base.ahead);
    line_release(&internal->before);
    player_free(internal->player);
    free(internal);
}

// ---- Games ----

static bool has_own_seed(const EngineConfig *engine) {
    for (int i = 0; i < engine->config.setting_count; i++)
        if (str_eq(engine->config.settings[i].name, "Seed"))
            return true;
    return false;
}

static Status internal_new_game(GamePlayer *base, uint64_t seed, int64_t patience_ms,
                                Error *error) {
    InternalEngine *internal = (InternalEngine *)base;
    (void)patience_ms;
    end_pondering(internal);
    if (!has_own_seed(internal->engine)) {
        char text[24];
        StrBuf out = strbuf_init(text, sizeof text);
        strbuf_format(&out, "%d", (int)(seed & INT32_MAX));
        TRY(player_set(internal->player, str_of("Seed"), str_of(text), error));
        TRY(player_prepare(internal->player, error));
    }
    player_new_game(internal->player);
    return STATUS_OK;
}

static void internal_game_over(GamePlayer *base, Result result) {
    (void)result;
    end_pondering((InternalEngine *)base);
}

// ---- A move ----

static TimePlan plan_of(const InternalEngine *internal, const MoveRequest *request,
                        int64_t start_ns) {
    const Position *pos = &request->line->now;
    const TimeControl *time = &request->time[pos_side(pos)];
    const int64_t movetime_ns = time->movetime_ms * 1000000;
    if (movetime_ns)
        return (TimePlan){start_ns, movetime_ns, movetime_ns};
    const ClockState clock = {.time_ms = request->left_ms[pos_side(pos)],
                              .increment_ms = time->increment_ms,
                              .byoyomi_ms = time->byoyomi_ms,
                              .ply = pos_ply(pos)};
    // No GUI and no pipe is between the search and the clock, only a machine that may be busy.
    const ClockConfig delays = {.delay_ms = 5,
                                .delay_most_ms = 50,
                                .slow_mover = 100,
                                .is_pondering = internal->base.ponders};
    return clockplan_make(&clock, &delays, start_ns);
}

static void start_clock(const InternalEngine *internal, const MoveRequest *request,
                        int64_t start_ns) {
    const TimeControl *time = &request->time[pos_side(&request->line->now)];
    if (!time->movetime_ms && !timecontrol_has_clock(time))
        return;
    const TimePlan plan = plan_of(internal, request, start_ns);
    control_time(internal->control, &plan);
}

// Makes the control ready for another search. The thread that stops the game stops the control
// again and again, perhaps just before this.
static void rewind_control(const InternalEngine *internal, const MoveRequest *request) {
    const TimePlan no_clock = {0, INT64_MAX, INT64_MAX};
    control_time(internal->control, &no_clock);
    const bool is_over = control_is_stopped(request->stop);
    atomic_store_explicit(&internal->control->is_stopped, is_over, memory_order_relaxed);
}

static void take_result(const SearchResult *result, const MoveRequest *request, int64_t start_ns,
                        MoveReply *reply) {
    *reply = game_player_reply(result, result->best);
    reply->time_ns = clock_ns() - start_ns;
    if (control_is_stopped(request->stop))
        reply->kind = REPLY_STOPPED;
}

static Status search(InternalEngine *internal, const MoveRequest *request, MoveReply *reply,
                     Error *error) {
    const SearchReport no_report = {0};
    end_pondering(internal);
    const int64_t start_ns = clock_ns();
    rewind_control(internal, request);
    start_clock(internal, request, start_ns);
    SearchResult result;
    TRY(player_go(internal->player, request->line, &internal->engine->config.limits,
                  internal->control, &no_report, &result, error));
    take_result(&result, request, start_ns, reply);
    return STATUS_OK;
}

// ---- Pondering ----

static void ponder(void *context, int worker_index) {
    (void)worker_index;
    InternalEngine *internal = context;
    const SearchReport no_report = {0};
    internal->status =
        player_go(internal->player, internal->line, &internal->engine->config.limits,
                  internal->control, &no_report, &internal->result, &internal->error);
}

static void internal_ponder(GamePlayer *base, const MoveRequest *request) {
    InternalEngine *internal = (InternalEngine *)base;
    end_pondering(internal);
    rewind_control(internal, request);
    internal->line = request->line;
    // Without memory for a copy it ponders on the guess.
    if (player_ponders_on_all(internal->player) && request->line->count &&
        line_copy(&internal->before, request->line, NULL) == STATUS_OK) {
        line_pop(&internal->before);
        internal->line = &internal->before;
    }
    internal->is_pondering = true;
    workers_start(&internal->thread, ponder, internal);
}

// What a search of the position before has grown is of use, but is no reply yet.
static Status internal_ask(GamePlayer *base, const MoveRequest *request, bool is_hit,
                           MoveReply *reply, Error *error) {
    InternalEngine *internal = (InternalEngine *)base;
    if (!is_hit || internal->line == &internal->before)
        return search(internal, request, reply, error);
    const int64_t start_ns = clock_ns();
    start_clock(internal, request, start_ns);
    workers_wait(&internal->thread);
    internal->is_pondering = false;
    if (internal->status != STATUS_OK)
        return error_set(error, internal->status, "%s", internal->error.text);
    take_result(&internal->result, request, start_ns, reply);
    return STATUS_OK;
}

// ---- Opening ----

static const GamePlayerKind KIND = {
    .new_game = internal_new_game,
    .ask = internal_ask,
    .ponder = internal_ponder,
    .game_over = internal_game_over,
    .close = internal_close,
};

Status internal_engine_open(GamePlayer **player, const EngineConfig *engine, SearchControl *control,
                            Error *error) {
    InternalEngine *internal = calloc(1, sizeof *internal);
    if (!internal)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    internal->base = (GamePlayer){.kind = &KIND, .ponders = engine->ponders};
    internal->engine = engine;
    internal->control = control;
    line_init(&internal->base.ahead);
    line_init(&internal->before);
    Status status = config_player(&engine->config, &internal->player, error);
    if (status == STATUS_OK && engine->ponders)
        status = workers_init(&internal->thread, 1, error);
    if (status == STATUS_OK)
        *player = &internal->base;
    else
        internal_close(&internal->base);
    return status;
}

Player *internal_engine_player(const GamePlayer *player) {
    assert(player->kind == &KIND);
    return ((const InternalEngine *)player)->player;
}
