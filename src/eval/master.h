// master.h — the learner's side of an evaluator: floating-point weights, and the gradient of the
// value.
//
// A master is one array of floats, in hundredths of a pawn; it belongs to the learner. Play never
// sees it: master_save quantises it to the integer tables an evaluator is opened from. Where left
// and right are tied, the two mirror images of a relation share one weight: the gradient names only
// the first, and master_save writes it to both.
#pragma once

#include <math.h>

#include "eval/eval.h"
#include "eval/weights.h"

// dLoss/dWeight of one weight.
typedef struct GradientEntry {
    uint32_t weight;
    float amount;
} GradientEntry;

// One shape of weights. All of them are linear: the value is the weights times its own gradient,
// so a shape has to say the gradient only.
typedef struct MasterKind {
    const char *name, *relations; // "pp", "pairs": the second for errors
    WeightShape shape;
    int scale; // of the files saved
    size_t weight_count, table_bytes;
    int gradient_max; // entries that `backward` may write

    // The gradient of the value times `amount` (dLoss/dValue), sparse; returns the number of
    // entries. A weight may occur more than once.
    int (*backward)(bool is_mirror_tied, const Position *pos, double amount,
                    GradientEntry *entries);

    // The tables as the file has them. Weights beyond what they can hold are cut to it.
    void (*quantise)(const float *weights, bool is_mirror_tied, void *tables);
    // And back, a stored number being worth `unit`.
    void (*restore)(const void *tables, float unit, float *weights);
} MasterKind;

extern const MasterKind MASTER_PP;
extern const MasterKind MASTER_PPK;
extern const MasterKind MASTER_KPPT;

// Entries of any shape above: both views of every piece and pair, board and turn, with a third for
// large pairs beside a king; for triples, the two kings as well.
enum {
    MASTER_GRADIENT_MAX =
        2 + 4 * FEATURE_ACTIVE_MAX + 3 * FEATURE_ACTIVE_MAX * (FEATURE_ACTIVE_MAX - 1)
};

// The value of a position from the side to move, unclamped.
double master_value(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                    const Position *pos);

// Quantises to a weight file.
Status master_save(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                   Str provenance, const char *path, Error *error);

// The master a weight file was, or could have been, saved from.
Status master_load(const MasterKind *kind, const Weights *file, const char *name, float *weights,
                   Error *error);

// A weight in stored units, cut to -limit … limit; what is not a number becomes 0.
static inline int master_quantise(float weight, int scale, int limit) {
    const float scaled = weight * (float)scale;
    if (isnan(scaled))
        return 0;
    if (scaled <= (float)-limit)
        return -limit;
    return scaled < (float)limit ? (int)lrintf(scaled) : limit;
}
