// tree_top.h — the top of a search tree: its likeliest nodes, up to a limit, in memory of their
// own.
//
// Nodes are taken in the order of realisation probability, the product of the shares on the path,
// so a parent always comes before its children. Siblings follow each other, the likeliest first.
// Children that were left out are counted in their parent. The owner makes all calls.
#pragma once

#include "search/search.h"

typedef struct TopNode {
    TreeChild child; // of the root: no move, and the root's value as its own player sees it
    double realised; // 1 is the root's
    int ply;
    int parent, first, next; // indices; -1: none. `first` child, `next` sibling
    int hidden;              // children that were left out
    double hidden_share;     // their shares, together
    char word[MOVE_WORD_MAX], text[MOVE_TEXT_MAX]; // the move for people and for programs
} TopNode;

typedef struct TreeTop {
    TopNode *nodes; // owned; the root is the first
    int count;
    int deepest; // the largest ply
} TreeTop;

typedef struct TreeTopLimits {
    int nodes;                // at most so many, the root included
    int plies;                // none deeper
    int siblings;             // no more of one node's children; 0: all
    double least_probability; // of realisation
} TreeTopLimits;

// Fails only for want of memory. The caller releases it then, too.
Status tree_top_init(TreeTop *top, const TreeView *view, const Position *root,
                     const TreeTopLimits *limits, Error *error);
void tree_top_release(TreeTop *top);
