// Every rule of the arbitration by itself: who is believed when the two moves differ.
#include "testing.h"

#include "search/hybrid/hybrid_arbiter.h"

enum { A = 1, B = 2 }; // two moves

static const HybridRules RULES = {
    .trusts_mate = true, .low_rate = 30, .rate_gap = 10, .low_value = -1000, .min_samples = 100};

// Both think that the game is even; no rule speaks for the tree.
static const HybridEvidence EVEN = {
    .alphabeta_move = A, .tree_move = B, .has_opinion = true, .samples = 1000};

static void assert_decision(const HybridRules *rules, HybridEvidence evidence, bool is_tree,
                            HybridReason reason) {
    const HybridDecision decision = hybrid_decide(rules, &evidence);
    assert_int_equal(decision.reason, reason);
    assert_int_equal(decision.is_tree, is_tree);
    assert_non_null(hybrid_reason_text(reason));
}

// A value whose win rate is about this.
static int value_of_rate(double rate) {
    int value = 0;
    while (hybrid_rate(value) > rate)
        value--;
    return value;
}

static void test_no_rule(void **state) {
    (void)state;
    assert_decision(&RULES, EVEN, false, HYBRID_ALPHABETA);
    HybridEvidence evidence = EVEN;
    evidence.tree_move = A;
    assert_decision(&RULES, evidence, false, HYBRID_AGREED);
    evidence.tree_value = value_win_in(3); // the value of the proof is reported
    assert_decision(&RULES, evidence, true, HYBRID_AGREED);
    evidence.alphabeta_value = value_win_in(5);
    assert_decision(&RULES, evidence, false, HYBRID_AGREED);
}

static void test_mate(void **state) {
    (void)state;
    HybridEvidence evidence = EVEN;
    evidence.alphabeta_value = value_win_in(5);
    evidence.tree_value = value_win_in(3);
    assert_decision(&RULES, evidence, false, HYBRID_ALPHABETA_MATE);
    HybridRules rules = RULES;
    rules.trusts_mate = false;
    assert_decision(&rules, evidence, true, HYBRID_TREE_PROOF);
}

// A proof needs no samples.
static void test_proof(void **state) {
    (void)state;
    HybridEvidence evidence = EVEN;
    evidence.samples = 1;
    evidence.tree_value = value_win_in(3);
    assert_decision(&RULES, evidence, true, HYBRID_TREE_PROOF);
    evidence.tree_value = 0;
    evidence.tree_opinion = value_loss_in(4);
    assert_decision(&RULES, evidence, true, HYBRID_TREE_PROOF);
    evidence.tree_value = value_loss_in(6); // all moves lose
    assert_decision(&RULES, evidence, false, HYBRID_FEW_SAMPLES);
    evidence.tree_value = 0;
    evidence.has_opinion = false;
    assert_decision(&RULES, evidence, false, HYBRID_FEW_SAMPLES);
}

static void test_low_rate(void **state) {
    (void)state;
    HybridEvidence evidence = EVEN;
    evidence.tree_opinion = value_of_rate(29);
    assert_decision(&RULES, evidence, true, HYBRID_LOW_RATE);
    evidence.samples = 99;
    assert_decision(&RULES, evidence, false, HYBRID_FEW_SAMPLES);
    evidence.samples = 100;
    evidence.tree_value = value_of_rate(36); // not 10 % better
    assert_decision(&RULES, evidence, false, HYBRID_ALPHABETA);
    evidence.tree_value = 0;
    evidence.tree_opinion = value_of_rate(32);
    assert_decision(&RULES, evidence, false, HYBRID_ALPHABETA);
    HybridRules rules = RULES;
    rules.low_rate = 0;
    evidence.tree_opinion = value_of_rate(5);
    assert_decision(&rules, evidence, false, HYBRID_ALPHABETA);
}

static void test_low_value(void **state) {
    (void)state;
    HybridEvidence evidence = EVEN;
    evidence.alphabeta_value = -1001;
    assert_decision(&RULES, evidence, true, HYBRID_LOW_VALUE);
    evidence.alphabeta_value = -1000;
    assert_decision(&RULES, evidence, false, HYBRID_ALPHABETA);
    evidence.alphabeta_value = -1001;
    evidence.samples = 0;
    assert_decision(&RULES, evidence, false, HYBRID_FEW_SAMPLES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_rule),   cmocka_unit_test(test_mate),
        cmocka_unit_test(test_proof),     cmocka_unit_test(test_low_rate),
        cmocka_unit_test(test_low_value),
    };
    return cmocka_run_group_tests_name("hybrid_arbiter", tests, NULL, NULL);
}
