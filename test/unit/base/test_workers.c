#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/workers.h"

enum { TEAM = 4 };

// Plain fields, no atomics: the team's ordering must make them safe, and the thread sanitizer
// checks it.
typedef struct Job {
    int input;
    int output[TEAM];
    pthread_t thread[TEAM];
} Job;

static void fill(void *context, int worker_index) {
    Job *job = context;
    job->output[worker_index] += job->input * (worker_index + 1);
    job->thread[worker_index] = pthread_self();
}

static void every_worker_runs_every_job_once(void **state) {
    (void)state;
    Workers workers;
    assert_int_equal(workers_init(&workers, TEAM, NULL), STATUS_OK);
    Job job = {0};
    int sum = 0;
    for (int i = 1; i <= 1000; i++) {
        job.input = i;
        sum += i;
        workers_start(&workers, fill, &job);
        workers_wait(&workers);
        for (int w = 0; w < TEAM; w++)
            assert_int_equal(job.output[w], sum * (w + 1));
    }
    workers_release(&workers);
}

static void threads_are_kept_between_jobs(void **state) {
    (void)state;
    Workers workers;
    assert_int_equal(workers_init(&workers, TEAM, NULL), STATUS_OK);
    Job first = {0}, second = {0};
    workers_start(&workers, fill, &first);
    workers_wait(&workers);
    workers_start(&workers, fill, &second);
    workers_wait(&workers);
    for (int w = 0; w < TEAM; w++) {
        assert_true(pthread_equal(first.thread[w], second.thread[w]));
        assert_false(pthread_equal(first.thread[w], pthread_self()));
        for (int other = 0; other < w; other++)
            assert_false(pthread_equal(first.thread[w], first.thread[other]));
    }
    workers_release(&workers);
}

// Each worker waits until all have arrived: this ends only if all run at the same time.
static void meet(void *context, int worker_index) {
    (void)worker_index;
    atomic_int *arrived = context;
    atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed);
    while (atomic_load_explicit(arrived, memory_order_relaxed) < TEAM)
        clock_sleep_ms(1);
}

static void workers_run_at_the_same_time(void **state) {
    (void)state;
    Workers workers;
    assert_int_equal(workers_init(&workers, TEAM, NULL), STATUS_OK);
    atomic_int arrived = 0;
    workers_start(&workers, meet, &arrived);
    workers_wait(&workers);
    assert_int_equal(arrived, TEAM);
    workers_release(&workers);
}

static void until_told(void *context, int worker_index) {
    (void)worker_index;
    atomic_bool *is_stopped = context;
    while (!atomic_load_explicit(is_stopped, memory_order_relaxed))
        clock_sleep_ms(1);
}

static void start_returns_while_the_job_runs(void **state) {
    (void)state;
    Workers workers;
    assert_int_equal(workers_init(&workers, TEAM, NULL), STATUS_OK);
    atomic_bool is_stopped = false;
    workers_start(&workers, until_told, &is_stopped);
    atomic_store_explicit(&is_stopped, true, memory_order_relaxed);
    workers_wait(&workers);
    workers_release(&workers);
}

static void a_wait_can_be_given_up(void **state) {
    (void)state;
    Workers workers;
    assert_int_equal(workers_init(&workers, TEAM, NULL), STATUS_OK);
    assert_true(workers_wait_for(&workers, 0));
    atomic_bool is_stopped = false;
    workers_start(&workers, until_told, &is_stopped);
    const int64_t start_ms = clock_ms();
    assert_false(workers_wait_for(&workers, 20));
    assert_true(clock_ms() - start_ms >= 19);
    atomic_store_explicit(&is_stopped, true, memory_order_relaxed);
    assert_true(workers_wait_for(&workers, 60000));
    workers_release(&workers);
}

static void slow(void *context, int worker_index) {
    clock_sleep_ms(5 * worker_index);
    ((int *)context)[worker_index] = 1;
}

static void release_waits_for_the_job(void **state) {
    (void)state;
    for (int round = 0; round < 10; round++) {
        Workers workers;
        int done[TEAM] = {0};
        assert_int_equal(workers_init(&workers, TEAM, NULL), STATUS_OK);
        workers_start(&workers, slow, done);
        workers_release(&workers);
        for (int w = 0; w < TEAM; w++)
            assert_int_equal(done[w], 1);
    }
}

static void waiting_without_a_job_is_nothing(void **state) {
    (void)state;
    for (int round = 0; round < 50; round++) {
        Workers workers;
        assert_int_equal(workers_init(&workers, 1 + round % TEAM, NULL), STATUS_OK);
        workers_wait(&workers);
        workers_wait(&workers);
        workers_release(&workers);
    }
}

static void use_stack(void *context, int worker_index) {
    volatile char deep[6 << 20];
    deep[0] = (char)worker_index;
    deep[sizeof deep - 1] = 1;
    ((int *)context)[worker_index] = deep[0] + deep[sizeof deep - 1];
}

static void stacks_are_large_whatever_the_shell_says(void **state) {
    (void)state;
    Workers workers;
    int result[2] = {0};
    assert_int_equal(workers_init(&workers, 2, NULL), STATUS_OK);
    workers_start(&workers, use_stack, result);
    workers_wait(&workers);
    assert_int_equal(result[1], 2);
    workers_release(&workers);
}

// Bytes of addresses in use and the number of threads, as the kernel counts them.
static void read_status(size_t *address_bytes, int *threads) {
    FILE *file = fopen("/proc/self/status", "r");
    assert_non_null(file);
    char line[256];
    size_t kib = 0;
    while (fgets(line, sizeof line, file)) {
        sscanf(line, "VmSize: %zu", &kib);
        sscanf(line, "Threads: %d", threads);
    }
    fclose(file);
    *address_bytes = kib << 10;
}

static void failure_midway_leaves_nothing_behind(void **state) {
    (void)state;
    size_t address_bytes = 0;
    int threads_before = 0, threads_after = 0;
    read_status(&address_bytes, &threads_before);
    if (address_bytes > (size_t)1 << 40)
        skip(); // A sanitizer has reserved terabytes of addresses, more than the limit below.
    struct rlimit old;
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    const struct rlimit tight = {address_bytes + ((size_t)64 << 20), old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    Workers workers;
    Error error = {""};
    const Status status = workers_init(&workers, 100, &error);
    assert_int_equal(setrlimit(RLIMIT_AS, &old), 0);
    assert_int_equal(status, STATUS_IO);
    assert_non_null(strstr(error.text, "of 100"));
    assert_null(strstr(error.text, "thread 1 of")); // some had been started
    // The system may count a thread for a moment after it was joined.
    for (int i = 0; i < 5000 && threads_after != threads_before; i++) {
        clock_sleep_ms(1);
        read_status(&address_bytes, &threads_after);
    }
    assert_int_equal(threads_after, threads_before);
    assert_int_equal(workers_init(&workers, TEAM, NULL), STATUS_OK);
    workers_release(&workers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_worker_runs_every_job_once),
        cmocka_unit_test(threads_are_kept_between_jobs),
        cmocka_unit_test(workers_run_at_the_same_time),
        cmocka_unit_test(start_returns_while_the_job_runs),
        cmocka_unit_test(a_wait_can_be_given_up),
        cmocka_unit_test(release_waits_for_the_job),
        cmocka_unit_test(waiting_without_a_job_is_nothing),
        cmocka_unit_test(stacks_are_large_whatever_the_shell_says),
        cmocka_unit_test(failure_midway_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
