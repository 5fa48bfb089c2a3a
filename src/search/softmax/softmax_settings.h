// softmax_settings.h — the options of the softmax search; their table is in softmax.c.
#pragma once

#include "search/tree/tree_settings.h"

typedef enum TemperatureMode { TEMPERATURE_FIXED, TEMPERATURE_TARGET } TemperatureMode;

// Temperatures are in centipawns.
typedef struct SoftmaxSettings {
    TreeSettings tree;
    double ts, tb;
    double ts_min, ts_max; // of the first and the last thread; both 0: Ts for all
    double ts_alpha;
    int temperature_mode; // TemperatureMode
    double temperature_q;
    int objective;
    double objective_c; // 0: the paper's for the objective
} SoftmaxSettings;
