#include "learn/optimiser.h"

#include <math.h>
#include <stdlib.h>

const char *const OPTIMISER_NAMES[] = {"adam", "adagrad", "sgd", NULL};

static const float MEMORY_FIRST = 0.9f, MEMORY_SECOND = 0.999f, EPSILON = 1e-8f;

Status optimiser_init(Optimiser *optimiser, OptimiserKind kind, Penalties penalties,
                      const Gradient *gradient, Error *error) {
    *optimiser = (Optimiser){.kind = kind,
                             .penalties = penalties,
                             .weight_count = gradient->weight_count,
                             .row_count = gradient->weight_count / gradient->row};
    const bool has_first = kind == OPTIMISER_ADAM, has_second = kind != OPTIMISER_SGD;
    optimiser->steps = calloc(optimiser->row_count, sizeof *optimiser->steps);
    if (has_first)
        optimiser->first = calloc(optimiser->weight_count, sizeof *optimiser->first);
    if (has_second)
        optimiser->second = calloc(optimiser->weight_count, sizeof *optimiser->second);
    if (optimiser->steps && (!has_first || optimiser->first) && (!has_second || optimiser->second))
        return STATUS_OK;
    optimiser_release(optimiser);
    return error_set(error, STATUS_NO_MEMORY, "no memory for the optimiser of %zu weights",
                     gradient->weight_count);
}

void optimiser_release(Optimiser *optimiser) {
    free(optimiser->first);
    free(optimiser->second);
    free(optimiser->steps);
    *optimiser = (Optimiser){0};
}

// Adam, with the bias correction by the number of steps of the row.
static void adam_row(float *restrict first, float *restrict second, const float *restrict sums,
                     float *restrict weights, uint32_t count, float rate, uint32_t steps) {
    const float correct_first = 1 - powf(MEMORY_FIRST, (float)steps);
    const float correct_second = 1 - powf(MEMORY_SECOND, (float)steps);
    const float size = rate / correct_first, scale = 1 / sqrtf(correct_second);
    for (uint32_t i = 0; i < count; i++) {
        first[i] = MEMORY_FIRST * first[i] + (1 - MEMORY_FIRST) * sums[i];
        second[i] = MEMORY_SECOND * second[i] + (1 - MEMORY_SECOND) * sums[i] * sums[i];
        weights[i] -= size * first[i] / (sqrtf(second[i]) * scale + EPSILON);
    }
}

static void adagrad_row(float *restrict second, const float *restrict sums, float *restrict weights,
                        uint32_t count, float rate) {
    for (uint32_t i = 0; i < count; i++) {
        second[i] += sums[i] * sums[i];
        weights[i] -= rate * sums[i] / (sqrtf(second[i]) + EPSILON);
    }
}

static void shrink_row(float *weights, uint32_t count, float factor, float amount) {
    for (uint32_t i = 0; i < count; i++) {
        const float size = fabsf(weights[i]) * factor - amount;
        weights[i] = copysignf(fmaxf(size, 0), weights[i]);
    }
}

void optimiser_step_row(Optimiser *optimiser, double rate, const Gradient *gradient, uint32_t row,
                        float *weights) {
    const uint32_t count = gradient->row;
    const Penalties *penalties = &optimiser->penalties;
    const size_t at = (size_t)row * count;
    const float *sums = gradient->sums + at;
    optimiser->steps[row]++;
    if (penalties->l1 > 0 || penalties->l2 > 0)
        shrink_row(weights + at, count, (float)(1 - rate * penalties->l2),
                   (float)(rate * penalties->l1));
    if (optimiser->kind == OPTIMISER_ADAM)
        adam_row(optimiser->first + at, optimiser->second + at, sums, weights + at, count,
                 (float)rate, optimiser->steps[row]);
    else if (optimiser->kind == OPTIMISER_ADAGRAD)
        adagrad_row(optimiser->second + at, sums, weights + at, count, (float)rate);
    else
        for (uint32_t i = 0; i < count; i++)
            weights[at + i] -= (float)rate * sums[i];
}

void optimiser_step(Optimiser *optimiser, double rate, Gradient *gradient, float *weights) {
    for (size_t i = 0; i < gradient->touch_count; i++)
        optimiser_step_row(optimiser, rate, gradient, gradient->touched[i], weights);
    gradient_clear(gradient);
}
