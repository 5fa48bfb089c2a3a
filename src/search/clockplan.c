#include "search/clockplan.h"

enum {
    MS = 1000000,            // nanoseconds
    MOVES_EXPECTED = 50,     // of one side, at the start of a game …
    MOVES_EXPECTED_MIN = 25, // … and late in it
    HARD_FACTOR = 5,         // the hardest move may take this many times a normal one
    DEFAULT_MS = 1000,
    SECOND_MS = 1000,
    // From the end of the search to the GUI's end of the pipe: 0.3 to 0.6 ms on an idle machine
    // (doc/strength.md), and a search looks at the clock every 0.2 ms or so.
    ANSWER_MS = 2,
};

// Longer than any game, and small enough for sums in nanoseconds.
static const int64_t TIME_MAX_MS = INT64_C(1000) * 60 * 60 * 24 * 365;

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t sane(int64_t time_ms) {
    return most(0, least(time_ms, TIME_MAX_MS));
}

// The time that may be used when `wall_ms` are left on the clock. At very short clocks the margin
// shrinks: a third of the time can be used, the rest is for delays.
static int64_t usable_ns(int64_t wall_ms, const ClockConfig *config) {
    const int64_t margin_ns = least((int64_t)config->delay_most_ms * MS, wall_ms * MS / 3 * 2);
    return most(wall_ms * MS - margin_ns, MS / 2);
}

static int moves_left(const ClockState *clock) {
    // A clock without increment or byoyomi has to last for a game of any length.
    const bool gains = clock->increment_ms > 0 || clock->byoyomi_ms > 0;
    const int expected =
        gains ? (int)most(MOVES_EXPECTED_MIN, MOVES_EXPECTED - clock->ply / 5) : MOVES_EXPECTED;
    if (clock->moves_to_go > 0)
        return (int)least(clock->moves_to_go, expected);
    return expected;
}

// The time of a `go movetime`. A third of a very short one can be used.
static int64_t movetime_ns(int64_t movetime_ms) {
    return most(movetime_ms * MS - least(ANSWER_MS * MS, movetime_ms * MS / 3 * 2), MS / 2);
}

// How much of the main time the hardest move may take. The last move before the time control may
// take all of it.
static int64_t share(int64_t usable, int moves) {
    return moves <= 1 ? usable : usable / 2;
}

TimePlan clockplan_make(const ClockState *clock, const ClockConfig *config, int64_t start_ns) {
    if (clock->movetime_ms > 0)
        return timeplan_exact(start_ns, movetime_ns(sane(clock->movetime_ms)));
    const int64_t time_ms = sane(clock->time_ms), byoyomi_ms = sane(clock->byoyomi_ms);
    const int64_t increment_ms = sane(clock->increment_ms);
    // GUIs differ in whether an increment is added before or after the move, so the plan relies on
    // it only if there is no other time.
    const int64_t wall_ms = time_ms + byoyomi_ms > 0 ? time_ms + byoyomi_ms : increment_ms;
    const int64_t usable = usable_ns(wall_ms, config);
    if (byoyomi_ms > 0 && time_ms * 10 <= byoyomi_ms)
        return timeplan_exact(start_ns, usable);

    const int moves = moves_left(clock);
    const int64_t gained_ns = (increment_ms + byoyomi_ms) * MS;
    const int64_t main_ns = most(0, usable - byoyomi_ms * MS);
    // The delay of every move is part of its time. Near the end of a clock without increment this
    // leaves no time, and the rest lasts for a hundred moves more.
    int64_t optimum = main_ns / moves + gained_ns - (int64_t)config->delay_ms * MS;
    optimum = most(0, optimum) / 100 * config->slow_mover;
    if (config->is_pondering)
        optimum += optimum / 4;
    optimum = most(optimum, most(config->minimum_ms, 1) * MS);
    const int64_t ceiling = usable - main_ns + share(main_ns, moves);
    const int64_t maximum = most(least(optimum * HARD_FACTOR, ceiling), MS / 2);
    return (TimePlan){
        .start_ns = start_ns,
        .optimum_ns = least(optimum, maximum),
        .maximum_ns = maximum,
        .unit_ns = config->rounds_up ? (int64_t)SECOND_MS * MS : 0,
        .answer_ns = (int64_t)config->delay_ms * MS,
    };
}

TimePlan clockplan_default(int64_t start_ns) {
    return timeplan_exact(start_ns, (int64_t)DEFAULT_MS * MS);
}
