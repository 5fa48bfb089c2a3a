// clock.h — time that never runs backwards.
//
// The start of the count is unspecified: only differences mean something. No state; any thread.
#pragma once

#include <stdint.h>

int64_t clock_ns(void);
int64_t clock_ms(void);

// Sleeps at least `time_ms`, signals or not; returns at once when it is 0 or negative.
void clock_sleep_ms(int64_t time_ms);
