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

extern const EvalKind EVAL_NET;

enum {
    SMALLNET_WIDTH = GAME_IS_MINISHOGI ? 128 : 256, // any multiple of 32
    SMALLNET_UNIT = 400,
    SMALLNET_ONE = 511,
    SMALLNET_OUT_ONE = 2048,
    SMALLNET_SCALE = 16,
    SMALLNET_SQUARE_SHIFT = 4, // of v * v
    SMALLNET_SQUARE_MAX = SMALLNET_ONE * SMALLNET_ONE >> SMALLNET_SQUARE_SHIFT,
    // 1.0 of `out` in the units of the output sums; exact, since the square is not rounded here.
    SMALLNET_SUM_ONE = SMALLNET_ONE * SMALLNET_ONE * (SMALLNET_OUT_ONE >> SMALLNET_SQUARE_SHIFT),

    // The sum of the rows of all pieces and the bias fits 16 bits.
    SMALLNET_ROW_LIMIT = INT16_MAX / (FEATURE_ACTIVE_MAX + 1),
    // The output of a view is added up in this many sums, each of which fits 32 bits.
    SMALLNET_OUT_LANES = 8,
    SMALLNET_OUT_FIT = INT32_MAX / (SMALLNET_SQUARE_MAX * (SMALLNET_WIDTH / SMALLNET_OUT_LANES)),
    SMALLNET_OUT_MOST = 4 * SMALLNET_OUT_ONE, // the limit of a narrow net
    SMALLNET_OUT_LIMIT =
        SMALLNET_OUT_FIT < SMALLNET_OUT_MOST ? SMALLNET_OUT_FIT : SMALLNET_OUT_MOST,
    // Both views of all pieces fit 32 bits; a learner's float represents it exactly.
    SMALLNET_PSQT_LIMIT = 1 << 22,
};

_Static_assert(SMALLNET_WIDTH % 32 == 0, "whole vectors");
_Static_assert(SMALLNET_PSQT_LIMIT <= INT32_MAX / (2 * FEATURE_ACTIVE_MAX), "sums fit");

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
