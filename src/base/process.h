// process.h — another program, spoken to by lines over pipes: an engine of others, in a match or a
// test.
//
// A Process owns the child, both pipes and its buffer; it belongs to one thread. The child leads a
// process group of its own, its stderr is thrown away, and it is killed should the starting thread
// end without process_stop. A child that died is an error of the next write or read, never a
// SIGPIPE of ours. Neither side can block the other for ever: every wait is bounded, and a write
// goes on collecting what the child says. Nor can it fill our memory: what nobody has read yet is
// bounded.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"
#include "base/str.h"

enum {
    PROCESS_PATH_MAX = 4096,
    PROCESS_BUFFER_MAX =
        16 << 20, // of what nobody has read: a line, or all that comes while we write
};

typedef struct Process {
    pid_t pid;         // 0: none
    int input, output; // our ends of the child's stdin and stdout, or -1
    char *buffer;      // what the child said and nobody has read: [begin, end)
    size_t begin, end, capacity;
    bool has_ended; // the child has closed its stdout
} Process;

// Where an executable file of this name lies on PATH or, as Debian has engines there, in
// /usr/games.
bool process_find(const char *name, char path[PROCESS_PATH_MAX]);

// `argv` ends with NULL; argv[0] is the path of the program. On failure there is nothing to stop.
Status process_start(Process *process, const char *const *argv, Error *error);

// Gives the child room for that much output while nobody reads, where the system allows it.
void process_deepen(Process *process, int bytes);

// Sends the line and a newline. After a failure only process_stop makes sense.
Status process_write(Process *process, const char *line, int timeout_ms, Error *error);

// The next line without its end (LF or CRLF), of whatever length; the last one needs none. The
// slice is borrowed until the next call with this Process.
Status process_read(Process *process, int timeout_ms, Str *line, Error *error);

// Says `farewell` (NULL: nothing), closes the child's stdin, and kills its whole group when the
// child has ended or `grace_ms` are over. Frees everything. Does nothing to a process that is
// stopped or zeroed. Answers the exit status of a child that ended by itself, else -1.
int process_stop(Process *process, const char *farewell, int grace_ms);
