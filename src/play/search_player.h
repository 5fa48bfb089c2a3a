// search_player.h — a Player as it is, for games in which every search runs on the calling thread.
//
// For self-play, where one SearchPlayer plays both sides. Nothing is random and nothing is timed,
// so a game depends on the player, its options, the opening and the hook alone. The owner has set
// the player's options, its Seed too; searches are stopped by the control of the game.
#pragma once

#include "play/game_player.h"
#include "search/player.h"

// Called after every search that was not stopped: `line` ends with the position that was searched.
// *move is the best one and may be replaced by another legal one; it is MOVE_NONE when the game has
// been won by declaration.
typedef struct SearchHook {
    Status (*searched)(void *context, const GameLine *line, const SearchResult *result,
                       Player *player, Move *move, Error *error); // may be null
    void *context;
} SearchHook;

typedef struct SearchPlayer {
    GamePlayer base;
    Player *player;      // borrowed
    SearchLimits limits; // of every search
    SearchHook hook;
} SearchPlayer;

// Needs no release.
void search_player_init(SearchPlayer *search, Player *player, const SearchLimits *limits,
                        const SearchHook *hook);
