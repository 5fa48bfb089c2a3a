// softmax_settings.h — the options of the softmax search and what they are at first.
#pragma once

#include <stdbool.h>

#include "base/option.h"

typedef enum SoftmaxMethod { METHOD_SOFTMAX, METHOD_UCTH, METHOD_UCTMAXH } SoftmaxMethod;
typedef enum DepthIndex { DEPTH_EXPECTED, DEPTH_PV } DepthIndex;
typedef enum TemperatureMode { TEMPERATURE_FIXED, TEMPERATURE_TARGET } TemperatureMode;
// From LEAF_ALPHABETA on: alpha-beta to the depth of 1, 2, …
typedef enum LeafSearch { LEAF_STATIC, LEAF_QUIESCENCE, LEAF_ALPHABETA } LeafSearch;

// Temperatures are in hundredths of a pawn.
typedef struct SoftmaxSettings {
    int method; // SoftmaxMethod
    double ts, tb, td;
    double ts_min, ts_max; // of the first and the last thread; both 0: Ts for all
    double ts_alpha;
    int temperature_mode; // TemperatureMode
    double temperature_q;
    int objective;
    double objective_c; // 0: the paper's for the objective
    int depth_index;    // DepthIndex
    double decision_r;
    int leaf_search; // LeafSearch
    bool reuse_tree;
    bool time_by_depth;
    bool tree_info;
    double uct_c;
} SoftmaxSettings;

enum { SOFTMAX_OPTION_NB = 18 };
extern const OptionSpec SOFTMAX_OPTIONS[SOFTMAX_OPTION_NB];
