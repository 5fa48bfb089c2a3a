#include "tree_gate.h"

void gate_init(Gate *gate) {
    *gate = (Gate){.inside = 0};
    pthread_mutex_init(&gate->lock, NULL);
    pthread_cond_init(&gate->opened, NULL);
}

void gate_release(Gate *gate) {
    pthread_mutex_destroy(&gate->lock);
    pthread_cond_destroy(&gate->opened);
}

void gate_enter(Gate *gate) {
    pthread_mutex_lock(&gate->lock);
    gate->inside++;
    pthread_mutex_unlock(&gate->lock);
}

void gate_leave(Gate *gate) {
    pthread_mutex_lock(&gate->lock);
    gate->inside--;
    pthread_cond_broadcast(&gate->opened); // the workers that wait may now be all
    pthread_mutex_unlock(&gate->lock);
}

void gate_gather(Gate *gate, void (*work)(void *context), void *context) {
    pthread_mutex_lock(&gate->lock);
    atomic_store_explicit(&gate->is_wanted, true, memory_order_relaxed);
    const uint64_t round = gate->rounds;
    gate->waiting++;
    while (gate->rounds == round) {
        if (gate->waiting == gate->inside) {
            work(context);
            gate->waiting = 0;
            gate->rounds++;
            atomic_store_explicit(&gate->is_wanted, false, memory_order_relaxed);
            pthread_cond_broadcast(&gate->opened);
        } else {
            pthread_cond_wait(&gate->opened, &gate->lock);
        }
    }
    pthread_mutex_unlock(&gate->lock);
}
