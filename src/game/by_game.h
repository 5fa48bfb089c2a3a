// by_game.h — a constant that differs by game: the build's game picks one of three.
#pragma once

#include "geometry.h"

#define BY_GAME(shogi, minishogi, chess)                                                           \
    (GAME_IS_SHOGI ? (shogi) : GAME_IS_MINISHOGI ? (minishogi) : (chess))
