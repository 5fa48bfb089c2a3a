// level.h — how strong the engine is meant to play, for people who want an even game.
//
// A level limits the nodes of a move: each level has twice those of the one below. The same levels
// serve `play --level` and the engine option Skill_Level. UCI_Elo chooses the nodes by the ratings
// that matches between levels have given (doc/strength.md). Pure functions; any thread.
#pragma once

#include <stdint.h>

#include "game/by_game.h"

enum {
    LEVEL_MIN = 0,
    LEVEL_MAX = 20,    // no limit
    LEVEL_DEFAULT = 8, // of `play`
    // The ratings that can be asked for: those of level 0 and of level 10.
    LEVEL_ELO_MIN = GAME_IS_CHESS ? 1450 : 1000,
    LEVEL_ELO_MAX = BY_GAME(2938, 2436, 3059),
};

// The nodes of a move at a level from LEVEL_MIN to LEVEL_MAX; 0: no limit.
int64_t level_nodes(int level);

// The nodes of a move at a rating from LEVEL_ELO_MIN to LEVEL_ELO_MAX.
int64_t level_elo_nodes(int elo);
