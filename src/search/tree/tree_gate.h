// tree_gate.h — where workers gather so that one of them may change what all use.
//
// A worker enters before its first sample, leaves after its last, and asks in between whether a
// gathering is wanted. The last worker to arrive does the work while the others sleep. Any number
// of workers; no lock is taken while no gathering is wanted.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Gate {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    atomic_bool is_wanted;
    // The rest is read and written under the lock.
    int inside, waiting;
    uint64_t rounds;
} Gate;

void gate_init(Gate *gate);
void gate_release(Gate *gate);

void gate_enter(Gate *gate);
void gate_leave(Gate *gate);

static inline bool gate_is_wanted(const Gate *gate) {
    return atomic_load_explicit(&gate->is_wanted, memory_order_relaxed);
}

// Waits until all workers inside are here; one of them then runs `work`.
void gate_gather(Gate *gate, void (*work)(void *context), void *context);
