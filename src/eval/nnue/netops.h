// netops.h — the arithmetic of a net: sums of rows, and the three layers behind them.
//
// It uses integers only, so every set of operations gives the same bits. Sums of 16 bits wrap, as
// in the engines the nets come from, so a sum may be built in any order and changed back and forth
// without any error. The caller owns the memory; sums and layers are aligned to NET_ALIGN. The sets
// are constant; any thread may use them.
#pragma once

#include "netfile.h"

enum {
    NET_ALIGN = 64,
    NET_PIECES = 38, // that are not kings, in a full set
    NET_QUAD = 4,    // neighbouring inputs whose products one instruction adds up
    NET_GROUP = 4,   // quads of the first layer that may be added up in 16 bits
    NET_GROUP_NB = NET_INPUTS / NET_QUAD / NET_GROUP,
};

// The layers in the order of the vector code: the weights of four neighbouring inputs side by side
// for all 32 outputs, so that four inputs are read once and no horizontal sum is needed.
typedef struct NetLayers {
    _Alignas(NET_ALIGN) int8_t weight1[NET_INPUTS / NET_QUAD][NET_HIDDEN][NET_QUAD];
    int8_t weight2[NET_HIDDEN / NET_QUAD][NET_HIDDEN][NET_QUAD];
    int8_t weight3[NET_HIDDEN];
    _Alignas(NET_ALIGN) int32_t bias1[NET_HIDDEN];
    int32_t bias2[NET_HIDDEN], bias3;
    // The groups of the first layer, the tame ones first: those whose weights are so small that no
    // input makes a sum over the group leave 16 bits. In trained nets nearly all groups are tame.
    uint8_t group[NET_GROUP_NB];
    int tame_count;
} NetLayers;

// Rows of the transformer to add to a sum and to subtract from it.
typedef struct RowList {
    const int16_t *added[NET_PIECES + 2], *removed[2];
    int added_count, removed_count;
} RowList;

typedef struct NetOps {
    const char *name;

    // to = from + the added rows - the removed rows. `to` may be `from`.
    void (*sum)(const int16_t *from, const RowList *rows, int16_t to[NET_HALF]);
    // The same sum, each element clipped to 0..127: one half of the layers' input.
    void (*clip)(const int16_t *from, const RowList *rows, uint8_t to[NET_HALF]);
    // The output of the last layer.
    int32_t (*run)(const NetLayers *layers, const uint8_t input[NET_INPUTS]);
} NetOps;

// Plain C, for every machine and for tests of the other sets.
extern const NetOps NETOPS_SCALAR;

// The fastest set this machine can run.
const NetOps *netops_best(void);

// Reads the layers of a file.
void netops_pack(const NetFile *file, NetLayers *layers);
