// master.h — the learner's side of an evaluator: floating-point weights, and the gradient of the
// value.
//
// A master is one array of floats, in hundredths of a pawn; it belongs to the learner. Play never
// sees it: `save` quantises it to the integer tables an evaluator is opened from. Where left and
// right are tied, the two mirror images of a relation share one weight: the gradient names only the
// first, and `save` writes it to both.
#pragma once

#include <math.h>

#include "eval/eval.h"
#include "eval/weights.h"

// dLoss/dWeight of one weight.
typedef struct GradientEntry {
    uint32_t weight;
    float amount;
} GradientEntry;

typedef struct MasterKind {
    const char *name;
    size_t weight_count;
    int gradient_max; // entries that `backward` may write

    // The value of a position from the side to move, unclamped.
    double (*value)(const float *weights, bool is_mirror_tied, const Position *pos);

    // The gradient of the value times `amount` (dLoss/dValue), sparse; returns the number of
    // entries. A weight may occur more than once.
    int (*backward)(const float *weights, bool is_mirror_tied, const Position *pos, double amount,
                    GradientEntry *entries);

    // Quantises to a weight file. Weights beyond what the tables can hold are cut to it.
    Status (*save)(const float *weights, bool is_mirror_tied, Str provenance, const char *path,
                   Error *error);

    // The master a weight file was, or could have been, saved from.
    Status (*load)(const Weights *file, const char *name, float *weights, Error *error);
} MasterKind;

extern const MasterKind MASTER_PP;
extern const MasterKind MASTER_PPK;
extern const MasterKind MASTER_KPPT;

// A weight in stored units, cut to -limit … limit; what is not a number becomes 0.
static inline int master_quantise(float weight, int scale, int limit) {
    const float scaled = weight * (float)scale;
    if (isnan(scaled))
        return 0;
    if (scaled <= (float)-limit)
        return -limit;
    return scaled < (float)limit ? (int)lrintf(scaled) : limit;
}
