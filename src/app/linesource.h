// linesource.h — the lines of a file, plain or through Zstandard, one at a time. Laboratory only.
//
// Memory does not grow with the file: a buffer, and for .zst the window a frame asks for, at most
// 128 MiB. The owner opens and releases it; one thread.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

typedef struct LineSource LineSource;

// `-` is standard input, which is never taken for compressed.
Status linesource_open(LineSource **source, const char *path, size_t line_max, Error *error);
void linesource_free(LineSource *source); // also of null

// The next line without its end, valid until the next call; *is_end at the end, with no line. A
// last line without a newline counts. Fails for a line longer than line_max and for damaged files.
Status linesource_next(LineSource *source, Str *line, bool *is_end, Error *error);
int64_t linesource_number(const LineSource *source); // of the line last returned, from 1
