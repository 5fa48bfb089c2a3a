// hybrid_arbiter.h — which of two searches is believed when their moves differ (ym-shogi, §5).
//
// A pure function of what both searches found, so that every rule can be tested by itself.
#pragma once

#include "game/contract.h"
#include "search/search.h"

// The rules and their thresholds. Rates are win rates in percent for the side to move.
typedef struct HybridRules {
    bool trusts_mate; // a mate of alpha-beta decides
    int low_rate;     // alpha-beta's move has a lower rate in the tree: the tree's move; 0: off
    int rate_gap;     // … and the tree's own move a rate higher by this
    int low_value;    // alpha-beta's value is lower: the tree's move; -VALUE_INFINITE: off
    int min_samples;  // the tree has fewer: alpha-beta's move
} HybridRules;

// What the two searches found. Values are in centipawns for the side to move.
typedef struct HybridEvidence {
    Move alphabeta_move, tree_move;
    int alphabeta_value;
    int tree_value;   // of the tree's move, in the tree
    int tree_opinion; // of alpha-beta's move, in the tree
    bool has_opinion; // the tree knows alpha-beta's move
    uint32_t samples; // through the root of the tree
} HybridEvidence;

typedef enum HybridReason {
    HYBRID_AGREED,         // both have the same move
    HYBRID_ALPHABETA_MATE, // alpha-beta found a mate
    HYBRID_TREE_PROOF,     // the tree proved its move a win, or alpha-beta's a loss
    HYBRID_FEW_SAMPLES,
    HYBRID_LOW_RATE,
    HYBRID_LOW_VALUE,
    HYBRID_ALPHABETA, // no rule speaks for the tree
    HYBRID_REASON_NB,
} HybridReason;

typedef struct HybridDecision {
    bool is_tree; // the tree's move is played, with its value
    HybridReason reason;
} HybridDecision;

HybridDecision hybrid_decide(const HybridRules *rules, const HybridEvidence *evidence);

// "alphabeta, which found a mate", for the report.
const char *hybrid_reason_text(HybridReason reason);

// The win rate of a value, in percent.
double hybrid_rate(int value);
