#include "outstream.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LOST = 2 };

static void complain(const char *program, int reason) {
    if (reason != EPIPE)
        fprintf(stderr, "%s: cannot write to standard output%s%s\n", program, reason ? ": " : "",
                reason ? strerror(reason) : "");
}

bool outstream_flush(const char *program) {
    const bool was_lost = ferror(stdout);
    errno = 0;
    if (fflush(stdout) == 0 && !was_lost)
        return true;
    complain(program, errno);
    return false;
}

int outstream_close(const char *program, int exit_code) {
    // A command that has failed has said why, in one line.
    if (exit_code == LOST)
        return exit_code;
    if (!outstream_flush(program))
        return LOST;
    // Some file systems report a full disk only here. A descriptor that was never open lost
    // nothing.
    if (fclose(stdout) != 0 && errno != EBADF) {
        complain(program, errno);
        return LOST;
    }
    return exit_code;
}
