#include "search/search.h"

#include "base/clock.h"

TimePlan timeplan_exact(int64_t start_ns, int64_t time_ns) {
    return (TimePlan){.start_ns = start_ns, .optimum_ns = time_ns, .maximum_ns = time_ns};
}

void control_init(SearchControl *control) {
    control_init_inside(control, NULL);
}

void control_init_inside(SearchControl *control, const SearchControl *outer) {
    control->outer = outer;
    atomic_init(&control->is_stopped, false);
    atomic_init(&control->start_ns, 0);
    atomic_init(&control->optimum_ns, INT64_MAX);
    atomic_init(&control->unit_ns, 0);
    atomic_init(&control->answer_ns, 0);
    atomic_init(&control->end_ns, INT64_MAX);
}

void control_stop(SearchControl *control) {
    atomic_store_explicit(&control->is_stopped, true, memory_order_release);
}

void control_time(SearchControl *control, const TimePlan *plan) {
    atomic_store_explicit(&control->start_ns, plan->start_ns, memory_order_relaxed);
    atomic_store_explicit(&control->optimum_ns,
                          plan->optimum_ns < plan->maximum_ns ? plan->optimum_ns : INT64_MAX,
                          memory_order_relaxed);
    atomic_store_explicit(&control->unit_ns, plan->unit_ns, memory_order_relaxed);
    atomic_store_explicit(&control->answer_ns, plan->answer_ns, memory_order_relaxed);
    // Stored last, so that a thread that sees it also sees the other fields.
    atomic_store_explicit(&control->end_ns, plan->start_ns + plan->maximum_ns,
                          memory_order_release);
}

bool control_is_stopped(const SearchControl *control) {
    do {
        if (atomic_load_explicit(&control->is_stopped, memory_order_acquire))
            return true;
        control = control->outer;
    } while (control);
    return false;
}

// The control that has the clock.
static const SearchControl *outermost(const SearchControl *control) {
    while (control->outer)
        control = control->outer;
    return control;
}

bool control_plan(const SearchControl *control, TimePlan *plan) {
    control = outermost(control);
    const int64_t end = atomic_load_explicit(&control->end_ns, memory_order_acquire);
    if (end == INT64_MAX)
        return false;
    const int64_t start = atomic_load_explicit(&control->start_ns, memory_order_relaxed);
    const int64_t optimum = atomic_load_explicit(&control->optimum_ns, memory_order_relaxed);
    *plan = (TimePlan){
        .start_ns = start,
        .maximum_ns = end - start,
        .optimum_ns = optimum < end - start ? optimum : end - start,
        .unit_ns = atomic_load_explicit(&control->unit_ns, memory_order_relaxed),
        .answer_ns = atomic_load_explicit(&control->answer_ns, memory_order_relaxed),
    };
    return true;
}

bool control_is_over(const SearchControl *control) {
    if (control_is_stopped(control))
        return true;
    control = outermost(control);
    const int64_t end = atomic_load_explicit(&control->end_ns, memory_order_acquire);
    return end != INT64_MAX && clock_ns() >= end;
}

// When to answer if the search could answer now: just before the unit that has begun is full.
static int64_t unit_end(const SearchControl *control, int64_t start_ns, int64_t now_ns) {
    const int64_t unit = atomic_load_explicit(&control->unit_ns, memory_order_relaxed);
    const int64_t answer = atomic_load_explicit(&control->answer_ns, memory_order_relaxed);
    if (!unit)
        return now_ns;
    return start_ns + (now_ns - start_ns + answer + unit - 1) / unit * unit - answer;
}

bool control_is_due(const SearchControl *control, double hardness, int64_t *due_ns) {
    if (control_is_over(control))
        return true;
    control = outermost(control);
    if (atomic_load_explicit(&control->end_ns, memory_order_acquire) == INT64_MAX)
        return false;
    const int64_t optimum = atomic_load_explicit(&control->optimum_ns, memory_order_relaxed);
    if (optimum == INT64_MAX) // exactly this time
        return false;
    const int64_t start = atomic_load_explicit(&control->start_ns, memory_order_relaxed);
    const int64_t now = clock_ns();
    if (*due_ns == INT64_MAX && (double)(now - start) >= (double)optimum * hardness)
        *due_ns = unit_end(control, start, now);
    return now >= *due_ns;
}
