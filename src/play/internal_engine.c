#include "play/internal_engine.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "engine/engine.h"
#include "search/clockplan.h"

enum { POLL_MS = 50 }; // how long a search may overlook that the game was stopped

typedef struct InternalEngine {
    GamePlayer base;
    const EngineConfig *config;
    Engine *engine;
} InternalEngine;

static void internal_close(GamePlayer *base) {
    engine_free(((InternalEngine *)base)->engine);
    line_release(&base->ahead);
    free(base);
}

// ---- Games ----

static bool has_own_seed(const EngineConfig *config) {
    for (int i = 0; i < config->config.setting_count; i++)
        if (str_eq(config->config.settings[i].name, "Seed"))
            return true;
    return false;
}

static Status result_status(const EngineResult *result, Error *error) {
    if (result->status == STATUS_OK)
        return STATUS_OK;
    return error_set(error, result->status, "%s", result->error.text);
}

static void end_pondering(InternalEngine *internal) {
    engine_stop(internal->engine);
    engine_wait(internal->engine);
}

static Status internal_new_game(GamePlayer *base, uint64_t seed, int64_t patience_ms,
                                Error *error) {
    InternalEngine *internal = (InternalEngine *)base;
    (void)patience_ms;
    end_pondering(internal);
    if (!has_own_seed(internal->config)) {
        char text[24];
        StrBuf out = strbuf_init(text, sizeof text);
        strbuf_format(&out, "%d", (int)(seed & INT32_MAX));
        TRY(player_set(engine_player(internal->engine), str_of("Seed"), str_of(text), error));
    }
    engine_load(internal->engine, true, false);
    return result_status(engine_wait(internal->engine), error);
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

static Status ask_engine(InternalEngine *internal, const MoveRequest *request, bool is_hit,
                         Error *error) {
    const TimeControl *time = &request->time[pos_side(&request->line->now)];
    const bool has_plan = time->movetime_ms || timecontrol_has_clock(time);
    EngineRequest search = {.limits = internal->config->config.limits, .has_plan = has_plan};
    if (has_plan)
        search.plan = plan_of(internal, request, clock_ns());
    if (!is_hit)
        return engine_go(internal->engine, request->line, &search, error);
    engine_ponderhit(internal->engine, has_plan ? &search.plan : NULL);
    return STATUS_OK;
}

static Status internal_ask(GamePlayer *base, const MoveRequest *request, bool is_hit,
                           MoveReply *reply, Error *error) {
    InternalEngine *internal = (InternalEngine *)base;
    const int64_t start_ns = clock_ns();
    TRY(ask_engine(internal, request, is_hit, error));
    do
        if (control_is_stopped(request->stop))
            engine_stop(internal->engine);
    while (!engine_wait_for(internal->engine, POLL_MS));
    const EngineResult *result = engine_wait(internal->engine);
    TRY(result_status(result, error));
    *reply = game_player_reply(&result->search, result->search.best);
    reply->time_ns = clock_ns() - start_ns;
    if (control_is_stopped(request->stop))
        reply->kind = REPLY_STOPPED;
    return STATUS_OK;
}

// Without memory for it the engine does not ponder, and is asked as if it had guessed wrong.
static bool internal_ponder(GamePlayer *base, const MoveRequest *request) {
    InternalEngine *internal = (InternalEngine *)base;
    const EngineRequest search = {.limits = internal->config->config.limits, .is_ponder = true};
    return engine_go(internal->engine, request->line, &search, NULL) == STATUS_OK;
}

// ---- Opening ----

static const GamePlayerKind KIND = {
    .new_game = internal_new_game,
    .ask = internal_ask,
    .ponder = internal_ponder,
    .game_over = internal_game_over,
    .close = internal_close,
};

Status internal_engine_open(GamePlayer **player, const EngineConfig *config, Error *error) {
    InternalEngine *internal = calloc(1, sizeof *internal);
    if (!internal)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    internal->base = (GamePlayer){.kind = &KIND, .ponders = config->ponders};
    internal->config = config;
    line_init(&internal->base.ahead);
    Player *inner = NULL;
    Status status = config_player(&config->config, &inner, error);
    if (status == STATUS_OK)
        status = engine_new(&internal->engine, inner, NULL, error);
    if (status == STATUS_OK)
        *player = &internal->base;
    else
        internal_close(&internal->base);
    return status;
}

Player *internal_engine_player(const GamePlayer *player) {
    assert(player->kind == &KIND);
    return engine_player(((const InternalEngine *)player)->engine);
}
