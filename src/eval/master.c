#include "eval/master.h"

#include <assert.h>
#include <stdlib.h>

const MasterKind *const MASTER_KINDS[] = {&MASTER_PP, &MASTER_PPK, &MASTER_KPPT, &MASTER_NET, NULL};
const char *const MASTER_NAMES[] = {"pp", "ppk", "kppt", "net", NULL};

// What a linear shape keeps for master_backward.
typedef struct LinearWork {
    int count;
    GradientEntry terms[];
} LinearWork;

size_t master_work_bytes(const MasterKind *kind) {
    return kind->forward ? kind->work_bytes
                         : sizeof(LinearWork) + (size_t)kind->term_max * sizeof(GradientEntry);
}

double master_forward(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                      const Position *pos, void *work) {
    if (kind->forward)
        return kind->forward(weights, pos, work);
    LinearWork *linear = work;
    linear->count = kind->terms(is_mirror_tied, pos, linear->terms);
    double sum = 0;
    for (int i = 0; i < linear->count; i++)
        sum += (double)linear->terms[i].amount * (double)weights[linear->terms[i].weight];
    return sum;
}

void master_backward(const MasterKind *kind, const float *weights, const void *work, double amount,
                     Gradient *gradient) {
    if (kind->backward) {
        kind->backward(weights, work, amount, gradient);
        return;
    }
    const LinearWork *linear = work;
    const float scale = (float)amount;
    for (int i = 0; i < linear->count; i++)
        gradient_add(gradient, linear->terms[i].weight, scale * linear->terms[i].amount);
}

int64_t master_to_weights(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                          void *tables, Weights *quantised) {
    *quantised = (Weights){
        .shape = kind->shape,
        .scale = (uint32_t)kind->scale,
        .flags = is_mirror_tied && !kind->forward ? WEIGHTS_MIRROR_TIED : 0,
        .tables = tables,
        .table_bytes = kind->table_bytes,
    };
    return kind->quantise(weights, is_mirror_tied, tables);
}

Status master_save(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                   Str provenance, const char *path, int64_t *cut, Error *error) {
    void *tables = malloc(kind->table_bytes);
    if (!tables)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to write it", path);
    Weights quantised;
    const int64_t beyond = master_to_weights(kind, weights, is_mirror_tied, tables, &quantised);
    if (cut)
        *cut = beyond;
    quantised.provenance = provenance;
    const Status status = weights_write(&quantised, path, error);
    free(tables);
    return status;
}

Status master_load(const MasterKind *kind, const Weights *file, const char *name, float *weights,
                   Error *error) {
    if (file->shape != kind->shape || file->table_bytes != kind->table_bytes)
        return error_set(error, STATUS_BAD_INPUT, "%s: not weights of %s", name, kind->relations);
    kind->restore(file->tables, 1 / (float)file->scale, weights);
    return STATUS_OK;
}
