// eval_open.h — opens an evaluator from a path or from weights in memory.
#pragma once

#include "eval/eval.h"
#include "eval/weights.h"

// All families; null at the end.
extern const EvalKind *const EVAL_KINDS[];

// Opens the file or directory `path` of any family. An empty or null path means the embedded
// weights. The error names the file and the expected format.
Status eval_open(const char *path, Eval **eval, Error *error);
// The same from weights in memory, of any of our shapes; the evaluator borrows them until it is
// closed. `name` is for the error.
Status eval_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error);
void eval_close(Eval *eval);
