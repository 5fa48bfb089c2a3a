#include "learn/trace.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"

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

Status trace_turn(Trace *trace, Color side, double value, Error *error) {
    TRY(ARRAY_RESERVE(trace->turns, trace->turn_capacity, trace->turn_count + 1,
                      "the turns of a game", error));
    trace->turns[trace->turn_count++] =
        (Turn){.side = side, .value = value, .first = trace->leaf_count};
    return STATUS_OK;
}

Status trace_leaf(Trace *trace, const Position *pos, double slope, Error *error) {
    assert(trace->turn_count);
    TRY(ARRAY_RESERVE(trace->leaves, trace->leaf_capacity, trace->leaf_count + 1,
                      "the leaves of a game", error));
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
