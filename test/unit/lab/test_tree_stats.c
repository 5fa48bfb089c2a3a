// The shape of a small tree, counted by hand; its top, and pictures of it.
#include "testing.h"

#include <math.h>

#include "lab/tree_stats.h"
#include "lab/tree_svg.h"

// A tree with real moves, so that they can be written: the root has three children of shares 1/2,
// 1/3, 1/6, the first of them two of 3/4 and 1/4. Samples take other ways: 1/4, 3/4, 0 and 1/2
// each.
//
//     root ── a 1/2 ── c 3/4
//          ├─ b 1/3 └─ d 1/4
//          └─ e 1/6
typedef struct Twig {
    TreeChild child;
    int first, count; // its children in the array
} Twig;

enum { ROOT = 100, A = 0, B, E, C, D };

static Twig twigs[5];
static Position start;

static TreeChild child(Move move, float share, float selection, int index) {
    return (TreeChild){.move = move,
                       .value = 10 * share,
                       .share = share,
                       .selection = selection,
                       .visits = 1,
                       .node = (TreeNode)index};
}

static int children_of(const void *tree, TreeNode node, TreeChild *out) {
    const Twig *all = tree;
    const int first = node == ROOT ? A : all[node].first;
    const int count = node == ROOT ? 3 : all[node].count;
    for (int i = 0; i < count; i++)
        out[i] = all[first + i].child;
    return count;
}

static TreeView small_tree(void) {
    pos_start(&start);
    Move moves[MOVE_MAX], replies[MOVE_MAX];
    gen_legal(&start, moves);
    Position next = start;
    Undo undo;
    pos_do(&next, moves[0], &undo);
    gen_legal(&next, replies);
    twigs[A] = (Twig){child(moves[0], 1 / 2.f, 1 / 4.f, A), C, 2};
    twigs[B] = (Twig){child(moves[1], 1 / 3.f, 3 / 4.f, B), 0, 0};
    twigs[E] = (Twig){child(moves[2], 1 / 6.f, 0, E), 0, 0};
    twigs[C] = (Twig){child(replies[0], 3 / 4.f, 1 / 2.f, C), 0, 0};
    twigs[D] = (Twig){child(replies[1], 1 / 4.f, 1 / 2.f, D), 0, 0};
    twigs[A].child.is_expanded = true;
    twigs[A].child.depth = 1;
    twigs[A].child.visits = 2;
    twigs[E].child.is_proven = true;
    twigs[E].child.value = -31990;
    return (TreeView){.tree = twigs,
                      .children = children_of,
                      .root = ROOT,
                      .value = 5,
                      .depth = 1.5f,
                      .visits = 4};
}

static void counts_levels(void **state) {
    (void)state;
    const TreeView view = small_tree();
    TreeStats stats;
    assert_ok(tree_stats_fill(&view, &stats, error));
    assert_int_equal(stats.level_count, 3);
    static const int64_t EXPANDED[] = {1, 1, 0}, LEAVES[] = {0, 2, 2}, VISITS[] = {4, 4, 2};
    static const double MASS[] = {0, 1 / 2., 1 / 2.}, DRAWN[] = {0, 3 / 4., 1 / 4.};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(stats.levels[i].expanded, EXPANDED[i]);
        assert_int_equal(stats.levels[i].leaves, LEAVES[i]);
        assert_int_equal(stats.levels[i].visits, VISITS[i]);
        assert_true(fabs(stats.levels[i].mass - MASS[i]) < 1e-6);
        assert_true(fabs(stats.levels[i].drawn - DRAWN[i]) < 1e-6);
    }
    assert_int_equal(stats.expanded, 2);
    assert_int_equal(stats.leaves, 4);
    assert_int_equal(stats.levels[1].proven, 1);
    assert_int_equal(stats.levels[0].children, 3);
    // The mean depth of the leaves is the root's D.
    assert_true(fabs(stats.leaf_depth - 1.5) < 1e-6);
    assert_true(fabs(stats.sample_length - 6 / 4.) < 1e-9);
}

static void averages_policies(void **state) {
    (void)state;
    const TreeView view = small_tree();
    TreeStats stats;
    assert_ok(tree_stats_fill(&view, &stats, error));
    const double root = -(log(1 / 4.) / 4 + 3 * log(3 / 4.) / 4);
    assert_true(fabs(stats.levels[0].entropy - root) < 1e-6);
    assert_true(fabs(stats.levels[0].entropy_drawn - root) < 1e-6);
    assert_true(fabs(stats.levels[1].entropy - log(2)) < 1e-6);
    assert_true(fabs(stats.levels[1].entropy_drawn - log(2)) < 1e-6);
    assert_true(fabs(stats.levels[0].depth - 1.5) < 1e-6);
    assert_true(fabs(stats.levels[1].depth_drawn - 1) < 1e-6);
    assert_true(isnan(stats.levels[2].entropy) && isnan(stats.levels[2].depth_drawn));
}

static void top_of(TreeTop *top, int nodes, int plies, int siblings, double least) {
    const TreeView view = small_tree();
    const TreeTopLimits limits = {nodes, plies, siblings, least};
    assert_ok(tree_top_init(top, &view, &start, &limits, error));
}

static void assert_move(const TreeTop *top, int index, int twig) {
    assert_true(index > 0 && index < top->count);
    assert_int_equal(top->nodes[index].child.move, twigs[twig].child.move);
    char text[MOVE_TEXT_MAX];
    Position pos = start;
    Undo undo;
    if (twig >= C)
        pos_do(&pos, twigs[A].child.move, &undo);
    move_format(&pos, twigs[twig].child.move, text);
    assert_string_equal(top->nodes[index].text, text);
}

static void takes_the_likeliest(void **state) {
    (void)state;
    // In the order of realisation: a 1/2, c 3/8, b 1/3, e 1/6, d 1/8.
    static const int ORDER[] = {A, C, B, E, D};
    for (int nodes = 1; nodes <= 7; nodes++) {
        TreeTop top;
        top_of(&top, nodes, PLY_MAX, 0, 0);
        assert_int_equal(top.count, nodes < 6 ? nodes : 6);
        for (int i = 1; i < top.count; i++)
            assert_move(&top, i, ORDER[i - 1]);
        tree_top_release(&top);
    }
}

static void counts_what_is_hidden(void **state) {
    (void)state;
    TreeTop top;
    top_of(&top, 3, PLY_MAX, 0, 0); // root, a, c
    assert_int_equal(top.nodes[0].hidden, 2);
    assert_true(fabs(top.nodes[0].hidden_share - 1 / 2.) < 1e-6);
    assert_int_equal(top.nodes[1].hidden, 1);
    assert_int_equal(top.nodes[1].first, 2);
    assert_int_equal(top.nodes[2].hidden, 0);
    assert_int_equal(top.nodes[2].ply, 2);
    tree_top_release(&top);
}

static void keeps_limits(void **state) {
    (void)state;
    TreeTop top;
    top_of(&top, 100, 1, 0, 0);
    assert_int_equal(top.count, 4);
    tree_top_release(&top);
    top_of(&top, 100, PLY_MAX, 1, 0); // a and c
    assert_int_equal(top.count, 3);
    tree_top_release(&top);
    top_of(&top, 100, PLY_MAX, 0, 0.3); // a, b, c
    assert_int_equal(top.count, 4);
    tree_top_release(&top);
}

static int count_of(const char *text, const char *word) {
    int count = 0;
    for (; (text = strstr(text, word)); text++)
        count++;
    return count;
}

static void draws(void **state) {
    (void)state;
    TreeTop top;
    top_of(&top, 5, PLY_MAX, 0, 0);
    char *text = NULL;
    size_t size = 0;
    const TreePicture picture = {
        .top = &top, .title = "<&\"> \\ \"quoted\"", .best = twigs[B].child.move};
    FILE *out = open_memstream(&text, &size);
    assert_ok(tree_svg_write(&picture, out, error));
    fclose(out);
    assert_int_equal(count_of(text, "font-weight='600'"), 1 + 5); // the title and every box
    assert_int_equal(count_of(text, "stroke-width='2.6'"), 1);
    assert_int_equal(count_of(text, "1 more, 25"), 1); // d
    assert_int_equal(count_of(text, "loss 10"), 1);    // e
    assert_int_equal(count_of(text, "<&"), 0);
    assert_int_equal(count_of(text, "<g"), count_of(text, "</g>"));
    assert_int_equal(count_of(text, "<text"), count_of(text, "</text>"));
    free(text);
    out = open_memstream(&text, &size);
    tree_svg_write_dot(&picture, out);
    fclose(out);
    assert_int_equal(count_of(text, " -> "), 4);
    assert_int_equal(count_of(text, "<&\\\"> \\\\ \\\"quoted\\\""), 1);
    free(text);
    tree_top_release(&top);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_levels),         cmocka_unit_test(averages_policies),
        cmocka_unit_test(takes_the_likeliest),   cmocka_unit_test(keeps_limits),
        cmocka_unit_test(counts_what_is_hidden), cmocka_unit_test(draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
