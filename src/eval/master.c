#include "eval/master.h"

#include <assert.h>
#include <stdlib.h>

double master_value(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                    const Position *pos) {
    assert(kind->gradient_max <= MASTER_GRADIENT_MAX);
    GradientEntry terms[MASTER_GRADIENT_MAX];
    const int count = kind->backward(is_mirror_tied, pos, 1, terms);
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)terms[i].amount * (double)weights[terms[i].weight];
    return sum;
}

Status master_save(const MasterKind *kind, const float *weights, bool is_mirror_tied,
                   Str provenance, const char *path, Error *error) {
    void *tables = malloc(kind->table_bytes);
    if (!tables)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to write it", path);
    kind->quantise(weights, is_mirror_tied, tables);
    const Weights whole = {
        .shape = kind->shape,
        .scale = (uint32_t)kind->scale,
        .flags = is_mirror_tied ? WEIGHTS_MIRROR_TIED : 0,
        .provenance = provenance,
        .tables = tables,
        .table_bytes = kind->table_bytes,
    };
    const Status status = weights_write(&whole, path, error);
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
