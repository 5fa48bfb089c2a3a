// treegrad.h — the gradient of a softmax tree: how its value, or the policy at its root, changes
// with the values of its leaves.
//
// The tree is an array of nodes, read from the tree of a search or grown to a fixed depth; a child
// always comes after its parent. Values are seen from the side to move at the node (negamax):
//
//   E(s) = sum pi(x|s) (-E(x))          pi(x|s) ~ exp(-E(x) / T)
//   dE(s) = sum pi(x|s) {[-E(x) - E(s)] / T + 1} (-dE(x))
//
// (mcss-2017, eq. 29.) A frozen policy does not change with the values: its braces are 1. This is
// the opponent's fixed policy of the paper. Wins, losses and draws by the rules depend on no
// weight. A GradTree belongs to one thread; treegrad_sample may use others while it runs.
#pragma once

#include "base/rng.h"
#include "base/workers.h"
#include "learn/trace.h"
#include "search/treeview.h"

typedef struct GradNode {
    Move move;             // from the parent
    uint32_t parent;       // the root has 0, too
    uint32_t first, count; // children; none: a leaf
    uint8_t turn;          // 0: the side that moves at the root is to move; 1: the other side
    bool is_fixed;         // a leaf whose value depends on no weight
    double value;          // of a leaf: given; of an interior node: by treegrad_backup
    double slope;          // dE(parent) / dE(this)
} GradNode;

typedef struct GradPolicy {
    double temperature; // 0: the best move alone
    bool is_frozen;
} GradPolicy;

typedef struct GradTree {
    GradNode *nodes; // the root first
    double *shares;  // pi, for each node: the probability that the parent's policy chooses it
    uint32_t count;
    size_t node_capacity, share_capacity;
    GradPolicy policies[COLOR_NB]; // by turn
} GradTree;

void treegrad_init(GradTree *tree);
void treegrad_release(GradTree *tree);

// ---- trees ----

// Clears the tree to a root alone.
Status treegrad_begin(GradTree *tree, const GradPolicy policies[COLOR_NB], Error *error);
// Gives a leaf this many children, all of them leaves. The nodes may move in memory.
Status treegrad_branch(GradTree *tree, uint32_t node, int count, Error *error);
// Computes values, shares and slopes from the values of the leaves.
void treegrad_backup(GradTree *tree);

// Reads the tree of a search whose backup has this temperature, and backs it up. The gradient is
// that of the search only if the leaves have static values (LeafSearch static). A node whose
// children were collected to free memory is a leaf with the value it had.
Status treegrad_read(GradTree *tree, const TreeView *view, double temperature, Error *error);

typedef struct GradGrowth {
    int plies;
    int width; // the moves with the best static values, this many for a node; 0: all
    Rules rules;
    GradPolicy policies[COLOR_NB];
} GradGrowth;

// Grows the tree below the end of a line and backs it up; its leaves have values of the trainer.
Status treegrad_grow(GradTree *tree, const GradGrowth *growth, const GameLine *line,
                     Trainer *trainer, Error *error);

// ---- policies ----

// The softmax policy of a temperature at the root, a probability for each child. False: the root is
// won or lost, so the policy depends on no weight.
bool treegrad_policy(const GradTree *tree, double temperature, double *probabilities);

// ---- gradients ----
//
// `slopes` has a number for each node: the derivative of some quantity by the node's value. The
// caller sets it at the nodes that the quantity is made of, and 0 elsewhere.

// The chain rule from the root to the leaves: adds to every node the slope of its parent times
// dE(parent)/dE(node). Afterwards slopes[leaf] is the derivative by the value of that leaf.
void treegrad_propagate(const GradTree *tree, double *slopes);

// The slopes of T ln pi(chosen) at the children of the root: adds 1 for the chosen child and
// subtracts the probability of each, seen from the root.
void treegrad_seed_choice(const GradTree *tree, const double *probabilities, int chosen,
                          double *slopes);

typedef struct GradStart {
    uint32_t node;
    double amount; // the slope there
    // Start at a child of the root drawn from this policy instead; null: start at `node`.
    const double *probabilities;
} GradStart;

// Adds an unbiased estimate of what treegrad_propagate gives at the leaves: the mean of
// `path_count` paths drawn by the policies, each with the product of its braces. Path i draws from
// stream i of `rng`, so the result does not depend on the number of threads. `workers` may be null.
Status treegrad_sample(const GradTree *tree, const GradStart *start, int path_count, const Rng *rng,
                       Workers *workers, double *slopes, Error *error);

// Adds the leaves with static values to the last turn of the trace. Leaves with slopes below
// `cutoff` are many and cost as much as others, so each is added with probability |slope| / cutoff,
// and then with slope `cutoff`: the mean stays the same. `root` is the position at the root.
Status treegrad_emit(const GradTree *tree, const double *slopes, double cutoff, Rng rng,
                     const Position *root, Trace *trace, Error *error);
