#include "learn/trace.h"

#include <assert.h>
#include <stdlib.h>

void trace_init(Trace *trace) {
    *trace = (Trace){0};
}

void trace_release(Trace *trace) {
    free(trace->turns);
    free(trace->looks);
    *trace = (Trace){0};
}

void trace_clear(Trace *trace) {
    trace->turn_count = trace->look_count = 0;
}

// Room for one more.
static Status reserve(void **items, size_t count, size_t *capacity, size_t bytes, Error *error) {
    if (count < *capacity)
        return STATUS_OK;
    const size_t wanted = count < 256 ? 512 : count * 2;
    void *more = realloc(*items, wanted * bytes);
    if (!more)
        return error_set(error, STATUS_NO_MEMORY, "no memory for what a game leaves behind");
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
        (Turn){.side = side, .value = value, .first = trace->look_count};
    return STATUS_OK;
}

Status trace_look(Trace *trace, const Position *pos, double slope, Error *error) {
    assert(trace->turn_count);
    void *looks = trace->looks;
    const Status status =
        reserve(&looks, trace->look_count, &trace->look_capacity, sizeof *trace->looks, error);
    trace->looks = looks;
    TRY(status);
    trace->looks[trace->look_count++] = (Look){*pos, slope};
    trace->turns[trace->turn_count - 1].count++;
    return STATUS_OK;
}

void trace_teach(const Trace *trace, const Turn *turn, double amount, Pupil *pupil) {
    if (amount == 0)
        return;
    for (size_t i = turn->first; i < turn->first + turn->count; i++)
        pupil_teach_at(pupil, &trace->looks[i].pos, amount * trace->looks[i].slope);
}
