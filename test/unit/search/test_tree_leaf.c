// Leaves that are searched: what they are worth, what they cost in memory, and that they forget.
#include "tree_testing.h"

#include "search/alphabeta/alphabeta.h"
#include "search/tree/tree_deepen.h"
#include "search/tree/tree_leaf.h"

// The value after the captures, by a search of its own.
static int quiet_value(Search *alphabeta, const Position *parent, Move move) {
    Position pos = *parent;
    Undo undo;
    pos_do(&pos, move, &undo);
    return SEARCH_ALPHABETA.quiesce(alphabeta, &pos);
}

// It has a table of its own, which the test releases.
static Search *open_alphabeta(const SearchSetup *setup, SearchShared *own) {
    Search *search;
    SearchSetup alone = *setup;
    alone.shared = own;
    *own = (SearchShared){0};
    assert_ok(tt_init(&own->table, 1, error));
    assert_ok(SEARCH_ALPHABETA.create(&search, error));
    void *settings = calloc(1, SEARCH_ALPHABETA.settings_bytes);
    assert_non_null(settings);
    option_defaults(SEARCH_ALPHABETA.options, settings);
    assert_ok(SEARCH_ALPHABETA.configure(search, &alone, settings, error));
    free(settings);
    return search;
}

// Children near the best have exactly their value; of the others it is known that they are not
// near it.
static void test_quiescence(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig.settings.tree.leaf_search = LEAF_QUIESCENCE;
    rig.settings.ts = 20;
    rig.settings.tb = 10;
    rig_ready(&rig);
    SearchShared own;
    Search *alphabeta = open_alphabeta(&rig.setup, &own);
    GameLine line = line_of(a_position());
    rig_go(&rig, &line, (SearchLimits){.nodes = 1});
    const Tree *tree = &rig.search->tree;
    const Block *children = tree_block(tree, edge_link(tree_root(tree)));
    int values[MOVE_MAX], best = -VALUE_INFINITE, exact = 0;
    for (int i = 0; i < children->count; i++) {
        values[i] = -quiet_value(alphabeta, &line.now, block_moves(children)[i]);
        best = values[i] > best ? values[i] : best;
    }
    for (int i = 0; i < children->count; i++) {
        const int static_value = block_static_values(children)[i];
        if (values[i] > best - 100) {
            exact++;
            assert_int_equal(static_value, values[i]);
        } else {
            assert_true(static_value <= best - 100);
        }
    }
    testing_note("%d of %d children near the best\n", exact, (int)children->count);
    assert_true(exact > 0);
    SEARCH_ALPHABETA.destroy(alphabeta);
    tt_release(&own.table);
    rig_close(&rig);
    line_release(&line);
}

// Whatever leaves are searched with: one seed, one tree, also after other positions were searched
// and forgotten.
static void test_replay(void **state) {
    (void)state;
    for (int leaf = LEAF_QUIESCENCE; leaf <= LEAF_DEEPENING; leaf++) {
        Rig rig;
        rig_open(&rig);
        rig.settings.tree.leaf_search = leaf;
        rig_ready(&rig);
        GameLine line = line_of(a_position()), other = line_of("startpos");
        rig_go(&rig, &line, (SearchLimits){.nodes = 3000});
        const uint64_t hash = check_tree(&rig, &line).hash;
        rig_go(&rig, &other, (SearchLimits){.nodes = 3000});
        rig_new_game(&rig);
        rig_go(&rig, &line, (SearchLimits){.nodes = 3000});
        assert_true(check_tree(&rig, &line).hash == hash);
        rig_close(&rig);
        line_release(&other);
        line_release(&line);
    }
}

// However long a search lasts, the depth of a leaf stays a depth.
static void test_horizon(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig.settings.tree.leaf_search = LEAF_DEEPENING;
    rig.settings.tree.leaf_samples = 1;
    rig_ready(&rig);
    TreeWorker *worker = &rig.search->workers[0];
    worker->horizon = DEEPEN_FIRST;
    for (int i = 0; i < 10 * PLY_MAX; i++)
        deepen_count(worker);
    assert_in_range(worker->horizon, PLY_MAX / 2, PLY_MAX - 2);
    rig_close(&rig);
}

// Tables and tree together are what the search may have, down to one megabyte for each.
static void test_memory(void **state) {
    (void)state;
    for (int hash_mb = 1; hash_mb <= 256; hash_mb *= 2)
        for (int threads = 1; threads <= 4; threads++) {
            Rig rig;
            rig_open(&rig);
            rig.settings.tree.leaf_search = LEAF_QUIESCENCE;
            rig.setup.hash_mb = hash_mb;
            rig.setup.threads = threads;
            rig_ready(&rig);
            const int tables = threads * leaf_megabytes(&rig.setup, &rig.settings.tree);
            const int tree = (int)(rig.search->tree.bytes >> 20);
            assert_true(tree >= 1);
            assert_true(tree + tables == hash_mb || (tree == 1 && tables == threads));
            rig_close(&rig);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quiescence),
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_horizon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
