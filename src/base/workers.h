// worker.h — a fixed team of threads that runs one job at a time.
//
// The threads are created once and sleep between jobs. A job is one function that every worker runs
// with its own index; how the work is shared is the job's affair. The caller owns the Workers,
// which must stay at one address from init to release. One thread, the owner, calls these
// functions; the job must not call them. Whatever the owner wrote before workers_start is visible
// to the job, and whatever the job wrote is visible to the owner after workers_wait.
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef void WorkerRun(void *context, int worker_index);

typedef struct Workers {
    struct WorkerThread *seats; // one a thread, written by init only
    int count;
    pthread_mutex_t lock;
    pthread_cond_t wake; // there is a new job, or the end
    pthread_cond_t idle; // the last worker has finished its part
    // The rest is read and written under the lock.
    WorkerRun *run;
    void *context;
    uint64_t job; // how many jobs were started
    int running;  // workers that have not yet finished the present job
    bool is_ending;
} Workers;

// Starts `count` (at least 1) threads. On failure no thread and no memory is left behind.
Status workers_init(Workers *workers, int count, Error *error);

// Begins a job on all workers and returns at once. The job before must have been waited for.
void workers_start(Workers *workers, WorkerRun *run, void *context);

// Sleeps until every worker has returned from the job; returns at once when there is none.
void workers_wait(Workers *workers);

// The same, but for so long at most; whether no job is running any more.
bool workers_wait_for(Workers *workers, int64_t time_ms);

// Waits for the present job, then ends the threads.
void workers_release(Workers *workers);
