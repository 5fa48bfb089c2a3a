// workers.h — a fixed team of threads that runs one job at a time.
//
// The threads are created once and sleep between jobs. A job is one function that every worker runs
// with its own index; the job divides the work itself. The caller owns the Workers, which must stay
// at one address from init to release. One thread, the owner, calls these functions; the job must
// not call them. All that the owner wrote before workers_start is visible to the job, and all that
// the job wrote is visible to the owner after workers_wait.
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef void WorkerRun(void *context, int worker_index);

typedef struct Workers {
    struct WorkerThread *threads; // one a thread, written by init only
    int count;
    pthread_mutex_t lock;
    pthread_cond_t wake; // a new job, or is_ending
    pthread_cond_t idle; // the last worker has finished its part
    // The following fields are read and written under the lock.
    WorkerRun *run;
    void *context;
    uint64_t job; // how many jobs were started
    int running;  // workers that have not yet finished the present job
    bool is_ending;
} Workers;

// Starts `count` (at least 1) threads. On failure no thread and no memory is left behind.
Status workers_init(Workers *workers, int count, Error *error);

// Begins a job on all workers and returns at once. The caller must have waited for the job before.
void workers_start(Workers *workers, WorkerRun *run, void *context);

// Sleeps until every worker has returned from the job; returns at once when there is none.
void workers_wait(Workers *workers);

// The same, at most for `time_ms`; returns whether no job is running.
bool workers_wait_for(Workers *workers, int64_t time_ms);

// Waits for the present job, then ends the threads.
void workers_release(Workers *workers);
