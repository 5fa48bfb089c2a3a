// pg.h — learning by policy gradients: moves that led to wins become likelier.
//
// At each turn a move is drawn from pi(a|u) ~ exp(E*(a,u) / Ta), where E* is the softmax value of
// the tree below the move. When the game is over, every ln pi of the side that won grows and those
// of the other side shrink (mcss-2017 §5).
#pragma once

#include "learn/learner.h"

extern const LearnerKind LEARNER_PG;
