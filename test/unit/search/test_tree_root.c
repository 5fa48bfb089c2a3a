// Which move is played: 2020, section 6, on roots made by hand.
#include "tree_testing.h"

typedef struct Child {
    float value, depth;
    Link link;
} Child;

// A root with these children; the moves are 1, 2, ….
static void set_root(TreeSearch *search, float root_depth, const Child *children, int count) {
    Region region = {0, 0};
    assert_ok(tree_init(&search->tree, 1, error));
    Block *block = tree_take(&search->tree, &region, count);
    for (size_t i = 0; i < block_padded(block); i++) {
        const bool is_child = (int)i < count;
        block_values(block)[i] = is_child ? children[i].value : SIMD_PAD;
        block_depths(block)[i] = is_child ? children[i].depth : 0;
        block_static_values(block)[i] = 0;
    }
    for (int i = 0; i < count; i++) {
        block_visits(block)[i] = 0;
        block_links(block)[i] = children[i].link;
        block_moves(block)[i] = (uint16_t)(i + 1);
    }
    const Edge root = tree_root(&search->tree);
    block_depths(root.block)[0] = root_depth;
    block_links(root.block)[0] = tree_link(&search->tree, block);
}

static int decide(double r, float root_depth, const Child *children, int count) {
    TreeSearch *search = calloc(1, sizeof *search);
    assert_non_null(search);
    SoftmaxSettings settings = default_settings();
    settings.tree.decision_r = r;
    search->settings = &settings.tree;
    set_root(search, root_depth, children, count);
    static RootMove moves[MOVE_MAX];
    assert_int_equal(root_moves(search, moves), count);
    tree_release(&search->tree);
    free(search);
    return (int)moves[0].move;
}

#define DECIDE(r, root_depth, ...)                                                                 \
    decide(r, root_depth, (const Child[]){__VA_ARGS__},                                            \
           (int)ARRAY_LEN(((const Child[]){__VA_ARGS__})))

static void test_depth_counts(void **state) {
    (void)state;
    // b = 0.5 (5 - 1) = 2
    assert_int_equal(DECIDE(0.5, 5, {100, 1.5f, 0}, {50, 4, 0}, {60, 3, 0}), 3);
    assert_int_equal(DECIDE(0.5, 5, {100, 2, 0}, {50, 4, 0}), 2); // D > b, not D >= b
    assert_int_equal(DECIDE(0.5, 5, {100, 2.01f, 0}, {50, 4, 0}), 1);
    assert_int_equal(DECIDE(0, 5, {100, 1, 0}, {50, 4, 0}), 1);
    assert_int_equal(DECIDE(0, 5, {100, 0, 0}, {50, 4, 0}), 2); // a leaf has no depth at all
    assert_int_equal(DECIDE(1, 5, {100, 3.9f, 0}, {50, 4.1f, 0}), 2);
    assert_int_equal(DECIDE(0.5, 5, {-100, 4, 0}, {-50, 4, 0}, {-70, 4, 0}), 2);
}

static void test_none_deep_enough(void **state) {
    (void)state;
    assert_int_equal(DECIDE(1, 9, {10, 2, 0}, {30, 1, 0}, {20, 7, 0}), 2);
    assert_int_equal(DECIDE(0.5, 1, {10, 0, 0}, {30, 0, 0}, {20, 0, 0}), 2);
    assert_int_equal(DECIDE(1, 9, {-31990, 3, 0}, {-300, 1, 0}, {-31980, 7, 0}), 2);
}

static void test_proven(void **state) {
    (void)state;
    const float win3 = (float)value_win_in(3), win5 = (float)value_win_in(5);
    const float loss2 = (float)value_loss_in(2), loss8 = (float)value_loss_in(8);
    // A win is played, however shallow, and the shortest one.
    assert_int_equal(DECIDE(0.5, 9, {29000, 12, 0}, {win5, 0, 0}, {win3, 0, 0}), 3);
    // A loss never, however deep, while there is another move.
    assert_int_equal(DECIDE(0.5, 5, {loss8, 9, 0}, {-29000, 0, 0}), 2);
    assert_int_equal(DECIDE(0.5, 5, {loss8, 9, 0}, {-2000, 0.5f, 0}, {-3000, 4, 0}), 3);
    // The longest, where all are lost.
    assert_int_equal(DECIDE(0.5, 5, {loss2, 9, 0}, {loss8, 0, 0}, {loss2, 5, 0}), 2);
}

// A draw by the rules is as certain as a win: nothing deeper will be known of it.
static void test_solved_draw(void **state) {
    (void)state;
    assert_int_equal(DECIDE(0.5, 9, {-900, 8, 0}, {0, 0, LINK_CLOSED}), 2);
    assert_int_equal(DECIDE(0.5, 9, {300, 8, 0}, {0, 0, LINK_CLOSED}), 1);
    assert_int_equal(DECIDE(0.5, 9, {-900, 8, 0}, {-EVAL_LIMIT, 0, LINK_CLOSED}), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depth_counts),
        cmocka_unit_test(test_none_deep_enough),
        cmocka_unit_test(test_proven),
        cmocka_unit_test(test_solved_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
