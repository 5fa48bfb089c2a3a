// treegrad_reference.h — the value of a softmax tree by its definition, for finite differences.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "learn/treegrad.h"
#include "search/search.h"
#include "testing.h"

// `leaves` has the value of every leaf. Frozen policies take their shares from the tree.
static inline double reference_value(const GradTree *tree, const double *leaves, uint32_t at) {
    const GradNode *node = &tree->nodes[at];
    if (!node->count)
        return leaves[at];
    const GradPolicy *policy = &tree->policies[node->turn];
    double values[MOVE_MAX], best = -(double)INFINITY, sum = 0, weighted = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        values[i] = -reference_value(tree, leaves, node->first + i);
        best = fmax(best, values[i]);
    }
    if (fabs(best) > VALUE_DECIDED)
        return best;
    for (uint32_t i = 0; i < node->count; i++) {
        if (values[i] < -VALUE_DECIDED)
            continue;
        const double weight = policy->is_frozen ? tree->shares[node->first + i]
                                                : exp((values[i] - best) / policy->temperature);
        sum += weight;
        weighted += weight * values[i];
    }
    return weighted / sum;
}

typedef struct Choice {
    double temperature;
    int chosen;
} Choice;

// T ln pi(chosen).
static inline double reference_log_policy(const GradTree *tree, const double *leaves,
                                          const Choice *choice) {
    const GradNode *root = &tree->nodes[0];
    double values[MOVE_MAX], best = -(double)INFINITY, sum = 0, own = 0;
    for (uint32_t i = 0; i < root->count; i++) {
        values[i] = -reference_value(tree, leaves, root->first + i);
        best = fmax(best, values[i]);
        own = (int)i == choice->chosen ? values[i] : own;
    }
    for (uint32_t i = 0; i < root->count; i++)
        if (values[i] > -VALUE_DECIDED)
            sum += exp((values[i] - best) / choice->temperature);
    return own - best - choice->temperature * log(sum);
}

static inline double *reference_leaves(const GradTree *tree) {
    double *leaves = malloc(tree->count * sizeof *leaves);
    assert_non_null(leaves);
    for (uint32_t i = 0; i < tree->count; i++)
        leaves[i] = tree->nodes[i].value;
    return leaves;
}

static inline void assert_near(double wanted, double found) {
    if (fabs(wanted - found) > 1e-5 * fabs(wanted) + 1e-9)
        fail_msg("%.12g instead of %.12g", found, wanted);
}
