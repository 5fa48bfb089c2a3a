#include "interrupt.h"

#include <unistd.h>

#include "base/clock.h"

static sigset_t waited_for(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGUSR1); // from interrupt_end
    return set;
}

static void *wait_for_signal(void *context) {
    Interrupt *interrupt = context;
    const sigset_t set = waited_for();
    for (;;) {
        int number;
        if (sigwait(&set, &number) != 0 || number == SIGUSR1)
            return NULL;
        if (!atomic_exchange(&interrupt->was_pressed, true)) {
            interrupt->pressed_ms = clock_ms();
            control_stop(interrupt->control);
        } else if (clock_ms() - interrupt->pressed_ms > ONE_PRESS_MS) {
            _exit(128 + SIGINT); // a search that does not stop must not block the terminal
        }
    }
}

void interrupt_begin(Interrupt *interrupt, SearchControl *control) {
    interrupt->control = control;
    atomic_init(&interrupt->was_pressed, false);
    const sigset_t set = waited_for();
    pthread_sigmask(SIG_BLOCK, &set, &interrupt->before);
    interrupt->is_running =
        pthread_create(&interrupt->thread, NULL, wait_for_signal, interrupt) == 0;
    if (!interrupt->is_running)
        pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
}

// The second signal of the same press may still arrive; it must not end the program.
static void await_echo(int64_t pressed_ms) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    for (int64_t left_ms; (left_ms = pressed_ms + ONE_PRESS_MS - clock_ms()) > 0;) {
        const struct timespec left = {.tv_nsec = (long)left_ms * 1000000};
        sigtimedwait(&set, NULL, &left);
    }
}

void interrupt_end(Interrupt *interrupt) {
    if (!interrupt->is_running)
        return;
    pthread_kill(interrupt->thread, SIGUSR1);
    pthread_join(interrupt->thread, NULL);
    interrupt->is_running = false;
    if (atomic_load(&interrupt->was_pressed))
        await_echo(interrupt->pressed_ms);
    pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
}
