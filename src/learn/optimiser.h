// optimiser.h — from gradients to better weights: arrays of floats and nothing else.
//
// A step goes down the gradient along the touched rows and clears it. Moments of rows that were not
// touched stay as they are: a pair of pieces that is seen once in a thousand batches has not been
// forgotten in between. The owner uses an Optimiser from one thread.
#pragma once

#include "eval/gradient.h"

typedef enum OptimiserKind {
    OPTIMISER_ADAM,    // Kingma and Ba 2015, sparse
    OPTIMISER_ADAGRAD, // Duchi, Hazan and Singer 2011
    OPTIMISER_SGD,
    OPTIMISER_NB
} OptimiserKind;

extern const char *const OPTIMISER_NAMES[]; // null at the end

// What a touched weight pays a step for being there at all. The first draws weights to 0 that
// hardly matter, the second keeps large ones from growing.
typedef struct Penalties {
    double l1; // shrinks it by rate * l1, but not past 0
    double l2; // and by rate * l2 * weight
} Penalties;

typedef struct Optimiser {
    OptimiserKind kind;
    Penalties penalties;
    float *first, *second; // moments, one a weight each; null where the kind has none
    uint32_t *steps;       // of each row
    size_t weight_count, row_count;
} Optimiser;

Status optimiser_init(Optimiser *optimiser, OptimiserKind kind, Penalties penalties,
                      const Gradient *gradient, Error *error);
void optimiser_release(Optimiser *optimiser);

// One step of size `rate`; the gradient is clear afterwards.
void optimiser_step(Optimiser *optimiser, double rate, Gradient *gradient, float *weights);

// The same for one touched row, which is not cleared. Rows know nothing of each other, so several
// threads may each have some.
void optimiser_step_row(Optimiser *optimiser, double rate, const Gradient *gradient, uint32_t row,
                        float *weights);
