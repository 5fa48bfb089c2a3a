// filemap.h — a file in memory, read-only and shared between processes that map the same one.
//
// The map owns its pages until filemap_release; threads may share it for reading. Reading raises
// SIGBUS if another program shortens the file while it is mapped, so evaluators copy the data they
// keep.
#pragma once

#include <stddef.h>

#include "base/status.h"

typedef struct FileMap {
    const unsigned char *data; // null for an empty file
    size_t size;
} FileMap;

// The error names the path and the reason of the system.
Status filemap_open(FileMap *map, const char *path, Error *error);
void filemap_release(FileMap *map);
