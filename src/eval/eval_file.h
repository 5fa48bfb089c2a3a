// eval_file.h — an evaluator from a file or from weights in memory.
//
// Never a partial load: on failure there is no Eval, and the error names the file, what was
// expected and what was found.
#pragma once

#include "eval/eval.h"
#include "eval/weights.h"

// Opens the file or directory `path` of any family.
Status eval_from_file(const char *path, Eval **eval, Error *error);

// The same from weights in memory, of any of our shapes; the evaluator borrows them until it is
// closed. `name` is for the error.
Status eval_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error);
