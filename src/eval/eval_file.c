#include "eval/eval_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "eval/net/smallnet.h"
#include "eval/nnue/nnue.h"
#include "eval/relation/kppt.h"
#include "eval/relation/pp.h"
#include "eval/relation/ppk.h"

Status eval_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error) {
    switch (weights->shape) {
    case SHAPE_PP:
        return pp_from_weights(weights, name, eval, error);
    case SHAPE_PP_KPP:
        return ppk_from_weights(weights, name, eval, error);
    case SHAPE_KPPT:
        return kppt_from_weights(weights, name, eval, error);
    case SHAPE_NET:
        return smallnet_from_weights(weights, name, eval, error);
    }
    return error_set(error, STATUS_BAD_INPUT,
                     "%s: weights of shape %d, which this program does not know", name,
                     (int)weights->shape);
}

// For the shapes that copy their tables.
static Status read_weights(const char *path, Eval **eval, Error *error) {
    FileMap map;
    Weights weights;
    TRY(weights_open(path, &map, &weights, error));
    const Status status = eval_from_weights(&weights, path, eval, error);
    filemap_release(&map);
    return status;
}

Status eval_from_file(const char *path, Eval **eval, Error *error) {
    if (access(path, R_OK) != 0)
        return error_set(error, STATUS_IO, "%s: %s", path, strerror(errno));
    const int shape = weights_shape_of(path);
    if (shape && shape != SHAPE_KPPT)
        return read_weights(path, eval, error);
    if (kppt_recognises(path))
        return kppt_open(path, eval, error);
    if (nnue_recognises(path))
        return nnue_open(path, eval, error);
    return error_set(error, STATUS_BAD_INPUT, "%s: no weights that this program knows", path);
}
