// search.h — the interface of searches.
//
// A Search is created once and configured between runs. `run` returns when a limit is reached, when
// the result is certain, or when the control stops it. One thread owns a Search and calls its
// functions; a search manages its own threads. While it runs, other threads may touch only the
// SearchControl.
#pragma once

#include <stdatomic.h>

#include "base/option.h"
#include "eval/eval.h"
#include "game/line.h"
#include "search/treeview.h"
#include "search/value.h"

// An interior node of alpha-beta whose search is finished. `value` is seen from the side to move;
// the pointer is valid during the call only.
typedef struct SearchNode {
    const Position *pos;
    int value, depth, ply;
    Bound bound;
} SearchNode;

// Receives the finished interior nodes of a search, for learners. Every thread of the search calls
// it.
typedef struct NodeSink {
    void (*node)(void *context, const SearchNode *node);
    void *context;
} NodeSink;

typedef struct SearchKind SearchKind;

// The settings that all kinds of search have.
typedef struct SearchSetup {
    const Eval *eval;
    struct SearchShared *shared; // the table and the proofs; the player owns them
    const NodeSink *sink;        // may be null
    // The settings of another kind of search, for a search that is made of searches. To be called
    // in table_mb and configure only.
    const void *(*settings_of)(const void *context, const SearchKind *kind);
    const void *settings_context;
    Rules rules;
    int hash_mb;              // memory for tables or trees, a hard cap
    int threads;              // 1 or more
    int spare_threads;        // of another search, which may join alpha-beta: alphabeta_help
    int multi_pv;             // how many moves to report a line for
    int draw_value[COLOR_NB]; // value of a draw for the side to move at the root, by that side
    bool generates_all;       // also search non-promotions that never help
    bool yields_table;        // another search stores deeper results in the same table
    bool shares_order;        // a tree search stores its best moves in the shared table
    uint64_t seed;
} SearchSetup;

// When to stop; 0 or null is no limit. The SearchControl has the time.
typedef struct SearchLimits {
    int depth;
    int64_t nodes;
    int mate;          // a win within this many plies is enough
    int draw_bonus;    // added to the value of a draw for the side to move at the root
    const Move *moves; // only these moves of the root, all legal
    int move_count;
} SearchLimits;

// The value of a draw for the side to move at the root.
static inline int search_draw_value(const SearchSetup *setup, const SearchLimits *limits,
                                    Color root_side) {
    return setup->draw_value[root_side] + limits->draw_bonus;
}

// When a search should stop and when it must. All times are clock_ns().
typedef struct TimePlan {
    int64_t start_ns;
    int64_t optimum_ns; // time of a normal move
    int64_t maximum_ns; // time of the hardest move; if equal to the optimum, exactly this time
    // More than 0: the clock counts in units of this, so a search that could answer goes on until
    // just before the next multiple; the answer then needs `answer_ns`.
    int64_t unit_ns, answer_ns;
} TimePlan;

// Exactly this time: stopping early would save nothing.
TimePlan timeplan_exact(int64_t start_ns, int64_t time_ns);

// Controls a running search. The owner initialises it before `run`; any thread may stop the search
// or start the clock, as `ponderhit` does.
typedef struct SearchControl {
    const struct SearchControl *outer; // ends this one when it ends, and has the clock; or null
    atomic_bool is_stopped;
    _Atomic int64_t start_ns, optimum_ns, unit_ns, answer_ns; // of the plan
    _Atomic int64_t end_ns;                                   // INT64_MAX: no clock is running
} SearchControl;

void control_init(SearchControl *control); // no clock
// For a part of a search: it ends when `outer` does, or is stopped by itself. It has no plan of its
// own.
void control_init_inside(SearchControl *control, const SearchControl *outer);
void control_stop(SearchControl *control);
void control_time(SearchControl *control, const TimePlan *plan);
// Whether control_stop was called; does not read the clock.
bool control_is_stopped(const SearchControl *control);

// The plan of a running clock: false: none runs.
bool control_plan(const SearchControl *control, TimePlan *plan);

// For searches. Reads the clock, so not for every node.
bool control_is_over(const SearchControl *control);
// Whether the search should answer now, given the hardness of the choice: 1 is a normal move. The
// search keeps *due_ns, INT64_MAX when it begins: the time of its answer once that is fixed. Where
// the clock counts in units that may be later than now.
bool control_is_due(const SearchControl *control, double hardness, int64_t *due_ns);

// One report of a running search. Pointers are valid during the call only.
typedef struct SearchInfo {
    int depth, deepest; // `deepest` is the longest line searched
    int multi_pv;       // 1 is the best line
    int value;
    Bound bound;
    int64_t nodes, time_ns;
    int hash_permille;
    const Move *pv;
    int pv_count;
    const char *text; // a message for the user; then the other fields are unused. Or null
} SearchInfo;

typedef struct SearchReport {
    void (*info)(void *context, const SearchInfo *info); // may be null
    void *context;
} SearchReport;

// What is known for certain about the side to move at the root.
typedef enum SearchProof {
    PROOF_UNKNOWN,
    PROOF_PROVED,    // it wins by force; the value has the distance
    PROOF_DISPROVED, // it does not win: it loses by force or, in a mate search, there is no mate
} SearchProof;

typedef struct SearchResult {
    Move best;        // MOVE_NONE: there is no legal move
    Move ponder;      // the expected reply, or MOVE_NONE
    bool is_declared; // the game is won by declaration, without a move
    int value;
    SearchProof proof; // set by the player
    int depth, deepest;
    int64_t nodes, time_ns;
    Move pv[PLY_MAX];
    int pv_count;
} SearchResult;

typedef struct Search Search;

struct SearchKind {
    const char *name;
    const char *summary;
    const OptionTable *options; // over a settings struct of its own
    size_t settings_bytes;
    // What it keeps between runs is useful after any reply, so it ponders best on the position
    // before the opponent's move, without a guess.
    bool ponders_on_all;

    Status (*create)(Search **search, Error *error);
    void (*destroy)(Search *search);
    // How much of `hash_mb` the shared table gets. Null: this search does not use the table.
    int (*table_mb)(const SearchSetup *setup, const void *settings);
    // Applies the settings, before the first run and after every change. The shared table has its
    // size already. On failure (no memory) the search is unchanged.
    Status (*configure)(Search *search, const SearchSetup *setup, const void *settings,
                        Error *error);
    // Clears what the search keeps from earlier positions. The player clears SearchShared.
    void (*new_game)(Search *search);
    // Commits memory before the first run, when the clock is not running. Null: there is no such
    // memory.
    void (*warm)(Search *search);
    // `limits`, `control`, `report` outlive the call. The player has checked that the game cannot
    // be won by declaration. Fails only when there is no memory.
    Status (*run)(Search *search, const GameLine *line, const SearchLimits *limits,
                  const SearchControl *control, const SearchReport *report, SearchResult *result,
                  Error *error);
    // The value of a position after quiescence search, for curves and learners. Null: this search
    // has none.
    int (*quiesce)(Search *search, const Position *pos);
    // The tree of the last run that grew one; false: there is none. Null: this search keeps none.
    bool (*tree)(const Search *search, TreeView *view);
};

// Concrete searches begin with this.
struct Search {
    const SearchKind *kind;
};

// All kinds, the default first; null at the end.
extern const SearchKind *const SEARCH_KINDS[];
// The same names, as the choices of an option.
extern const char *const SEARCH_NAMES[];
