#include "base/workers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

// A search recurses with move lists on its stack. The default size depends on the shell's limits;
// this one does not.
enum { STACK_BYTES = 8 << 20 };

typedef struct WorkerThread {
    Workers *workers;
    int index;
    pthread_t thread;
} WorkerThread;

static void *thread_main(void *argument) {
    const WorkerThread *self = argument;
    Workers *workers = self->workers;
    uint64_t jobs_done = 0;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (workers->job == jobs_done && !workers->is_ending)
            pthread_cond_wait(&workers->wake, &workers->lock);
        if (workers->is_ending)
            break;
        jobs_done = workers->job;
        WorkerRun *run = workers->run;
        void *context = workers->context;
        pthread_mutex_unlock(&workers->lock);
        run(context, self->index);
        pthread_mutex_lock(&workers->lock);
        if (--workers->running == 0)
            pthread_cond_signal(&workers->idle);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

static int create_thread(WorkerThread *self) {
    pthread_attr_t attributes;
    int refusal = pthread_attr_init(&attributes);
    if (refusal)
        return refusal;
    refusal = pthread_attr_setstacksize(&attributes, STACK_BYTES);
    if (!refusal)
        refusal = pthread_create(&self->thread, &attributes, thread_main, self);
    pthread_attr_destroy(&attributes);
    return refusal;
}

Status workers_init(Workers *workers, int count, Error *error) {
    assert(count >= 1);
    *workers = (Workers){.lock = PTHREAD_MUTEX_INITIALIZER,
                         .wake = PTHREAD_COND_INITIALIZER,
                         .idle = PTHREAD_COND_INITIALIZER};
    workers->threads = calloc((size_t)count, sizeof *workers->threads);
    if (!workers->threads)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", count);
    // workers->count is the number of threads that exist, so that release can clean up after a
    // failure.
    for (; workers->count < count; workers->count++) {
        WorkerThread *self = &workers->threads[workers->count];
        *self = (WorkerThread){.workers = workers, .index = workers->count};
        const int refusal = create_thread(self);
        if (refusal) {
            error_set(error, STATUS_IO, "cannot start thread %d of %d: %s", workers->count + 1,
                      count, strerror(refusal));
            workers_release(workers);
            return STATUS_IO;
        }
    }
    return STATUS_OK;
}

void workers_start(Workers *workers, WorkerRun *run, void *context) {
    pthread_mutex_lock(&workers->lock);
    assert(workers->running == 0 && !workers->is_ending);
    workers->run = run;
    workers->context = context;
    workers->job++;
    workers->running = workers->count;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->lock);
}

void workers_wait(Workers *workers) {
    pthread_mutex_lock(&workers->lock);
    while (workers->running)
        pthread_cond_wait(&workers->idle, &workers->lock);
    pthread_mutex_unlock(&workers->lock);
}

bool workers_wait_for(Workers *workers, int64_t time_ms) {
    const struct timespec until = clock_after_ms(time_ms);
    pthread_mutex_lock(&workers->lock);
    int refusal = 0;
    while (workers->running && !refusal)
        refusal = pthread_cond_clockwait(&workers->idle, &workers->lock, CLOCK_MONOTONIC, &until);
    const bool is_idle = !workers->running;
    pthread_mutex_unlock(&workers->lock);
    return is_idle;
}

void workers_release(Workers *workers) {
    workers_wait(workers);
    pthread_mutex_lock(&workers->lock);
    workers->is_ending = true;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->threads[i].thread, NULL);
    pthread_cond_destroy(&workers->idle);
    pthread_cond_destroy(&workers->wake);
    pthread_mutex_destroy(&workers->lock);
    free(workers->threads);
    workers->threads = NULL;
    workers->count = 0;
}
