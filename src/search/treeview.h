// treeview.h — a tree that a search has grown, for code that reads it without knowing its memory:
// commands, learners, the board in the browser.
//
// A view comes from player_tree and borrows the search. It is valid until the next run, until
// options take effect, or until a new game. It may also be used inside SearchReport.info, while
// other threads run: its numbers are then from slightly different moments, but the tree is never
// collected meanwhile.
//
// Probabilities are those of the three policies of the search, among the children of one node. A
// policy without a choice gives 0 to all.
#pragma once

#include "base/str.h"
#include "game/line.h"

// A node, for `children`. Valid as long as the view.
typedef uint64_t TreeNode;

// A node as its parent sees it. Values are in centipawns, for the player who moves to it; wins and
// losses as in value.h.
typedef struct TreeChild {
    Move move;
    float value;        // E
    float static_value; // H: its static value
    float depth;        // D: the expected depth below
    uint32_t visits;    // N: samples through this node
    float selection;    // the probability that the next sample enters it; 0 if the node is solved
    float backup;       // its weight in the parent's value
    float share;        // its weight in the parent's depth: the probability that it is played
    bool is_expanded;
    bool is_proven; // a win or a loss
    bool is_closed; // never entered again: a draw by the rules, or all solved below
    TreeNode node;
} TreeChild;

typedef struct TreeView {
    const void *tree; // for the functions
    // The children of a node, in the order of the move generator; none of a leaf. `out` has room
    // for MOVE_MAX.
    int (*children)(const void *tree, TreeNode node, TreeChild *out);
    // The principal variation of a child of the tree: its move, then always the child of the
    // largest value. `pv` has room for `most` moves, at least one. Returns how many there are.
    int (*line)(const void *tree, TreeNode child, Move *pv, int most);
    // The root; the value is for the player to move there.
    TreeNode root;
    float value, depth;
    uint32_t visits;
    size_t bytes; // of memory in use, garbage included
} TreeView;

// A child's value for the player to move there: the sign changes, and a win or a loss is a ply
// nearer.
float treeview_value_below(float value);

// The children of a node, sorted by the probability of being played.
int treeview_ranked(const TreeView *view, TreeNode node, TreeChild *out);

typedef enum TreePolicyKind { TREE_SELECTION, TREE_SHARE } TreePolicyKind;

// -sum p ln p over siblings, for one of the policies.
double treeview_entropy(const TreeChild *children, int count, TreePolicyKind policy);
