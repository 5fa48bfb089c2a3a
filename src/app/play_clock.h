// play_clock.h — the clocks of a game between people and the engine.
//
// A plain value. All times are in milliseconds and are what the caller measured: nothing here looks
// at a watch.
#pragma once

#include "search/search.h"

typedef struct ClockRule {
    bool is_on;
    int64_t main_ms;      // for the whole game
    int64_t increment_ms; // added after every move
    int64_t byoyomi_ms;   // for each move once the main time is gone
} ClockRule;

typedef struct GameClock {
    ClockRule rule;
    int64_t left_ms[COLOR_NB]; // of the main time
} GameClock;

enum { CLOCK_TEXT_MAX = 40 };

// `10+5`: ten minutes, and five seconds more with every move. `10m+30s`: ten minutes, then thirty
// seconds a move. `5m`, `90s`, `1h`: no more than that.
Status clockrule_parse(Str text, ClockRule *rule, Error *error);

void gameclock_begin(GameClock *clock, ClockRule rule);

// How long `color` may think before its flag falls; the clock is on.
int64_t gameclock_limit(const GameClock *clock, Color color);

// Takes the time of a move off. False: the flag has fallen. Without a clock always true.
bool gameclock_spend(GameClock *clock, Color color, int64_t time_ms);

// How the engine divides its time in this position; the clock is on.
TimePlan gameclock_plan(const GameClock *clock, const Position *pos, int64_t start_ns);

// `9:58`, or `0:00 +30` when only byoyomi is left.
void gameclock_format(const GameClock *clock, Color color, char text[CLOCK_TEXT_MAX]);
