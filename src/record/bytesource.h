// bytesource.h — sequential reading and writing of files, plain or compressed with Zstandard.
// Laboratory only.
//
// Memory does not grow with the file: a buffer, and for .zst the window of a frame, at most 128
// MiB. The caller that opens it frees it; one thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct ByteSource ByteSource;

// `-` is standard input, which is never treated as compressed. The path must outlive the source.
Status bytesource_open(ByteSource **source, const char *path, Error *error);
void bytesource_free(ByteSource *source); // null is allowed

// Up to `room` bytes; none only at the end. Fails for damaged files.
Status bytesource_read(ByteSource *source, void *to, size_t room, size_t *got, Error *error);
// The same until `room` is filled: fewer only at the end.
Status bytesource_fill(ByteSource *source, void *to, size_t room, size_t *got, Error *error);

bool bytes_are_packed(const char *path); // ends in .zst

typedef struct ByteSink ByteSink;

// Writes atomically: the file appears under its name only at bytesink_publish.
Status bytesink_open(ByteSink **sink, const char *path, Error *error);
Status bytesink_write(ByteSink *sink, const void *data, size_t bytes, Error *error);
Status bytesink_publish(ByteSink *sink, Error *error);
void bytesink_free(ByteSink *sink); // null is allowed
