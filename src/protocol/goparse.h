// goparse.h — what stands behind `go` and `ponderhit`, as numbers.
//
// Parsing never fails as a whole: every `go` wants an answer. What cannot be understood is skipped,
// and the first such thing is the error. A plain value; no state.
#pragma once

#include "base/str.h"
#include "search/clockplan.h"

typedef struct GoRequest {
    int64_t time_ms[COLOR_NB], increment_ms[COLOR_NB];
    bool has_time[COLOR_NB]; // this side's clock was named, be it at 0
    bool has_byoyomi, has_movetime;
    int64_t byoyomi_ms, movetime_ms;
    int64_t random_ms; // at least so long, and up to half as much again, for variety
    int moves_to_go;
    int depth;
    int64_t nodes;
    int mate_plies;    // UCI: a win within so many plies is enough
    bool is_mate_hunt; // USI: `go mate`, answered by `checkmate`
    int64_t hunt_ms;   // for so long; INT64_MAX: no limit
    int perft;         // count paths of this length instead of searching
    bool is_infinite, is_ponder;
    Move moves[MOVE_MAX]; // the only ones to look at, if any
    int move_count;
} GoRequest;

// Adds what the words say to *request, which is zeroed or of an earlier `go`.
Status go_parse(Str words, const Position *pos, bool is_uci, GoRequest *request, Error *error);

// Whether the request says anything about time, and then what our side's clock is.
bool go_clock(const GoRequest *request, const Position *pos, ClockState *clock);
