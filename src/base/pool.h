// pool.h — a job of many items on the threads of a Workers: order, first error and stop.
//
// Items are numbers. Each worker takes an item, runs it without any lock, and then its result is
// given to `done`, one result at a time while the other workers go on running. A worker's index is
// its slot: what one thread needs for itself (a player, a board) is kept by slot.
//
// A job ends when there is no further item, at the first error, or when `is_stopped` says so. From
// then on no item starts, and items that are still running are dropped: `done` does not see them,
// and their errors do not count. In an ordered job an error takes effect when it is the turn of its
// item, so the calls of `done` and the error returned are the same with any number of threads.
//
// The caller owns the job and its context; pool_run returns when no worker uses them any more.
#pragma once

#include "base/workers.h"

typedef struct PoolJob {
    void *context; // given to all functions
    // Items 0 … count - 1, unless there is a `next`.
    int64_t count;
    // Says whether there is another item, and may prepare it for the slot. On entry *item is the
    // number after the last item; an unordered job may skip to a larger one. Never runs at the same
    // time as `done`. After it has returned false it must return false again.
    bool (*next)(void *context, int slot, int64_t *item);
    // Does the work, on the worker's thread.
    Status (*run)(void *context, int slot, int64_t item, Error *error);
    // Takes the result of an item, one call at a time, on the thread of some worker. A failure ends
    // the job. An unordered job calls it before the slot takes another item; an ordered one in the
    // order of the items, so results must be kept by item. May be null.
    Status (*done)(void *context, int slot, int64_t item, Error *error);
    // Called once on each worker's own thread, after its last item. May be null.
    void (*leave)(void *context, int slot);
    // Whether the job is to end now; called by any thread, also several at once. May be null.
    bool (*is_stopped)(void *context);
    // Called by the thread of pool_run again and again from the end of the job until all workers
    // have returned, to end items that take long; not where that thread does the work itself. May
    // be null.
    void (*interrupt)(void *context);
    bool is_ordered;
    // Of an ordered job, at least 1: an item starts only when it is less than this far ahead of the
    // oldest item that is not done, so `window` places for results are enough.
    int window;
} PoolJob;

// Without workers (null) the calling thread does everything, as slot 0. A stop is no failure.
Status pool_run(Workers *workers, const PoolJob *job, Error *error);

// The same on `threads` (at least 1) threads of its own, for a caller that has one job.
Status pool_run_once(int threads, const PoolJob *job, Error *error);
