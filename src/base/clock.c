#include "base/clock.h"

#include <errno.h>

int64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_ms(void) {
    return clock_ns() / 1000000;
}

struct timespec clock_after_ms(int64_t time_ms) {
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    moment.tv_sec += (time_t)(time_ms / 1000);
    moment.tv_nsec += (long)(time_ms % 1000) * 1000000;
    if (moment.tv_nsec >= 1000000000) {
        moment.tv_sec++;
        moment.tv_nsec -= 1000000000;
    }
    return moment;
}

void clock_sleep_ms(int64_t time_ms) {
    if (time_ms <= 0)
        return;
    // An absolute deadline, so that interrupted sleeps do not add up.
    const struct timespec until = clock_after_ms(time_ms);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        ;
}
