#include "play/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"

enum { MS = 1000000 };

const char *const FINISH_NAMES[] = {
    [FINISH_NONE] = "none",          [FINISH_ABORTED] = "aborted",
    [FINISH_RULES] = "rules",        [FINISH_RESIGNATION] = "resignation",
    [FINISH_ADJUDICATED] = "values", [FINISH_TIME] = "time",
    [FINISH_ILLEGAL] = "illegal",    [FINISH_CRASH] = "crash",
    [FINISH_HANG] = "hang",          [FINISH_NB] = NULL,
};

void game_init(Game *game) {
    memset(game, 0, sizeof *game);
    line_init(&game->line);
}

void game_release(Game *game) {
    line_release(&game->line);
    free(game->notes);
    game_init(game);
}

// ---- Results ----

bool game_has_result(const Game *game) {
    return game->finish > FINISH_ABORTED;
}

int game_result(const Game *game) {
    if (!game_has_result(game) || game->outcome.result == RESULT_DRAW)
        return 0;
    return game_loser(game) == SECOND ? 1 : -1;
}

Color game_loser(const Game *game) {
    const Color mover = pos_side(&game->line.now);
    return game->outcome.result == RESULT_WIN ? color_other(mover) : mover;
}

static GameEnd end_of(const Game *game) {
    switch (game->finish) {
    case FINISH_NONE:
        return END_NONE;
    case FINISH_ABORTED:
        return END_ABANDONED;
    case FINISH_TIME:
    case FINISH_HANG:
        return END_TIME;
    case FINISH_ILLEGAL:
    case FINISH_CRASH:
        return END_ILLEGAL;
    case FINISH_RESIGNATION:
        return END_RESIGNATION;
    case FINISH_ADJUDICATED:
        return END_ADJUDICATION;
    case FINISH_RULES:
    case FINISH_NB:
        break;
    }
    return END_RULES;
}

GameRecord game_record(const Game *game) {
    return (GameRecord){.line = &game->line,
                        .began = game->began,
                        .end = end_of(game),
                        .outcome = game->outcome,
                        .notes = game->notes};
}

static void finish_game(Game *game, Finish finish, Outcome outcome) {
    game->finish = finish;
    game->outcome = outcome;
}

static void lose(Game *game, Finish finish) {
    finish_game(game, finish, (Outcome){RESULT_LOSS, REASON_NONE});
}

// ---- Steps ----

Status game_reserve(Game *game, size_t count, Error *error) {
    return ARRAY_RESERVE(game->notes, game->note_capacity, count, "a game", error);
}

Status game_begin(Game *game, const GameConfig *config, Error *error) {
    TRY(game_reserve(game, game->line.count + 1, error));
    for (size_t i = 0; i < game->line.count; i++)
        game->notes[i] = (MoveNote){.time_ms = -1};
    game->config = *config;
    game->opening_plies = game->line.count;
    game_clock_begin(&game->clock, config->time);
    game->adjudication = (Adjudication){0};
    game->began = time(NULL);
    game->time_ns = 0;
    game->transcript[0] = '\0';
    finish_game(game, FINISH_NONE, (Outcome){RESULT_OPEN, REASON_NONE});
    return STATUS_OK;
}

static void judge_values(Game *game) {
    const Position *pos = &game->line.now;
    const Result result = adjudication_result(&game->adjudication, &game->config.adjudication,
                                              pos_side(pos), pos_ply(pos));
    if (result != RESULT_OPEN)
        finish_game(game, FINISH_ADJUDICATED, (Outcome){result, REASON_NONE});
}

void game_judge(Game *game) {
    const GameConfig *config = &game->config;
    const Outcome outcome = pos_outcome(&game->line.now, &game->line.history, &config->rules);
    const size_t plies = game->line.count - game->opening_plies;
    if (outcome.result != RESULT_OPEN)
        finish_game(game, FINISH_RULES, outcome);
    else if (config->ply_limit && plies >= (size_t)config->ply_limit)
        finish_game(game, FINISH_ABORTED, outcome);
    else
        judge_values(game);
}

static MoveRequest request_of(const Game *game, Color side, const SearchControl *stop) {
    const GameClock *clock = &game->clock;
    return (MoveRequest){.line = &game->line,
                         .clock = clock,
                         .patience_ms =
                             game_clock_has_flag(clock, side)
                                 ? game_clock_limit_ms(clock, side) + game->config.margin_ms
                                 : game->config.patience_ms,
                         .stop = stop};
}

static Status take_move(Game *game, const MoveReply *reply, Error *error) {
    const AdjudicationConfig *adjudication = &game->config.adjudication;
    adjudication_add(&game->adjudication, adjudication, pos_side(&game->line.now),
                     reply->has_value ? reply->value : VALUE_NONE);
    if (adjudication->ends_decided) {
        judge_values(game);
        if (game->finish)
            return STATUS_OK;
    }
    TRY(game_reserve(game, game->line.count + 1, error));
    game->notes[game->line.count] = (MoveNote){.time_ms = reply->time_ns / MS,
                                               .has_value = reply->has_value,
                                               .value = reply->value,
                                               .depth = reply->depth};
    return line_push(&game->line, reply->move, error);
}

static void take_claim(Game *game) {
    const Result claim = pos_declaration(&game->line.now, game->config.rules.entering_king);
    if (claim == RESULT_OPEN)
        lose(game, FINISH_ILLEGAL);
    else
        finish_game(game, FINISH_RULES, (Outcome){claim, REASON_DECLARATION});
}

// A late reply does not count, whatever it says.
static bool is_late(Game *game, const MoveReply *reply) {
    const Color side = pos_side(&game->line.now);
    if (reply->kind == REPLY_CRASH || reply->kind == REPLY_STOPPED)
        return false;
    return !game_clock_spend(&game->clock, side, reply->time_ns, game->config.margin_ms) ||
           (reply->kind == REPLY_TIMEOUT && game_clock_has_flag(&game->clock, side));
}

Status game_take(Game *game, const MoveReply *reply, Error *error) {
    if (is_late(game, reply)) {
        lose(game, FINISH_TIME);
        return STATUS_OK;
    }
    switch (reply->kind) {
    case REPLY_MOVE:
        return take_move(game, reply, error);
    case REPLY_RESIGN:
        lose(game, FINISH_RESIGNATION);
        break;
    case REPLY_WIN:
        take_claim(game);
        break;
    case REPLY_ILLEGAL:
        lose(game, FINISH_ILLEGAL);
        break;
    case REPLY_CRASH:
        lose(game, FINISH_CRASH);
        break;
    case REPLY_TIMEOUT:
        lose(game, FINISH_HANG);
        break;
    case REPLY_STOPPED:
        break;
    }
    return STATUS_OK;
}

// Asks the player to move and does what it replies. The opponent may ponder meanwhile.
static Status step(Game *game, GamePlayer *const players[COLOR_NB], const SearchControl *stop,
                   Error *error) {
    const Color side = pos_side(&game->line.now), other = color_other(side);
    MoveRequest request = request_of(game, other, stop);
    TRY(game_player_ponder(players[other], &request, error));
    request = request_of(game, side, stop);
    MoveReply reply;
    TRY(game_player_ask(players[side], &request, &reply, error));
    TRY(game_take(game, &reply, error));
    StrBuf transcript = strbuf_init(game->transcript, sizeof game->transcript);
    if (finish_is_fault(game->finish))
        game_player_transcript(players[side], &transcript);
    return STATUS_OK;
}

void game_take_back(Game *game) {
    line_pop(&game->line);
    if (game->opening_plies > game->line.count)
        game->opening_plies = game->line.count;
    game->adjudication = (Adjudication){0};
    finish_game(game, FINISH_NONE, (Outcome){RESULT_OPEN, REASON_NONE});
}

// ---- A whole game ----

static void tell_result(const Game *game, GamePlayer *const players[COLOR_NB]) {
    for (Color color = FIRST; color < COLOR_NB; color++) {
        const int result = color == FIRST ? game_result(game) : -game_result(game);
        game_player_game_over(players[color], result > 0   ? RESULT_WIN
                                              : result < 0 ? RESULT_LOSS
                                                           : RESULT_DRAW);
    }
}

Status game_play(Game *game, const GameConfig *config, GamePlayer *const players[COLOR_NB],
                 const uint64_t seeds[COLOR_NB], const SearchControl *stop, Error *error) {
    const int player_count = players[FIRST] == players[SECOND] ? 1 : COLOR_NB;
    TRY(game_begin(game, config, error));
    for (int i = 0; i < player_count; i++)
        TRY(game_player_new_game(players[i], seeds ? seeds[i] : 0, config->patience_ms, error));
    const int64_t start_ns = clock_ns();
    while (!game->finish && !control_is_stopped(stop)) {
        game_judge(game);
        if (!game->finish)
            TRY(step(game, players, stop, error));
    }
    game->time_ns = clock_ns() - start_ns;
    if (game_has_result(game))
        tell_result(game, players);
    return STATUS_OK;
}
