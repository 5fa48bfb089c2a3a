#include "interrupt.h"

#include <unistd.h>

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
        if (atomic_exchange(&interrupt->was_pressed, true))
            _exit(128 + SIGINT); // a search that does not listen must not keep the terminal
        control_stop(interrupt->control);
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

void interrupt_end(Interrupt *interrupt) {
    if (!interrupt->is_running)
        return;
    pthread_kill(interrupt->thread, SIGUSR1);
    pthread_join(interrupt->thread, NULL);
    interrupt->is_running = false;
    pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
}
