#include "base/filemap.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static Status refuse(const char *path, Error *error) {
    return error_set(error, STATUS_IO, "%s: %s", path, strerror(errno));
}

Status filemap_open(FileMap *map, const char *path, Error *error) {
    // O_NONBLOCK: a named pipe would otherwise wait for a writer before it can be refused.
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return refuse(path, error);
    struct stat info;
    if (fstat(file, &info) != 0) {
        const Status status = refuse(path, error);
        close(file);
        return status;
    }
    if (!S_ISREG(info.st_mode)) {
        close(file);
        return error_set(error, STATUS_IO, "%s: is not a regular file", path);
    }
    void *data = NULL;
    if (info.st_size > 0) {
        data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, file, 0);
        if (data == MAP_FAILED) {
            const Status status = refuse(path, error);
            close(file);
            return status;
        }
    }
    close(file);
    *map = (FileMap){data, (size_t)info.st_size};
    return STATUS_OK;
}

void filemap_release(FileMap *map) {
    if (map->data)
        munmap((void *)(size_t)map->data, map->size);
    *map = (FileMap){0};
}
