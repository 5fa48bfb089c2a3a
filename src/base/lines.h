// lines.h — the lines of an input that may be slow: a pipe, a socket, a terminal.
//
// Unlike getline, waiting has a limit, so that one thread can read and do other work in between. A
// Lines reads ahead: no other code may read from its descriptor, which it does not own. Lines may
// be long and may hold any byte, zero included. One thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum { LINES_BYTES_MAX = 64 << 20 }; // of one line, or of all that is collected

typedef enum LinesResult {
    LINES_LINE,     // *line is the next line
    LINES_LATE,     // no complete line came in time
    LINES_TOO_LONG, // a line did not fit into memory and was dropped
    LINES_END,
} LinesResult;

typedef struct Lines {
    int fd;
    char *buffer; // read and not yet returned: [begin, end)
    size_t begin, end, capacity;
    bool is_dropping; // until the next newline
    bool has_ended;
} Lines;

void lines_init(Lines *lines, int fd);
void lines_release(Lines *lines);

// Reads the bytes that have arrived, for a caller that has to empty a pipe while it does other
// work; waits only if the descriptor does. False if there was no room: what was not returned yet is
// dropped up to the next newline.
bool lines_collect(Lines *lines);

// Waits for at most `timeout_ms` (-1: for ever), even while bytes without a newline go on arriving.
// The line is without its newline, which the last line may lack, and borrowed until the next call.
LinesResult lines_next(Lines *lines, int timeout_ms, Str *line);
