// nnue_inside.h — the structs of an open net and its frames; only for nnue.c and its tests.
#pragma once

#include "netops.h"
#include "nnue.h"

typedef struct Nnue {
    Eval eval;
    const NetOps *ops;
    const NetShape *shape;
    // One block of memory that the Nnue owns; read-only after open.
    const NetLayers *layers;
    const int16_t *bias, *rows;
    void *memory;
} Nnue;

// The transformer's output for both views of a position, before it is clipped.
typedef struct NnueFrame {
    _Alignas(EVAL_ALIGN) int16_t sum[COLOR_NB][NET_HALF];
    uint32_t block[COLOR_NB]; // the first row of the block that the view's king selects
} NnueFrame;

_Static_assert(sizeof(NnueFrame) == 1088, "two sums and one line for the blocks");
