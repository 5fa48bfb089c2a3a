// filemap.h — a file in memory, read-only and shared between processes that map the same one.
//
// The map owns its pages until filemap_release; readers may share it between threads. A file that
// another program shortens while it is mapped would raise SIGBUS, so evaluators copy what must
// survive that.
#pragma once

#include <stddef.h>

#include "base/status.h"

typedef struct FileMap {
    const unsigned char *data; // null for an empty file
    size_t size;
} FileMap;

// The error names the path and what the system said.
Status filemap_open(FileMap *map, const char *path, Error *error);
void filemap_release(FileMap *map);
