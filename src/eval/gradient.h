// gradient.h — dLoss/dWeight of many weights, of which a few are touched at a time.
//
// Weights come in rows of neighbours; a row is touched as a whole or not at all, and an optimiser
// looks at the touched ones only. Whoever owns the Gradient uses it from one thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"

typedef struct Gradient {
    float *sums;       // one a weight; 0 where nothing was added; aligned to a page
    uint32_t *touched; // rows, in the order of their first touch
    bool *is_touched;  // by row
    size_t touch_count, weight_count;
    uint32_t row; // weights in a row
} Gradient;

// `row` divides `weight_count`.
Status gradient_init(Gradient *gradient, size_t weight_count, int row, Error *error);
void gradient_release(Gradient *gradient);

// Nothing is touched any more.
void gradient_clear(Gradient *gradient);

// One row, for those who go through all touched ones; they then say that there are none.
static inline void gradient_clear_row(Gradient *gradient, uint32_t row) {
    memset(gradient->sums + (size_t)row * gradient->row, 0, gradient->row * sizeof *gradient->sums);
    gradient->is_touched[row] = false;
}

// A row of sums to add to.
static inline float *gradient_row(Gradient *gradient, uint32_t row) {
    if (!gradient->is_touched[row]) {
        gradient->is_touched[row] = true;
        gradient->touched[gradient->touch_count++] = row;
    }
    return gradient->sums + (size_t)row * gradient->row;
}

static inline void gradient_add(Gradient *gradient, uint32_t weight, float amount) {
    gradient_row(gradient, weight / gradient->row)[weight % gradient->row] += amount;
}
