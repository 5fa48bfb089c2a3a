#include "record/bytesource.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/atomic_file.h"

enum {
    BUFFER_BYTES = 1 << 16,
    WINDOW_LOG_MAX = 27,
    LEVEL = 9, // negligible time beside the search that makes the data
};

bool bytes_are_packed(const char *path) {
    const size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".zst");
}

// ---- reading ----

struct ByteSource {
    const char *path; // the caller's
    FILE *file;
    ZSTD_DCtx *zstd; // null: plain
    ZSTD_inBuffer input;
    bool is_in_frame; // a compressed frame has begun and not ended
    bool has_more;    // the decompressor has more output than there was room for
    unsigned char packed[BUFFER_BYTES];
};

Status bytesource_open(ByteSource **source, const char *path, Error *error) {
    const bool is_stdin = !strcmp(path, "-"), is_packed = !is_stdin && bytes_are_packed(path);
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    if (!file)
        return error_set(error, STATUS_IO, "%s: %s", path, strerror(errno));
    ByteSource *fresh = calloc(1, sizeof *fresh);
    ZSTD_DCtx *zstd = is_packed ? ZSTD_createDCtx() : NULL;
    if (!fresh || (is_packed && !zstd)) {
        free(fresh);
        ZSTD_freeDCtx(zstd);
        if (!is_stdin)
            fclose(file);
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to read it", path);
    }
    if (zstd)
        ZSTD_DCtx_setParameter(zstd, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
    fresh->path = path;
    fresh->file = file;
    fresh->zstd = zstd;
    *source = fresh;
    return STATUS_OK;
}

void bytesource_free(ByteSource *source) {
    if (!source)
        return;
    ZSTD_freeDCtx(source->zstd);
    if (source->file != stdin)
        fclose(source->file);
    free(source);
}

static Status read_file(ByteSource *source, void *to, size_t room, size_t *got, Error *error) {
    *got = fread(to, 1, room, source->file);
    if (ferror(source->file))
        return error_set(error, STATUS_IO, "%s: %s", source->path, strerror(errno));
    return STATUS_OK;
}

static Status read_packed(ByteSource *source, void *to, size_t room, size_t *got, Error *error) {
    ZSTD_outBuffer output = {to, room, 0};
    while (!output.pos) {
        if (source->input.pos == source->input.size && !source->has_more) {
            size_t bytes;
            TRY(read_file(source, source->packed, sizeof source->packed, &bytes, error));
            source->input = (ZSTD_inBuffer){source->packed, bytes, 0};
            if (!bytes && source->is_in_frame)
                return error_set(error, STATUS_BAD_INPUT, "%s: damaged: it ends too early",
                                 source->path);
            if (!bytes)
                break;
        }
        const size_t state = ZSTD_decompressStream(source->zstd, &output, &source->input);
        if (ZSTD_isError(state))
            return error_set(error, STATUS_BAD_INPUT, "%s: damaged: %s", source->path,
                             ZSTD_getErrorName(state));
        // At the end of a frame there is no more output, even if the output is exactly full:
        // another call would begin a new frame.
        source->is_in_frame = state != 0;
        source->has_more = state != 0 && output.pos == output.size;
    }
    *got = output.pos;
    return STATUS_OK;
}

Status bytesource_read(ByteSource *source, void *to, size_t room, size_t *got, Error *error) {
    return source->zstd ? read_packed(source, to, room, got, error)
                        : read_file(source, to, room, got, error);
}

Status bytesource_fill(ByteSource *source, void *to, size_t room, size_t *got, Error *error) {
    *got = 0;
    while (*got < room) {
        size_t more;
        TRY(bytesource_read(source, (char *)to + *got, room - *got, &more, error));
        if (!more)
            break;
        *got += more;
    }
    return STATUS_OK;
}

// ---- writing ----

struct ByteSink {
    AtomicFile file;
    ZSTD_CCtx *zstd; // null: plain
    unsigned char packed[BUFFER_BYTES];
};

Status bytesink_open(ByteSink **sink, const char *path, Error *error) {
    ByteSink *fresh = calloc(1, sizeof *fresh);
    ZSTD_CCtx *zstd = fresh && bytes_are_packed(path) ? ZSTD_createCCtx() : NULL;
    if (!fresh || (bytes_are_packed(path) && !zstd)) {
        free(fresh);
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to write it", path);
    }
    if (zstd) {
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    }
    fresh->zstd = zstd;
    const Status status = atomic_file_open(&fresh->file, path, error);
    if (status == STATUS_OK)
        *sink = fresh;
    else
        bytesink_free(fresh);
    return status;
}

void bytesink_free(ByteSink *sink) {
    if (!sink)
        return;
    ZSTD_freeCCtx(sink->zstd);
    atomic_file_release(&sink->file);
    free(sink);
}

static Status pack(ByteSink *sink, const void *data, size_t bytes, ZSTD_EndDirective end,
                   Error *error) {
    ZSTD_inBuffer input = {data, bytes, 0};
    size_t left;
    do {
        ZSTD_outBuffer output = {sink->packed, sizeof sink->packed, 0};
        left = ZSTD_compressStream2(sink->zstd, &output, &input, end);
        if (ZSTD_isError(left))
            return error_set(error, STATUS_IO, "%s: %s", sink->file.path, ZSTD_getErrorName(left));
        if (output.pos)
            TRY(atomic_file_append(&sink->file, sink->packed, output.pos, error));
    } while (end == ZSTD_e_end ? left != 0 : input.pos < input.size);
    return STATUS_OK;
}

Status bytesink_write(ByteSink *sink, const void *data, size_t bytes, Error *error) {
    return sink->zstd ? pack(sink, data, bytes, ZSTD_e_continue, error)
                      : atomic_file_append(&sink->file, data, bytes, error);
}

Status bytesink_publish(ByteSink *sink, Error *error) {
    if (sink->zstd)
        TRY(pack(sink, "", 0, ZSTD_e_end, error));
    TRY(atomic_file_finish(&sink->file, error));
    return atomic_file_publish(&sink->file, error);
}
