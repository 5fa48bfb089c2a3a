// interrupt.h — Ctrl-C ends a search instead of the program, once; the second time it ends the
// program.
//
// A thread of its own waits for the signal, so that nothing runs inside a signal handler and no
// variable needs to be global. Begin before other threads are made: they inherit that SIGINT is
// not theirs.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "search/search.h"

// Some who pass a signal on send it to the program and once more to its group: two of them so close
// together were one press.
enum { ONE_PRESS_MS = 300 };

typedef struct Interrupt {
    SearchControl *control; // what the signal stops
    sigset_t before;        // the signals this thread did not take
    pthread_t thread;
    atomic_bool was_pressed; // written by the waiting thread, as is the next
    int64_t pressed_ms;      // when that was
    bool is_running;
} Interrupt;

// `control` has been initialised and outlives the Interrupt. If there can be no thread Ctrl-C ends
// the program, as usual.
void interrupt_begin(Interrupt *interrupt, SearchControl *control);
void interrupt_end(Interrupt *interrupt);
