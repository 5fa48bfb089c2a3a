#include "learn/snapshot.h"

#include "base/pages.h"
#include "eval/eval_file.h"

Status snapshot_take(Snapshot *snapshot, const Trainer *trainer, Error *error) {
    const MasterKind *kind = trainer->kind;
    *snapshot =
        (Snapshot){.tables = pages_new(kind->table_bytes), .table_bytes = kind->table_bytes};
    if (!snapshot->tables)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the weights of players");
    Weights weights;
    master_to_weights(kind, trainer->weights, trainer->is_mirror_tied, snapshot->tables, &weights);
    const Status status =
        eval_from_weights(&weights, "the weights of the trainer", &snapshot->eval, error);
    if (status != STATUS_OK)
        snapshot_release(snapshot);
    return status;
}

void snapshot_release(Snapshot *snapshot) {
    eval_close(snapshot->eval);
    pages_free(snapshot->tables, snapshot->table_bytes);
    *snapshot = (Snapshot){0};
}
