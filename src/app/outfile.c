#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic_file.h"

static bool is_stdout(const char **path) {
    return path && *path && atomic_file_is_stdout(*path);
}

Status outfile_claim(const char **one, const char **other, char name[OUTFILE_NAME_MAX],
                     Error *error) {
    if (is_stdout(one) && is_stdout(other))
        return error_set(error, STATUS_BAD_INPUT, "only one file can go to standard output");
    const char **path = is_stdout(one) ? one : is_stdout(other) ? other : NULL;
    if (!path)
        return STATUS_OK;
    const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (fd < 0 || fflush(stdout) != 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return error_set(error, STATUS_IO, "standard output: %s", strerror(errno));
    snprintf(name, OUTFILE_NAME_MAX, "/dev/fd/%d", fd);
    *path = name;
    return STATUS_OK;
}

Status outfile_check(const char *output, const char *const *inputs, size_t count, Error *error) {
    struct stat out, in;
    if (stat(output, &out) != 0 || !(S_ISREG(out.st_mode) || S_ISDIR(out.st_mode)))
        return STATUS_OK;
    for (size_t i = 0; i < count; i++)
        if (stat(inputs[i], &in) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return error_set(error, STATUS_BAD_INPUT,
                             "%.200s: is also an input; write to another place", output);
    return STATUS_OK;
}
