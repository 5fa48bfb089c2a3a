// treeview.h — a tree that a search has grown, for those who want to read it without knowing its
// memory: commands, learners, the board in the browser.
//
// A view is got from player_tree and borrows the search. It holds until the next run, until options
// take effect, or until a new game. It may also be got and used inside SearchReport.info, while
// other threads go on: what it says is then of slightly different moments, and never a tree that is
// being cleared away.
//
// Probabilities are those of the three policies of the search, among the children of one node. A
// policy that has nothing to choose gives 0 to all.
#pragma once

#include "base/str.h"
#include "game/line.h"

// A node, as `children` understands it. It outlives no view.
typedef uint64_t TreeNode;

// A node as its parent sees it. Values are in hundredths of a pawn as the player sees them who
// moves there, wins and losses as search.h has them.
typedef struct TreeChild {
    Move move;
    float value;        // E
    float static_value; // H: what it was worth when it was made
    float depth;        // D: the expected depth below
    uint32_t visits;    // N: samples that passed through
    float selection;    // how likely the next sample is to enter; 0 where all is settled
    float backup;       // its weight in the parent's value
    float share;        // its weight in the parent's depth: the probability that it is played
    bool is_expanded;
    bool is_proven; // a win or a loss
    bool is_closed; // never entered again: a draw by the rules, or nothing open below
    TreeNode node;
} TreeChild;

typedef struct TreeView {
    const void *tree; // for `children`
    // The children of a node, in the order of the move generator; none of a leaf. `out` has room
    // for MOVE_MAX.
    int (*children)(const void *tree, TreeNode node, TreeChild *out);
    // The root; the value is that of the player to move there.
    TreeNode root;
    float value, depth;
    uint32_t visits;
    size_t bytes; // of memory that hold the tree, garbage included
} TreeView;

// A child's value as the player sees it who is to move there: the sign changes, and a win or a loss
// is a ply nearer.
float treeview_value_below(float value);

// The children of a node, the likeliest to be played first.
int treeview_ranked(const TreeView *view, TreeNode node, TreeChild *out);

// The line that begins with `first` and goes on with the best child of each node. `pv` has room for
// `most` moves, at least one. Returns how many there are.
int treeview_line(const TreeView *view, const TreeChild *first, Move *pv, int most);

typedef enum TreePolicyKind { TREE_SELECTION, TREE_SHARE } TreePolicyKind;

// -sum p ln p over siblings, for one of the policies.
double treeview_entropy(const TreeChild *children, int count, TreePolicyKind policy);
