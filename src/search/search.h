// search.h — what a search promises to everything that plays: the third kind of plug, beside games
// and evaluators.
//
// A Search is created once, configured between runs, and asked for a move by `run`, which returns
// when a limit is reached, when there is nothing left to find out, or when somebody stopped it. One
// thread owns a Search and calls its functions; threads inside it are its own affair. Only the
// SearchControl may be touched by others while it runs.
//
// Values are those of the evaluators, in hundredths of a pawn and seen from the side to move, and
// beyond them wins and losses with their distance: VALUE_WIN - n is a win in n plies.
#pragma once

#include <stdatomic.h>

#include "base/option.h"
#include "eval/eval.h"
#include "game/line.h"
#include "search/treeview.h"

enum {
    PLY_MAX = 128, // no line is longer
    VALUE_WIN = 32000,
    VALUE_DECIDED = VALUE_WIN - 1000, // from here on a value is a win with its distance
    VALUE_INFINITE = VALUE_WIN + 1,
    VALUE_NONE = VALUE_WIN + 2,
};

static inline int value_win_in(int plies) {
    return VALUE_WIN - plies;
}

static inline int value_loss_in(int plies) {
    return plies - VALUE_WIN;
}

static inline bool value_is_decided(int value) {
    return value >= VALUE_DECIDED || value <= -VALUE_DECIDED;
}

// What every search is told, whatever its kind.
typedef struct SearchSetup {
    const Eval *eval;
    Rules rules;
    int hash_mb;    // memory for tables or trees, a hard cap
    int threads;    // 1 or more
    int multi_pv;   // how many moves to report a line for
    int draw_value; // what a draw is worth to the side to move at the root
    uint64_t seed;
} SearchSetup;

// When to stop; 0 or null is no limit. Time is the control's.
typedef struct SearchLimits {
    int depth;
    int64_t nodes;
    int mate;          // a win within this many plies is enough
    const Move *moves; // only these moves of the root, all legal
    int move_count;
} SearchLimits;

// When a search ought to stop and when it must. All times are clock_ns().
typedef struct TimePlan {
    int64_t start_ns;
    int64_t optimum_ns; // how long a normal move takes
    int64_t maximum_ns; // how long the hardest move may take; the optimum itself: exactly so long
} TimePlan;

// The strings on a running search. The owner initialises it before `run`; any thread may stop it or
// set the clock running, which is what `ponderhit` does.
typedef struct SearchControl {
    atomic_bool is_stopped;
    _Atomic int64_t start_ns, optimum_ns;
    _Atomic int64_t end_ns; // INT64_MAX: no clock is running
} SearchControl;

void control_init(SearchControl *control); // no clock
void control_stop(SearchControl *control);
void control_time(SearchControl *control, const TimePlan *plan);
// Whether somebody has stopped it; the clock is not asked.
bool control_is_stopped(const SearchControl *control);

// For searches. Asks the clock, so not for every node.
bool control_is_over(const SearchControl *control);
// Whether an answer is due, given how hard the choice looks: 1 is a normal move.
bool control_is_due(const SearchControl *control, double hardness);

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

// One line of news about a running search. Pointers are valid during the call only.
typedef struct SearchInfo {
    int depth, deepest; // `deepest` is the longest line looked at
    int multi_pv;       // 1 is the best line
    int value;
    Bound bound;
    int64_t nodes, time_ns;
    int hash_permille;
    const Move *pv;
    int pv_count;
    const char *text; // for people, or null; then nothing else counts
} SearchInfo;

typedef struct SearchReport {
    void (*info)(void *context, const SearchInfo *info); // may be null: nobody listens
    void *context;
} SearchReport;

typedef struct SearchResult {
    Move best;        // MOVE_NONE: there is no legal move
    Move ponder;      // the expected reply, or MOVE_NONE
    bool is_declared; // the game is won by declaration, without a move
    int value;
    int depth, deepest;
    int64_t nodes, time_ns;
    Move pv[PLY_MAX];
    int pv_count;
} SearchResult;

typedef struct Search Search;

typedef struct SearchKind {
    const char *name;
    const char *summary;
    const OptionSpec *options; // over a settings struct of its own
    size_t option_count, settings_bytes;
    // What it keeps from one run to the next is of use whatever is played, so it had better ponder
    // on the position before the opponent's move than on a guess.
    bool ponders_on_all;

    Status (*create)(Search **search, Error *error);
    void (*destroy)(Search *search);
    // Takes over what it is told, before the first run and whenever something has changed. On
    // failure (there is no memory) the search is as before.
    Status (*configure)(Search *search, const SearchSetup *setup, const void *settings,
                        Error *error);
    void (*new_game)(Search *search); // forgets everything learned from earlier positions
    // Commits memory that would otherwise be committed during the first run, on the clock. Null:
    // there is no such memory.
    void (*warm)(Search *search);
    // `limits`, `control`, `report` outlive the call. The player has seen to it that the game
    // cannot be won by declaration instead. Fails only for want of memory.
    Status (*run)(Search *search, const GameLine *line, const SearchLimits *limits,
                  const SearchControl *control, const SearchReport *report, SearchResult *result,
                  Error *error);
    // The value of a position after the captures are over, for curves and learners. Null: this
    // search has no such thing.
    int (*quiesce)(Search *search, const Position *pos);
    // The tree of the last run that grew one; false: there is none. Null: this search keeps none.
    bool (*tree)(const Search *search, TreeView *view);
} SearchKind;

// Concrete searches begin with this.
struct Search {
    const SearchKind *kind;
};

// All of them, the default first; null at the end.
extern const SearchKind *const SEARCH_KINDS[];
// The same names, as the choices of an option.
extern const char *const SEARCH_NAMES[];
