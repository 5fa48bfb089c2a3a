// softmax_policy.h — the mathematics of a node: which child a sample goes to, and what a node is
// worth given its children.
//
// Everything here works on plain arrays of siblings, padded as simd.h says and seen from the player
// who chooses; nothing knows of trees, threads or positions. The papers' symbols: E value, D depth,
// H static_value, N visits. A temperature of 0 is the limit: the best child alone.
#pragma once

#include "base/rng.h"
#include "base/simd.h"
#include "search/softmax/softmax_settings.h"

// What an objective may ask about the parent.
typedef struct ObjectiveParent {
    float depth, visits;
} ObjectiveParent;

enum { OBJECTIVE_NB = 19 };

// The papers' parameter c of each objective.
extern const float OBJECTIVE_C[OBJECTIVE_NB];

// Whether an objective looks at the children's visits; the others may be given null.
bool objective_needs_visits(int objective);

// E_s of all siblings (2020, appendix A.2, with the erratum of our specification for 18). Nobody
// samples what is proven: those lanes become SIMD_PAD, as the ones behind the last child are.
void objective_fill(int objective, float c, const ObjectiveParent *parent, const float *value,
                    const float *depth, const float *static_value, const float *visits,
                    size_t padded, float *out);

// The temperature whose Boltzmann mean over x is mean + q (max - mean), for q in (0, 1): 2017,
// appendix A.1. Infinity if all are equal. Lanes of SIMD_PAD do not count.
float temperature_from_target(const float *x, size_t padded, float q);

// weights[i] = exp((x[i] - max) / T), and their sum. The sum is 0 only if every lane is SIMD_PAD.
// `weights` may be `x`.
float boltzmann_weights(const float *x, size_t padded, float temperature, float *weights);

// A child drawn by weight, whose sum is known and positive.
int boltzmann_draw(const float *weights, size_t padded, float sum, Rng *rng);

typedef struct NodeValue {
    float value, depth;
} NodeValue;

// What a node with these children is worth to the player who chooses among them: proven values
// exactly, others as the softmax mean at Tb; and the expected depth at Td, or the depth of the best
// line. There is at least one child.
NodeValue backup(const float *value, const float *depth, size_t padded,
                 const SoftmaxSettings *settings);

// The same value as the player sees it who moved to the node: the sign changes, and a win or loss
// is a ply further away.
float value_from_above(float value);
