// softmax_worker.h — one thread of the softmax search and what all threads share.
//
// A worker owns its position, the path it has walked, its random numbers and its region of the
// tree's memory. Shared are the tree, the word that ends the search, each worker's node count,
// which only its owner writes, and the gate at which workers gather when memory is to be collected.
#pragma once

#include <pthread.h>

#include "base/rng.h"
#include "search/softmax/softmax_settings.h"
#include "search/team.h"
#include "search/tree/tree.h"
#include "search/tree/tree_gate.h"

// Where a sample is: the node it came through and the move it took.
typedef struct SoftmaxPly {
    Edge node; // in the block of its parent
    Move move; // from this node to the next
    Undo undo;
} SoftmaxPly;

typedef struct SoftmaxWorker {
    struct Softmax *shared;
    int index;
    Position pos;
    History history;
    char *frames; // of the evaluator, one a ply
    size_t frame_stride;
    int ply; // how many moves of `path` are played on `pos`
    SoftmaxPly path[PLY_MAX + 1];
    Rng rng;
    float temperature; // Ts of this thread
    Region region;
    struct SoftmaxLeaf *leaf; // what leaves are searched with, or null
    _Atomic int64_t nodes;    // evaluated positions
} SoftmaxWorker;

// What the first worker remembers between its looks at the clock.
typedef struct SoftmaxProgress {
    int64_t samples;
    int64_t report_ns, look_ns; // when to next
    int64_t spent_ns;           // the moment to compare with, and the depth of then
    float depth;
    double growth;
    int64_t collected_nodes; // at the last collection, -1: there was none
    double wanted;           // how much of the memory that collection was to make free
} SoftmaxProgress;

typedef struct Softmax {
    Search base;
    SearchSetup setup;
    SoftmaxSettings settings;
    Tree tree;
    GameLine line; // the tree's root is its newest position
    bool has_line;
    Team team;
    SoftmaxWorker *workers;
    int worker_count;
    Gate gate;
    // Of the present run.
    const SearchLimits *limits;
    const SearchControl *control;
    const SearchReport *report;
    int64_t start_ns;
    Color root_side;
    SoftmaxProgress progress;
    atomic_bool is_stopped;
    bool is_root_excluded[MOVE_MAX]; // children of the root that must not be played
    bool has_excluded;
} Softmax;

static inline void *softmax_frame(const SoftmaxWorker *worker) {
    return worker->frames + (size_t)worker->ply * worker->frame_stride;
}

static inline int64_t softmax_nodes(const SoftmaxWorker *worker) {
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

// Makes the root's children known, whatever the rules say about the root itself. False: there is no
// legal move. The root is a leaf.
bool worker_expand_root(SoftmaxWorker *worker);

typedef enum Sampled {
    SAMPLE_DONE,
    SAMPLE_LOST, // others were in the way: try again
    SAMPLE_FULL, // there is no memory
    SAMPLE_OVER, // everything is settled, or the search was ended
} Sampled;

// One sample: down to a leaf, its children, and back up.
Sampled worker_sample(SoftmaxWorker *worker);

// What a helper that looks for mates has found out: the position after these moves of the root is
// won or lost, `value` being that of the side to move there. False: the tree does not have it. For
// the worker's thread between two samples, or while none runs.
bool worker_take_proof(SoftmaxWorker *worker, const Move *moves, int count, int value);

// Samples until the search is over.
void worker_run(SoftmaxWorker *worker);

// The selection probabilities at a node, for whoever wants to know: the collector, reports,
// learners.
void softmax_weigh(const Softmax *shared, Edge node, const Block *children, float temperature,
                   float *probabilities);

// How the visits of a node's children are shared out; all 0 where there were none.
void softmax_visit_shares(const Block *children, float *shares);

// The children of a node, those of the root without the barred ones.
void softmax_siblings(const Softmax *shared, const Block *children, Siblings *siblings);
