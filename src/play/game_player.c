#include "play/game_player.h"

void game_player_close(GamePlayer *player) {
    if (player)
        player->kind->close(player);
}

Status game_player_new_game(GamePlayer *player, uint64_t seed, int64_t patience_ms, Error *error) {
    player->expected = MOVE_NONE;
    player->is_pondering = false;
    return player->kind->new_game(player, seed, patience_ms, error);
}

void game_player_game_over(GamePlayer *player, Result result) {
    player->is_pondering = false;
    if (player->kind->game_over)
        player->kind->game_over(player, result);
}

Status game_player_ponder(GamePlayer *player, const MoveRequest *request, Error *error) {
    player->is_pondering = false;
    if (!player->ponders || !pos_is_legal(&request->line->now, player->expected))
        return STATUS_OK;
    TRY(line_copy(&player->ahead, request->line, error));
    TRY(line_push(&player->ahead, player->expected, error));
    if (!pos_has_legal(&player->ahead.now))
        return STATUS_OK; // the player expects to be mated
    MoveRequest guess = *request;
    guess.line = &player->ahead;
    player->is_pondering = player->kind->ponder(player, &guess);
    return STATUS_OK;
}

// Whether the game went the way the player ponders on.
static bool is_hit(const GamePlayer *player, const GameLine *line) {
    return player->is_pondering && line->count == player->ahead.count &&
           line->moves[line->count - 1] == player->expected;
}

Status game_player_ask(GamePlayer *player, const MoveRequest *request, MoveReply *reply,
                       Error *error) {
    const bool has_guessed = is_hit(player, request->line);
    player->is_pondering = false;
    TRY(player->kind->ask(player, request, has_guessed, reply, error));
    player->expected = reply->kind == REPLY_MOVE ? reply->expected : (Move)MOVE_NONE;
    return STATUS_OK;
}

MoveReply game_player_reply(const SearchResult *result, Move move) {
    return (MoveReply){
        .kind = result->is_declared ? REPLY_WIN
                : move == MOVE_NONE ? REPLY_RESIGN
                                    : REPLY_MOVE,
        .move = move,
        .expected = result->ponder         ? result->ponder
                    : result->pv_count > 1 ? result->pv[1]
                                           : (Move)MOVE_NONE,
        .has_value = true,
        .value = result->value,
        .depth = result->depth,
        .nodes = result->nodes,
    };
}

void game_player_transcript(const GamePlayer *player, StrBuf *transcript) {
    if (player->kind->transcript)
        player->kind->transcript(player, transcript);
}
