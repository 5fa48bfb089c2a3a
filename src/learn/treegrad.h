// treegrad.h — how the value of a softmax tree, or the policy at its root, changes with the values
// of its leaves.
//
// The tree is a plain array that is filled from the tree of a search or grown to a fixed depth; a
// child always comes behind its parent. Values are those of the player to move at a node, so that
// every level changes the sign:
//
//   E(s) = sum pi(x|s) (-E(x))          pi(x|s) ~ exp(-E(x) / T)
//   dE(s) = sum pi(x|s) {[-E(x) - E(s)] / T + 1} (-dE(x))
//
// (mcss-2017, eq. 29.) A policy that is frozen does not bend with the values: its braces are 1, as
// those of an opponent who is what he is. What is decided (wins, losses, draws by the rules) does
// not depend on any weight. A GradTree belongs to one thread; sampling may use others for a while.
#pragma once

#include "base/rng.h"
#include "base/workers.h"
#include "learn/trainer.h"
#include "search/treeview.h"

typedef struct GradNode {
    Move move;             // that leads here
    uint32_t parent;       // 0 for the root, too
    uint32_t first, count; // children; none: a leaf
    uint8_t turn;          // 0: the player at the root moves; 1: the other one
    bool is_fixed;         // a leaf whose value is no evaluator's
    double value;          // of a leaf: given; of others by treegrad_settle
    double share;          // pi: how likely the parent chooses it
    double slope;          // dE(parent) / dE(this)
} GradNode;

typedef struct GradPolicy {
    double temperature; // 0: the best alone
    bool is_frozen;
} GradPolicy;

typedef struct GradTree {
    GradNode *nodes; // the root first
    uint32_t count, capacity;
    GradPolicy policies[COLOR_NB]; // by turn
} GradTree;

void treegrad_init(GradTree *tree);
void treegrad_release(GradTree *tree);

// ---- trees ----

// Begins anew: a root, and nothing else.
Status treegrad_begin(GradTree *tree, const GradPolicy policies[COLOR_NB], Error *error);
// Gives a leaf this many children, all of them leaves. The nodes may move in memory.
Status treegrad_branch(GradTree *tree, uint32_t node, int count, Error *error);
// Everything that follows from the values of the leaves: values, shares and slopes.
void treegrad_settle(GradTree *tree);

// The tree of a search whose backup has this temperature, settled. Its leaves must be values of an
// evaluator (LeafSearch static) for the gradient to mean something. A node that was cut for want of
// memory counts as a leaf with the value it had.
Status treegrad_read(GradTree *tree, const TreeView *view, double temperature, Error *error);

typedef struct GradGrowth {
    int plies;
    int width; // this many moves of a node, those that look best; 0: all
    Rules rules;
    GradPolicy policies[COLOR_NB];
} GradGrowth;

// The tree below the end of a line, settled; its leaves are values of the trainer.
Status treegrad_grow(GradTree *tree, const GradGrowth *growth, const GameLine *line,
                     Trainer *trainer, Error *error);

// ---- policies ----

// The policy of a temperature among the children of the root, one number each. False: what happens
// there is decided, so it depends on nothing.
bool treegrad_policy(const GradTree *tree, double temperature, double *probabilities);
// A child of the root, drawn from a policy: its index among them.
int treegrad_draw(const double *probabilities, int count, Rng *rng);

// ---- gradients ----
//
// `slopes` has a number for each node. Whoever wants a gradient sets them to 0 but for the nodes
// whose values he leaves at, where he says what they count.

// Adds to every node what the value of its parent counts, times the slope: afterwards slopes[leaf]
// is the derivative by the value of that leaf.
void treegrad_spread(const GradTree *tree, double *slopes);

// Where to look for T d ln pi(chosen): adds 1 for the child of the root that was chosen, less its
// probability for every one, seen from the root.
void treegrad_seed_choice(const GradTree *tree, const double *probabilities, int chosen,
                          double *slopes);

typedef struct GradStart {
    uint32_t node;
    double amount; // that its value counts
    // Begin with a child of the root drawn from this policy instead; null: with the node.
    const double *probabilities;
} GradStart;

// An unbiased estimate of what treegrad_spread says of the leaves: the mean of `path_count` paths
// drawn by the policies, each with the product of the braces. Path i draws from stream i of `rng`,
// so the result does not depend on how many share the work. `workers` may be null.
Status treegrad_sample(const GradTree *tree, const GradStart *start, int path_count, const Rng *rng,
                       Workers *workers, double *slopes, Error *error);

typedef struct GradSink {
    Status (*take)(void *context, const Position *pos, double slope, Error *error);
    void *context;
} GradSink;

// Hands over the leaves that depend on the evaluator. Those that count less than `cutoff` are many
// and cost as much as any: they are handed over seldom, and then as if they counted so much, by
// chance, so that on average nothing is lost. `root` is the position at the root.
Status treegrad_tell(const GradTree *tree, const double *slopes, double cutoff, Rng rng,
                     const Position *root, const GradSink *sink, Error *error);
