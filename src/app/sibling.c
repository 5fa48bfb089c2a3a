#include "sibling.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"

const char *const SIBLING_GAMES[] = {"shogi", "minishogi", "chess", NULL};

Status sibling_game(const char *name, Error *error) {
    for (const char *const *game = SIBLING_GAMES; *game; game++)
        if (!strcmp(name, *game))
            return STATUS_OK;
    Nearest nearest = nearest_begin(name);
    nearest_offer_all(&nearest, SIBLING_GAMES);
    char memory[96];
    StrBuf hint = strbuf_init(memory, sizeof memory);
    nearest_write(&nearest, "", &hint);
    return error_set(error, STATUS_BAD_INPUT,
                     "--game: '%.60s' is none of shogi, minishogi, chess%s", name, memory);
}

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
