// Items on several threads: every one once, results in order, one error, and a stop that stops.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdatomic.h>
#include <string.h>

#include "base/clock.h"
#include "base/pool.h"

enum { THREADS = 4, ITEMS_MAX = 1000 };

typedef struct Work {
    // Written by `run`, read by `done`: plain fields, which the pool must make safe.
    int results[ITEMS_MAX];
    int ran_by[ITEMS_MAX];
    // Written by `done` alone.
    int64_t done[ITEMS_MAX];
    int done_count;
    // What is tried.
    int fails_from;  // items of this number or more fail; 0: none
    int done_fails;  // `done` of this item fails; 0: none
    int64_t stop_at; // `done` of this item stops the job; 0: none
    int slow;   // this item takes longer than the others, up to the stop if there is one; 0: none
    int window; // what no item may be ahead
    atomic_int in_done; // threads inside `done`
    atomic_bool is_stopped, is_interrupted;
    _Atomic int64_t oldest; // items before it are done
    atomic_int started, left[THREADS];
} Work;

static Status run(void *context, int slot, int64_t item, Error *error) {
    Work *work = context;
    atomic_fetch_add(&work->started, 1);
    if (work->window)
        assert_true(item - atomic_load(&work->oldest) < work->window);
    if (work->slow && item == work->slow)
        do
            clock_sleep_ms(30);
        while (work->stop_at && !atomic_load(&work->is_stopped));
    work->results[item] = (int)item * 3 + 1;
    work->ran_by[item] = slot;
    if (work->fails_from && item >= work->fails_from)
        return error_set(error, STATUS_BAD_INPUT, "item %d", (int)item);
    return STATUS_OK;
}

static Status done(void *context, int slot, int64_t item, Error *error) {
    Work *work = context;
    assert_int_equal(atomic_fetch_add(&work->in_done, 1), 0);
    assert_int_equal(work->results[item], item * 3 + 1);
    assert_int_equal(work->ran_by[item], slot);
    work->done[work->done_count++] = item;
    atomic_store(&work->oldest, item + 1);
    if (work->stop_at && item == work->stop_at)
        atomic_store(&work->is_stopped, true);
    atomic_fetch_sub(&work->in_done, 1);
    if (work->done_fails && item == work->done_fails)
        return error_set(error, STATUS_IO, "done %d", (int)item);
    return STATUS_OK;
}

static void leave(void *context, int slot) {
    atomic_fetch_add(&((Work *)context)->left[slot], 1);
}

static bool is_stopped(void *context) {
    return atomic_load(&((Work *)context)->is_stopped);
}

static void interrupt(void *context) {
    atomic_store(&((Work *)context)->is_interrupted, true);
}

static PoolJob job_of(Work *work, int64_t count, bool is_ordered) {
    *work = (Work){0};
    return (PoolJob){.context = work,
                     .count = count,
                     .run = run,
                     .done = done,
                     .leave = leave,
                     .is_stopped = is_stopped,
                     .interrupt = interrupt,
                     .is_ordered = is_ordered,
                     .window = 8};
}

// With `threads` workers, or on this thread for 0.
static Status run_on(int threads, const PoolJob *job, Error *error) {
    const Status status = threads ? pool_run_once(threads, job, error) : pool_run(NULL, job, error);
    const Work *work = job->context;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(work->left[i], i < (threads ? threads : 1));
    return status;
}

static Work work;

static void every_item_is_done_once(void **state) {
    (void)state;
    for (int threads = 0; threads <= THREADS; threads++) {
        const PoolJob job = job_of(&work, ITEMS_MAX, false);
        assert_int_equal(run_on(threads, &job, NULL), STATUS_OK);
        assert_int_equal(work.done_count, ITEMS_MAX);
        bool is_seen[ITEMS_MAX] = {0};
        for (int i = 0; i < ITEMS_MAX; i++) {
            assert_false(is_seen[work.done[i]]);
            is_seen[work.done[i]] = true;
        }
    }
}

static void ordered_items_are_done_in_order(void **state) {
    (void)state;
    for (int threads = 0; threads <= THREADS; threads++) {
        PoolJob job = job_of(&work, ITEMS_MAX, true);
        work.slow = 3;
        job.window = work.window = threads == 3 ? 1 : 5;
        assert_int_equal(run_on(threads, &job, NULL), STATUS_OK);
        assert_int_equal(work.done_count, ITEMS_MAX);
        for (int i = 0; i < ITEMS_MAX; i++)
            assert_int_equal(work.done[i], i);
    }
}

static void nothing_to_do(void **state) {
    (void)state;
    const PoolJob job = job_of(&work, 0, true);
    assert_int_equal(run_on(THREADS, &job, NULL), STATUS_OK);
    assert_int_equal(work.started, 0);
}

static void the_lowest_error_counts_where_there_is_an_order(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        const PoolJob job = job_of(&work, ITEMS_MAX, true);
        work.fails_from = 20;
        work.slow = round % 2 ? 20 : 19; // later items fail before it
        Error error;
        assert_int_equal(run_on(round % (THREADS + 1), &job, &error), STATUS_BAD_INPUT);
        assert_string_equal(error.text, "item 20");
        assert_int_equal(work.done_count, 20);
        assert_true(work.started < 20 + job.window);
    }
}

static void an_error_ends_an_unordered_job(void **state) {
    (void)state;
    const PoolJob job = job_of(&work, ITEMS_MAX, false);
    work.fails_from = 20;
    Error error;
    assert_int_equal(run_on(THREADS, &job, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "item 2"));
    assert_true(work.done_count <= 20);
    assert_true(work.started <= 20 + THREADS);
}

static void an_error_of_done_ends_the_job(void **state) {
    (void)state;
    for (int threads = 0; threads <= THREADS; threads++) {
        const PoolJob job = job_of(&work, ITEMS_MAX, threads % 2);
        work.done_fails = 7;
        Error error;
        assert_int_equal(run_on(threads, &job, &error), STATUS_IO);
        assert_string_equal(error.text, "done 7");
        assert_int_equal(work.done[work.done_count - 1], 7);
    }
}

static void results_after_a_stop_are_dropped(void **state) {
    (void)state;
    for (int threads = 0; threads <= THREADS; threads++) {
        const PoolJob job = job_of(&work, ITEMS_MAX, true);
        work.stop_at = 9;
        work.fails_from = 10; // nor do errors count
        assert_int_equal(run_on(threads, &job, NULL), STATUS_OK);
        assert_int_equal(work.done_count, 10);
    }
    // Without an order: item 1 is running when item 2 stops the job.
    const PoolJob job = job_of(&work, ITEMS_MAX, false);
    work.slow = 1;
    work.stop_at = 2;
    assert_int_equal(run_on(2, &job, NULL), STATUS_OK);
    assert_int_equal(work.started, 3);
    assert_int_equal(work.done_count, 2);
}

// ---- items that last until they are interrupted ----

static Status wait_for_interrupt(void *context, int slot, int64_t item, Error *error) {
    Work *endless = context;
    (void)slot, (void)item, (void)error;
    atomic_fetch_add(&endless->started, 1);
    while (!atomic_load(&endless->is_interrupted))
        clock_sleep_ms(1);
    return STATUS_OK;
}

static bool is_stopped_once_all_run(void *context) {
    return atomic_load(&((Work *)context)->started) == THREADS;
}

static void long_items_are_interrupted(void **state) {
    (void)state;
    PoolJob job = job_of(&work, ITEMS_MAX, false);
    job.run = wait_for_interrupt;
    job.is_stopped = is_stopped_once_all_run;
    assert_int_equal(run_on(THREADS, &job, NULL), STATUS_OK);
    assert_int_equal(work.started, THREADS);
    assert_int_equal(work.done_count, 0);
}

static Status fail_once_all_run(void *context, int slot, int64_t item, Error *error) {
    Work *endless = context;
    if (item)
        return wait_for_interrupt(context, slot, item, error);
    while (atomic_load(&endless->started) < THREADS - 1)
        clock_sleep_ms(1);
    return error_set(error, STATUS_IO, "the first");
}

static void an_error_interrupts_too(void **state) {
    (void)state;
    for (int is_ordered = 0; is_ordered <= 1; is_ordered++) {
        PoolJob job = job_of(&work, ITEMS_MAX, is_ordered);
        job.run = fail_once_all_run;
        Error error;
        assert_int_equal(run_on(THREADS, &job, &error), STATUS_IO);
        assert_string_equal(error.text, "the first");
        assert_int_equal(work.done_count, 0);
    }
}

// ---- items that the job chooses ----

// Every third item, and never while `done` writes.
static bool next_third(void *context, int slot, int64_t *item) {
    const Work *chosen = context;
    (void)slot;
    assert_int_equal(chosen->in_done, 0);
    assert_true(chosen->done_count <= ITEMS_MAX);
    *item = (*item + 2) / 3 * 3;
    return *item < ITEMS_MAX;
}

static void a_job_may_skip_items(void **state) {
    (void)state;
    for (int threads = 0; threads <= THREADS; threads++) {
        PoolJob job = job_of(&work, 0, false);
        job.next = next_third;
        assert_int_equal(run_on(threads, &job, NULL), STATUS_OK);
        assert_int_equal(work.done_count, (ITEMS_MAX + 2) / 3);
        for (int i = 0; i < work.done_count; i++)
            assert_int_equal(work.done[i] % 3, 0);
    }
}

// `done` of item 0 returns only when other items have been run.
static Status wait_for_others(void *context, int slot, int64_t item, Error *error) {
    Work *others = context;
    (void)slot, (void)error;
    while (!item && atomic_load(&others->started) < 3)
        clock_sleep_ms(1);
    return STATUS_OK;
}

static void others_run_while_one_is_done(void **state) {
    (void)state;
    PoolJob job = job_of(&work, 10, true);
    job.done = wait_for_others;
    assert_int_equal(run_on(2, &job, NULL), STATUS_OK);
    assert_int_equal(work.started, 10);
}

static void workers_serve_many_jobs(void **state) {
    (void)state;
    Workers workers;
    assert_int_equal(workers_init(&workers, THREADS, NULL), STATUS_OK);
    for (int round = 0; round < 200; round++) {
        const PoolJob job = job_of(&work, round, round % 2);
        assert_int_equal(pool_run(&workers, &job, NULL), STATUS_OK);
        assert_int_equal(work.done_count, round);
    }
    workers_release(&workers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_done_once),
        cmocka_unit_test(ordered_items_are_done_in_order),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(the_lowest_error_counts_where_there_is_an_order),
        cmocka_unit_test(an_error_ends_an_unordered_job),
        cmocka_unit_test(an_error_of_done_ends_the_job),
        cmocka_unit_test(results_after_a_stop_are_dropped),
        cmocka_unit_test(long_items_are_interrupted),
        cmocka_unit_test(an_error_interrupts_too),
        cmocka_unit_test(a_job_may_skip_items),
        cmocka_unit_test(others_run_while_one_is_done),
        cmocka_unit_test(workers_serve_many_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
