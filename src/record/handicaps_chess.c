#include "record/handicap.h"

#define OTHER_RANKS "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"

// Odds: the f-pawn of Black ("pawn and move"), or a piece of White's queen's side.
const Handicap HANDICAPS[] = {
    {"pawn", "ポーン落ち", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", SECOND},
    {"knight", "ナイト落ち", OTHER_RANKS "R1BQKBNR w KQkq - 0 1", FIRST},
    {"rook", "ルーク落ち", OTHER_RANKS "1NBQKBNR w Kkq - 0 1", FIRST},
    {"queen", "クイーン落ち", OTHER_RANKS "RNB1KBNR w KQkq - 0 1", FIRST},
    {0},
};
