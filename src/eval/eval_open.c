#include "eval_open.h"

#include "eval/embedded.h"
#include "eval/net/smallnet.h"
#include "eval/nnue/nnue.h"
#include "eval/relation/kppt.h"
#include "eval/relation/pp.h"
#include "eval/relation/ppk.h"

const EvalKind *const EVAL_KINDS[] = {&EVAL_PP, &EVAL_PPK, &EVAL_KPPT, &EVAL_NET, &EVAL_NNUE, NULL};

Status eval_open(const char *path, Eval **eval, Error *error) {
    if (!path || !*path) {
        Weights weights;
        TRY(weights_read(&weights, "the embedded weights", EMBEDDED_WEIGHTS,
                         (size_t)(EMBEDDED_WEIGHTS_END - EMBEDDED_WEIGHTS), error));
        return eval_from_weights(&weights, "the embedded weights", eval, error);
    }
    for (const EvalKind *const *kind = EVAL_KINDS; *kind; kind++)
        if ((*kind)->recognises(path))
            return (*kind)->open(path, eval, error);
    return error_set(error, STATUS_BAD_INPUT, "%s: no weights that this program knows", path);
}

void eval_close(Eval *eval) {
    if (eval)
        eval->kind->close(eval);
}
