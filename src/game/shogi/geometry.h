// geometry.h (shogi) — the size of the board and the traits in which the games differ.
#pragma once

#include <stdint.h>

#define GAME_NAME  "shogi"
#define GAME_START "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

enum {
    GAME_IS_SHOGI = 1,
    GAME_IS_MINISHOGI = 0,
    GAME_IS_CHESS = 0,
    GAME_HAS_DROPS = 1,
    GAME_HAS_LANCES = 1, // and knights
};

enum {
    FILE_NB = 9,
    RANK_NB = 9,
    SQUARE_NB = FILE_NB * RANK_NB,
    ZONE_RANKS = 3, // depth of the promotion zone
    // 593 moves are known with two kings, 599 with one; the rest is room for vector stores.
    MOVE_MAX = 640,
};

// Square s is bit s; file by file from file 1, each from rank a: the order of SFEN squares `1a`,
// `1b`, …
typedef unsigned __int128 Bitboard;
