#include "play/internal_engine.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "engine/engine.h"

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
    if (!has_own_seed(internal->config))
        TRY(player_set_number(engine_player(internal->engine), "Seed", (int)(seed & INT32_MAX),
                              error));
    engine_load(internal->engine, true, false);
    return result_status(engine_wait(internal->engine), error);
}

static void internal_game_over(GamePlayer *base, Result result) {
    (void)result;
    end_pondering((InternalEngine *)base);
}

// ---- A move ----

static Status ask_engine(InternalEngine *internal, const MoveRequest *request, bool is_hit,
                         Error *error) {
    const Position *pos = &request->line->now;
    const bool has_plan = game_clock_has_flag(request->clock, pos_side(pos));
    EngineRequest search = {.limits = internal->config->config.limits, .has_plan = has_plan};
    if (has_plan)
        search.plan = game_clock_plan(request->clock, pos, internal->base.ponders, clock_ns());
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
