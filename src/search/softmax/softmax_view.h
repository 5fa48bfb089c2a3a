// softmax_view.h — the softmax search's tree as treeview.h shows it.
//
// A TreeNode is a Edge in numbers: the link of its block, and the child's index in it. Selection is
// that of the first thread, where threads differ in temperature.
#pragma once

#include "search/search.h"

// False: no run has grown a tree, or it has been given up since.
bool softmax_view(const Search *search, TreeView *view);
