// prompt.h — lines of a terminal or a pipe, read with a time limit, and Ctrl-C as an event.
//
// On a terminal the person can edit the line if the system has a library for it (lineedit.h).
//
// While a Prompt is open SIGINT does not end the program: it is returned as an event, or it stops
// the work between prompt_watch and prompt_unwatch. There is no signal handler and no global. A
// Prompt belongs to one thread and must be opened before other threads are created, so that they
// block the signal too.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/status.h"
#include "base/str.h"
#include "lineedit.h"

enum { PROMPT_LINE_MAX = 4096 }; // a longer line is cut

typedef enum PromptEvent {
    PROMPT_LINE,
    PROMPT_END,       // of the input
    PROMPT_INTERRUPT, // Ctrl-C
    PROMPT_TIMEOUT,
} PromptEvent;

typedef struct Prompt {
    int input, signals; // file descriptors; the caller owns `input`
    sigset_t before;    // the signal mask to restore
    int64_t pressed_ms; // when Ctrl-C was last taken
    char text[PROMPT_LINE_MAX];
    size_t len, used; // bytes read; bytes already returned
    bool is_ended, is_skipping;
    LineEdit *edit; // or null
} Prompt;

Status prompt_open(Prompt *prompt, int input, Error *error);
void prompt_close(Prompt *prompt);

// From now on lines are edited, if one of these libraries is there. Input and standard output are a
// terminal.
void prompt_edit(Prompt *prompt, const char *const *libraries, LineEditComplete *complete,
                 void *context);

// Waits for the next line, without its newline; a negative timeout waits without limit. `text`
// stands before the input if that is a terminal. The line is valid until the next call.
PromptEvent prompt_read(Prompt *prompt, const char *text, int64_t timeout_ms, Str *line);

// From here to prompt_unwatch a Ctrl-C calls `interrupt`, once, on a thread of its own.
typedef struct PromptWatch {
    Prompt *prompt;
    int end; // file descriptor: the work is done
    pthread_t thread;
    void (*interrupt)(void *context);
    void *context;
    atomic_bool is_interrupted; // written by the thread
} PromptWatch;

Status prompt_watch(Prompt *prompt, PromptWatch *watch, void (*interrupt)(void *context),
                    void *context, Error *error);
// Whether there was a Ctrl-C.
bool prompt_unwatch(PromptWatch *watch);
