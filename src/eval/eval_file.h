// eval_file.h — an evaluator from a weight file of our format, for every shape.
#pragma once

#include "eval/eval.h"
#include "eval/weights.h"

// Makes an evaluator of weights in memory, which are not needed afterwards.
typedef Status EvalFromWeights(const Weights *weights, const char *name, Eval **eval, Error *error);

Status eval_from_file(const char *path, EvalFromWeights *from_weights, Eval **eval, Error *error);
