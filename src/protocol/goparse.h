// goparse.h — the arguments of `go` and `ponderhit` as numbers.
//
// Parsing never fails as a whole, because every `go` gets an answer. Words that cannot be
// understood are skipped, and the first of them is the error. A plain value; no state.
#pragma once

#include "base/str.h"
#include "search/clockplan.h"

typedef struct GoRequest {
    int64_t time_ms[COLOR_NB], increment_ms[COLOR_NB];
    bool has_time[COLOR_NB]; // the GUI gave this side's clock, even if it is 0
    bool has_byoyomi, has_movetime;
    int64_t byoyomi_ms, movetime_ms;
    int64_t random_ms; // a random time from this to one and a half times this
    int moves_to_go;
    int depth;
    int64_t nodes;
    int mate_plies;      // UCI: a win within so many plies is enough
    bool is_mate_search; // USI: `go mate`, with movetime_ms or no limit, answered by `checkmate`
    int perft;           // count paths of this length instead of searching
    bool is_infinite, is_ponder;
    Move moves[MOVE_MAX]; // `searchmoves`: search only these, if there are any
    int move_count;
} GoRequest;

// Adds the words to *request, which is zero or the request of an earlier `go`.
Status go_parse(Str words, const Position *pos, bool is_uci, GoRequest *request, Error *error);

// Whether both clocks are given and that of the side to move is the shorter one.
bool go_has_shorter_clock(const GoRequest *request, const Position *pos);

// Whether the request says anything about time; then *clock is the clock of the side to move.
bool go_clock(const GoRequest *request, const Position *pos, ClockState *clock);
