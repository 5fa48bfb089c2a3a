#include "prompt.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "interrupt.h"

Status prompt_open(Prompt *prompt, int input, Error *error) {
    *prompt = (Prompt){.input = input, .signals = -1, .pressed_ms = -ONE_PRESS_MS};
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupts, &prompt->before);
    prompt->signals = signalfd(-1, &interrupts, SFD_CLOEXEC | SFD_NONBLOCK);
    if (prompt->signals >= 0)
        return STATUS_OK;
    pthread_sigmask(SIG_SETMASK, &prompt->before, NULL);
    return error_set(error, STATUS_IO, "cannot listen for Ctrl-C: %s", strerror(errno));
}

// Takes the signal; false if there was none, or only the second signal of the same press.
static bool take_signal(Prompt *prompt) {
    struct signalfd_siginfo info;
    if (read(prompt->signals, &info, sizeof info) != (ssize_t)sizeof info)
        return false;
    const int64_t now_ms = clock_ms();
    if (now_ms - prompt->pressed_ms < ONE_PRESS_MS)
        return false;
    prompt->pressed_ms = now_ms;
    return true;
}

void prompt_edit(Prompt *prompt, const char *const *libraries, LineEditComplete *complete,
                 void *context) {
    prompt->edit = lineedit_open(libraries, complete, context);
}

void prompt_close(Prompt *prompt) {
    lineedit_close(prompt->edit);
    // A signal that is still pending would end the program when the mask is restored.
    take_signal(prompt);
    for (int64_t left_ms; (left_ms = prompt->pressed_ms + ONE_PRESS_MS - clock_ms()) > 0;) {
        struct pollfd file = {.fd = prompt->signals, .events = POLLIN};
        if (poll(&file, 1, (int)left_ms) > 0)
            take_signal(prompt);
    }
    close(prompt->signals);
    pthread_sigmask(SIG_SETMASK, &prompt->before, NULL);
}

// A whole line of the buffer, or the rest of it at the end of the input or if the buffer is full.
static bool next_line(Prompt *prompt, Str *line) {
    char *begin = prompt->text + prompt->used;
    const size_t rest = prompt->len - prompt->used;
    const char *end = memchr(begin, '\n', rest);
    if (prompt->is_skipping) { // the rest of a line that was too long
        prompt->used = end ? prompt->used + (size_t)(end - begin) + 1 : prompt->len;
        prompt->is_skipping = !end;
        return end && next_line(prompt, line);
    }
    if (end) {
        *line = (Str){begin, (size_t)(end - begin)};
        prompt->used += line->len + 1;
        return true;
    }
    if (rest && (prompt->is_ended || rest == PROMPT_LINE_MAX)) {
        *line = (Str){begin, rest};
        prompt->used = prompt->len;
        prompt->is_skipping = !prompt->is_ended;
        return true;
    }
    return false;
}

static void fill(Prompt *prompt) {
    memmove(prompt->text, prompt->text + prompt->used, prompt->len - prompt->used);
    prompt->len -= prompt->used;
    prompt->used = 0;
    const ssize_t got =
        read(prompt->input, prompt->text + prompt->len, PROMPT_LINE_MAX - prompt->len);
    if (got > 0)
        prompt->len += (size_t)got;
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        prompt->is_ended = true;
}

// Waits for a signal or input. A line is asked for first, so that what was read before counts.
static PromptEvent wait_line(Prompt *prompt, int timeout, Str *line) {
    for (;;) {
        if (take_signal(prompt))
            return PROMPT_INTERRUPT;
        if (next_line(prompt, line))
            return PROMPT_LINE;
        if (prompt->is_ended)
            return PROMPT_END;
        struct pollfd files[] = {{.fd = prompt->signals, .events = POLLIN},
                                 {.fd = prompt->input, .events = POLLIN}};
        const int ready = poll(files, 2, timeout);
        if (ready == 0)
            return PROMPT_TIMEOUT;
        if (ready > 0 && files[1].revents)
            fill(prompt);
    }
}

// The same, while the line is edited. The time is over even if keys are pressed all the time.
static PromptEvent edit_line(Prompt *prompt, int timeout, Str *line) {
    const int64_t end_ms = clock_ms() + timeout;
    for (;;) {
        if (take_signal(prompt))
            return PROMPT_INTERRUPT;
        struct pollfd files[] = {{.fd = prompt->signals, .events = POLLIN},
                                 {.fd = prompt->input, .events = POLLIN}};
        const int64_t left_ms = timeout < 0 ? -1 : end_ms - clock_ms();
        const int ready = poll(files, 2, timeout < 0 ? -1 : left_ms > 0 ? (int)left_ms : 0);
        if (ready == 0)
            return PROMPT_TIMEOUT;
        if (ready < 0 || !files[1].revents)
            continue;
        size_t len = 0;
        switch (lineedit_key(prompt->edit, prompt->text, PROMPT_LINE_MAX, &len)) {
        case LINEEDIT_MORE:
            break;
        case LINEEDIT_LINE:
            *line = (Str){prompt->text, len};
            return PROMPT_LINE;
        case LINEEDIT_END:
            return PROMPT_END;
        }
    }
}

PromptEvent prompt_read(Prompt *prompt, const char *text, int64_t timeout_ms, Str *line) {
    const int timeout = timeout_ms < 0 ? -1 : timeout_ms > INT_MAX ? INT_MAX : (int)timeout_ms;
    if (prompt->edit) {
        lineedit_begin(prompt->edit, text);
        const PromptEvent event = edit_line(prompt, timeout, line);
        lineedit_end(prompt->edit);
        return event;
    }
    if (isatty(prompt->input)) {
        fputs(text, stdout);
        fflush(stdout);
    }
    return wait_line(prompt, timeout, line);
}

static void *watch_run(void *context) {
    PromptWatch *watch = context;
    struct pollfd files[] = {{.fd = watch->prompt->signals, .events = POLLIN},
                             {.fd = watch->end, .events = POLLIN}};
    for (;;) {
        if (poll(files, 2, -1) < 0)
            continue;
        if (files[1].revents)
            return NULL;
        if (take_signal(watch->prompt)) {
            atomic_store_explicit(&watch->is_interrupted, true, memory_order_relaxed);
            watch->interrupt(watch->context);
            return NULL;
        }
    }
}

Status prompt_watch(Prompt *prompt, PromptWatch *watch, void (*interrupt)(void *context),
                    void *context, Error *error) {
    watch->prompt = prompt;
    watch->interrupt = interrupt;
    watch->context = context;
    atomic_init(&watch->is_interrupted, false);
    watch->end = eventfd(0, EFD_CLOEXEC);
    if (watch->end < 0)
        return error_set(error, STATUS_IO, "cannot listen for Ctrl-C: %s", strerror(errno));
    const int failure = pthread_create(&watch->thread, NULL, watch_run, watch);
    if (failure) {
        close(watch->end);
        return error_set(error, STATUS_IO, "cannot listen for Ctrl-C: %s", strerror(failure));
    }
    return STATUS_OK;
}

bool prompt_unwatch(PromptWatch *watch) {
    eventfd_write(watch->end, 1);
    pthread_join(watch->thread, NULL);
    close(watch->end);
    // A Ctrl-C that came just as the work ended was meant to stop it.
    return atomic_load_explicit(&watch->is_interrupted, memory_order_relaxed) ||
           take_signal(watch->prompt);
}
