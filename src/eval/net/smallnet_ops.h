// smallnet_ops.h — the integer arithmetic of our net: sums of rows, and their output.
//
// Every set of operations gives the same bits. Sums of 16 bits may wrap on the way; the loader of
// the rows makes sure that the result fits. The caller owns the memory; all rows and sums are
// aligned to SMALLNET_ALIGN. The sets are constant; any thread may use them.
#pragma once

#include "game/types.h"
#include "smallnet_shape.h"

enum { SMALLNET_ALIGN = 64 };

// The sums of both views.
typedef struct SmallnetSums {
    _Alignas(SMALLNET_ALIGN) int16_t view[COLOR_NB][SMALLNET_WIDTH];
} SmallnetSums;

// The rows that a move adds and removes in each view: one or two of either.
typedef struct SmallnetChange {
    const int16_t *added[COLOR_NB][FEATURE_CHANGE_MAX], *removed[COLOR_NB][FEATURE_CHANGE_MAX];
    int added_count, removed_count;
} SmallnetChange;

// The output weights of each view, which depend on the side to move.
typedef struct SmallnetOut {
    const int16_t *weights[COLOR_NB];
} SmallnetOut;

typedef struct SmallnetOps {
    const char *name;

    // One view from scratch: the bias and `count` rows.
    void (*gather)(const int16_t *bias, const int16_t *const *rows, int count,
                   int16_t sum[SMALLNET_WIDTH]);
    void (*change)(const SmallnetSums *from, const SmallnetChange *change, SmallnetSums *to);
    // Clamps, squares, weights and adds up both views.
    int64_t (*output)(const SmallnetSums *sums, const SmallnetOut *out);
    // The output after a change, without storing the sums.
    int64_t (*output_after)(const SmallnetSums *from, const SmallnetChange *change,
                            const SmallnetOut *out);
} SmallnetOps;

// Plain C, for every machine and for tests of the other sets.
extern const SmallnetOps SMALLNET_SCALAR;

// The fastest set this machine can run.
const SmallnetOps *smallnet_ops_best(void);
