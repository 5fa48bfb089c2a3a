// outstream.h — standard output at the end of a program: what could not be written is an error.
#pragma once

#include <stdbool.h>

// Writes what is buffered. False if anything was lost, now or before; then one line on standard
// error says so, after the name of the program, unless the reader of a pipe has gone.
bool outstream_flush(const char *program);

// Closes standard output. Returns the exit status of the program: `exit_code`, or 2 if output was
// lost.
int outstream_close(const char *program, int exit_code);
