#include "eval/eval_file.h"

Status eval_from_file(const char *path, EvalFromWeights *from_weights, Eval **eval, Error *error) {
    FileMap map;
    Weights weights;
    TRY(weights_open(path, &map, &weights, error));
    const Status status = from_weights(&weights, path, eval, error);
    filemap_release(&map);
    return status;
}
