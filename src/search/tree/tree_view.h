// tree_view.h — the tree of a TreeSearch as treeview.h shows it.
//
// A TreeNode is an Edge in numbers: the link of its block, and the child's index in it.
#pragma once

#include "search/search.h"

// False: no run has grown a tree, or it has been removed since.
bool tree_view(const Search *search, TreeView *view);
