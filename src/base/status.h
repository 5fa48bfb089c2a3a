// status.h — how a function reports an error from outside the program.
//
// Errors of the program are asserts. Errors from outside (text, files, other programs, memory) are
// a `Status`, with an `Error` that holds one sentence for the user: what was wrong, where, what
// would be right. The caller owns the Error; it may be null where only the Status matters. No state
// is shared between threads.
#pragma once

#include <stdarg.h>

typedef enum Status {
    STATUS_OK = 0,
    STATUS_BAD_INPUT, // malformed text or data
    STATUS_NO_MEMORY, // a hard cap was reached or the system refused
    STATUS_IO,        // the operating system refused a file, pipe or thread
} Status;

typedef struct Error {
    char text[384]; // one sentence, no newline, always terminated
} Error;

// Writes the sentence and returns `status`, so that `return error_set(…)` is one line. Bytes that
// are not printable ASCII are replaced, since the sentence may quote hostile input and is shown in
// a terminal or a GUI.
__attribute__((format(printf, 3, 4))) Status error_set(Error *error, Status status,
                                                       const char *format, ...);

#define TRY(expr)                                                                                  \
    do {                                                                                           \
        const Status try_status_ = (expr);                                                         \
        if (try_status_ != STATUS_OK)                                                              \
            return try_status_;                                                                    \
    } while (0)
