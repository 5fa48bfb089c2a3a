#include "base/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 14 };

static Status refuse(const Draft *draft, Error *error) {
    return error_set(error, STATUS_IO, "%s: cannot be written: %s", draft->path, strerror(errno));
}

Status draft_open(Draft *draft, const char *path, Error *error) {
    *draft = (Draft){.file = -1};
    draft->path = strdup(path);
    if (!draft->path || asprintf(&draft->temporary, "%s.part", path) < 0) {
        draft->temporary = NULL;
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to write it", path);
    }
    draft->file = open(draft->temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (draft->file < 0) {
        // Nothing of ours is there to be removed.
        free(draft->temporary);
        draft->temporary = NULL;
        return refuse(draft, error);
    }
    return STATUS_OK;
}

static bool is_zero(const unsigned char *data, size_t bytes) {
    return !data[0] && !memcmp(data, data + 1, bytes - 1);
}

Status draft_overwrite(Draft *draft, off_t at, const void *data, size_t bytes, Error *error) {
    const unsigned char *next = data;
    while (bytes) {
        const ssize_t written = pwrite(draft->file, next, bytes, at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return refuse(draft, error);
        next += written;
        at += written;
        bytes -= (size_t)written;
    }
    return STATUS_OK;
}

Status draft_append(Draft *draft, const void *data, size_t bytes, Error *error) {
    const unsigned char *next = data;
    while (bytes) {
        const size_t block = bytes < BLOCK ? bytes : BLOCK;
        if (!is_zero(next, block))
            TRY(draft_overwrite(draft, draft->size, next, block, error));
        next += block;
        bytes -= block;
        draft->size += (off_t)block;
    }
    return STATUS_OK;
}

Status draft_extend(Draft *draft, Error *error) {
    return ftruncate(draft->file, draft->size) == 0 ? STATUS_OK : refuse(draft, error);
}

Status draft_finish(Draft *draft, Error *error) {
    TRY(draft_extend(draft, error));
    if (fsync(draft->file) != 0)
        return refuse(draft, error);
    const int file = draft->file;
    draft->file = -1;
    return close(file) == 0 ? STATUS_OK : refuse(draft, error);
}

Status draft_publish(Draft *draft, Error *error) {
    if (rename(draft->temporary, draft->path) != 0)
        return refuse(draft, error);
    free(draft->temporary);
    draft->temporary = NULL;
    return STATUS_OK;
}

void draft_release(Draft *draft) {
    if (draft->temporary) {
        if (draft->file >= 0)
            close(draft->file);
        unlink(draft->temporary);
    }
    free(draft->temporary);
    free(draft->path);
    *draft = (Draft){.file = -1};
}

static Status write_all(Draft *draft, const char *path, const void *data, size_t bytes,
                        Error *error) {
    TRY(draft_open(draft, path, error));
    TRY(draft_append(draft, data, bytes, error));
    TRY(draft_finish(draft, error));
    return draft_publish(draft, error);
}

Status draft_write(const char *path, const void *data, size_t bytes, Error *error) {
    Draft draft = {0};
    const Status status = write_all(&draft, path, data, bytes, error);
    draft_release(&draft);
    return status;
}
