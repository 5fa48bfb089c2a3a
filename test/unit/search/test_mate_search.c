// df-pn inside the searches: the probe and its proofs, alpha-beta's root and PV nodes, leaves and
// lines of trees.
#include "positions.h"

#include "search/dfpn/dfpn_probe.h"
#include "search/player.h"

static const char *mate_in_three(void) {
    return GAME_IS_SHOGI       ? "sfen 7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1"
           : GAME_IS_MINISHOGI ? "sfen G3k/2g1p/rB1rs/PK3/2S+b1 w - 20"
                               : "fen k7/8/2K5/8/8/8/1R6/7R w - - 0 1";
}

static GameLine line_of(const char *text) {
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(text), error));
    return line;
}

static void test_probe(void **state) {
    (void)state;
    GameLine line = line_of(mate_in_three());
    SearchControl control;
    Proofs proofs;
    Proof proof;
    control_init(&control);
    assert_ok(proofs_init(&proofs, error));
    DfpnProbe *probe = probe_new();
    assert_non_null(probe);
    const ProbeMate mate = probe_find(probe, &line.now, 10000, true, &control, &proofs);
    assert_true(mate.plies >= 1 && mate.plies % 2 == 1);
    assert_true(dfpn_is_mate(&line.now, mate.line, mate.count));
    assert_true(probe_nodes(probe) > 0);
    assert_true(proofs_probe(&proofs, pos_key(&line.now), &proof));
    assert_int_equal(proof.kind, PROOF_WIN);
    assert_int_equal(proof.plies, mate.plies);
    // The proof answers the second question.
    assert_int_equal(probe_find(probe, &line.now, 10000, true, &control, &proofs).plies,
                     proof.plies);
    assert_int_equal(probe_nodes(probe), 0);
    // The start position has no mate, and that is remembered, too.
    GameLine start = line_of("startpos");
    probe_clear(probe);
    assert_int_equal(probe_find(probe, &start.now, 10000, true, &control, &proofs).plies, 0);
    assert_true(proofs_probe(&proofs, pos_key(&start.now), &proof));
    assert_int_equal(proof.kind, PROOF_NO_MATE);
    probe_free(probe);
    proofs_release(&proofs);
    line_release(&line);
    line_release(&start);
}

static SearchResult search(const char *kind, const char *option, const char *value,
                           const GameLine *line, int64_t nodes) {
    Player *player = player_new();
    assert_ok(player_set(player, str_of("USI_Hash"), str_of("4"), error));
    assert_ok(player_set(player, str_of("Search"), str_of(kind), error));
    assert_ok(player_set(player, str_of(option), str_of(value), error));
    SearchControl control;
    control_init(&control);
    SearchResult result;
    assert_ok(player_go(player, line, &(SearchLimits){.nodes = nodes}, &control,
                        &(SearchReport){NULL, NULL}, &result, error));
    player_free(player);
    return result;
}

// The root is proved before a node is searched, or within the first samples.
static void test_root(void **state) {
    (void)state;
    GameLine line = line_of(mate_in_three());
    SearchResult result = search("alphabeta", "MateSearch", "true", &line, 1000000);
    assert_true(result.value >= VALUE_DECIDED);
    assert_int_equal(result.nodes, 0);
    assert_true(dfpn_is_mate(&line.now, result.pv, result.pv_count));
    for (int i = 0; i < 2; i++) {
        result = search(i ? "uct" : "softmax", "LineMateNodes", "1000", &line, 1000000);
        assert_true(result.value >= VALUE_DECIDED);
        assert_true(result.nodes < 20000);
    }
    line_release(&line);
}

// A position before a mate: the opponent's move allows it, and no search may overlook it.
static void visit(Position *pos, Rng *rng) {
    static const char *const KINDS[] = {"alphabeta", "softmax", "uct"};
    static const char *const OPTIONS[] = {"MateSearch", "LeafMateNodes", "LineMateNodes"};
    const uint32_t kind = rng_below(rng, 3);
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, pos, error));
    const int option = kind ? 1 + (int)rng_below(rng, 2) : 0;
    const SearchResult result = search(KINDS[kind], OPTIONS[option], option ? "50" : "true", &line,
                                       300 + rng_below(rng, 700));
    assert_true(pos_has_legal(pos) == (result.best != MOVE_NONE) || result.is_declared);
    assert_true(!result.best || pos_is_legal(pos, result.best));
    line_release(&line);
}

static void test_anywhere(void **state) {
    (void)state;
    random_play(3, testing_count("YURAGI_SEARCH_PLIES", 150), visit);
}

// One seed, one run.
static void test_replay(void **state) {
    (void)state;
    GameLine line = line_of("startpos");
    const SearchResult a = search("softmax", "LeafMateNodes", "30", &line, 30000);
    const SearchResult b = search("softmax", "LeafMateNodes", "30", &line, 30000);
    assert_int_equal(a.best, b.best);
    assert_int_equal(a.value, b.value);
    assert_int_equal(a.nodes, b.nodes);
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_root),
        cmocka_unit_test(test_anywhere),
        cmocka_unit_test(test_replay),
    };
    return cmocka_run_group_tests_name("mate_search", tests, NULL, NULL);
}
