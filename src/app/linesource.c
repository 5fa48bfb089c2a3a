#include "linesource.h"

#include <stdlib.h>
#include <string.h>

#include "record/bytesource.h"

struct LineSource {
    const char *path; // owned by the caller
    ByteSource *bytes;
    bool is_at_end; // of the file; buffered lines may remain
    size_t line_max;
    int64_t number;
    size_t begin, end, capacity; // the bytes buffered and not yet returned
    char text[];
};

Status linesource_open(LineSource **source, const char *path, size_t line_max, Error *error) {
    // Twice the longest line with its newline, so that the buffer is seldom moved.
    const size_t capacity = 2 * line_max + 2;
    LineSource *fresh = calloc(1, sizeof *fresh + capacity);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to read it", path);
    const Status status = bytesource_open(&fresh->bytes, path, error);
    if (status != STATUS_OK) {
        free(fresh);
        return status;
    }
    fresh->path = path;
    fresh->line_max = line_max;
    fresh->capacity = capacity;
    *source = fresh;
    return STATUS_OK;
}

void linesource_free(LineSource *source) {
    if (!source)
        return;
    bytesource_free(source->bytes);
    free(source);
}

int64_t linesource_number(const LineSource *source) {
    return source->number;
}

// Reads more text into the buffer, or finds the end of the file.
static Status fill(LineSource *source, Error *error) {
    memmove(source->text, source->text + source->begin, source->end - source->begin);
    source->end -= source->begin;
    source->begin = 0;
    size_t got;
    TRY(bytesource_read(source->bytes, source->text + source->end, source->capacity - source->end,
                        &got, error));
    source->end += got;
    source->is_at_end = !got;
    return STATUS_OK;
}

Status linesource_next(LineSource *source, Str *line, bool *is_end, Error *error) {
    *line = (Str){"", 0};
    *is_end = false;
    size_t seen = 0; // bytes known to hold no newline
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
