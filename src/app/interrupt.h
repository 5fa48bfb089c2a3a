// interrupt.h — Ctrl-C ends a search instead of the program, once; the second time it ends the
// program.
//
// A thread of its own waits for the signal, so that nothing runs inside a signal handler and no
// variable needs to be global. Call interrupt_begin before other threads are created: they inherit
// the blocked SIGINT.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "search/search.h"

// Some programs that forward a signal send it to the program and again to its process group: two
// signals so close together are one press.
enum { ONE_PRESS_MS = 300 };

typedef struct Interrupt {
    SearchControl *control; // what the signal stops
    sigset_t before;        // the signal mask to restore
    pthread_t thread;
    atomic_bool was_pressed; // written by the waiting thread
    int64_t pressed_ms;      // time of the last press; written by the waiting thread
    bool is_running;
} Interrupt;

// `control` has been initialised and outlives the Interrupt. If no thread can be created, Ctrl-C
// ends the program, as usual.
void interrupt_begin(Interrupt *interrupt, SearchControl *control);
void interrupt_end(Interrupt *interrupt);
