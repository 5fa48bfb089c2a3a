#include "base/pool.h"

#include <assert.h>
#include <stdlib.h>

enum { INTERRUPT_MS = 50 }; // how often pool_run looks whether the job is over

typedef struct Pool {
    const PoolJob *job;
    pthread_mutex_t lock;
    pthread_cond_t changed; // an item is done, or the job is over
    // The rest is read and written under the lock.
    int64_t next;      // the number after the last item taken
    int64_t oldest;    // of an ordered job: all items before it are done
    int *slots;        // of an ordered job, at item % window: the slot that has run it, or -1
    bool is_reporting; // a worker is inside `done`
    bool is_over;
    int64_t failed; // the lowest item that failed, or INT64_MAX
    Status failure; // of that item; *error holds its sentence
    Status status;  // the error that has ended the job
    Error *error;
} Pool;

// All functions below but `work` and `wait_for_workers` are called under the lock.

static bool is_over(Pool *pool) {
    const PoolJob *job = pool->job;
    if (!pool->is_over && job->is_stopped)
        pool->is_over = job->is_stopped(job->context);
    return pool->is_over;
}

static void note_failure(Pool *pool, int64_t item, Status status, const Error *why) {
    pool->failed = item;
    pool->failure = error_set(pool->error, status, "%s", why->text);
}

static void fail(Pool *pool) {
    pool->status = pool->failure;
    pool->is_over = true;
}

static bool must_wait(const Pool *pool) {
    const PoolJob *job = pool->job;
    const bool is_full = job->is_ordered && pool->next - pool->oldest >= job->window;
    return is_full || (job->next && pool->is_reporting);
}

static bool take(Pool *pool, int slot, int64_t *item) {
    const PoolJob *job = pool->job;
    for (;;) {
        if (is_over(pool) || pool->failed != INT64_MAX)
            return false;
        if (!job->next && pool->next >= job->count)
            return false;
        if (!must_wait(pool))
            break;
        pthread_cond_wait(&pool->changed, &pool->lock);
    }
    *item = pool->next;
    if (job->next && !job->next(job->context, slot, item))
        return false;
    assert(job->is_ordered ? *item == pool->next : *item >= pool->next);
    pool->next = *item + 1;
    return true;
}

// Lets the lock go while `done` runs.
static void report(Pool *pool, int slot, int64_t item) {
    const PoolJob *job = pool->job;
    if (!job->done || is_over(pool))
        return;
    Error why;
    pool->is_reporting = true;
    pthread_mutex_unlock(&pool->lock);
    const Status status = job->done(job->context, slot, item, &why);
    pthread_mutex_lock(&pool->lock);
    pool->is_reporting = false;
    if (status != STATUS_OK) {
        note_failure(pool, item, status, &why);
        fail(pool);
    }
}

// Where another worker is reporting, it reports this item too.
static void finish_ordered(Pool *pool, int slot, int64_t item) {
    const int window = pool->job->window;
    pool->slots[item % window] = slot;
    while (!pool->is_reporting && pool->slots[pool->oldest % window] >= 0) {
        if (!is_over(pool) && pool->oldest == pool->failed)
            fail(pool);
        report(pool, pool->slots[pool->oldest % window], pool->oldest);
        pool->slots[pool->oldest % window] = -1;
        pool->oldest++;
        pthread_cond_broadcast(&pool->changed);
    }
}

static void finish(Pool *pool, int slot, int64_t item, Status status, const Error *why) {
    if (status != STATUS_OK && !is_over(pool) && item < pool->failed)
        note_failure(pool, item, status, why);
    if (pool->job->is_ordered) {
        finish_ordered(pool, slot, item);
        return;
    }
    if (item == pool->failed)
        fail(pool);
    while (pool->is_reporting && !pool->is_over)
        pthread_cond_wait(&pool->changed, &pool->lock);
    report(pool, slot, item);
    pthread_cond_broadcast(&pool->changed);
}

static void work(void *context, int slot) {
    Pool *pool = context;
    const PoolJob *job = pool->job;
    int64_t item;
    pthread_mutex_lock(&pool->lock);
    while (take(pool, slot, &item)) {
        Error why;
        pthread_mutex_unlock(&pool->lock);
        const Status status = job->run(job->context, slot, item, &why);
        pthread_mutex_lock(&pool->lock);
        finish(pool, slot, item, status, &why);
    }
    pthread_mutex_unlock(&pool->lock);
    if (job->leave)
        job->leave(job->context, slot);
}

// An item may begin a long step just after it was interrupted, so it is interrupted again.
static void wait_for_workers(Pool *pool, Workers *workers) {
    const PoolJob *job = pool->job;
    while (job->interrupt && !workers_wait_for(workers, INTERRUPT_MS)) {
        pthread_mutex_lock(&pool->lock);
        const bool is_ending = is_over(pool);
        pthread_mutex_unlock(&pool->lock);
        if (is_ending)
            job->interrupt(job->context);
    }
    workers_wait(workers);
}

static Status slots_new(Pool *pool, Error *error) {
    const int window = pool->job->window;
    assert(window >= 1);
    pool->slots = malloc((size_t)window * sizeof *pool->slots);
    if (!pool->slots)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d items of work", window);
    for (int i = 0; i < window; i++)
        pool->slots[i] = -1;
    return STATUS_OK;
}

Status pool_run(Workers *workers, const PoolJob *job, Error *error) {
    Pool pool = {.job = job,
                 .lock = PTHREAD_MUTEX_INITIALIZER,
                 .changed = PTHREAD_COND_INITIALIZER,
                 .failed = INT64_MAX,
                 .error = error};
    if (job->is_ordered)
        TRY(slots_new(&pool, error));
    if (workers) {
        workers_start(workers, work, &pool);
        wait_for_workers(&pool, workers);
    } else {
        work(&pool, 0);
    }
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.lock);
    free(pool.slots);
    return pool.status;
}

Status pool_run_once(int threads, const PoolJob *job, Error *error) {
    Workers workers;
    TRY(workers_init(&workers, threads, error));
    const Status status = pool_run(&workers, job, error);
    workers_release(&workers);
    return status;
}
