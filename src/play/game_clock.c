#include "play/game_clock.h"

#include "search/clockplan.h"

// A movetime asks for exactly this time, so every honest reply comes a little later.
enum { MOVETIME_GRACE_MS = 1000, MS = 1000000 };

void game_clock_begin(GameClock *clock, const TimeControl time[COLOR_NB]) {
    for (int side = 0; side < COLOR_NB; side++) {
        clock->time[side] = time[side];
        // The first move has its increment too: a game of 0+5 can begin.
        clock->left_ns[side] = (time[side].main_ms + time[side].increment_ms) * MS;
    }
}

bool game_clock_has_flag(const GameClock *clock, Color side) {
    return clock->time[side].movetime_ms || timecontrol_has_clock(&clock->time[side]);
}

int64_t game_clock_limit_ms(const GameClock *clock, Color side) {
    const TimeControl *time = &clock->time[side];
    if (time->movetime_ms)
        return time->movetime_ms + MOVETIME_GRACE_MS;
    return (clock->left_ns[side] + MS - 1) / MS + time->byoyomi_ms;
}

TimePlan game_clock_plan(const GameClock *clock, const Position *pos, bool ponders,
                         int64_t start_ns) {
    const Color side = pos_side(pos);
    const TimeControl *time = &clock->time[side];
    const int64_t movetime_ns = time->movetime_ms * MS;
    if (movetime_ns)
        return timeplan_exact(start_ns, movetime_ns);
    const ClockState state = {.time_ms = clock->left_ns[side] / MS,
                              .increment_ms = time->increment_ms,
                              .byoyomi_ms = time->byoyomi_ms,
                              .ply = pos_ply(pos)};
    // No GUI and no pipe is between the search and the clock, only a machine that may be busy.
    const ClockConfig delays = {
        .delay_ms = 5, .delay_most_ms = 50, .slow_mover = 100, .is_pondering = ponders};
    return clockplan_make(&state, &delays, start_ns);
}

bool game_clock_spend(GameClock *clock, Color side, int64_t time_ns, int64_t margin_ms) {
    if (!game_clock_has_flag(clock, side))
        return true;
    const int64_t limit_ns = (game_clock_limit_ms(clock, side) + margin_ms) * MS;
    const int64_t left_ns = clock->left_ns[side] - time_ns;
    clock->left_ns[side] = left_ns > 0 ? left_ns : 0;
    if (time_ns >= limit_ns)
        return false;
    clock->left_ns[side] += clock->time[side].increment_ms * MS;
    return true;
}
