#include "learn/pupil.h"

#include <stdlib.h>

#include "base/filemap.h"
#include "base/pages.h"

Status pupil_init(Pupil *pupil, const PupilTerms *terms, Error *error) {
    const MasterKind *kind = terms->kind;
    *pupil = (Pupil){.kind = kind, .is_mirror_tied = terms->is_mirror_tied};
    // Rows that begin with a line of the cache are read half as fast again.
    pupil->weights = pages_new(kind->weight_count * sizeof *pupil->weights);
    pupil->work = malloc(master_work_bytes(kind));
    Status status =
        pupil->weights && pupil->work
            ? STATUS_OK
            : error_set(error, STATUS_NO_MEMORY, "no memory for %zu weights", kind->weight_count);
    if (status == STATUS_OK)
        status = gradient_init(&pupil->gradient, kind->weight_count, kind->row, error);
    if (status == STATUS_OK)
        status = optimiser_init(&pupil->optimiser, terms->optimiser, terms->penalties,
                                &pupil->gradient, error);
    if (status != STATUS_OK) {
        pupil_release(pupil);
        return status;
    }
    Rng rng;
    rng_init(&rng, terms->seed);
    kind->begin(pupil->weights, &rng);
    return STATUS_OK;
}

void pupil_release(Pupil *pupil) {
    if (pupil->kind)
        pages_free(pupil->weights, pupil->kind->weight_count * sizeof *pupil->weights);
    free(pupil->work);
    gradient_release(&pupil->gradient);
    optimiser_release(&pupil->optimiser);
    *pupil = (Pupil){0};
}

double pupil_value(Pupil *pupil, const Position *pos) {
    return master_forward(pupil->kind, pupil->weights, pupil->is_mirror_tied, pos, pupil->work);
}

void pupil_teach(Pupil *pupil, double amount) {
    master_backward(pupil->kind, pupil->weights, pupil->work, amount, &pupil->gradient);
}

void pupil_teach_at(Pupil *pupil, const Position *pos, double amount) {
    pupil_value(pupil, pos);
    pupil_teach(pupil, amount);
}

void pupil_step(Pupil *pupil, double rate) {
    optimiser_step(&pupil->optimiser, rate, &pupil->gradient, pupil->weights);
}

Status pupil_load(Pupil *pupil, const char *path, Error *error) {
    FileMap map = {0};
    Weights file;
    TRY(weights_open(path, &map, &file, error));
    const Status status = master_load(pupil->kind, &file, path, pupil->weights, error);
    filemap_release(&map);
    return status;
}

Status pupil_publish(const Pupil *pupil, Str provenance, const char *path, int64_t *cut,
                     Error *error) {
    return master_save(pupil->kind, pupil->weights, pupil->is_mirror_tied, provenance, path, cut,
                       error);
}
