// optimiser.h — Adam, AdaGrad and SGD for sparse gradients, on plain arrays of floats.
//
// A step updates the touched rows of the weights and clears the gradient. Moments of other rows do
// not decay: a pair of pieces that occurs once in a thousand batches keeps its moments. One thread
// owns an Optimiser.
#pragma once

#include "eval/gradient.h"

typedef enum OptimiserKind {
    OPTIMISER_ADAM,    // Kingma and Ba 2015, sparse
    OPTIMISER_ADAGRAD, // Duchi, Hazan and Singer 2011
    OPTIMISER_SGD,
    OPTIMISER_NB
} OptimiserKind;

extern const char *const OPTIMISER_NAMES[]; // null at the end

// Regularisation of touched weights, at every step.
typedef struct Penalties {
    double l1; // shrinks a weight by rate * l1, but not past 0
    double l2; // shrinks a weight by rate * l2 * weight
} Penalties;

typedef struct Optimiser {
    OptimiserKind kind;
    Penalties penalties;
    float *first, *second; // moments, one for each weight; null where the kind has none
    uint32_t *steps;       // of each row
    size_t weight_count, row_count;
} Optimiser;

Status optimiser_init(Optimiser *optimiser, OptimiserKind kind, Penalties penalties,
                      const Gradient *gradient, Error *error);
void optimiser_release(Optimiser *optimiser);

// One step of size `rate`; the gradient is clear afterwards.
void optimiser_step(Optimiser *optimiser, double rate, Gradient *gradient, float *weights);

// The same for one touched row, which is not cleared. Rows are independent, so different threads
// may update different rows.
void optimiser_step_row(Optimiser *optimiser, double rate, const Gradient *gradient, uint32_t row,
                        float *weights);
