#include "play/internal_engine.h"

#include "base/clock.h"
#include "search/clockplan.h"

// ---- Starting and stopping ----

Status internal_engine_start(InternalEngine *internal, const EngineConfig *engine,
                             SearchControl *control, Error *error) {
    *internal = (InternalEngine){.engine = engine, .control = control};
    line_init(&internal->before);
    TRY(config_player(&engine->config, &internal->player, error));
    const Status status = engine->ponders ? workers_init(&internal->thread, 1, error) : STATUS_OK;
    if (status != STATUS_OK)
        player_free(internal->player);
    return status;
}

static void call_off(InternalEngine *internal) {
    if (!internal->is_pondering)
        return;
    control_stop(internal->control);
    workers_wait(&internal->thread);
    internal->is_pondering = false;
}

void internal_engine_stop(InternalEngine *internal) {
    call_off(internal);
    if (internal->engine->ponders)
        workers_release(&internal->thread);
    line_release(&internal->before);
    player_free(internal->player);
}

// ---- Games ----

static bool has_own_seed(const EngineConfig *engine) {
    for (int i = 0; i < engine->config.setting_count; i++)
        if (str_eq(engine->config.settings[i].name, "Seed"))
            return true;
    return false;
}

Status internal_engine_new_game(InternalEngine *internal, uint64_t seed, Error *error) {
    call_off(internal);
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

void internal_engine_game_over(InternalEngine *internal) {
    call_off(internal);
}

// ---- A move ----

static TimePlan plan_of(const InternalEngine *internal, const MoveRequest *request,
                        int64_t start_ns) {
    const TimeControl *terms = &internal->engine->time;
    const int64_t movetime_ns = terms->movetime_ms * 1000000;
    if (movetime_ns)
        return (TimePlan){start_ns, movetime_ns, movetime_ns};
    const Position *pos = &request->line->now;
    const ClockState clock = {.time_ms = request->left_ms[pos_side(pos)],
                              .increment_ms = terms->increment_ms,
                              .byoyomi_ms = terms->byoyomi_ms,
                              .ply = pos_ply(pos)};
    // Nothing is between us and the clock but a machine that may be busy.
    const ClockConfig habits = {.delay_ms = 5,
                                .delay_most_ms = 50,
                                .slow_mover = 100,
                                .is_pondering = internal->engine->ponders};
    return clockplan_make(&clock, &habits, start_ns);
}

static void start_clock(const InternalEngine *internal, const MoveRequest *request,
                        int64_t start_ns) {
    const TimeControl *terms = &internal->engine->time;
    if (!terms->movetime_ms && !timecontrol_has_clock(terms))
        return;
    const TimePlan plan = plan_of(internal, request, start_ns);
    control_time(internal->control, &plan);
}

// Ready for another search. Who ends the match pulls the control again and again, perhaps just
// before this.
static void rewind_control(const InternalEngine *internal, const MoveRequest *request) {
    const TimePlan no_clock = {0, INT64_MAX, INT64_MAX};
    control_time(internal->control, &no_clock);
    const bool is_over = control_is_stopped(request->stop);
    atomic_store_explicit(&internal->control->is_stopped, is_over, memory_order_relaxed);
}

static void take_result(const SearchResult *result, const MoveRequest *request, int64_t start_ns,
                        MoveReply *reply) {
    const bool is_over = control_is_stopped(request->stop);
    *reply = (MoveReply){
        .kind = is_over                     ? REPLY_STOPPED
                : result->is_declared       ? REPLY_WIN
                : result->best == MOVE_NONE ? REPLY_RESIGN
                                            : REPLY_MOVE,
        .move = result->best,
        .expected = result->ponder         ? result->ponder
                    : result->pv_count > 1 ? result->pv[1]
                                           : (Move)MOVE_NONE,
        .time_ns = clock_ns() - start_ns,
        .has_value = true,
        .value = result->value,
        .depth = result->depth,
        .nodes = result->nodes,
    };
}

Status internal_engine_ask(InternalEngine *internal, const MoveRequest *request, MoveReply *reply,
                           Error *error) {
    const SearchReport nobody = {0};
    call_off(internal);
    const int64_t start_ns = clock_ns();
    rewind_control(internal, request);
    start_clock(internal, request, start_ns);
    SearchResult result;
    TRY(player_go(internal->player, request->line, &internal->engine->config.limits,
                  internal->control, &nobody, &result, error));
    take_result(&result, request, start_ns, reply);
    return STATUS_OK;
}

// ---- Pondering ----

static void ponder(void *context, int worker_index) {
    (void)worker_index;
    InternalEngine *internal = context;
    const SearchReport nobody = {0};
    internal->status = player_go(internal->player, internal->line, &internal->engine->config.limits,
                                 internal->control, &nobody, &internal->result, &internal->error);
}

void internal_engine_ponder(InternalEngine *internal, const MoveRequest *request) {
    call_off(internal);
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

Status internal_engine_hit(InternalEngine *internal, const MoveRequest *request, MoveReply *reply,
                           Error *error) {
    if (internal->line == &internal->before) // what it grew is of use, but is no reply yet
        return internal_engine_ask(internal, request, reply, error);
    const int64_t start_ns = clock_ns();
    start_clock(internal, request, start_ns);
    workers_wait(&internal->thread);
    internal->is_pondering = false;
    if (internal->status != STATUS_OK)
        return error_set(error, internal->status, "%s", internal->error.text);
    take_result(&internal->result, request, start_ns, reply);
    return STATUS_OK;
}
