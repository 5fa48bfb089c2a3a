// tree_settings.h — the options that every search which grows a tree has.
//
// The settings struct of each kind begins with a TreeSettings named `tree`; its table of options
// begins with TREE_OPTION_ROWS.
#pragma once

#include <stdbool.h>

#include "base/option.h"
#include "geometry.h"

typedef enum DepthIndex { DEPTH_EXPECTED, DEPTH_PV } DepthIndex;
// From LEAF_ALPHABETA on: alpha-beta to the depth of 1, 2, 3, 4; or deeper and deeper, by
// tree_deepen.h.
typedef enum LeafSearch {
    LEAF_STATIC,
    LEAF_QUIESCENCE,
    LEAF_ALPHABETA,
    LEAF_DEEPENING = LEAF_ALPHABETA + 4,
} LeafSearch;

typedef struct TreeSettings {
    double td;       // in centipawns
    int depth_index; // DepthIndex
    double decision_r;
    int leaf_search;  // LeafSearch
    int leaf_samples; // of LEAF_DEEPENING, like the next
    double leaf_slope;
    int leaf_mate_nodes, line_mate_nodes; // of df-pn; 0: none
    bool reuse_tree, time_by_depth, tree_info;
} TreeSettings;

// The temperature at which depths are averaged.
static inline float tree_settings_td(const TreeSettings *settings) {
    return settings->depth_index == DEPTH_PV ? 0 : (float)settings->td;
}

#define TREE_DEPTH_INDICES ((const char *const[]){"expected", "pv", NULL})
#define TREE_LEAF_SEARCHES                                                                         \
    ((const char *const[]){"static", "quiescence", "alphabeta-1", "alphabeta-2", "alphabeta-3",    \
                           "alphabeta-4", "deepening", NULL})
#define TREE_OPTION_ROWS(Settings)                                                                 \
    OPTION_ROW_REAL(Settings, tree.td, "Td", "15", 0, 100000,                                      \
                    "temperature of the expected depth, in centipawns; 0: depth of the best "      \
                    "line"),                                                                       \
        OPTION_ROW_COMBO(Settings, tree.depth_index, "DepthIndex", "expected", TREE_DEPTH_INDICES, \
                         "what depth means: the expected depth, or the length of the best line"),  \
        OPTION_ROW_REAL(Settings, tree.decision_r, "MoveDecisionR", "0.5", 0, 1,                   \
                        "moves with a depth below this share of the root's depth are not played"), \
        OPTION_ROW_COMBO(Settings, tree.leaf_search, "LeafSearch", "deepening",                    \
                         TREE_LEAF_SEARCHES,                                                       \
                         "value of a leaf: the static value, or the value of a small search"),     \
        OPTION_ROW_SPIN(Settings, tree.leaf_samples, "LeafSamples", "20", 1, 100000,               \
                        "samples after which LeafSearch=deepening searches a ply deeper"),         \
        OPTION_ROW_REAL(Settings, tree.leaf_slope, "LeafSlope", "1", 0, 100,                       \
                        "plies that LeafSearch=deepening searches less for each factor e of "      \
                        "improbability"),                                                          \
        OPTION_ROW_SPIN(Settings, tree.leaf_mate_nodes, "LeafMateNodes", "0", 0, 1000000,          \
                        "nodes of df-pn at a leaf, before it is expanded; 0: mates in one only"),  \
        OPTION_ROW_SPIN(Settings, tree.line_mate_nodes, "LineMateNodes", "0", 0, 100000000,        \
                        "nodes of df-pn in each position of the most probable line; 0: none"),     \
        OPTION_ROW_CHECK(Settings, tree.reuse_tree, "ReuseTree", "true",                           \
                         "keep the subtree of the moves played for the next search"),              \
        OPTION_ROW_CHECK(Settings, tree.time_by_depth, "TimeByDepth", "true",                      \
                         "think longer where the expected depth grows slowly"),                    \
        OPTION_ROW_CHECK(                                                                          \
            Settings, tree.tree_info, "TreeInfo", "false",                                         \
            "report the root's entropy and expected depth, and the speed of playouts")
