// geometry.h (minishogi) — the size of the board and the traits in which the games differ.
#pragma once

#include <stdint.h>

#define GAME_NAME  "minishogi"
#define GAME_START "rbsgk/4p/5/P4/KGSBR b - 1"

enum {
    GAME_IS_SHOGI = 0,
    GAME_IS_MINISHOGI = 1,
    GAME_IS_CHESS = 0,
    GAME_HAS_DROPS = 1,
    GAME_HAS_LANCES = 0, // nor knights
};

enum {
    FILE_NB = 5,
    RANK_NB = 5,
    SQUARE_NB = FILE_NB * RANK_NB,
    ZONE_RANKS = 1,
    // At most 5 kinds on 23 empty squares and the moves of 10 pieces on 25 squares, with room to
    // spare.
    MOVE_MAX = 256,
};

typedef uint32_t Bitboard;
