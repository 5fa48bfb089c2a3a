#include "zstdfile.h"

#include <stdint.h>
#include <stdlib.h>
#include <zstd.h>

#include "base/atomic_file.h"
#include "base/filemap.h"

enum { LEVEL = 19 };
static const uint64_t EXPANDED_MAX = 4ull << 30;

Status zstdfile_compress(const char *from, const char *to, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, from, error));
    const size_t room = ZSTD_compressBound(map.size);
    void *packed = malloc(room);
    Status status = STATUS_NO_MEMORY;
    if (!packed) {
        error_set(error, status, "%s: no memory to compress it", from);
    } else {
        const size_t size = ZSTD_compress(packed, room, map.data, map.size, LEVEL);
        status = ZSTD_isError(size)
                     ? error_set(error, STATUS_IO, "%s: %s", from, ZSTD_getErrorName(size))
                     : atomic_file_write(to, packed, size, error);
    }
    free(packed);
    filemap_release(&map);
    return status;
}

Status zstdfile_expand(const char *from, const char *to, ZstdfileCheck *check, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, from, error));
    const unsigned long long size = ZSTD_getFrameContentSize(map.data, map.size);
    void *data = NULL;
    Status status;
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || !size) {
        status = error_set(error, STATUS_BAD_INPUT, "%s: not a zstd file of known size", from);
    } else if (size > EXPANDED_MAX) {
        status = error_set(error, STATUS_BAD_INPUT, "%s: would expand to %llu bytes, at most 4 GiB",
                           from, size);
    } else if (!(data = malloc(size))) {
        status = error_set(error, STATUS_NO_MEMORY, "%s: no memory for %llu bytes", from, size);
    } else {
        const size_t found = ZSTD_decompress(data, size, map.data, map.size);
        if (ZSTD_isError(found) || found != size)
            status = error_set(error, STATUS_BAD_INPUT, "%s: damaged: %s", from,
                               ZSTD_isError(found) ? ZSTD_getErrorName(found) : "too short");
        else
            status = check(from, data, size, error);
        if (status == STATUS_OK)
            status = atomic_file_write(to, data, size, error);
    }
    free(data);
    filemap_release(&map);
    return status;
}
