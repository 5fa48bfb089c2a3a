// td.h — learning by temporal differences: TD(lambda), TDLeaf(lambda), and TD on softmax trees.
//
// The chance to win of a position is P = 1 / (1 + exp(-E / tau)). The turns of a side are its time
// steps; the reward is that of the game, 1, 1/2 or 0, at its end. Each turn's chance is moved
// towards a mixture of the chances of later turns and the result, of which lambda says how far it
// leaves ahead.
#pragma once

#include "learn/learner.h"

extern const LearnerKind LEARNER_TD;

// Two ways to say the same: what a turn should have been worth by all that came later, or every
// surprise handed back to all turns before it.
typedef enum TdView { TD_FORWARD, TD_BACKWARD } TdView;

// R(lambda) - P for each turn of one side: how much its chance ought to be moved. The weights are
// the same during a game, so an eligibility trace need not be kept by weight, only by turn.
// `result` is 1, 1/2 or 0.
void td_credits(TdView view, double lambda, const double *chances, int count, double result,
                double *credits);
