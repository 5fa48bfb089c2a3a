// lines.h — the lines of an input that may be slow: a pipe, a socket, a terminal.
//
// Unlike getline, waiting has a limit, so that one thread can listen and do something else now and
// then. A Lines reads ahead: nobody else may read from its descriptor, which it does not own. Lines
// may be long and may hold any byte, zero included. One thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum { LINES_BYTES_MAX = 64 << 20 }; // of one line

typedef enum LinesResult {
    LINES_LINE,     // here is one
    LINES_LATE,     // nothing came in time
    LINES_TOO_LONG, // a line did not fit into memory and was dropped
    LINES_END,
} LinesResult;

typedef struct Lines {
    int fd;
    char *buffer; // what was read and not yet given out: [begin, end)
    size_t begin, end, capacity;
    bool is_dropping; // until the next newline
    bool has_ended;
} Lines;

void lines_init(Lines *lines, int fd);
void lines_release(Lines *lines);

// Waits for at most `timeout_ms` (-1: for ever). The line is without its newline, borrowed until
// the next call; the last one needs none.
LinesResult lines_next(Lines *lines, int timeout_ms, Str *line);
