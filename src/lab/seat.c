#include "lab/seat.h"

#include <stdlib.h>

#include "lab/insider.h"
#include "lab/outsider.h"

static Status open_insider(Seat *seat, SearchControl *control, Error *error) {
    Insider *insider = calloc(1, sizeof *insider);
    if (!insider)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    const Status status = insider_start(insider, seat->contestant, control, error);
    if (status == STATUS_OK)
        seat->insider = insider;
    else
        free(insider);
    return status;
}

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

Status seat_open(Seat *seat, const Contestant *contestant, SearchControl *control,
                 int64_t patience_ms, Error *error) {
    *seat = (Seat){.contestant = contestant};
    line_init(&seat->ahead);
    Error why;
    const Status status = contestant->is_external ? open_outsider(seat, patience_ms, &why)
                                                  : open_insider(seat, control, &why);
    if (status == STATUS_OK)
        return STATUS_OK;
    *seat = (Seat){0};
    return error_set(error, status, "%s: %s", contestant->name, why.text);
}

void seat_release(Seat *seat) {
    if (seat->insider)
        insider_stop(seat->insider);
    if (seat->outsider)
        outsider_stop(seat->outsider);
    free(seat->insider);
    free(seat->outsider);
    line_release(&seat->ahead);
    *seat = (Seat){0};
}

Player *seat_player(const Seat *seat) {
    return seat->insider->player;
}

bool seat_new_game(Seat *seat, uint64_t seed, int64_t patience_ms, Error *error) {
    seat->expected = MOVE_NONE;
    seat->is_pondering = false;
    if (seat->insider)
        return insider_new_game(seat->insider, seed, error) == STATUS_OK;
    Outsider *outsider = seat->outsider;
    if (outsider_is_running(outsider) &&
        outsider_new_game(outsider, patience_ms, error) == STATUS_OK)
        return true;
    // It died between the games or during the last one.
    return outsider_start(outsider, seat->contestant, patience_ms, error) == STATUS_OK &&
           outsider_new_game(outsider, patience_ms, error) == STATUS_OK;
}

void seat_game_over(Seat *seat, Result result) {
    if (seat->insider)
        insider_game_over(seat->insider);
    if (seat->outsider)
        outsider_game_over(seat->outsider, result);
}

Status seat_ponder(Seat *seat, const Question *question, Error *error) {
    const Position *now = &question->line->now;
    seat->is_pondering = false;
    if (!seat->contestant->ponders || !pos_is_legal(now, seat->expected))
        return STATUS_OK;
    TRY(line_copy(&seat->ahead, question->line, error));
    TRY(line_push(&seat->ahead, seat->expected, error));
    Move moves[MOVE_MAX];
    if (!gen_legal(&seat->ahead.now, moves))
        return STATUS_OK; // it expects its own end
    Question guess = *question;
    guess.line = &seat->ahead;
    if (seat->insider)
        insider_ponder(seat->insider, &guess);
    else
        outsider_ponder(seat->outsider, &guess);
    seat->is_pondering = true;
    return STATUS_OK;
}

// Whether the game went the way it was pondering on.
static bool is_hit(const Seat *seat, const GameLine *line) {
    return seat->is_pondering && line->count == seat->ahead.count &&
           line->moves[line->count - 1] == seat->expected;
}

Status seat_ask(Seat *seat, const Question *question, Answer *answer, Error *error) {
    const bool has_guessed = is_hit(seat, question->line);
    seat->is_pondering = false;
    if (seat->insider)
        TRY((has_guessed ? insider_hit : insider_ask)(seat->insider, question, answer, error));
    else
        (has_guessed ? outsider_hit : outsider_ask)(seat->outsider, question, answer);
    seat->expected = answer->kind == ANSWER_MOVE ? answer->expected : (Move)MOVE_NONE;
    return STATUS_OK;
}

void seat_story(const Seat *seat, StrBuf *story) {
    if (seat->outsider)
        outsider_story(seat->outsider, story);
}
