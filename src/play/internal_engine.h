// internal_engine.h — a built-in engine as a player of games.
//
// A client of the asynchronous Engine, which searches and ponders on a thread of its own. All calls
// are made by the thread that opened the player. While a search runs that thread looks every now
// and then whether the game has been stopped.
#pragma once

#include "play/engine_config.h"
#include "play/game_player.h"

// Makes the engine. On failure nothing is left.
Status internal_engine_open(GamePlayer **player, const EngineConfig *config, Error *error);

// The Player of an internal engine, for a caller that changes options between games.
Player *internal_engine_player(const GamePlayer *player);
