// snapshot.h — the weights of a Trainer as they are now, quantised, as an evaluator in memory.
//
// Players of self-play borrow it; later steps of the Trainer do not change it. The owner keeps it
// until no player uses it. Reading it is safe for any number of threads.
#pragma once

#include "learn/trainer.h"

typedef struct Snapshot {
    Eval *eval;
    void *tables; // that the evaluator may borrow
    size_t table_bytes;
} Snapshot;

// On failure there is nothing to release.
Status snapshot_take(Snapshot *snapshot, const Trainer *trainer, Error *error);
void snapshot_release(Snapshot *snapshot);
