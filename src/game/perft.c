#include "game/perft.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/workers.h"

uint64_t perft_count(Position *pos, int depth) {
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)pos_count_legal(pos);
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        Undo undo;
        pos_do(pos, moves[i], &undo);
        total += perft_count(pos, depth - 1);
        pos_undo(pos, moves[i], &undo);
    }
    return total;
}

// One task is a line of one or two moves: enough tasks to keep every thread busy until the end.
typedef struct Task {
    Move first, second; // second is MOVE_NONE in a line of one
    int root_index;
} Task;

typedef struct Job {
    Position root;
    int depth;
    Task *tasks;
    size_t count;
    atomic_size_t next;            // written by every worker
    _Atomic uint64_t *root_counts; // one for each root move, written by every worker
} Job;

static void run_tasks(void *context, int worker_index) {
    (void)worker_index;
    Job *job = context;
    for (;;) {
        const size_t i = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
        if (i >= job->count)
            return;
        const Task task = job->tasks[i];
        Position pos = job->root;
        Undo undo;
        int depth = job->depth - 1;
        pos_do(&pos, task.first, &undo);
        if (task.second != MOVE_NONE) {
            pos_do(&pos, task.second, &undo);
            depth--;
        }
        atomic_fetch_add_explicit(&job->root_counts[task.root_index], perft_count(&pos, depth),
                                  memory_order_relaxed);
    }
}

static size_t list_tasks(const Position *root, int depth, Task *tasks) {
    Move firsts[MOVE_MAX], seconds[MOVE_MAX];
    const int count = gen_legal(root, firsts);
    size_t listed = 0;
    for (int i = 0; i < count; i++) {
        if (depth < 3) {
            tasks[listed++] = (Task){firsts[i], MOVE_NONE, i};
            continue;
        }
        Position pos = *root;
        Undo undo;
        pos_do(&pos, firsts[i], &undo);
        const int replies = gen_legal(&pos, seconds);
        for (int j = 0; j < replies; j++)
            tasks[listed++] = (Task){firsts[i], seconds[j], i};
    }
    return listed;
}

Status perft_parallel(const Position *pos, int depth, int threads, uint64_t *total,
                      uint64_t *counts, Error *error) {
    Job job = {.root = *pos, .depth = depth};
    Workers workers;
    Status status = STATUS_NO_MEMORY;
    job.tasks = malloc(sizeof *job.tasks * MOVE_MAX * MOVE_MAX);
    job.root_counts = calloc(MOVE_MAX, sizeof *job.root_counts);
    if (!job.tasks || !job.root_counts) {
        error_set(error, status, "no memory for the perft tasks");
        goto done;
    }
    status = workers_init(&workers, threads, error);
    if (status != STATUS_OK)
        goto done;
    job.count = list_tasks(pos, depth, job.tasks);
    workers_start(&workers, run_tasks, &job);
    workers_wait(&workers);
    workers_release(&workers);

    *total = 0;
    const int roots = pos_count_legal(pos);
    for (int i = 0; i < roots; i++) {
        const uint64_t count = atomic_load_explicit(&job.root_counts[i], memory_order_relaxed);
        *total += count;
        if (counts)
            counts[i] = count;
    }
done:
    free(job.tasks);
    free(job.root_counts);
    return status;
}
