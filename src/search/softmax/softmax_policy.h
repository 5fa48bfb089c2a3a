// softmax_policy.h — the mathematics of a node: which child a sample goes to, and what a node is
// worth given its children.
//
// Plain functions on arrays of siblings, padded as simd.h says and seen from the player who
// chooses; no function knows of trees, threads or positions. The papers' symbols: E value, D depth,
// H static_value, N visits. A temperature of 0 is the limit: the best child alone.
#pragma once

#include "search/tree/tree_block.h"
#include "search/tree/tree_settings.h"

typedef enum TemperatureMode { TEMPERATURE_FIXED, TEMPERATURE_TARGET } TemperatureMode;

// Temperatures are in centipawns.
typedef struct SoftmaxSettings {
    TreeSettings tree;
    double ts, tb;
    double ts_min, ts_max; // of the first and the last thread; both 0: Ts for all
    double ts_alpha;
    int temperature_mode; // TemperatureMode
    double temperature_q;
    int objective;
    double table_bonus;
    double objective_c; // 0: the paper's for the objective
} SoftmaxSettings;

// What an objective may ask about the parent.
typedef struct ObjectiveParent {
    float depth, visits;
} ObjectiveParent;

enum { OBJECTIVE_NB = 19 };

// The papers' parameter c of each objective.
extern const float OBJECTIVE_C[OBJECTIVE_NB];

// Whether an objective looks at the children's visits; the others may be given null.
bool objective_needs_visits(int objective);

// E_s of all siblings (2020, appendix A.2, with the erratum of our specification for 18). A proven
// child is not sampled: its lane becomes SIMD_PAD, as the lanes behind the last child are.
void objective_fill(int objective, float c, const ObjectiveParent *parent, const float *value,
                    const float *depth, const float *static_value, const float *visits,
                    size_t padded, float *out);

// What a node with these children is worth to the player who chooses among them: proven values
// exactly, others as the softmax mean at Tb; and the expected depth at Td, or the depth of the best
// line. There is at least one child.
NodeValue backup(const float *value, const float *depth, size_t padded,
                 const SoftmaxSettings *settings);
