// master.h — the learner's side of an evaluator: floating-point weights, and the gradient of the
// value.
//
// A master is one array of floats, in hundredths of a pawn; the learner owns it. Play does not use
// it: master_save quantises it to the integer tables of an evaluator. If left and right are tied,
// the two mirror images of a relation share one weight: the gradient has only the first, and
// master_save writes it to both. Only linear shapes can be tied; other shapes ignore the flag.
#pragma once

#include <math.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "eval/gradient.h"
#include "eval/weights.h"

// One weight of a sum, and its factor.
typedef struct GradientEntry {
    uint32_t weight;
    float amount;
} GradientEntry;

// One shape of weights. A linear shape has only `terms`, the terms of its value; any other shape
// has `forward` and `backward`.
typedef struct MasterKind {
    const char *name, *relations; // "pp", "pairs": the second for errors
    WeightShape shape;
    int scale; // of the files saved
    size_t weight_count, table_bytes;
    int row;     // neighbours that a gradient touches together; divides weight_count
    double rate; // a good learning rate for Adam

    // The initial weights: the piece values, and random numbers where a shape needs them. The
    // weights are zero before.
    void (*begin)(float *weights, Rng *rng);

    // For a linear shape: the weights that add up to the value, and the factor of each. A weight
    // may occur more than once. Returns how many there are, at most term_max.
    int term_max;
    int (*terms)(bool is_mirror_tied, const Position *pos, GradientEntry *terms);

    // For any other shape: `work` has work_bytes and keeps the data for `backward`.
    size_t work_bytes;
    double (*forward)(const float *weights, const Position *pos, void *work);
    void (*backward)(const float *weights, const void *work, double amount, Gradient *gradient);

    // The tables of the file. Weights outside their range are clamped; returns how many.
    int64_t (*quantise)(const float *weights, bool is_mirror_tied, void *tables);
    // The inverse; one stored unit has the value `unit`.
    void (*restore)(const void *tables, float unit, float *weights);
} MasterKind;

// All shapes; null at the end.
extern const MasterKind *const MASTER_KINDS[];
extern const char *const MASTER_NAMES[]; // of the same, in the same order

extern const MasterKind MASTER_PP;
extern const MasterKind MASTER_PPK;
extern const MasterKind MASTER_KPPT;
extern const MasterKind MASTER_NET;

// Memory for one value and its gradient.
size_t master_work_bytes(const MasterKind *kind);

// The value of a position from the side to move, unclamped. `work` has master_work_bytes and keeps
// the data for master_backward.
double master_forward(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                      const Position *pos, void *work);
// Adds the gradient of the last value of `work` times `amount` (dLoss/dValue).
void master_backward(const MasterKind *kind, const float *weights, const void *work, double amount,
                     Gradient *gradient);

// Quantises to the tables of an evaluator, table_bytes of the caller, from which the Weights
// borrow. Returns how many numbers the tables could not hold.
int64_t master_to_weights(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                          void *tables, Weights *quantised);

// Quantises to a weight file. `cut`, if not null, is the number of weights that were clamped.
Status master_save(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                   Str provenance, const char *path, int64_t *cut, Error *error);

// The master weights of a weight file.
Status master_load(const MasterKind *kind, const Weights *file, const char *name, float *weights,
                   Error *error);

// Adds the board term of a relation and its turn term, which follows; returns the next entry.
static inline GradientEntry *master_add_terms(GradientEntry *entry, size_t weight, float board,
                                              float turn) {
    entry[0] = (GradientEntry){(uint32_t)weight, board};
    entry[1] = (GradientEntry){(uint32_t)weight + 1, turn};
    return entry + 2;
}

static inline int master_mirrored_square(int square) {
    return FEATURES.mirrored[FEATURE_KINGS + square] - FEATURE_KINGS;
}

// A weight in stored units, clamped to -limit … limit; NaN becomes 0. `cut` counts both cases.
static inline int master_quantise(float weight, int scale, int limit, int64_t *cut) {
    const float scaled = rintf(weight * (float)scale);
    if (fabsf(scaled) < (float)limit)
        return (int)scaled;
    *cut += !(fabsf(scaled) <= (float)limit);
    return isnan(scaled) ? 0 : scaled < 0 ? -limit : limit;
}
