// winrate.h — from values to win probabilities: the only place with the evaluation curve of the
// embedded weights.
//
//     p(win) = 1 / (1 + exp(-a V)) among decided games; tau = 1 / a
//     with draws: p(win) = 1 / (1 + exp(-a' (V - d))), p(loss) = 1 / (1 + exp(a' (V + d)))
//
// `yuragi curve` measures it; doc/evaluation-curve.md has the games and the intervals. Measure it
// again when the weights change. The information margins of alpha-beta, `wdl` of the protocols and
// the learners' tau come from here. Constants and pure functions.
#pragma once

#include "game/by_game.h"

// a and tau as texts, for option tables; a test checks that they agree.
#define WINRATE_A   BY_GAME("0.00116", "0.0022", "0.0122")
#define WINRATE_TAU BY_GAME("862", "455", "82")

// a' and d. In the drop games there are too few draws to measure: d is 0.
#define WINRATE_WDL_A    BY_GAME(0.00116, 0.0022, 0.00846)
#define WINRATE_WDL_DRAW BY_GAME(0.0, 0.0, 129.0)

// 1 / (1 + exp(-a value)).
double winrate_logistic(double a, double value);

typedef struct WinDrawLoss {
    double win, draw, loss; // sum 1
} WinDrawLoss;

// Of a value in hundredths of a pawn, by the curve a' = `a` and d = `draw`.
WinDrawLoss winrate_wdl(double a, double draw, double value);
