#include "eval/gradient.h"

#include <assert.h>
#include <stdlib.h>

#include "base/pages.h"

Status gradient_init(Gradient *gradient, size_t weight_count, int row, Error *error) {
    assert(row >= 1 && weight_count % (size_t)row == 0);
    const size_t rows = weight_count / (size_t)row;
    *gradient = (Gradient){
        .sums = pages_new(weight_count * sizeof *gradient->sums),
        .touched = malloc(rows * sizeof *gradient->touched),
        .is_touched = calloc(rows, sizeof *gradient->is_touched),
        .weight_count = weight_count,
        .row = (uint32_t)row,
    };
    if (gradient->sums && gradient->touched && gradient->is_touched)
        return STATUS_OK;
    gradient_release(gradient);
    return error_set(error, STATUS_NO_MEMORY, "no memory for the gradient of %zu weights",
                     weight_count);
}

void gradient_release(Gradient *gradient) {
    pages_free(gradient->sums, gradient->weight_count * sizeof *gradient->sums);
    free(gradient->touched);
    free(gradient->is_touched);
    *gradient = (Gradient){0};
}

void gradient_clear(Gradient *gradient) {
    for (size_t i = 0; i < gradient->touch_count; i++)
        gradient_clear_row(gradient, gradient->touched[i]);
    gradient->touch_count = 0;
}
