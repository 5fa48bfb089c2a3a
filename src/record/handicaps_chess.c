#include "record/handicap.h"

#define BLACK "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"

// Odds: the f-pawn of Black ("pawn and move"), or a piece of White's queen's side.
const Handicap HANDICAPS[] = {
    {"pawn", "ポーン落ち", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", SECOND},
    {"knight", "ナイト落ち", BLACK "R1BQKBNR w KQkq - 0 1", FIRST},
    {"rook", "ルーク落ち", BLACK "1NBQKBNR w Kkq - 0 1", FIRST},
    {"queen", "クイーン落ち", BLACK "RNB1KBNR w KQkq - 0 1", FIRST},
    {0},
};
