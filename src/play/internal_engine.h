// internal_engine.h — a built-in engine as a player of games.
//
// It searches in the thread that asks it and ponders in one of its own, which exists only for
// engines that ponder. While it ponders the Player belongs to that thread. All calls are made by
// the thread that opened the engine; only the SearchControl may be stopped by others.
#pragma once

#include "play/game_player.h"

// Makes the Player. On failure nothing is left.
Status internal_engine_open(GamePlayer **player, const EngineConfig *engine, SearchControl *control,
                            Error *error);

// The Player of an internal engine, for a caller that changes options between games.
Player *internal_engine_player(const GamePlayer *player);
