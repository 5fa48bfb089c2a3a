#include "sibling.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

Status sibling_run(const char *name, char **argv, Error *error) {
    char path[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    if (length <= 0)
        return error_set(error, STATUS_IO, "cannot find its own place: %s", strerror(errno));
    path[length] = '\0';
    char *last = strrchr(path, '/') + 1;
    snprintf(last, sizeof path - (size_t)(last - path), "%s", name);
    argv[0] = path;
    execv(path, argv);
    return error_set(error, STATUS_IO, "cannot run %s: %s", path, strerror(errno));
}
