// by_game.h — a constant that differs by game: BY_GAME is the one for the game of this build.
#pragma once

#include "geometry.h"

#define BY_GAME(shogi, minishogi, chess)                                                           \
    (GAME_IS_SHOGI ? (shogi) : GAME_IS_MINISHOGI ? (minishogi) : (chess))
