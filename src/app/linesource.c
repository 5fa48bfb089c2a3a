#include "linesource.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "zstdfile.h"

enum { PACKED_BYTES = 1 << 16, WINDOW_LOG_MAX = 27 };

struct LineSource {
    const char *path; // the caller's
    FILE *file;
    ZSTD_DCtx *zstd; // null: plain
    unsigned char packed[PACKED_BYTES];
    ZSTD_inBuffer input;
    bool is_in_frame; // a compressed frame has begun and not ended
    bool has_more;    // the buffer was full before the decompressor was empty
    bool is_at_end;   // of the text; what is buffered remains
    size_t line_max;
    int64_t number;
    size_t begin, end, capacity; // what is buffered and not yet returned
    char text[];
};

Status linesource_open(LineSource **source, const char *path, size_t line_max, Error *error) {
    const bool is_stdin = !strcmp(path, "-");
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    if (!file)
        return error_set(error, STATUS_IO, "%s: %s", path, strerror(errno));
    // Room for the longest line, its end, and as much again, so that it is seldom moved.
    const size_t capacity = 2 * line_max + 2;
    LineSource *fresh = calloc(1, sizeof *fresh + capacity);
    ZSTD_DCtx *zstd = !is_stdin && zstdfile_is_named(path) ? ZSTD_createDCtx() : NULL;
    if (!fresh || (!is_stdin && zstdfile_is_named(path) && !zstd)) {
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
    fresh->line_max = line_max;
    fresh->capacity = capacity;
    *source = fresh;
    return STATUS_OK;
}

void linesource_free(LineSource *source) {
    if (!source)
        return;
    ZSTD_freeDCtx(source->zstd);
    if (source->file != stdin)
        fclose(source->file);
    free(source);
}

int64_t linesource_number(const LineSource *source) {
    return source->number;
}

static Status read_some(LineSource *source, void *to, size_t room, size_t *got, Error *error) {
    *got = fread(to, 1, room, source->file);
    if (ferror(source->file))
        return error_set(error, STATUS_IO, "%s: %s", source->path, strerror(errno));
    return STATUS_OK;
}

// Adds some text behind what is buffered, or finds the end.
static Status fill_packed(LineSource *source, Error *error) {
    if (source->input.pos == source->input.size && !source->has_more) {
        size_t got;
        TRY(read_some(source, source->packed, sizeof source->packed, &got, error));
        source->input = (ZSTD_inBuffer){source->packed, got, 0};
        if (!got) {
            source->is_at_end = true;
            return source->is_in_frame ? error_set(error, STATUS_BAD_INPUT,
                                                   "%s: damaged: it ends too early", source->path)
                                       : STATUS_OK;
        }
    }
    ZSTD_outBuffer output = {source->text, source->capacity, source->end};
    const size_t state = ZSTD_decompressStream(source->zstd, &output, &source->input);
    if (ZSTD_isError(state))
        return error_set(error, STATUS_BAD_INPUT, "%s: damaged: %s", source->path,
                         ZSTD_getErrorName(state));
    source->is_in_frame = state != 0;
    source->has_more = output.pos == output.size;
    source->end = output.pos;
    return STATUS_OK;
}

static Status fill(LineSource *source, Error *error) {
    memmove(source->text, source->text + source->begin, source->end - source->begin);
    source->end -= source->begin;
    source->begin = 0;
    if (source->zstd)
        return fill_packed(source, error);
    size_t got;
    TRY(read_some(source, source->text + source->end, source->capacity - source->end, &got, error));
    source->end += got;
    source->is_at_end = !got;
    return STATUS_OK;
}

Status linesource_next(LineSource *source, Str *line, bool *is_end, Error *error) {
    *line = (Str){"", 0};
    *is_end = false;
    size_t seen = 0; // bytes that hold no end of line
    for (;;) {
        const char *begin = source->text + source->begin;
        const size_t held = source->end - source->begin;
        const char *newline = held > seen ? memchr(begin + seen, '\n', held - seen) : NULL;
        const size_t length = newline ? (size_t)(newline - begin) : held;
        if (length > source->line_max)
            return error_set(error, STATUS_BAD_INPUT, "%s:%lld: a line longer than %zu bytes",
                             source->path, (long long)source->number + 1, source->line_max);
        if (newline || source->is_at_end) {
            *is_end = !newline && !held;
            *line = (Str){begin, length};
            source->begin += length + (newline != NULL);
            source->number += !*is_end;
            return STATUS_OK;
        }
        seen = held;
        TRY(fill(source, error));
    }
}
