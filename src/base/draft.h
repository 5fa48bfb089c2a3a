// draft.h — a file while it is being written: beside its place, and put there only when it is
// whole.
//
// A draft belongs to the one who opened it. Until draft_publish nothing is visible under the final
// name; draft_release removes what was not published. Long runs of zeros become holes of the file,
// which cost no disk: tables of relations are full of pairs that no position has. One thread.
#pragma once

#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

typedef struct Draft {
    char *path, *temporary; // owned
    int file;               // -1 when closed
    off_t size;             // what was appended
} Draft;

Status draft_open(Draft *draft, const char *path, Error *error);
Status draft_append(Draft *draft, const void *data, size_t bytes, Error *error);
// Over what is already there.
Status draft_overwrite(Draft *draft, off_t at, const void *data, size_t bytes, Error *error);
// Gives the file its length, for those who read it before it is finished: it may end in a hole.
Status draft_extend(Draft *draft, Error *error);
// Everything is on the disk afterwards, still under the temporary name.
Status draft_finish(Draft *draft, Error *error);
Status draft_publish(Draft *draft, Error *error);
// Also for a draft of zeros that was never opened.
void draft_release(Draft *draft);

// All of it for a file that is in memory already.
Status draft_write(const char *path, const void *data, size_t bytes, Error *error);
