#include "lab/insider.h"

#include "base/clock.h"
#include "search/clockplan.h"

// ---- Starting and stopping ----

Status insider_start(Insider *insider, const Contestant *contestant, SearchControl *control,
                     Error *error) {
    *insider = (Insider){.contestant = contestant, .control = control};
    line_init(&insider->before);
    TRY(recipe_player(&contestant->recipe, &insider->player, error));
    const Status status =
        contestant->ponders ? workers_init(&insider->thread, 1, error) : STATUS_OK;
    if (status != STATUS_OK)
        player_free(insider->player);
    return status;
}

static void call_off(Insider *insider) {
    if (!insider->is_pondering)
        return;
    control_stop(insider->control);
    workers_wait(&insider->thread);
    insider->is_pondering = false;
}

void insider_stop(Insider *insider) {
    call_off(insider);
    if (insider->contestant->ponders)
        workers_release(&insider->thread);
    line_release(&insider->before);
    player_free(insider->player);
}

// ---- Games ----

static bool has_own_seed(const Contestant *contestant) {
    for (int i = 0; i < contestant->recipe.setting_count; i++)
        if (str_eq(contestant->recipe.settings[i].name, "Seed"))
            return true;
    return false;
}

Status insider_new_game(Insider *insider, uint64_t seed, Error *error) {
    call_off(insider);
    if (!has_own_seed(insider->contestant)) {
        char text[24];
        StrBuf out = strbuf_init(text, sizeof text);
        strbuf_format(&out, "%d", (int)(seed & INT32_MAX));
        TRY(player_set(insider->player, str_of("Seed"), str_of(text), error));
        TRY(player_prepare(insider->player, error));
    }
    player_new_game(insider->player);
    return STATUS_OK;
}

void insider_game_over(Insider *insider) {
    call_off(insider);
}

// ---- A move ----

static TimePlan plan_of(const Insider *insider, const Question *question, int64_t start_ns) {
    const TimeTerms *terms = &insider->contestant->time;
    const int64_t movetime_ns = terms->movetime_ms * 1000000;
    if (movetime_ns)
        return (TimePlan){start_ns, movetime_ns, movetime_ns};
    const Position *pos = &question->line->now;
    const ClockState clock = {.time_ms = question->left_ms[pos_side(pos)],
                              .increment_ms = terms->increment_ms,
                              .byoyomi_ms = terms->byoyomi_ms,
                              .ply = pos_ply(pos)};
    // Nothing is between us and the clock but a machine that may be busy.
    const ClockHabits habits = {.delay_ms = 5,
                                .delay_most_ms = 50,
                                .slow_mover = 100,
                                .is_pondering = insider->contestant->ponders};
    return clockplan_make(&clock, &habits, start_ns);
}

static void start_clock(const Insider *insider, const Question *question, int64_t start_ns) {
    const TimeTerms *terms = &insider->contestant->time;
    if (!terms->movetime_ms && !terms_have_clock(terms))
        return;
    const TimePlan plan = plan_of(insider, question, start_ns);
    control_time(insider->control, &plan);
}

// Ready for another search. Who ends the match pulls the control again and again, perhaps just
// before this.
static void rewind_control(const Insider *insider, const Question *question) {
    const TimePlan no_clock = {0, INT64_MAX, INT64_MAX};
    control_time(insider->control, &no_clock);
    const bool is_over = control_is_stopped(question->stop);
    atomic_store_explicit(&insider->control->is_stopped, is_over, memory_order_relaxed);
}

static void take_result(const SearchResult *result, const Question *question, int64_t start_ns,
                        Answer *answer) {
    const bool is_over = control_is_stopped(question->stop);
    *answer = (Answer){
        .kind = is_over                     ? ANSWER_STOPPED
                : result->is_declared       ? ANSWER_WIN
                : result->best == MOVE_NONE ? ANSWER_RESIGN
                                            : ANSWER_MOVE,
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

Status insider_ask(Insider *insider, const Question *question, Answer *answer, Error *error) {
    const SearchReport nobody = {0};
    call_off(insider);
    const int64_t start_ns = clock_ns();
    rewind_control(insider, question);
    start_clock(insider, question, start_ns);
    SearchResult result;
    TRY(player_go(insider->player, question->line, &insider->contestant->recipe.limits,
                  insider->control, &nobody, &result, error));
    take_result(&result, question, start_ns, answer);
    return STATUS_OK;
}

// ---- Pondering ----

static void ponder(void *context, int worker_index) {
    (void)worker_index;
    Insider *insider = context;
    const SearchReport nobody = {0};
    insider->status = player_go(insider->player, insider->line, &insider->contestant->recipe.limits,
                                insider->control, &nobody, &insider->result, &insider->error);
}

void insider_ponder(Insider *insider, const Question *question) {
    call_off(insider);
    rewind_control(insider, question);
    insider->line = question->line;
    // Without memory for a copy it ponders on the guess.
    if (player_ponders_on_all(insider->player) && question->line->count &&
        line_copy(&insider->before, question->line, NULL) == STATUS_OK) {
        line_pop(&insider->before);
        insider->line = &insider->before;
    }
    insider->is_pondering = true;
    workers_start(&insider->thread, ponder, insider);
}

Status insider_hit(Insider *insider, const Question *question, Answer *answer, Error *error) {
    if (insider->line == &insider->before) // what it grew is of use, but is no answer yet
        return insider_ask(insider, question, answer, error);
    const int64_t start_ns = clock_ns();
    start_clock(insider, question, start_ns);
    workers_wait(&insider->thread);
    insider->is_pondering = false;
    if (insider->status != STATUS_OK)
        return error_set(error, insider->status, "%s", insider->error.text);
    take_result(&insider->result, question, start_ns, answer);
    return STATUS_OK;
}
