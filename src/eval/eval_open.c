#include "eval_open.h"

#include "eval/embedded.h"
#include "eval/eval_file.h"

Status eval_open(const char *path, Eval **eval, Error *error) {
    if (path && *path)
        return eval_from_file(path, eval, error);
    static const char NAME[] = "the embedded weights";
    Weights weights;
    TRY(weights_read(&weights, NAME, EMBEDDED_WEIGHTS,
                     (size_t)(EMBEDDED_WEIGHTS_END - EMBEDDED_WEIGHTS), error));
    return eval_from_weights(&weights, NAME, eval, error);
}
