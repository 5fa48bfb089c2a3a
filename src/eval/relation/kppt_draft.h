// kppt_draft.h — a large file while it is being written: beside its place, and put there only when
// it is whole.
//
// A draft belongs to the one who opened it. Until kppt_draft_publish nothing is visible under the
// final name; kppt_draft_release removes what was not published. Long runs of zeros become holes of
// the file, which cost no disk: tables of relations are full of pairs that no position has.
#pragma once

#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

typedef struct KpptDraft {
    char *path, *temporary; // owned
    int file;               // -1 when closed
    off_t size;             // what was appended
} KpptDraft;

Status kppt_draft_open(KpptDraft *draft, const char *path, Error *error);
Status kppt_draft_append(KpptDraft *draft, const void *data, size_t bytes, Error *error);
// Over what is already there.
Status kppt_draft_overwrite(KpptDraft *draft, off_t at, const void *data, size_t bytes,
                            Error *error);
// Gives the file its length, for those who read it before it is finished: it may end in a hole.
Status kppt_draft_extend(KpptDraft *draft, Error *error);
// Everything is on the disk afterwards, still under the temporary name.
Status kppt_draft_finish(KpptDraft *draft, Error *error);
Status kppt_draft_publish(KpptDraft *draft, Error *error);
// Also for a draft of zeros that was never opened.
void kppt_draft_release(KpptDraft *draft);
