#include "base/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"

enum { CHUNK = 1 << 16 };

void lines_init(Lines *lines, int fd) {
    *lines = (Lines){.fd = fd};
}

void lines_release(Lines *lines) {
    free(lines->buffer);
    *lines = (Lines){.fd = -1, .has_ended = true};
}

// Room for a chunk; false if there is no memory or the line exceeds LINES_BYTES_MAX.
static bool reserve(Lines *lines) {
    if (lines->capacity - lines->end >= CHUNK)
        return true;
    const size_t used = lines->end - lines->begin;
    if (lines->begin >= CHUNK && lines->begin >= used) { // half of it is free in front
        memmove(lines->buffer, lines->buffer + lines->begin, used);
        lines->begin = 0;
        lines->end = used;
        return true;
    }
    if (used > LINES_BYTES_MAX)
        return false;
    return ARRAY_RESERVE(lines->buffer, lines->capacity, lines->end + CHUNK, "a line", NULL) ==
           STATUS_OK;
}

bool lines_collect(Lines *lines) {
    const bool has_room = reserve(lines);
    if (!has_room) {
        lines->is_dropping = true;
        lines->begin = lines->end = 0;
        if (lines->capacity < CHUNK) { // there is no memory at all
            lines->has_ended = true;
            return false;
        }
    }
    const ssize_t n = read(lines->fd, lines->buffer + lines->end, lines->capacity - lines->end);
    if (n > 0)
        lines->end += (size_t)n;
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
        lines->has_ended = true;
    return has_room;
}

// Returns `length` bytes as a line and skips the `skipped` bytes after them.
static LinesResult cut(Lines *lines, size_t length, size_t skipped, Str *line) {
    *line = (Str){lines->buffer + lines->begin, length};
    lines->begin += length + skipped;
    const bool is_rest = lines->is_dropping;
    lines->is_dropping = false;
    return is_rest ? LINES_TOO_LONG : LINES_LINE;
}

// False at the deadline. `is_late` if it has passed, even if there is something to read.
static bool await(const Lines *lines, int64_t deadline_ms, bool *is_late) {
    struct pollfd input = {.fd = lines->fd, .events = POLLIN};
    for (;;) {
        const int64_t left_ms = deadline_ms < 0 ? -1 : deadline_ms - clock_ms();
        *is_late = deadline_ms >= 0 && left_ms <= 0;
        const int ready = poll(&input, 1, deadline_ms < 0 ? -1 : left_ms > 0 ? (int)left_ms : 0);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true; // if poll itself fails, read reports the error
        if (ready == 0)
            return false;
    }
}

LinesResult lines_next(Lines *lines, int timeout_ms, Str *line) {
    const int64_t deadline_ms = timeout_ms < 0 ? -1 : clock_ms() + timeout_ms;
    size_t seen = 0; // bytes known to hold no newline, so that a long line is scanned once
    for (bool is_late = false;;) {
        const size_t length = lines->end - lines->begin;
        const char *from = length ? lines->buffer + lines->begin + seen : NULL;
        const char *newline = length > seen ? memchr(from, '\n', length - seen) : NULL;
        if (newline)
            return cut(lines, seen + (size_t)(newline - from), 1, line);
        if (lines->has_ended)
            return length || lines->is_dropping ? cut(lines, length, 0, line) : LINES_END;
        if (lines->is_dropping)
            lines->begin = lines->end = 0;
        seen = lines->end - lines->begin;
        if (is_late || !await(lines, deadline_ms, &is_late))
            return LINES_LATE;
        if (!lines_collect(lines))
            seen = 0;
    }
}
