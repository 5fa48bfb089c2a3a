// clockplan.h — time management: from the clock of the game to the time for one move.
//
// A pure function without state. Delays are the time between the GUI's clock and the search: pipes,
// threads, a busy machine. The maximum always leaves room for them and is more than 0, so that a
// search can finish one ply even without time. A time for one move (movetime) is no clock that the
// engine can lose by: of it only what the answer itself takes is left.
#pragma once

#include <stdint.h>

#include "search/search.h"

// The clock of the engine's side, as the GUI sends it. Absent times are 0; negative ones count as
// 0.
typedef struct ClockState {
    int64_t time_ms, increment_ms, byoyomi_ms;
    int64_t movetime_ms; // more than 0: exactly the time of this move; the other times are ignored
    int moves_to_go;     // until the next time control; 0: none
    int ply;             // of the game
} ClockState;

typedef struct ClockConfig {
    int delay_ms;      // overhead of every move
    int delay_most_ms; // worst overhead of one move; reserved when little time is left
    int minimum_ms;    // minimum time of a move, if the clock allows it
    int slow_mover;    // percent of the normal time
    bool rounds_up;    // the clock counts whole seconds: use the rest of a second that has begun
    bool is_pondering; // the engine also searches on the opponent's time, so moves get more
} ClockConfig;

TimePlan clockplan_make(const ClockState *clock, const ClockConfig *config, int64_t start_ns);

// The plan for a `go` without time or any other limit.
TimePlan clockplan_default(int64_t start_ns);
