// atomic_file.h — a file that appears under its name only when it is complete: the bytes go to a
// temporary file, which is renamed into place.
//
// The caller that opens an AtomicFile owns it. Nothing is visible under the final name until
// atomic_file_publish; atomic_file_release removes a temporary file that was not published. Where
// the file system permits it the temporary file has no name, so that a program that is killed
// leaves nothing behind. Two programs that write the same file do not meet: the last one to publish
// it wins. A file that is
// replaced passes on its mode and, where the system permits it, its owner; a symbolic link stays
// and its target is replaced. What is no regular file (a pipe, a device, `-` for standard output)
// is written when all bytes are there, from a temporary file in TMPDIR or /tmp. Long runs of zeros
// become holes of the file, which use no disk: relation tables are full of pairs that no position
// has. One thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

typedef struct AtomicFile {
    char *path;       // owned: the caller's name, for messages
    char *target;     // owned: what is replaced; null for a stream
    char *temporary;  // owned: where to read it before it is published; null: there is none
    bool is_nameless; // the temporary file, which ends with its descriptor
    int fd;           // of the temporary file; -1 when closed
    int stream;       // what is no regular file; -1: none
    off_t size;       // bytes appended
} AtomicFile;

Status atomic_file_open(AtomicFile *file, const char *path, Error *error);
Status atomic_file_append(AtomicFile *file, const void *data, size_t bytes, Error *error);
// Replaces bytes that were appended before.
Status atomic_file_overwrite(AtomicFile *file, off_t at, const void *data, size_t bytes,
                             Error *error);
// Sets the length of the file, which may end in a hole, so that it can be read before it is
// finished.
Status atomic_file_extend(AtomicFile *file, Error *error);
// Flushes everything to the disk (fsync), still under the temporary name.
Status atomic_file_finish(AtomicFile *file, Error *error);
Status atomic_file_publish(AtomicFile *file, Error *error);
// Also for a zeroed AtomicFile that was never opened.
void atomic_file_release(AtomicFile *file);

// Writes and publishes a whole file from memory.
Status atomic_file_write(const char *path, const void *data, size_t bytes, Error *error);

// Whether a file of this name goes to standard output: `-`, /dev/stdout and the like.
bool atomic_file_is_stdout(const char *path);
