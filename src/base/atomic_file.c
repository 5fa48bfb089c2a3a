#include "base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 14 };

static Status refuse(const AtomicFile *file, Error *error) {
    return error_set(error, STATUS_IO, "%s: cannot be written: %s", file->path, strerror(errno));
}

Status atomic_file_open(AtomicFile *file, const char *path, Error *error) {
    *file = (AtomicFile){.fd = -1};
    file->path = strdup(path);
    if (!file->path || asprintf(&file->temporary, "%s.part", path) < 0) {
        file->temporary = NULL;
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to write it", path);
    }
    file->fd = open(file->temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file->fd < 0) {
        // There is no temporary file to remove.
        free(file->temporary);
        file->temporary = NULL;
        return refuse(file, error);
    }
    return STATUS_OK;
}

static bool is_zero(const unsigned char *data, size_t bytes) {
    return !data[0] && !memcmp(data, data + 1, bytes - 1);
}

Status atomic_file_overwrite(AtomicFile *file, off_t at, const void *data, size_t bytes,
                             Error *error) {
    const unsigned char *next = data;
    while (bytes) {
        const ssize_t written = pwrite(file->fd, next, bytes, at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return refuse(file, error);
        next += written;
        at += written;
        bytes -= (size_t)written;
    }
    return STATUS_OK;
}

Status atomic_file_append(AtomicFile *file, const void *data, size_t bytes, Error *error) {
    const unsigned char *next = data;
    while (bytes) {
        const size_t block = bytes < BLOCK ? bytes : BLOCK;
        if (!is_zero(next, block))
            TRY(atomic_file_overwrite(file, file->size, next, block, error));
        next += block;
        bytes -= block;
        file->size += (off_t)block;
    }
    return STATUS_OK;
}

Status atomic_file_extend(AtomicFile *file, Error *error) {
    return ftruncate(file->fd, file->size) == 0 ? STATUS_OK : refuse(file, error);
}

Status atomic_file_finish(AtomicFile *file, Error *error) {
    TRY(atomic_file_extend(file, error));
    if (fsync(file->fd) != 0)
        return refuse(file, error);
    const int fd = file->fd;
    file->fd = -1;
    return close(fd) == 0 ? STATUS_OK : refuse(file, error);
}

Status atomic_file_publish(AtomicFile *file, Error *error) {
    if (rename(file->temporary, file->path) != 0)
        return refuse(file, error);
    free(file->temporary);
    file->temporary = NULL;
    return STATUS_OK;
}

void atomic_file_release(AtomicFile *file) {
    if (file->temporary) {
        if (file->fd >= 0)
            close(file->fd);
        unlink(file->temporary);
    }
    free(file->temporary);
    free(file->path);
    *file = (AtomicFile){.fd = -1};
}

static Status write_all(AtomicFile *file, const char *path, const void *data, size_t bytes,
                        Error *error) {
    TRY(atomic_file_open(file, path, error));
    TRY(atomic_file_append(file, data, bytes, error));
    TRY(atomic_file_finish(file, error));
    return atomic_file_publish(file, error);
}

Status atomic_file_write(const char *path, const void *data, size_t bytes, Error *error) {
    AtomicFile file = {0};
    const Status status = write_all(&file, path, data, bytes, error);
    atomic_file_release(&file);
    return status;
}
