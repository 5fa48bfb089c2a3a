// game_clock.h — the clocks of a game.
//
// A plain value. All times are what the caller measured: nothing here reads the time of day.
#pragma once

#include "search/search.h"

// How the time of one side is counted; all zero: it is not.
typedef struct TimeControl {
    int64_t main_ms;      // for the whole game
    int64_t increment_ms; // added after every move
    int64_t byoyomi_ms;   // for each move once the main time is gone
    int64_t movetime_ms;  // for every move instead
} TimeControl;

static inline bool timecontrol_has_clock(const TimeControl *time) {
    return time->main_ms || time->increment_ms || time->byoyomi_ms;
}

typedef struct GameClock {
    TimeControl time[COLOR_NB];
    int64_t left_ns[COLOR_NB]; // of the main time
} GameClock;

void game_clock_begin(GameClock *clock, const TimeControl time[COLOR_NB]);

// Whether the side can lose on time.
bool game_clock_has_flag(const GameClock *clock, Color side);

// How long the side may take for its move before its flag falls, where it has one. A millisecond
// that has begun is the side's own.
int64_t game_clock_limit_ms(const GameClock *clock, Color side);

// How a built-in engine divides its time in this position, of a side with a flag. `ponders`: it
// also thinks on the opponent's time.
TimePlan game_clock_plan(const GameClock *clock, const Position *pos, bool ponders,
                         int64_t start_ns);

// Takes the time of a move off. False: the flag has fallen, even with `margin_ms` granted.
bool game_clock_spend(GameClock *clock, Color side, int64_t time_ns, int64_t margin_ms);
