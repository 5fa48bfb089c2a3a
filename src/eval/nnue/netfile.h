// netfile.h — the bytes of an `nn.bin`: which net it is and where its tables are.
//
// Little-endian, nothing aligned:
//
//   0   uint32 version 0x7AF32F16          then  uint32 hash of the transformer
//   4   uint32 hash of the whole net             int16  bias[256], row[shape's rows][256]
//   8   uint32 length of a text                  uint32 hash of the layers
//   12  the text                                 int32  bias[32], int8 weight[32][512]
//                                                int32  bias[32], int8 weight[32][32]
//                                                int32  bias[1],  int8 weight[1][32]
//
// The text describes the net, but its wording changed over the years while the hash stayed the
// same, so only its length is used. A NetFile borrows from the bytes it was read from.
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NET_HALF = 256,            // outputs of the transformer for one view
    NET_INPUTS = 2 * NET_HALF, // of the layers: the side to move, then the other
    NET_HIDDEN = 32,           // outputs of the first and the second layer
};

// A shape is the input of a net; the layers are the same in all shapes.
typedef struct NetShape {
    const char *name;
    uint32_t feature_hash;
    int blocks;   // 81 when the own king's square selects a block of rows, else 1
    int features; // rows in a block; kings have rows when it is more than the pieces' 1548
} NetShape;

typedef struct NetFile {
    const NetShape *shape;
    const unsigned char *bias, *rows; // of the transformer, int16
    const unsigned char *layers;      // bias and weights, layer by layer
} NetFile;

// Whether the bytes begin like a net of any shape.
bool netfile_is(const unsigned char *data, size_t size);

// Checks version, hashes and size to the byte. `name` is for the error.
Status netfile_read(NetFile *file, const char *name, const unsigned char *data, size_t size,
                    Error *error);

// Rows of the whole transformer.
static inline size_t netfile_rows(const NetShape *shape) {
    return (size_t)shape->blocks * (size_t)shape->features;
}
