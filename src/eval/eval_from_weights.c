// Not in eval_open.c, which links the embedded weights: programs that only use other weights do
// without them.
#include "eval/eval_open.h"
#include "eval/net/smallnet.h"
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
