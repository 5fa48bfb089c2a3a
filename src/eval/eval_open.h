// eval_open.h — from a path, or from nothing, to an evaluator.
#pragma once

#include "eval/eval.h"
#include "eval/weights.h"

// Every family there is; null at the end.
extern const EvalKind *const EVAL_KINDS[];

// Opens what lies at `path`, whichever family it belongs to. An empty or null path means the
// weights inside the program. The error names the file and what it was expected to be.
Status eval_open(const char *path, Eval **eval, Error *error);
// The same of weights in memory, of any of our shapes; they stay there as long as the evaluator is
// open. `name` is for the error.
Status eval_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error);
void eval_close(Eval *eval);
