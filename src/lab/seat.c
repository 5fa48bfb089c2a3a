#include "lab/seat.h"

#include <stdlib.h>

#include "base/clock.h"
#include "lab/outsider.h"
#include "search/clockplan.h"

static Status open_outsider(Seat *seat, int64_t patience_ms, Error *error) {
    Outsider *outsider = calloc(1, sizeof *outsider);
    if (!outsider)
        return error_set(error, STATUS_NO_MEMORY, "no memory for another program");
    const Status status = outsider_start(outsider, seat->contestant, patience_ms, error);
    if (status == STATUS_OK)
        seat->outsider = outsider;
    else
        free(outsider);
    return status;
}

Status seat_open(Seat *seat, const Contestant *contestant, int64_t patience_ms, Error *error) {
    *seat = (Seat){.contestant = contestant};
    Error why;
    const Status status = contestant->is_external
                              ? open_outsider(seat, patience_ms, &why)
                              : recipe_player(&contestant->recipe, &seat->player, &why);
    if (status == STATUS_OK)
        return STATUS_OK;
    *seat = (Seat){0};
    return error_set(error, status, "%s: %s", contestant->name, why.text);
}

void seat_release(Seat *seat) {
    player_free(seat->player);
    if (seat->outsider)
        outsider_stop(seat->outsider);
    free(seat->outsider);
    *seat = (Seat){0};
}

bool seat_new_game(Seat *seat, int64_t patience_ms, Error *error) {
    if (seat->player) {
        player_new_game(seat->player);
        return true;
    }
    Outsider *outsider = seat->outsider;
    if (outsider_is_running(outsider) &&
        outsider_new_game(outsider, patience_ms, error) == STATUS_OK)
        return true;
    // It died between the games or during the last one.
    return outsider_start(outsider, seat->contestant, patience_ms, error) == STATUS_OK &&
           outsider_new_game(outsider, patience_ms, error) == STATUS_OK;
}

void seat_game_over(Seat *seat, Result result) {
    if (seat->outsider)
        outsider_game_over(seat->outsider, result);
}

static TimePlan plan_of(const Question *question, const TimeTerms *terms, int64_t start_ns) {
    const int64_t movetime_ns = terms->movetime_ms * 1000000;
    if (movetime_ns)
        return (TimePlan){start_ns, movetime_ns, movetime_ns};
    const Position *pos = &question->line->now;
    const ClockState clock = {.time_ms = question->left_ms[pos_side(pos)],
                              .increment_ms = terms->increment_ms,
                              .byoyomi_ms = terms->byoyomi_ms,
                              .ply = pos_ply(pos)};
    // Nothing is between us and the clock but a machine that may be busy.
    const ClockHabits habits = {.delay_ms = 5, .delay_most_ms = 50, .slow_mover = 100};
    return clockplan_make(&clock, &habits, start_ns);
}

static Status ask_player(Seat *seat, const Question *question, Answer *answer, Error *error) {
    const TimeTerms *terms = &seat->contestant->time;
    const SearchReport nobody = {0};
    SearchControl control;
    SearchResult result;
    control_init(&control);
    const int64_t start_ns = clock_ns();
    if (terms->movetime_ms || terms_have_clock(terms)) {
        const TimePlan plan = plan_of(question, terms, start_ns);
        control_time(&control, &plan);
    }
    TRY(player_go(seat->player, question->line, &seat->contestant->recipe.limits, &control, &nobody,
                  &result, error));
    *answer = (Answer){
        .kind = result.is_declared         ? ANSWER_WIN
                : result.best == MOVE_NONE ? ANSWER_RESIGN
                                           : ANSWER_MOVE,
        .move = result.best,
        .time_ns = clock_ns() - start_ns,
        .has_value = true,
        .value = result.value,
        .depth = result.depth,
        .nodes = result.nodes,
    };
    return STATUS_OK;
}

Status seat_ask(Seat *seat, const Question *question, Answer *answer, Error *error) {
    if (seat->player)
        return ask_player(seat, question, answer, error);
    outsider_ask(seat->outsider, question, answer);
    return STATUS_OK;
}

void seat_story(const Seat *seat, StrBuf *story) {
    if (seat->outsider)
        outsider_story(seat->outsider, story);
}
