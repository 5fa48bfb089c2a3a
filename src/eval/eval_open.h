// eval_open.h — opens an evaluator: the embedded weights, or those of a path.
//
// Not in eval_file.h, since this links the embedded weights: programs that only use other weights
// do without them.
#pragma once

#include "eval/eval.h"

// Opens the file or directory `path` of any family. An empty or null path means the embedded
// weights. The error names the file and the expected format.
Status eval_open(const char *path, Eval **eval, Error *error);
