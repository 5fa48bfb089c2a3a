// episode.h — one game of a player against itself, for those who learn from it or write it down.
//
// The caller sets up the line, which may already have an opening, and may look on: after every
// search it sees the result, can ask the player for its tree, and may have another move played than
// the best one. Nothing here is random and nothing is timed, so a game depends on the player, the
// terms, the opening and the hooks_context alone. All belongs to one thread.
#pragma once

#include "search/player.h"

typedef struct EpisodeConfig {
    SearchLimits limits; // of every search
    Rules rules;         // the judge's; the player should have been told the same
    int ply_limit;       // moves of the player after which the game is broken off; 0: none
    bool ends_decided;   // a win or a loss that a search has found is not played out
    // Over when both sides have said for `resign_count` plies in a row that one of them is so much
    // better. 0 plies: nobody resigns.
    int resign_value, resign_count;
} EpisodeConfig;

// Called after every search, before anything is made of it: `line` ends with the position that was
// searched. *move is the best one and may be replaced by any other legal one; it is MOVE_NONE when
// the game has been won by declaration.
typedef struct EpisodeHooks {
    Status (*searched)(void *context, const GameLine *line, const SearchResult *result,
                       Player *player, Move *move, Error *error); // may be null
    void *context;
} EpisodeHooks;

typedef struct EpisodeEnd {
    int result;       // for FIRST: 1 won, 0 drawn, -1 lost; 0 too if it is not finished
    bool is_finished; // false: broken off by the limit or by the control
} EpisodeEnd;

// Plays on from the end of the line, to which the moves are added. The player forgets all games
// before. Fails if the player cannot be prepared, if the hooks_context fails, or for want of
// memory.
Status episode_play(Player *player, const EpisodeConfig *terms, const SearchControl *control,
                    const EpisodeHooks *watch, GameLine *line, EpisodeEnd *end, Error *error);
