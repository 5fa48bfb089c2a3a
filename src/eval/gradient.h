// gradient.h — dLoss/dWeight of many weights, of which a few are touched at a time.
//
// Weights come in rows of neighbours; a row is touched as a whole or not at all, and an optimiser
// visits the touched rows only. The caller owns the Gradient; one thread.
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

// Zeroes the sums of all touched rows.
void gradient_clear(Gradient *gradient);

// Zeroes one row. A caller that clears all touched rows this way then sets touch_count to 0.
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
