// clock.h — monotonic time.
//
// The start of the count is unspecified: only differences mean something. No state; any thread.
#pragma once

#include <stdint.h>
#include <time.h>

int64_t clock_ns(void);
int64_t clock_ms(void);

// The time `time_ms` from now on CLOCK_MONOTONIC, for waits with a deadline.
struct timespec clock_after_ms(int64_t time_ms);

// Sleeps at least `time_ms`, even when signals interrupt; returns at once when it is 0 or negative.
void clock_sleep_ms(int64_t time_ms);
