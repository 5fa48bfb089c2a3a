// One seed and one thread: the same tree to the last bit. The tree of the move before is the tree
// of this one.
#include "tree_testing.h"

static uint64_t hash_after(Rig *rig, const GameLine *line, int64_t nodes) {
    rig_go(rig, line, (SearchLimits){.nodes = nodes});
    const TreeCheck check = check_tree(rig, line);
    assert_true(check.nodes > nodes / 4);
    return check.hash;
}

static void test_one_seed_one_tree(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    uint64_t hashes[3];
    for (uint64_t seed = 0; seed < 3; seed++) {
        Rig rig, other;
        rig_open(&rig);
        rig.setup.seed = seed;
        rig.setup.hash_mb = 1; // with collections
        rig_ready(&rig);
        hashes[seed] = hash_after(&rig, &line, 40000);
        rig_open(&other);
        other.setup.seed = seed;
        other.setup.hash_mb = 1;
        rig_ready(&other);
        assert_true(hash_after(&other, &line, 40000) == hashes[seed]);
        // The same search after it has forgotten everything.
        rig_new_game(&rig);
        assert_true(hash_after(&rig, &line, 40000) == hashes[seed]);
        rig_close(&other);
        rig_close(&rig);
    }
    assert_true(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
    line_release(&line);
}

// A game against itself on one tree.
static void test_reuse(void **state) {
    (void)state;
    for (int hash_mb = 1; hash_mb <= 8; hash_mb *= 8) {
        Rig rig;
        rig_open(&rig);
        rig.setup.hash_mb = hash_mb;
        rig_ready(&rig);
        GameLine line = line_of("startpos");
        int kept = 0;
        for (int move = 0; move < 12; move++) {
            const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 10000});
            check_tree(&rig, &line);
            if (result.pv_count < 2)
                break;
            RootMove moves[MOVE_MAX];
            root_moves(rig.search, moves);
            assert_ok(line_push(&line, result.pv[0], error));
            assert_ok(line_push(&line, result.pv[1], error));
            // The root is what that node was, and nothing is forgotten about it.
            const Block *children = tree_block(&rig.search->tree, edge_link(moves[0].edge));
            Edge reply = {(Block *)(uintptr_t)children, 0};
            while (edge_move(reply) != result.pv[1])
                reply.child++;
            const uint32_t value = float_bits(edge_value(reply)), visits = edge_visits(reply);
            const bool is_kept = edge_link(reply) >= LINK_FIRST;
            rig_go(&rig, &line, (SearchLimits){.depth = 1});
            check_tree(&rig, &line);
            if (!is_kept)
                continue;
            kept++;
            assert_int_equal(edge_visits(tree_root(&rig.search->tree)), visits);
            assert_int_equal(float_bits(edge_value(tree_root(&rig.search->tree))), value);
        }
        testing_note("%d MB: the tree was kept %d times\n", hash_mb, kept);
        assert_true(kept > 0);
        rig_close(&rig);
        line_release(&line);
    }
}

// Takes back moves, goes on from elsewhere, and has another position altogether.
static void test_another_line(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig_ready(&rig);
    Rng rng;
    rng_init(&rng, 1);
    GameLine line = line_of("startpos");
    for (int i = 0; i < 60; i++) {
        const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 1500});
        check_tree(&rig, &line);
        Move moves[MOVE_MAX];
        const int count = gen_legal(&line.now, moves);
        if (!count || !rng_below(&rng, 15))
            line_pop(&line);
        else if (!rng_below(&rng, 3))
            assert_ok(line_push(&line, moves[rng_below(&rng, (uint32_t)count)], error));
        else if (result.best != MOVE_NONE)
            assert_ok(line_push(&line, result.best, error));
        if (line.count > 12)
            while (line.count)
                line_pop(&line);
    }
    rig_close(&rig);
    line_release(&line);
}

// What a search among some moves proved is not true of all.
static void test_searchmoves_are_forgotten(void **state) {
    (void)state;
    GameLine line = line_of(GAME_IS_SHOGI       ? "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
                            : GAME_IS_MINISHOGI ? "sfen 2k2/5/2P2/5/2K2 b G 1"
                                                : "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    Rig rig;
    rig_open(&rig);
    rig_ready(&rig);
    const SearchResult mate = rig_go(&rig, &line, (SearchLimits){.nodes = 2000});
    assert_int_equal(mate.value, value_win_in(1));
    // Another move than the mate: there is something to search again.
    Move moves[MOVE_MAX];
    gen_useful(&line.now, moves);
    const Move other = moves[0] == mate.best ? moves[1] : moves[0];
    const SearchResult only =
        rig_go(&rig, &line, (SearchLimits){.nodes = 2000, .moves = &other, .move_count = 1});
    assert_int_equal(only.best, other);
    assert_true(only.nodes >= 2000 || abs(only.value) >= VALUE_DECIDED);
    assert_int_not_equal(only.value, value_win_in(1));
    const SearchResult again = rig_go(&rig, &line, (SearchLimits){.nodes = 2000});
    assert_int_equal(again.best, mate.best);
    assert_int_equal(again.value, value_win_in(1));
    rig_close(&rig);
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_seed_one_tree),
        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_another_line),
        cmocka_unit_test(test_searchmoves_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
