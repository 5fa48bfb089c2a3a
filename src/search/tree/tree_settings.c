#include "tree_settings.h"

const char *const TREE_DEPTH_INDICES[] = {"expected", "pv", NULL};
const char *const TREE_LEAF_SEARCHES[] = {
    "static", "quiescence", "alphabeta-1", "alphabeta-2", "alphabeta-3", "alphabeta-4", NULL};
