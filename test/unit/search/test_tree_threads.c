// Several threads on one tree: everything in it is whole when they are done.
#include "tree_testing.h"

static void check_threads(bool is_playout) {
    for (int threads = 2; threads <= 4; threads += 2)
        for (int hash_mb = 1; hash_mb <= 8; hash_mb *= 8) {
            Rig rig;
            rig_open_policy(&rig, is_playout ? POLICY_PLAYOUT : 0);
            rig.setup.threads = threads;
            rig.setup.hash_mb = hash_mb;
            rig_ready(&rig);
            GameLine line = line_of(a_position());
            for (int round = 0; round < 2; round++) {
                const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 20000});
                assert_true(pos_is_legal(&line.now, result.best));
                assert_true(result.nodes >= 20000);
                check_tree(&rig, &line);
                assert_ok(line_push(&line, result.best, error));
            }
            rig_close(&rig);
            line_release(&line);
        }
}

static void test_threads(void **state) {
    (void)state;
    check_threads(false);
    check_threads(true);
}

// A small tree where everything is soon solved, so that the threads meet in the same nodes.
static void test_crowd(void **state) {
    (void)state;
    GameLine line = line_of(GAME_IS_SHOGI       ? "sfen 7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1"
                            : GAME_IS_MINISHOGI ? "sfen G3k/2g1p/rB1rs/PK3/2S+b1 w - 20"
                                                : "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    for (int threads = 2; threads <= 4; threads++)
        for (int round = 0; round < 2 * POLICY_NB; round++) {
            Rig rig;
            rig_open_policy(&rig, round % POLICY_NB);
            rig.setup.threads = threads;
            rig_ready(&rig);
            const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 1000000});
            assert_true(result.value >= VALUE_DECIDED);
            check_tree(&rig, &line);
            rig_close(&rig);
        }
    line_release(&line);
}

// Everything is a draw in a few plies.
static void test_crowded_draws(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Rig rig;
    rig_open(&rig);
    rig.setup.threads = 3;
    rig.setup.rules.move_limit = pos_ply(&line.now) + 2;
    rig_ready(&rig);
    const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 10000000});
    assert_true(result.nodes < 10000000);
    assert_int_equal(result.value, 0);
    check_tree(&rig, &line);
    rig_close(&rig);
    line_release(&line);
}

// Each thread its own temperature.
static void test_temperatures(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig.setup.threads = 3;
    rig.settings.ts_min = 50;
    rig.settings.ts_max = 250;
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    rig_go(&rig, &line, (SearchLimits){.nodes = 2000});
    for (int i = 0; i < 3; i++)
        assert_true(softmax_temperature(rig.search, i) == (float)(50 + 100 * i));
    check_tree(&rig, &line);
    rig_close(&rig);
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_crowd),
        cmocka_unit_test(test_crowded_draws),
        cmocka_unit_test(test_temperatures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
