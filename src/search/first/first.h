// first.h — the smallest search: the child with the best value. Read this one first.
//
// It looks one move ahead, at every move, with one call of the evaluator. A mate in one goes before
// everything else. It owns nothing and keeps nothing.
#pragma once

#include "eval/eval.h"

typedef struct FirstResult {
    Move move; // MOVE_NONE: there is no legal move
    int value; // after the move, for the side that makes it
    int nodes; // positions evaluated
    bool is_mate;
} FirstResult;

// `frame` is memory of the caller for one frame of the evaluator.
FirstResult first_search(const Eval *eval, const Position *pos, void *frame);
