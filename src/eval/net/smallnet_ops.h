// smallnet_ops.h — the arithmetic of our net in whole numbers: sums of rows, and their output.
//
// Every set of operations gives the same bits. Sums of 16 bits wrap on the way; whoever loads the
// rows knows that the result fits. Memory belongs to the caller, all rows and sums are aligned to
// SMALLNET_ALIGN. The sets are constant; any thread may use them.
#pragma once

#include "smallnet.h"

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

// The output weights of each view: which is whose depends on the side to move.
typedef struct SmallnetOut {
    const int16_t *weights[COLOR_NB];
} SmallnetOut;

typedef struct SmallnetOps {
    const char *name;

    // One view from scratch: the bias and `count` rows.
    void (*gather)(const int16_t *bias, const int16_t *const *rows, int count,
                   int16_t sum[SMALLNET_WIDTH]);
    void (*change)(const SmallnetSums *from, const SmallnetChange *change, SmallnetSums *to);
    // Clamp, square, weigh and add up both views.
    int64_t (*output)(const SmallnetSums *sums, const SmallnetOut *out);
    // The output after a change, nothing stored.
    int64_t (*output_after)(const SmallnetSums *from, const SmallnetChange *change,
                            const SmallnetOut *out);
} SmallnetOps;

// The plain C twin, for every machine and for checking the others.
extern const SmallnetOps SMALLNET_SCALAR;

// The fastest set this machine can run.
const SmallnetOps *smallnet_ops_best(void);
