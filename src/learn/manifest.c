#include "learn/manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/filemap.h"

static bool is_same(Str a, Str b) {
    return a.len == b.len && (!a.len || !memcmp(a.at, b.at, a.len));
}

static Status compare(const char *path, Str here, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, path, error));
    Str there = {(const char *)map.data, map.size};
    Status status = STATUS_OK;
    while (status == STATUS_OK && (here.len || there.len)) {
        const Str ours = str_until(&here, '\n'), theirs = str_until(&there, '\n');
        if (!is_same(ours, theirs))
            status = error_set(error, STATUS_BAD_INPUT,
                               "%.200s: the folder has '%.*s', this would have '%.*s'", path,
                               STR_ARG(theirs), STR_ARG(ours));
    }
    filemap_release(&map);
    return status;
}

Status manifest_keep(const char *folder, Str text, Error *error) {
    char *path = NULL;
    if (asprintf(&path, "%s/%s", folder, MANIFEST_NAME) < 0)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the name of a file");
    const Status status = access(path, F_OK) == 0
                              ? compare(path, text, error)
                              : atomic_file_write(path, text.at, text.len, error);
    free(path);
    return status;
}
