#include "eval/eval_path.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"

static const char NET_FILE[] = "nn.bin"; // as YaneuraOu calls it

// `name` in `folder`; an absolute name, or one without a folder, as it is.
static Status join(const char *folder, const char *name, char joined[EVAL_PATH_MAX], Error *error) {
    StrBuf out = strbuf_init(joined, EVAL_PATH_MAX);
    const bool has_folder = *folder && name[0] != '/';
    strbuf_format(&out, "%s%s%s", has_folder ? folder : "", has_folder && *name ? "/" : "", name);
    if (out.is_cut)
        return error_set(error, STATUS_BAD_INPUT, "the path of the weights is too long");
    return STATUS_OK;
}

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
}

// The folder of this program; empty if it is unknown.
static void program_folder(char folder[PATH_MAX]) {
    const ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
}

static Status find_beside_program(char path[EVAL_PATH_MAX], Error *error) {
    if (path[0] == '/' || exists(path))
        return STATUS_OK;
    char folder[PATH_MAX], beside[EVAL_PATH_MAX];
    program_folder(folder);
    TRY(join(folder, path, beside, error));
    if (exists(beside))
        memcpy(path, beside, sizeof beside);
    return STATUS_OK;
}

Status eval_path(const char *folder, const char *file, char path[EVAL_PATH_MAX], Error *error) {
    TRY(join(folder, file, path, error));
    if (!*path)
        return STATUS_OK;
    TRY(find_beside_program(path, error));
    if (*file)
        return STATUS_OK;
    char net[EVAL_PATH_MAX];
    TRY(join(path, NET_FILE, net, error));
    if (exists(net))
        memcpy(path, net, sizeof net);
    return STATUS_OK;
}
