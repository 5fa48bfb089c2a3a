// UCT with static values: what it selects, what a node is worth, and that nothing is random.
#include "tree_testing.h"

// ---- selection ----

static void check_selection(const Visit *visit, void *context) {
    const TreeSearch *search = context;
    if (!visit->children)
        return;
    _Alignas(SIMD_ALIGN) float chosen[MOVE_MAX + SIMD_LANES];
    search->policy->fill_selection(search, visit->node, visit->children, chosen);
    const double c = ((const UctSettings *)(const void *)search->settings)->c;
    const double parent = log((double)edge_visits(visit->node));
    double best = (double)SIMD_PAD, found = (double)SIMD_PAD;
    for (int i = 0; i < visit->children->count; i++) {
        const Edge child = {(Block *)(uintptr_t)visit->children, i};
        if (edge_is_solved(child)) {
            assert_true(chosen[i] == 0);
            continue;
        }
        const double bound =
            (double)edge_value(child) + c * sqrt(parent / ((double)edge_visits(child) + 1));
        best = fmax(best, bound);
        if (chosen[i] > 0) {
            assert_true(chosen[i] == 1 && found == (double)SIMD_PAD);
            found = bound;
        }
    }
    assert_true(found == best || fabs(found - best) < 1e-3);
}

static void test_selection(void **state) {
    (void)state;
    for (int policy = 1; policy < POLICY_PLAYOUT; policy++)
        for (double c = 1; c < 20000; c *= 100) {
            Rig rig;
            rig_open_policy(&rig, policy);
            rig.uct.c = c;
            rig_ready(&rig);
            GameLine line = line_of(a_position());
            rig_go(&rig, &line, (SearchLimits){.nodes = 10000});
            walk_nodes(rig.search, &line, check_selection, rig.search);
            rig_close(&rig);
            line_release(&line);
        }
}

// ---- backup ----

// A sample ends at the node itself once, when it is expanded; all others go on to a child.
static void check_mean(const Visit *visit, void *context) {
    long *checked = context;
    if (!visit->children || !visit->ply)
        return;
    const double visits = (double)edge_visits(visit->node);
    double sum = (double)block_static_values(visit->node.block)[visit->node.child];
    for (int i = 0; i < visit->children->count; i++) {
        const Edge child = {(Block *)(uintptr_t)visit->children, i};
        if (edge_is_solved(child))
            return;
        sum -= (double)edge_value(child) * (double)edge_visits(child);
    }
    assert_true(fabs(sum / visits - (double)edge_value(visit->node)) < 0.05);
    ++*checked;
}

static void test_mean(void **state) {
    (void)state;
    Rig rig;
    rig_open_policy(&rig, 1);
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    rig_go(&rig, &line, (SearchLimits){.nodes = 30000});
    check_tree(&rig, &line);
    long checked = 0;
    walk_nodes(rig.search, &line, check_mean, &checked);
    testing_note("%ld nodes are means\n", checked);
    assert_true(checked > 100);
    rig_close(&rig);
    line_release(&line);
}

// tree_testing.h compares every node with the best of its children.
static void test_max(void **state) {
    (void)state;
    Rig rig;
    rig_open_policy(&rig, 2);
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    rig_go(&rig, &line, (SearchLimits){.nodes = 30000});
    assert_true(check_tree(&rig, &line).blocks > 100);
    rig_close(&rig);
    line_release(&line);
}

// ---- the same tree ----

static void test_no_chance(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    for (int policy = 1; policy < POLICY_PLAYOUT; policy++) {
        uint64_t hashes[2];
        for (uint64_t seed = 0; seed < 2; seed++) {
            Rig rig;
            rig_open_policy(&rig, policy);
            rig.setup.seed = seed;
            rig.setup.hash_mb = 1; // with collections
            rig_ready(&rig);
            rig_go(&rig, &line, (SearchLimits){.nodes = 40000});
            hashes[seed] = check_tree(&rig, &line).hash;
            rig_close(&rig);
        }
        assert_true(hashes[0] == hashes[1]);
    }
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selection),
        cmocka_unit_test(test_mean),
        cmocka_unit_test(test_max),
        cmocka_unit_test(test_no_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
