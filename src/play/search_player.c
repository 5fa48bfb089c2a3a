#include "play/search_player.h"

static Status new_game(GamePlayer *base, uint64_t seed, int64_t patience_ms, Error *error) {
    Player *player = ((SearchPlayer *)base)->player;
    (void)seed, (void)patience_ms;
    TRY(player_prepare(player, error));
    player_new_game(player);
    return STATUS_OK;
}

static Status ask(GamePlayer *base, const MoveRequest *request, bool is_hit, MoveReply *reply,
                  Error *error) {
    SearchPlayer *search = (SearchPlayer *)base;
    const SearchHook *hook = &search->hook;
    const SearchReport no_report = {0};
    (void)is_hit;
    SearchResult result;
    TRY(player_go(search->player, request->line, &search->limits, request->stop, &no_report,
                  &result, error));
    if (control_is_stopped(request->stop)) { // the result of a search cut short does not count
        *reply = (MoveReply){.kind = REPLY_STOPPED};
        return STATUS_OK;
    }
    Move move = result.best;
    if (hook->searched)
        TRY(hook->searched(hook->context, request->line, &result, search->player, &move, error));
    *reply = game_player_reply(&result, move);
    return STATUS_OK;
}

static const GamePlayerKind KIND = {.new_game = new_game, .ask = ask};

void search_player_init(SearchPlayer *search, Player *player, const SearchLimits *limits,
                        const SearchHook *hook) {
    *search =
        (SearchPlayer){.base.kind = &KIND, .player = player, .limits = *limits, .hook = *hook};
}
