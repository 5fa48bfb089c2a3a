// output.h — the lines a session writes: whole lines, one at a time, from any thread.
//
// Every line is written and flushed under one lock, since a GUI at the other end of a pipe waits
// for it. The stream is borrowed. After output_mute nothing more is written.
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct Output {
    FILE *out;
    pthread_mutex_t lock;
    bool is_mute; // under the lock
} Output;

void output_init(Output *output, FILE *out);
void output_release(Output *output);

// Any thread. Adds the newline.
__attribute__((format(printf, 2, 3))) void output_line(Output *output, const char *format, ...);
// A sentence about what was wrong, in the form GUIs show or skip.
void output_error(Output *output, const char *text);
void output_mute(Output *output);
