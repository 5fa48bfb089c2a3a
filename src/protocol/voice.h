// voice.h — what the engine says: whole lines, one at a time, whichever thread speaks.
//
// Every line is written and flushed under one lock, since a GUI at the other end of a pipe waits
// for it. The stream is borrowed. Once muted, nothing more is said.
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct Voice {
    FILE *out;
    pthread_mutex_t lock;
    bool is_mute; // under the lock
} Voice;

void voice_init(Voice *voice, FILE *out);
void voice_release(Voice *voice);

// Any thread. Adds the newline.
__attribute__((format(printf, 2, 3))) void voice_say(Voice *voice, const char *format, ...);
// A sentence about what was wrong, in the form GUIs show or skip.
void voice_error(Voice *voice, const char *text);
void voice_mute(Voice *voice);
