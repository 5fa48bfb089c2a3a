#include "play/game_player.h"

#include <stdlib.h>

#include "play/external_engine.h"
#include "play/internal_engine.h"

static Status open_insider(GamePlayer *game_player, SearchControl *control, Error *error) {
    InternalEngine *internal = calloc(1, sizeof *internal);
    if (!internal)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    const Status status = internal_engine_start(internal, game_player->engine, control, error);
    if (status == STATUS_OK)
        game_player->internal = internal;
    else
        free(internal);
    return status;
}

static Status open_outsider(GamePlayer *game_player, int64_t patience_ms, Error *error) {
    ExternalEngine *external = calloc(1, sizeof *external);
    if (!external)
        return error_set(error, STATUS_NO_MEMORY, "no memory for another program");
    const Status status = external_engine_start(external, game_player->engine, patience_ms, error);
    if (status == STATUS_OK)
        game_player->external = external;
    else
        free(external);
    return status;
}

Status game_player_open(GamePlayer *game_player, const EngineConfig *engine, SearchControl *control,
                        int64_t patience_ms, Error *error) {
    *game_player = (GamePlayer){.engine = engine};
    line_init(&game_player->ahead);
    Error why;
    const Status status = engine->is_external ? open_outsider(game_player, patience_ms, &why)
                                              : open_insider(game_player, control, &why);
    if (status == STATUS_OK)
        return STATUS_OK;
    *game_player = (GamePlayer){0};
    return error_set(error, status, "%s: %s", engine->name, why.text);
}

void game_player_release(GamePlayer *game_player) {
    if (game_player->internal)
        internal_engine_stop(game_player->internal);
    if (game_player->external)
        external_engine_stop(game_player->external);
    free(game_player->internal);
    free(game_player->external);
    line_release(&game_player->ahead);
    *game_player = (GamePlayer){0};
}

Player *game_player_player(const GamePlayer *game_player) {
    return game_player->internal->player;
}

bool game_player_new_game(GamePlayer *game_player, uint64_t seed, int64_t patience_ms,
                          Error *error) {
    game_player->expected = MOVE_NONE;
    game_player->is_pondering = false;
    if (game_player->internal)
        return internal_engine_new_game(game_player->internal, seed, error) == STATUS_OK;
    ExternalEngine *external = game_player->external;
    if (external_engine_is_running(external) &&
        external_engine_new_game(external, patience_ms, error) == STATUS_OK)
        return true;
    // It died between the games or during the last one.
    return external_engine_start(external, game_player->engine, patience_ms, error) == STATUS_OK &&
           external_engine_new_game(external, patience_ms, error) == STATUS_OK;
}

void game_player_game_over(GamePlayer *game_player, Result result) {
    if (game_player->internal)
        internal_engine_game_over(game_player->internal);
    if (game_player->external)
        external_engine_game_over(game_player->external, result);
}

Status game_player_ponder(GamePlayer *game_player, const MoveRequest *request, Error *error) {
    const Position *now = &request->line->now;
    game_player->is_pondering = false;
    if (!game_player->engine->ponders || !pos_is_legal(now, game_player->expected))
        return STATUS_OK;
    TRY(line_copy(&game_player->ahead, request->line, error));
    TRY(line_push(&game_player->ahead, game_player->expected, error));
    Move moves[MOVE_MAX];
    if (!gen_legal(&game_player->ahead.now, moves))
        return STATUS_OK; // it expects its own end
    MoveRequest guess = *request;
    guess.line = &game_player->ahead;
    if (game_player->internal)
        internal_engine_ponder(game_player->internal, &guess);
    else
        external_engine_ponder(game_player->external, &guess);
    game_player->is_pondering = true;
    return STATUS_OK;
}

// Whether the game went the way it was pondering on.
static bool is_hit(const GamePlayer *game_player, const GameLine *line) {
    return game_player->is_pondering && line->count == game_player->ahead.count &&
           line->moves[line->count - 1] == game_player->expected;
}

Status game_player_ask(GamePlayer *game_player, const MoveRequest *request, MoveReply *reply,
                       Error *error) {
    const bool has_guessed = is_hit(game_player, request->line);
    game_player->is_pondering = false;
    if (game_player->internal)
        TRY((has_guessed ? internal_engine_hit : internal_engine_ask)(game_player->internal,
                                                                      request, reply, error));
    else
        (has_guessed ? external_engine_hit : external_engine_ask)(game_player->external, request,
                                                                  reply);
    game_player->expected = reply->kind == REPLY_MOVE ? reply->expected : (Move)MOVE_NONE;
    return STATUS_OK;
}

void game_player_transcript(const GamePlayer *game_player, StrBuf *transcript) {
    if (game_player->external)
        external_engine_transcript(game_player->external, transcript);
}
