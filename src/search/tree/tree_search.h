// tree_search.h — a search that grows a tree by samples: what its threads share, and the policy by
// which one kind of such a search differs from another.
//
// A worker owns its position, the path of its sample, its random numbers and its region of the
// tree's memory. Workers share the tree, the flag that stops them, and the gate. Each worker's node
// count is written by that worker alone, `progress` by the first worker. The rest is written by
// the thread that owns the search, while no worker runs.
#pragma once

#include "base/rng.h"
#include "search/dfpn/dfpn_probe.h"
#include "search/team.h"
#include "search/tree/tree.h"
#include "search/tree/tree_gate.h"
#include "search/tree/tree_leaf.h"

typedef struct TreeSearch TreeSearch;

// One step of a sample: the node it came through and the move it took.
typedef struct TreePly {
    Edge node;   // in the block of its parent
    Move move;   // from this node to the next
    Key key;     // of the next node's position
    float share; // the probability of the move
    // Where leaves are searched: the logarithm of the probability of the node, and of the move the
    // piece and its target.
    float log_reach;
    int piece_to;
    Undo undo;
} TreePly;

enum { TREE_TRIED_NB = 256 };

// What a worker's playouts cost, for reports: written by the worker, read by any thread.
typedef struct PlayoutCount {
    _Atomic int64_t playouts;
    _Atomic int64_t tree_plies, plies; // moves in the tree before the playouts, moves of playouts
    _Atomic int64_t time_ns;           // in playouts; counted only where TreeInfo asks for it
} PlayoutCount;

typedef struct TreeWorker {
    TreeSearch *search;
    int index;
    Position pos;
    History history;
    char *frames; // of the evaluator, one a ply
    size_t frame_stride;
    int ply; // how many moves of `path` are played on `pos`
    TreePly path[PLY_MAX + 1];
    Rng rng;
    Region region;
    Leaf *leaf;               // the search of leaves, or null: static values
    DfpnProbe *probe;         // null: the settings ask for no df-pn
    int64_t next_mate;        // at this count of nodes tree_mate_step does something
    Key tried[TREE_TRIED_NB]; // positions that it has tried in this run
    int horizon;              // of tree_deepen.h
    int samples;              // since it has grown
    _Atomic int64_t nodes;    // evaluated positions, and positions of playouts
    PlayoutCount count;
} TreeWorker;

// Where leaves are valued by playouts. A result is 1 for a win and -1 for a loss.
typedef struct TreePlayouts {
    // Whether the next sample gives children to a leaf that `visits` samples have passed. False
    // for the first sample.
    bool (*grows)(const TreeSearch *search, int ply, uint32_t visits);
    // The provisional values of the children of the worker's position, each seen from the side to
    // move there.
    void (*fill_values)(TreeWorker *worker, const Move *moves, int count, int *values);
    // The result of a playout from the worker's position, for the side that moved there. The
    // sample's path up to `ply` has led to it.
    float (*play)(TreeWorker *worker, int ply);
    // The value of a leaf by the mean of its playouts, and the result that a value stands for.
    float (*leaf_value)(const TreeSearch *search, Edge leaf);
    float (*result_of)(float value);
    // The mean with one more result.
    float (*mean_with)(const TreeSearch *search, Edge node, float result);
} TreePlayouts;

// What a kind of search decides. The functions may run on several threads at once.
typedef struct TreePolicy {
    // The child that a sample enters at `ply` of its path, or -1: all children are solved.
    int (*select)(TreeWorker *worker, int ply, Edge node, const Block *children);
    // The value and the depth of a node; a proven win, or the loss of all children, exactly. `seen`
    // is the value of the leaf that the sample reached, or the result of its playout, from the
    // player who moved to the node.
    NodeValue (*update)(const TreeSearch *search, Edge node, const Siblings *siblings, float seen);
    // For readers of the tree: the probability that the first thread selects each child, and the
    // weight of each child in the value of the node.
    void (*fill_selection)(const TreeSearch *search, Edge node, const Block *children,
                           float *probabilities);
    void (*fill_backup)(const TreeSearch *search, const Block *children, const Siblings *siblings,
                        float *weights);
    // For the collector: how likely a sample is to enter each child.
    void (*fill_reach)(const TreeSearch *search, Edge node, const Block *children,
                       float *probabilities);
    // Whether `select` looks at visits: all of them are then counted, at the price of an atomic
    // addition.
    bool (*needs_visits)(const TreeSettings *settings);
    // How much worse than the best a child of a leaf may be before its exact value is of no use.
    double (*leaf_margin)(const TreeSettings *settings);
    const TreePlayouts *playouts; // null: leaves have static values, or those of small searches
} TreePolicy;

// See tree_progress.c.
typedef struct TreeProgress {
    int64_t samples;
    int64_t report_ns, look_ns; // when to next
    int64_t spent_ns; // at the moment that the depth is compared with, and the depth of then
    float depth;
    double growth, hardness;
    int64_t due_ns;          // of control_is_due
    int64_t collected_nodes; // at the last collection, -1: there was none
    double wanted;           // the share of the memory that collection was to make free
} TreeProgress;

struct TreeSearch {
    Search base;
    const TreePolicy *policy;
    SearchSetup setup;
    TreeSettings *settings; // the settings struct of the kind, which begins with these
    bool counts_visits;
    bool has_playouts; // the policy has: the most visited move is played
    Tree tree;
    GameLine line; // the tree's root is its newest position
    bool has_line;
    Team team;
    TreeWorker *workers;
    int worker_count;
    Gate gate;
    // Of the present run.
    const SearchLimits *limits;
    const SearchControl *control;
    const SearchReport *report;
    int64_t start_ns;
    Color root_side;
    int draw_value; // for the root's side
    TreeProgress progress;
    atomic_bool is_stopped;
    bool is_root_excluded[MOVE_MAX]; // children of the root that must not be played
    bool has_excluded;
};

static inline void tree_search_stop(TreeSearch *search) {
    atomic_store_explicit(&search->is_stopped, true, memory_order_relaxed);
}

static inline void tree_worker_count(TreeWorker *worker, int64_t nodes) {
    const int64_t before = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
    atomic_store_explicit(&worker->nodes, before + nodes, memory_order_relaxed);
}

static inline void *tree_worker_frame(const TreeWorker *worker, int ply) {
    return worker->frames + (size_t)ply * worker->frame_stride;
}

// Evaluated positions of all workers.
int64_t tree_search_nodes(const TreeSearch *search);

// The children of a node, those of the root without the excluded ones.
void tree_search_siblings(const TreeSearch *search, const Block *children, Siblings *siblings);

// The move that the shared table has for the position before the sample's move at `ply`, or
// MOVE_NONE.
Move tree_search_table_move(const TreeWorker *worker, int ply);

// Makes room in the tree. All workers are at the gate.
void tree_search_collect(TreeSearch *search);
