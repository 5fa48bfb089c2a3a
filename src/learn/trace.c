#include "learn/trace.h"

#include <assert.h>
#include <stdlib.h>

void trace_init(Trace *trace) {
    *trace = (Trace){0};
}

void trace_release(Trace *trace) {
    free(trace->turns);
    free(trace->leaves);
    *trace = (Trace){0};
}

void trace_clear(Trace *trace) {
    trace->turn_count = trace->leaf_count = 0;
}

// Makes room for one more item.
static Status reserve(void **items, size_t count, size_t *capacity, size_t bytes, Error *error) {
    if (count < *capacity)
        return STATUS_OK;
    const size_t wanted = count < 256 ? 512 : count * 2;
    void *more = realloc(*items, wanted * bytes);
    if (!more)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the turns of a game");
    *items = more;
    *capacity = wanted;
    return STATUS_OK;
}

Status trace_turn(Trace *trace, Color side, double value, Error *error) {
    void *turns = trace->turns;
    const Status status =
        reserve(&turns, trace->turn_count, &trace->turn_capacity, sizeof *trace->turns, error);
    trace->turns = turns;
    TRY(status);
    trace->turns[trace->turn_count++] =
        (Turn){.side = side, .value = value, .first = trace->leaf_count};
    return STATUS_OK;
}

Status trace_leaf(Trace *trace, const Position *pos, double slope, Error *error) {
    assert(trace->turn_count);
    void *leaves = trace->leaves;
    const Status status =
        reserve(&leaves, trace->leaf_count, &trace->leaf_capacity, sizeof *trace->leaves, error);
    trace->leaves = leaves;
    TRY(status);
    trace->leaves[trace->leaf_count++] = (TraceLeaf){*pos, slope};
    trace->turns[trace->turn_count - 1].count++;
    return STATUS_OK;
}

void trace_add_gradient(const Trace *trace, const Turn *turn, double amount, Trainer *trainer) {
    if (amount == 0)
        return;
    for (size_t i = turn->first; i < turn->first + turn->count; i++)
        trainer_add_gradient_at(trainer, &trace->leaves[i].pos, amount * trace->leaves[i].slope);
}
