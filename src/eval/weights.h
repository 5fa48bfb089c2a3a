// weights.h — the weight file: one versioned format for all our evaluators.
//
// Little-endian. A header of 64 bytes, then the provenance text, then (at a multiple of 64) the
// tables of the shape, in its order. The checksum covers everything after the header.
//
//   0  char[8]   "YURAGIW\n"          16  char[16] game name, zero-padded
//   8  uint32    version (1)          32  uint32   shape
//   12 uint32    header bytes (64)    36  uint32   scale: stored units in a hundredth of a pawn
//   40 uint64    bytes of the tables  48  uint64   checksum
//   56 uint32    bytes of provenance  60  uint32   flags (bit 0: left and right are tied)
#pragma once

#include "base/filemap.h"
#include "base/status.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

typedef enum WeightShape {
    SHAPE_PP = 1,     // any two pieces, kings among them
    SHAPE_KPPT = 2,   // own king and two pieces, two kings and a piece
    SHAPE_PP_KPP = 3, // PP, and own king with two pieces of a silver's value or more
    SHAPE_NET = 4,    // one layer of units, and each piece alone
} WeightShape;

enum { WEIGHTS_HEADER_BYTES = 64, WEIGHTS_VERSION = 1, WEIGHTS_MIRROR_TIED = 1 };

typedef struct Weights {
    WeightShape shape;
    uint32_t scale, flags;
    Str provenance;
    const unsigned char *tables;
    size_t table_bytes;
    uint64_t checksum;
} Weights;

// Reads the header of `data`, checks game, version, sizes and checksum. `name` is for the error.
// The Weights borrow from `data`.
Status weights_read(Weights *weights, const char *name, const unsigned char *data, size_t size,
                    Error *error);

// The same for the file at `path`, which is mapped; on success the caller releases the map.
Status weights_open(const char *path, FileMap *map, Weights *weights, Error *error);

// Refuses weights that are not of this shape and size.
Status weights_expect(const Weights *weights, const char *name, WeightShape shape,
                      size_t table_bytes, Error *error);

// The shape in the header of a file; 0 if it is not a weight file.
int weights_shape_of(const char *path);

// Writes the file atomically. If the tables are given as parts, `weights->tables` is not used.
typedef struct WeightsPart {
    const void *data;
    size_t bytes;
} WeightsPart;

Status weights_write(const Weights *weights, const char *path, Error *error);
Status weights_write_parts(const Weights *weights, const WeightsPart *parts, size_t count,
                           const char *path, Error *error);

// The checksum in the header, for any bytes.
uint64_t weights_checksum(const unsigned char *data, size_t size, uint64_t seed);
