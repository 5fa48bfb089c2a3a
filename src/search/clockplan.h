// clockplan.h — from the clock beside the board to the time one move may take.
//
// A pure function without state. Delays are what passes between the GUI's clock and our thought:
// pipes, threads, a busy machine. The maximum always leaves room for them and is more than nothing,
// so that a search can look at one ply however late it is.
#pragma once

#include <stdint.h>

#include "search/search.h"

// Our own side's clock, as the GUI says it. Times that are negative or absent are 0.
typedef struct ClockState {
    int64_t time_ms, increment_ms, byoyomi_ms;
    int64_t movetime_ms; // more than 0: exactly this move's time, whatever the rest says
    int moves_to_go;     // until the clock is wound up again; 0: never
    int ply;             // of the game
} ClockState;

typedef struct ClockConfig {
    int delay_ms;      // what every move costs besides thinking
    int delay_most_ms; // what one move may cost at worst; kept when the flag is close
    int minimum_ms;    // never think less, where the clock allows it
    int slow_mover;    // percent of the normal time
    bool is_pondering; // we also think on the opponent's time, so there is more of it
} ClockConfig;

TimePlan clockplan_make(const ClockState *clock, const ClockConfig *habits, int64_t start_ns);

// The plan where `go` says nothing about time or any other end.
TimePlan clockplan_default(int64_t start_ns);
