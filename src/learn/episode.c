#include "learn/episode.h"

#include <assert.h>
#include <stdlib.h>

typedef struct Episode {
    Player *player;
    const EpisodeConfig *terms;
    const SearchControl *control;
    const EpisodeHooks *watch;
    GameLine *line;
    EpisodeEnd *end;
    int lost_plies; // in a row, in which both sides said who has lost: below 0 it is SECOND
} Episode;

// `result` is that of the side to move.
static void finish(Episode *episode, int result) {
    const bool is_first = pos_side(&episode->line->now) == FIRST;
    *episode->end = (EpisodeEnd){.result = is_first ? result : -result, .is_finished = true};
}

static bool is_over_by_rules(Episode *episode) {
    const GameLine *line = episode->line;
    switch (pos_outcome(&line->now, &line->history, &episode->terms->rules).result) {
    case RESULT_WIN:
        finish(episode, 1);
        return true;
    case RESULT_DRAW:
        finish(episode, 0);
        return true;
    case RESULT_LOSS:
        finish(episode, -1);
        return true;
    case RESULT_OPEN:
        break;
    }
    return false;
}

static bool is_over_by_value(Episode *episode, const SearchResult *result) {
    const EpisodeConfig *terms = episode->terms;
    if (result->is_declared) {
        finish(episode, 1);
        return true;
    }
    if (terms->ends_decided && value_is_decided(result->value)) {
        finish(episode, result->value > 0 ? 1 : -1);
        return true;
    }
    if (!terms->resign_count || abs(result->value) < terms->resign_value) {
        episode->lost_plies = 0;
        return false;
    }
    const bool first_wins = (result->value > 0) == (pos_side(&episode->line->now) == FIRST);
    const int sign = first_wins ? -1 : 1, before = episode->lost_plies;
    episode->lost_plies = before * sign > 0 ? before + sign : sign;
    if (abs(episode->lost_plies) < terms->resign_count)
        return false;
    finish(episode, result->value > 0 ? 1 : -1);
    return true;
}

// One search and one move. *is_over: the game ended instead, or somebody stopped it.
static Status play_move(Episode *episode, bool *is_over, Error *error) {
    const EpisodeHooks *watch = episode->watch;
    const SearchReport silence = {0};
    SearchResult result;
    TRY(player_go(episode->player, episode->line, &episode->terms->limits, episode->control,
                  &silence, &result, error));
    *is_over = control_is_stopped(
        episode->control); // what a search said that was cut short is not its word
    if (*is_over)
        return STATUS_OK;
    Move move = result.best;
    if (watch->searched)
        TRY(watch->searched(watch->context, episode->line, &result, episode->player, &move, error));
    *is_over = is_over_by_value(episode, &result);
    if (*is_over)
        return STATUS_OK;
    assert(pos_is_legal(&episode->line->now, move));
    return line_push(episode->line, move, error);
}

Status episode_play(Player *player, const EpisodeConfig *terms, const SearchControl *control,
                    const EpisodeHooks *watch, GameLine *line, EpisodeEnd *end, Error *error) {
    Episode episode = {.player = player,
                       .terms = terms,
                       .control = control,
                       .watch = watch,
                       .line = line,
                       .end = end};
    *end = (EpisodeEnd){0};
    TRY(player_prepare(player, error));
    player_new_game(player);
    bool is_over = false;
    for (int ply = 0; !is_over && !control_is_stopped(control); ply++) {
        if (is_over_by_rules(&episode) || (terms->ply_limit && ply >= terms->ply_limit))
            break;
        TRY(play_move(&episode, &is_over, error));
    }
    return STATUS_OK;
}
