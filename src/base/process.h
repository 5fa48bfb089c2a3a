// process.h — a child process that exchanges lines over pipes: an external engine in a match or a
// test.
//
// A Process owns the child, both pipes and its buffer; it belongs to one thread. The child leads a
// process group of its own, its stderr is discarded, and it is killed if the starting thread ends
// without process_stop. After the child has died the next write or read fails; this process gets no
// SIGPIPE. Neither side can block the other for ever: every wait is bounded, and a write also
// collects the child's output. The buffer of unread output is bounded (LINES_BYTES_MAX).
#pragma once

#include <sys/types.h>

#include "base/lines.h"
#include "base/status.h"

enum { PROCESS_PATH_MAX = 4096 };

typedef struct Process {
    pid_t pid;    // 0: none
    int input;    // our end of the child's stdin, or -1
    Lines output; // the child's stdout, whose descriptor the Process owns
} Process;

// Finds an executable file of this name on PATH or in /usr/games, where Debian installs engines.
bool process_find(const char *name, char path[PROCESS_PATH_MAX]);

// `argv` ends with NULL; argv[0] is the path of the program. On failure there is nothing to stop.
Status process_start(Process *process, const char *const *argv, Error *error);

// Lets the pipe hold that many bytes of unread output, where the system allows it.
void process_deepen(Process *process, int bytes);

// Sends the line and a newline. After a failure only process_stop makes sense.
Status process_write(Process *process, const char *line, int timeout_ms, Error *error);

// The next line of any length, without its end (LF or CRLF), which the last line may lack. The
// slice is borrowed until the next call with this Process.
Status process_read(Process *process, int timeout_ms, Str *line, Error *error);

// Sends the line `farewell` (NULL: none), closes the child's stdin, and kills its whole group when
// the child has ended or after `grace_ms`. Frees everything. Does nothing to a process that is
// stopped or zeroed. Returns the exit status of a child that ended by itself, else -1.
int process_stop(Process *process, const char *farewell, int grace_ms);
