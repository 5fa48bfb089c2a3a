// smallnet_shape.h — the sizes, units and limits of our net; smallnet.h says what they mean.
// Constants only.
#pragma once

#include <stdint.h>

#include "feature.h"

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
