// testing.h — shared by the tests: cmocka with its includes, shared data files, short cuts.
//
// Large sets of positions are outside the repository, in the directory YURAGI_SHARED_DATA. A test
// that needs one is skipped, with a message, where it is absent.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/str.h"

// A message for the log. The mark makes it a comment in TAP.
#define testing_note(...)                                                                          \
    do {                                                                                           \
        print_message("# " __VA_ARGS__);                                                           \
    } while (0)

// Opens a shared data file, or skips the running test with a message.
static inline FILE *testing_open(const char *name) {
    const char *directory = getenv("YURAGI_SHARED_DATA");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory ? directory : "", name);
    FILE *file = directory ? fopen(path, "r") : NULL;
    if (!file) {
        testing_note("skipped: no %s (YURAGI_SHARED_DATA is %s)\n", name,
                     directory ? directory : "not set");
        skip();
    }
    return file;
}

// The next line that is neither empty nor a comment, without its newline. *line is reused; free it
// at the end.
static inline bool testing_line(FILE *file, char **line, size_t *capacity, Str *text) {
    while (getline(line, capacity, file) >= 0) {
        *text = str_trim(str_of(*line));
        if (text->len && *text->at != '#')
            return true;
    }
    return false;
}

// Calls `check` with every line of a shared data file that is neither empty nor a comment, and
// returns how many there were. Skips the running test if there is no such file.
static inline int testing_each_line(const char *name, void (*check)(Str line, const void *context),
                                    const void *context) {
    FILE *file = testing_open(name);
    char *line = NULL;
    size_t capacity = 0;
    Str text;
    int count = 0;
    for (; testing_line(file, &line, &capacity, &text); count++)
        check(text, context);
    free(line);
    fclose(file);
    return count;
}

// A count from the environment, so that a long run can raise it.
static inline long testing_count(const char *variable, long otherwise) {
    const char *text = getenv(variable);
    int64_t value = otherwise;
    if (text && !str_int(str_of(text), 1, 1000000000000, &value))
        fail_msg("%s=%s is not a number", variable, text);
    return (long)value;
}

#define assert_ok(expr)                                                                            \
    do {                                                                                           \
        Error assert_error_ = {""};                                                                \
        Error *error = &assert_error_;                                                             \
        if ((expr) != STATUS_OK)                                                                   \
            fail_msg("%s: %s", #expr, error->text);                                                \
    } while (0)
