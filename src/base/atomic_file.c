#include "base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 14, LINKS_MAX = 40, NAMES_MAX = 100 };

static Status refuse(const AtomicFile *file, Error *error) {
    return error_set(error, STATUS_IO, "%s: cannot be written: %s", file->path, strerror(errno));
}

static Status no_memory(const char *path, Error *error) {
    return error_set(error, STATUS_NO_MEMORY, "%s: no memory to write it", path);
}

// ---- where a name leads ----

// The open file that a name stands for, or -1. Opening /proc/self/fd/1 would make another file
// position at the beginning of the file, and overwrite what was printed before.
static int descriptor_of(const char *path) {
    static const char *const FOLDERS[] = {"/proc/self/fd/", "/dev/fd/"};
    if (!strcmp(path, "-"))
        return STDOUT_FILENO;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++) {
        const size_t length = strlen(FOLDERS[i]);
        char *end;
        if (strncmp(path, FOLDERS[i], length) != 0)
            continue;
        const long number = strtol(path + length, &end, 10);
        if (end != path + length && !*end && number >= 0 && number <= INT_MAX)
            return (int)number;
    }
    return -1;
}

// The name that a link holds, as a path of its own; null, with errno, if it cannot be read.
static char *link_read(const char *path) {
    char text[PATH_MAX];
    const ssize_t length = readlink(path, text, sizeof text - 1);
    if (length < 0)
        return NULL;
    text[length] = '\0';
    const char *slash = strrchr(path, '/');
    if (text[0] == '/' || !slash)
        return strdup(text);
    char *whole = NULL;
    return asprintf(&whole, "%.*s/%s", (int)(slash - path), path, text) < 0 ? NULL : whole;
}

// Follows links, also to a file that does not exist yet. Null, with errno, on failure.
static char *path_resolve(const char *path) {
    char *at = strdup(path);
    for (int i = 0; at && i < LINKS_MAX; i++) {
        struct stat info;
        if (descriptor_of(at) >= 0 || lstat(at, &info) != 0 || !S_ISLNK(info.st_mode))
            return at;
        char *next = link_read(at);
        free(at);
        at = next;
    }
    if (at)
        errno = ELOOP;
    free(at);
    return NULL;
}

bool atomic_file_is_stdout(const char *path) {
    char *target = path_resolve(path);
    const bool is_stdout = target && descriptor_of(target) == STDOUT_FILENO;
    free(target);
    return is_stdout;
}

// ---- opening ----

// The file's descriptor as a path, of a file without a name.
static char *descriptor_path(int fd) {
    char *path = NULL;
    return asprintf(&path, "/proc/self/fd/%d", fd) < 0 ? NULL : path;
}

static char *random_name(const char *stem) {
    unsigned number;
    char *name = NULL;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        return NULL;
    return asprintf(&name, "%s.%08x.part", stem, number) < 0 ? NULL : name;
}

// Opens a file without a name in the folder of `stem`, or with one where that is not possible.
static bool nameless_open(AtomicFile *file, const char *stem, mode_t mode) {
    const char *slash = strrchr(stem, '/');
    char *folder = slash ? strndup(stem, (size_t)(slash - stem) + 1) : strdup(".");
    file->fd = folder ? open(folder, O_RDWR | O_TMPFILE | O_CLOEXEC, mode) : -1;
    free(folder);
    if (file->fd < 0)
        return false;
    file->temporary = descriptor_path(file->fd);
    file->is_nameless = file->temporary && access(file->temporary, F_OK) == 0;
    if (file->is_nameless)
        return true;
    close(file->fd); // without /proc it would never get a name
    file->fd = -1;
    free(file->temporary);
    file->temporary = NULL;
    return false;
}

static Status temporary_open(AtomicFile *file, const char *stem, mode_t mode, Error *error) {
    if (nameless_open(file, stem, mode))
        return STATUS_OK;
    for (int i = 0; i < NAMES_MAX; i++) {
        char *name = random_name(stem);
        if (!name)
            return refuse(file, error);
        file->fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file->fd >= 0) {
            file->temporary = name;
            return STATUS_OK;
        }
        const int why = errno;
        free(name);
        errno = why;
        if (why != EEXIST)
            break;
    }
    return refuse(file, error);
}

// Gives the file a name beside its target, so that it can be renamed.
static Status temporary_name(AtomicFile *file, Error *error) {
    for (int i = 0; file->is_nameless && i < NAMES_MAX; i++) {
        char *name = random_name(file->target);
        if (name && linkat(AT_FDCWD, file->temporary, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
            free(file->temporary);
            file->temporary = name;
            file->is_nameless = false;
            return STATUS_OK;
        }
        const int why = errno;
        free(name);
        errno = why;
        if (why != EEXIST)
            break;
    }
    return file->is_nameless ? refuse(file, error) : STATUS_OK;
}

static Status stream_open(AtomicFile *file, Error *error) {
    const int number = descriptor_of(file->target);
    file->stream = number >= 0 ? fcntl(number, F_DUPFD_CLOEXEC, 3)
                               : open(file->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file->stream < 0)
        return refuse(file, error);
    free(file->target);
    file->target = NULL;
    const char *folder = getenv("TMPDIR");
    char *stem = NULL;
    if (asprintf(&stem, "%s/yuragi", folder && *folder ? folder : "/tmp") < 0)
        return no_memory(file->path, error);
    const Status status = temporary_open(file, stem, 0600, error);
    free(stem);
    return status;
}

// Only the superuser may give files away; a member of the group may keep the group.
static void owner_keep(int fd, const struct stat *old) {
    if (fchown(fd, old->st_uid, old->st_gid) == 0)
        return;
    if (fchown(fd, (uid_t)-1, old->st_gid) != 0)
        return;
}

// A file that may not be written is not replaced either.
static Status replacement_open(AtomicFile *file, const struct stat *old, Error *error) {
    if (faccessat(AT_FDCWD, file->target, W_OK, AT_EACCESS) != 0)
        return refuse(file, error);
    TRY(temporary_open(file, file->target, 0600, error));
    owner_keep(file->fd, old);
    return fchmod(file->fd, old->st_mode & 0777) == 0 ? STATUS_OK : refuse(file, error);
}

Status atomic_file_open(AtomicFile *file, const char *path, Error *error) {
    *file = (AtomicFile){.fd = -1, .stream = -1};
    file->path = strdup(path);
    if (!file->path)
        return no_memory(path, error);
    file->target = path_resolve(path);
    if (!file->target)
        return refuse(file, error);
    struct stat old;
    if (descriptor_of(file->target) >= 0)
        return stream_open(file, error);
    if (stat(file->target, &old) != 0)
        return temporary_open(file, file->target, 0666, error);
    return S_ISREG(old.st_mode) ? replacement_open(file, &old, error) : stream_open(file, error);
}

// ---- writing ----

static bool is_zero(const unsigned char *data, size_t bytes) {
    return !data[0] && !memcmp(data, data + 1, bytes - 1);
}

Status atomic_file_overwrite(AtomicFile *file, off_t at, const void *data, size_t bytes,
                             Error *error) {
    const unsigned char *next = data;
    while (bytes) {
        const ssize_t written = pwrite(file->fd, next, bytes, at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return refuse(file, error);
        next += written;
        at += written;
        bytes -= (size_t)written;
    }
    return STATUS_OK;
}

Status atomic_file_append(AtomicFile *file, const void *data, size_t bytes, Error *error) {
    const unsigned char *next = data;
    while (bytes) {
        const size_t block = bytes < BLOCK ? bytes : BLOCK;
        if (!is_zero(next, block))
            TRY(atomic_file_overwrite(file, file->size, next, block, error));
        next += block;
        bytes -= block;
        file->size += (off_t)block;
    }
    return STATUS_OK;
}

Status atomic_file_extend(AtomicFile *file, Error *error) {
    return ftruncate(file->fd, file->size) == 0 ? STATUS_OK : refuse(file, error);
}

// ---- publishing ----

static void temporary_forget(AtomicFile *file) {
    free(file->temporary);
    file->temporary = NULL;
}

static void temporary_remove(AtomicFile *file) {
    if (file->temporary && !file->is_nameless)
        unlink(file->temporary);
    temporary_forget(file);
}

Status atomic_file_finish(AtomicFile *file, Error *error) {
    TRY(atomic_file_extend(file, error));
    return file->stream >= 0 || fsync(file->fd) == 0 ? STATUS_OK : refuse(file, error);
}

static Status stream_write(AtomicFile *file, const char *data, size_t bytes, Error *error) {
    while (bytes) {
        const ssize_t written = write(file->stream, data, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return refuse(file, error);
        data += written;
        bytes -= (size_t)written;
    }
    return STATUS_OK;
}

static Status stream_publish(AtomicFile *file, Error *error) {
    // A reader that goes away may end this program: there must be no file to remove any more.
    temporary_remove(file);
    // What was printed before the file comes before it.
    if (fflush(stdout) != 0)
        return refuse(file, error);
    char block[BLOCK];
    for (off_t at = 0; at < file->size;) {
        const ssize_t got = pread(file->fd, block, sizeof block, at);
        if (got <= 0)
            return refuse(file, error);
        TRY(stream_write(file, block, (size_t)got, error));
        at += got;
    }
    const int stream = file->stream;
    file->stream = -1;
    return close(stream) == 0 ? STATUS_OK : refuse(file, error);
}

Status atomic_file_publish(AtomicFile *file, Error *error) {
    if (file->stream >= 0)
        return stream_publish(file, error);
    TRY(temporary_name(file, error));
    const int fd = file->fd;
    file->fd = -1;
    if (close(fd) != 0 || rename(file->temporary, file->target) != 0)
        return refuse(file, error);
    temporary_forget(file);
    return STATUS_OK;
}

void atomic_file_release(AtomicFile *file) {
    // A path says that the file was opened: a zeroed AtomicFile has the descriptors 0.
    if (file->path && file->fd >= 0)
        close(file->fd);
    if (file->path && file->stream >= 0)
        close(file->stream);
    temporary_remove(file);
    free(file->target);
    free(file->path);
    *file = (AtomicFile){.fd = -1, .stream = -1};
}

static Status write_all(AtomicFile *file, const char *path, const void *data, size_t bytes,
                        Error *error) {
    TRY(atomic_file_open(file, path, error));
    TRY(atomic_file_append(file, data, bytes, error));
    TRY(atomic_file_finish(file, error));
    return atomic_file_publish(file, error);
}

Status atomic_file_write(const char *path, const void *data, size_t bytes, Error *error) {
    AtomicFile file = {0};
    const Status status = write_all(&file, path, data, bytes, error);
    atomic_file_release(&file);
    return status;
}
