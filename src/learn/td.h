// td.h — learning by temporal differences: TD(lambda), TDLeaf(lambda), and TD on softmax trees.
//
// The win probability of a position is P = 1 / (1 + exp(-E / tau)). The turns of one side are the
// time steps; the only reward is the result of the game, 1, 1/2 or 0, at its end. Each turn's P
// moves towards the lambda-return: a mixture of the P of later turns and the result, in which
// lambda says how far ahead the turn looks.
#pragma once

// R(lambda) - P for each turn of one side, by R(t) = (1 - lambda) P(t+1) + lambda R(t+1), which
// ends with the result. The weights stay the same during a game, so this is the forward view and
// the backward view (eligibility traces) at once.
void td_errors(double lambda, const double *probabilities, int count, double result,
               double *errors);
