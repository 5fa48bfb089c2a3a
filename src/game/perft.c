#include "game/perft.h"

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"

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
    uint64_t paths; // the result
} Task;

typedef struct Job {
    Position root;
    int depth;
    Task *tasks; // each is written by the worker that runs it
} Job;

static Status run_task(void *context, int slot, int64_t item, Error *error) {
    (void)slot, (void)error;
    const Job *job = context;
    Task *task = &job->tasks[item];
    Position pos = job->root;
    int depth = job->depth - 1;
    pos_play(&pos, task->first);
    if (task->second != MOVE_NONE) {
        pos_play(&pos, task->second);
        depth--;
    }
    task->paths = perft_count(&pos, depth);
    return STATUS_OK;
}

static size_t list_tasks(const Position *root, int depth, Task *tasks) {
    Move firsts[MOVE_MAX], seconds[MOVE_MAX];
    const int count = gen_legal(root, firsts);
    size_t listed = 0;
    for (int i = 0; i < count; i++) {
        if (depth < 3) {
            tasks[listed++] = (Task){firsts[i], MOVE_NONE, i, 0};
            continue;
        }
        Position pos = *root;
        pos_play(&pos, firsts[i]);
        const int replies = gen_legal(&pos, seconds);
        for (int j = 0; j < replies; j++)
            tasks[listed++] = (Task){firsts[i], seconds[j], i, 0};
    }
    return listed;
}

Status perft_parallel(const Position *pos, int depth, int threads, uint64_t *total,
                      uint64_t *counts, Error *error) {
    Job job = {*pos, depth, malloc(sizeof *job.tasks * MOVE_MAX * MOVE_MAX)};
    if (!job.tasks)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the perft tasks");
    const size_t count = list_tasks(pos, depth, job.tasks);
    const PoolJob pool = {.context = &job, .count = (int64_t)count, .run = run_task};
    const Status status = pool_run_once(threads, &pool, error);
    *total = 0;
    if (counts)
        memset(counts, 0, (size_t)pos_count_legal(pos) * sizeof *counts);
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        *total += job.tasks[i].paths;
        if (counts)
            counts[job.tasks[i].root_index] += job.tasks[i].paths;
    }
    free(job.tasks);
    return status;
}
