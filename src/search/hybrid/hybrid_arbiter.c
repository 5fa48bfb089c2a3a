#include "hybrid_arbiter.h"

#include <stdlib.h>

#include "eval/winrate.h"

double hybrid_rate(int value) {
    return 100 * winrate_logistic(strtod(WINRATE_A, NULL), value);
}

// A win of the tree's move, or a loss of alpha-beta's alone, is certain; samples do not matter.
static bool is_proved(const HybridEvidence *evidence) {
    if (evidence->tree_value >= VALUE_DECIDED)
        return true;
    return evidence->has_opinion && evidence->tree_opinion <= -VALUE_DECIDED &&
           evidence->tree_value > -VALUE_DECIDED;
}

static bool has_low_rate(const HybridRules *rules, const HybridEvidence *evidence) {
    if (!rules->low_rate || !evidence->has_opinion)
        return false;
    const double rate = hybrid_rate(evidence->tree_opinion);
    return rate < rules->low_rate && hybrid_rate(evidence->tree_value) >= rate + rules->rate_gap;
}

HybridDecision hybrid_decide(const HybridRules *rules, const HybridEvidence *evidence) {
    // Of the same move, the tree may have the proof.
    if (evidence->alphabeta_move == evidence->tree_move)
        return (HybridDecision){evidence->tree_value >= VALUE_DECIDED &&
                                    evidence->alphabeta_value < VALUE_DECIDED,
                                HYBRID_AGREED};
    if (rules->trusts_mate && evidence->alphabeta_value >= VALUE_DECIDED)
        return (HybridDecision){false, HYBRID_ALPHABETA_MATE};
    if (is_proved(evidence))
        return (HybridDecision){true, HYBRID_TREE_PROOF};
    if (evidence->samples < (uint32_t)rules->min_samples)
        return (HybridDecision){false, HYBRID_FEW_SAMPLES};
    if (has_low_rate(rules, evidence))
        return (HybridDecision){true, HYBRID_LOW_RATE};
    if (evidence->alphabeta_value < rules->low_value)
        return (HybridDecision){true, HYBRID_LOW_VALUE};
    return (HybridDecision){false, HYBRID_ALPHABETA};
}

const char *hybrid_reason_text(HybridReason reason) {
    static const char *const TEXTS[HYBRID_REASON_NB] = {
        [HYBRID_AGREED] = "both agree",
        [HYBRID_ALPHABETA_MATE] = "alphabeta: it found a mate",
        [HYBRID_TREE_PROOF] = "tree: it has a proof",
        [HYBRID_FEW_SAMPLES] = "alphabeta: the tree has few samples",
        [HYBRID_LOW_RATE] = "tree: alphabeta's move has a low win rate",
        [HYBRID_LOW_VALUE] = "tree: alphabeta's value is low",
        [HYBRID_ALPHABETA] = "alphabeta: no rule speaks for the tree",
    };
    return TEXTS[reason];
}
