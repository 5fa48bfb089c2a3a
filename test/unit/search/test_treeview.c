// A search tree as readers see it: policies are probabilities, values and depths are what the
// children say they are, and handles lead on.
#include "testing.h"

#include <math.h>

#include "search/player.h"

static const char *const MIDDLE =
    GAME_IS_CHESS ? "fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
    : GAME_IS_SHOGI
        ? "sfen ln1g3nl/1r2gks2/p1pp1pppp/1p2p4/9/2P1P4/PP1P1PPPP/1BGS1K1R1/LN3G1NL b BSs 1"
        : "sfen 2sgk/1b2p/3r1/PSB2/K1G1R w - 1";

static Player *player_of(const char *search) {
    Player *player = player_new();
    assert_non_null(player);
    assert_ok(player_set(player, str_of("Search"), str_of(search), error));
    assert_ok(player_set(player, str_of("Hash"), str_of("8"), error));
    // As in the papers: every position that is counted is a node of the tree.
    static const char *const WIDE[][2] = {
        {"LeafSearch", "static"}, {"Ts", "120"}, {"Tb", "40"}, {"Td", "100"}, {"UctBackup", "max"}};
    for (size_t i = 0; i < ARRAY_LEN(WIDE); i++)
        assert_ok(player_set(player, str_of(WIDE[i][0]), str_of(WIDE[i][1]), error));
    return player;
}

static SearchResult think(Player *player, const char *position, int64_t nodes) {
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(position), error));
    SearchControl control;
    control_init(&control);
    SearchResult result;
    assert_ok(player_go(player, &line, &(SearchLimits){.nodes = nodes}, &control,
                        &(SearchReport){NULL, NULL}, &result, error));
    line_release(&line);
    return result;
}

typedef struct Census {
    int expanded, leaves, proven;
} Census;

static void check_policy(double sum, bool may_be_empty) {
    assert_true(fabs(sum - 1) < 1e-4 || (may_be_empty && sum == 0));
}

// `value` is that of the player who moves at the node.
static void check_node(const TreeView *view, TreeNode node, float value, float depth,
                       Census *census) {
    TreeChild *children = calloc(MOVE_MAX, sizeof *children);
    assert_non_null(children);
    const int count = view->children(view->tree, node, children);
    assert_true(count > 0);
    census->expanded++;
    double selection = 0, backup = 0, share = 0, mean = 0, below = 0;
    bool has_proof = false;
    for (int i = 0; i < count; i++) {
        const TreeChild *child = &children[i];
        selection += (double)child->selection;
        backup += (double)child->backup;
        share += (double)child->share;
        mean += (double)child->backup * (double)child->value;
        below += (double)child->share * ((double)child->depth + 1);
        has_proof |= child->is_proven;
        assert_int_equal(child->is_proven, value_is_decided((int)child->value));
        if (child->is_proven || child->is_closed)
            assert_true(child->selection == 0);
        if (child->is_expanded) {
            assert_true(child->depth >= 1 && child->visits >= 1);
            check_node(view, child->node, treeview_value_below(child->value), child->depth, census);
        } else {
            TreeChild spare[1]; // nothing is written
            assert_int_equal(view->children(view->tree, child->node, spare), 0);
            assert_true(child->depth == 0);
            census->leaves++;
        }
    }
    census->proven += has_proof;
    check_policy(selection, has_proof);
    check_policy(backup, false);
    check_policy(share, false);
    if (!has_proof) {
        assert_true(fabs(mean - (double)value) < 0.01 + 1e-4 * fabs((double)value));
        assert_true(fabs(below - (double)depth) < 1e-3 * below);
    }
    free(children);
}

static void check_tree_of(const char *search) {
    Player *player = player_of(search);
    TreeView view;
    assert_false(player_tree(player, &view)); // nothing is loaded yet
    assert_ok(player_prepare(player, error));
    assert_false(player_tree(player, &view));
    const SearchResult result = think(player, MIDDLE, 30000);
    assert_true(player_tree(player, &view));
    Census census = {0};
    check_node(&view, view.root, view.value, view.depth, &census);
    testing_note("%d expanded, %d leaves, %d with proofs, %zu bytes\n", census.expanded,
                 census.leaves, census.proven, view.bytes);
    // All that was evaluated is there, and little else.
    assert_in_range(census.expanded + census.leaves, result.nodes * 9 / 10, result.nodes * 11 / 10);
    assert_in_range(view.bytes, (size_t)census.leaves * 20, (size_t)8 << 20);
    player_new_game(player);
    assert_false(player_tree(player, &view));
    player_free(player);
}

static void shows_the_tree(void **state) {
    (void)state;
    check_tree_of("softmax");
    check_tree_of("uct");
}

static void ranks_and_follows(void **state) {
    (void)state;
    Player *player = player_of("softmax");
    const SearchResult result = think(player, MIDDLE, 20000);
    TreeView view;
    assert_true(player_tree(player, &view));
    TreeChild *children = calloc(MOVE_MAX, sizeof *children);
    assert_non_null(children);
    const int count = treeview_ranked(&view, view.root, children);
    assert_true(count > 1);
    const double entropy = treeview_entropy(children, count, TREE_SHARE);
    assert_true(entropy > 0 && entropy <= log(count) + 1e-6);
    for (int i = 0; i < count; i++) {
        assert_true(!i || children[i - 1].share >= children[i].share);
        if (children[i].move != result.best)
            continue;
        Move pv[PLY_MAX];
        const int length = view.line(view.tree, children[i].node, pv, PLY_MAX);
        assert_int_equal(length, result.pv_count);
        assert_memory_equal(pv, result.pv, (size_t)length * sizeof *pv);
        assert_int_equal(view.line(view.tree, children[i].node, pv, 1), 1);
    }
    free(children);
    player_free(player);
}

static void others_have_none(void **state) {
    (void)state;
    Player *player = player_of("alphabeta");
    think(player, MIDDLE, 1000);
    TreeView view;
    assert_false(player_tree(player, &view));
    player_free(player);
}

// Where everything is solved, the selection policy is empty and no other policy is.
static void shows_proofs(void **state) {
    (void)state;
    Player *player = player_of("softmax");
    const char *position = GAME_IS_CHESS   ? "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
                           : GAME_IS_SHOGI ? "sfen 8k/6G2/7S1/9/9/9/9/9/4K4 b G 1"
                                           : "sfen 4k/2G2/3S1/5/K4 b G 1";
    const SearchResult result = think(player, position, 1000);
    assert_int_equal(result.value, value_win_in(1));
    TreeView view;
    assert_true(player_tree(player, &view));
    assert_true(view.value == (float)value_win_in(1));
    assert_true(treeview_value_below((float)value_win_in(2)) == (float)value_loss_in(1));
    Census census = {0};
    check_node(&view, view.root, view.value, view.depth, &census);
    player_free(player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_the_tree),
        cmocka_unit_test(ranks_and_follows),
        cmocka_unit_test(others_have_none),
        cmocka_unit_test(shows_proofs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
