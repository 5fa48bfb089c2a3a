// smallnet.h — our own net: one layer of SMALLNET_WIDTH units, seen from both sides, and a linear
// path beside it.
//
// Each side sees every piece, kings among them, as one feature; a feature has a row of weights. The
// sum of the rows of a view and a bias is a[], and with h(x) = clamp(x, 0, 1)^2
//
//   out   = sum of own[j] h(a_mover[j]) + other[j] h(a_opponent[j]) + out_bias
//   value = SMALLNET_UNIT * out + psqt of the mover's view - psqt of the opponent's view
//
// in hundredths of a pawn. The square lets a unit express "this and that together" where a ramp
// only expresses "this or that"; the linear path has the piece values from the start.
//
// Play uses integers. Units: a row 1 / SMALLNET_ONE, an output weight 1 / SMALLNET_OUT_ONE, the
// linear path 1 / SMALLNET_SCALE hundredths. A clamped sum v is at most 511 and its square is kept
// as v * v / 16, rounded down: 14 bits, so that a product with an output weight needs one
// instruction. The limits below make every sum exact: no file that loads can make one overflow.
#pragma once

#include "eval/eval.h"
#include "eval/weights.h"
#include "smallnet_shape.h"

extern const EvalKind EVAL_NET;

// The tables of the file.
typedef struct SmallnetFile {
    int16_t row[FEATURE_NB][SMALLNET_WIDTH];
    int16_t bias[SMALLNET_WIDTH];
    int16_t own[SMALLNET_WIDTH], other[SMALLNET_WIDTH];
    int32_t psqt[FEATURE_NB];
    int32_t out_bias; // part of the linear path
} SmallnetFile;

_Static_assert(sizeof(SmallnetFile) == (FEATURE_NB + 3) * SMALLNET_WIDTH * 2 + (FEATURE_NB + 1) * 4,
               "the tables lie in the file as in memory");

// An evaluator from weights in memory, which are not needed afterwards. `name` is for the error.
Status smallnet_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error);

// The value, given the outputs of both views and the linear path as the mover sees it.
static inline int smallnet_value(int64_t output, int64_t linear) {
    const int64_t one = SMALLNET_SUM_ONE;
    return eval_clamp((output * SMALLNET_UNIT + linear * (one / SMALLNET_SCALE)) / one);
}
