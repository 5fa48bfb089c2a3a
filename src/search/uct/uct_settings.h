// uct_settings.h — the options of UCT and what its workers share.
//
// The thread that owns the search writes both while no worker runs, except for the history, whose
// header says who writes it.
#pragma once

#include "search/tree/tree_search.h"
#include "search/uct/uct_score.h"

// What values a leaf.
typedef enum UctLeaf { UCT_STATIC, UCT_PLAYOUT } UctLeaf;
// With static values, the value of a node: the mean of the leaves that samples reached (UCTH), or
// that of its best child (UCTMAXH).
typedef enum UctBackup { UCT_MEAN, UCT_MAX } UctBackup;
// What the provisional win rate of a move comes from: its score, or the static value behind it.
typedef enum UctProvisional { PROVISIONAL_SCORE, PROVISIONAL_STATIC } UctProvisional;
// What the value at the end of a playout counts: a win, a draw or a loss, or its win rate.
typedef enum PlayoutResult { RESULT_BAND, RESULT_CURVE } PlayoutResult;

typedef struct UctSettings {
    TreeSettings tree;
    int leaf;   // UctLeaf
    int backup; // UctBackup
    double c;   // in centipawns
    // The rest is of playouts.
    double ucb_c;
    int ucb_depth, ucb_threshold;
    double ucb_mixing;
    int provisional; // UctProvisional
    double prior;
    double table_bonus;
    double discount;
    int length, band;
    int result; // PlayoutResult
    double temperature;
    int best_of;
} UctSettings;

enum { PLAYOUT_LENGTH_MAX = 512 };

// The scores' history is shared by all workers; see uct_score.h.
typedef struct UctSearch {
    TreeSearch tree;
    ScoreHistory history;
} UctSearch;

static inline const UctSettings *uct_settings(const TreeSearch *search) {
    return (const UctSettings *)(const void *)search->settings;
}

static inline ScoreHistory *uct_history(const TreeSearch *search) {
    return &((UctSearch *)(uintptr_t)search)->history;
}
