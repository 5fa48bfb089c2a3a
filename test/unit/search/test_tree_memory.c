// A tree that outgrows its memory: what is cut off, what stays, and that nothing else changes.
#include "tree_testing.h"

// Freed memory is what the collector says: every grain is either of a block that the root leads to
// or counted as free.
static void assert_memory_adds_up(const Rig *rig, const GameLine *line, long *blocks) {
    const Tree *tree = &rig->search->tree;
    assert_int_equal(tree->bytes, (size_t)rig->setup.hash_mb << 20);
    *blocks = check_tree(rig, line).blocks;
}

static void note_grains(const Visit *visit, void *context) {
    if (visit->children)
        *(uint64_t *)context += atomic_load(&visit->children->grains);
}

static uint64_t grains_in_use(const Rig *rig, const GameLine *line) {
    uint64_t grains = 0;
    walk_nodes(rig->search, line, note_grains, &grains);
    return grains;
}

static void weigh(const void *context, Edge node, const Block *children, float *probabilities) {
    const TreeSearch *search = context;
    search->policy->fill_reach(search, node, children, probabilities);
}

static bool never(const void *context) {
    (void)context;
    return false;
}

// Collects again and again, wanting more each time.
static void test_collect(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig.setup.hash_mb = 4;
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    rig_go(&rig, &line, (SearchLimits){.nodes = 30000});
    TreeSearch *search = rig.search;
    Tree *tree = &search->tree;
    const CollectHooks hooks = {weigh, never, search};
    const Edge root = tree_root(tree);
    long before;
    assert_memory_adds_up(&rig, &line, &before);
    for (int wanted = 0; wanted <= 100; wanted += 10) {
        const uint32_t value = float_bits(edge_value(root)), depth = float_bits(edge_depth(root));
        const uint32_t visits = edge_visits(root);
        tree_give_back(tree, &search->workers[0].region);
        assert_true(tree_collect(tree, &hooks, wanted / 100.0));
        assert_int_equal(float_bits(edge_value(root)), value);
        assert_int_equal(float_bits(edge_depth(root)), depth);
        assert_int_equal(edge_visits(root), visits);
        long blocks;
        assert_memory_adds_up(&rig, &line, &blocks);
        assert_true(blocks >= 1 && blocks <= before);
        before = blocks;
        // What is not in use is free, but for the origin and the grains before it.
        const uint64_t used = grains_in_use(&rig, &line), free_grains = tree->free_grains;
        assert_in_range(tree->grains - used - free_grains, 1, 32);
        const Block *top = tree_block(tree, edge_link(root));
        if (wanted < 100 && used > atomic_load(&top->grains))
            assert_true((double)used <= (1 - wanted / 100.0) * tree->grains);
    }
    assert_true(before <= 3); // the root keeps its children, and what is all but certain stays
    rig_close(&rig);
    line_release(&line);
}

// What stays is what selection reaches most: no block that went was likelier than one that stayed.
typedef struct Reaches {
    float least_kept, most_lost;
    bool is_counting_lost;
} Reaches;

static void reach_below(const TreeSearch *search, const Tree *tree, Edge node, float reach,
                        Reaches *reaches) {
    const Link link = edge_link(node);
    if (link < LINK_FIRST)
        return;
    reaches->least_kept = fminf(reaches->least_kept, reach);
    Block *children = tree_block(tree, link);
    _Alignas(SIMD_ALIGN) float probabilities[MOVE_MAX + SIMD_LANES];
    weigh(search, node, children, probabilities);
    for (int i = 0; i < children->count; i++) {
        const Edge child = {children, i};
        const float below = reach + logf(probabilities[i]);
        // Expanded once and a leaf now: its children went.
        if (edge_depth(child) > 0 && edge_link(child) == LINK_LEAF && !edge_is_solved(child))
            reaches->most_lost = fmaxf(reaches->most_lost, below);
        reach_below(search, tree, child, below, reaches);
    }
}

static void test_the_likely_stays(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    rig_go(&rig, &line, (SearchLimits){.nodes = 30000});
    Tree *tree = &rig.search->tree;
    const uint64_t used = grains_in_use(&rig, &line);
    const CollectHooks hooks = {weigh, never, rig.search};
    tree_give_back(tree, &rig.search->workers[0].region);
    tree_collect(tree, &hooks, 1 - 0.5 * (double)used / tree->grains);
    Reaches reaches = {0, SIMD_PAD, false};
    reach_below(rig.search, tree, tree_root(tree), 0, &reaches);
    testing_note("kept down to exp(%.2f), given up from exp(%.2f)\n", (double)reaches.least_kept,
                 (double)reaches.most_lost);
    assert_true(reaches.most_lost > SIMD_PAD);
    assert_true(reaches.most_lost <= reaches.least_kept + 0.01f);
    rig_close(&rig);
    line_release(&line);
}

static void test_unreachable_is_free(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 20000});
    TreeSearch *search = rig.search;
    Tree *tree = &search->tree;
    RootMove moves[MOVE_MAX];
    root_moves(search, moves);
    assert_int_equal(moves[0].move, result.best);
    const uint32_t value = float_bits(moves[0].value),
                   depth = float_bits(edge_depth(moves[0].edge));
    const uint32_t visits = edge_visits(moves[0].edge);
    tree_reroot(tree, moves[0].edge);
    assert_ok(line_push(&line, moves[0].move, error));
    assert_int_equal(float_bits(edge_value(tree_root(tree))), value);
    assert_int_equal(float_bits(edge_depth(tree_root(tree))), depth);
    assert_int_equal(edge_visits(tree_root(tree)), visits);
    const uint64_t used = grains_in_use(&rig, &line);
    const CollectHooks hooks = {weigh, never, search};
    tree_give_back(tree, &search->workers[0].region);
    tree_collect(tree, &hooks, 0);
    assert_int_equal(grains_in_use(&rig, &line), used);
    assert_in_range(tree->grains - used - tree->free_grains, 1, 32);
    check_tree(&rig, &line);
    rig_close(&rig);
    line_release(&line);
}

// The search must end at the question of this number.
typedef struct Deadline {
    const TreeSearch *search;
    int *questions;
} Deadline;

static bool is_deadline_over(const void *context) {
    return --*((const Deadline *)context)->questions < 0;
}

static void weigh_and_count(const void *context, Edge node, const Block *children,
                            float *probabilities) {
    weigh(((const Deadline *)context)->search, node, children, probabilities);
}

// Wherever a collection is aborted the tree is whole and the search can go on.
static void test_aborted(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig.setup.hash_mb = 4;
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    rig_go(&rig, &line, (SearchLimits){.nodes = GAME_IS_MINISHOGI ? 30000 : 80000});
    TreeSearch *search = rig.search;
    Tree *tree = &search->tree;
    int questions;
    const Deadline deadline = {search, &questions};
    const CollectHooks hooks = {weigh_and_count, is_deadline_over, &deadline};
    int aborted = 0;
    for (int answers = 0;; answers++) {
        questions = answers;
        tree_give_back(tree, &search->workers[0].region);
        const bool is_done = tree_collect(tree, &hooks, 0.3);
        for (int i = 0; i < 20; i++)
            assert_true(tree_worker_sample(&search->workers[0]) <= SAMPLE_FULL);
        check_tree(&rig, &line);
        if (is_done)
            break;
        aborted++;
    }
    testing_note("aborted at %d places\n", aborted);
    assert_true(aborted > 5);
    rig_close(&rig);
    line_release(&line);
}

// The smallest memory there is, many times over: with every kind of policy.
static void test_small_memory(void **state) {
    (void)state;
    static const double TEMPERATURES[] = {120, 1000, 0};
    for (size_t i = 0; i < ARRAY_LEN(TEMPERATURES) + 3; i++) {
        const bool is_softmax = i < ARRAY_LEN(TEMPERATURES);
        Rig rig;
        rig_open_policy(&rig, is_softmax ? 0 : (int)(i - ARRAY_LEN(TEMPERATURES)) + 1);
        rig.setup.hash_mb = 1;
        if (is_softmax)
            rig.settings.ts = TEMPERATURES[i];
        rig.uct.ucb_depth = rig.uct.length = 0; // a tree that grows fast with playouts too
        rig_ready(&rig);
        GameLine line = line_of(a_position());
        uint32_t round = 0;
        for (int64_t nodes = 50000; nodes <= 100000; nodes += 50000) {
            const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = nodes});
            assert_true(pos_is_legal(&line.now, result.best));
            assert_true(result.nodes >= nodes ||
                        value_is_proven(edge_value(tree_root(&rig.search->tree))));
            assert_in_range(tree_permille(&rig.search->tree), 0, 1000);
            check_tree(&rig, &line);
            assert_true(rig.search->tree.round >= round);
            round = rig.search->tree.round;
        }
        testing_note("collected %u times\n", round);
        assert_true(round > 2);
        rig_close(&rig);
        line_release(&line);
    }
}

// Many collections with a worker that stops at any place in the tree: it must not take its position
// for that of a node above, which has just become a leaf.
static void test_collect_after_every_few_samples(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 1);
    Rig rig;
    rig_open(&rig);
    rig.setup.hash_mb = 1;
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    rig_go(&rig, &line, (SearchLimits){.nodes = 1});
    TreeSearch *search = rig.search;
    const CollectHooks hooks = {weigh, never, search};
    for (int round = 0; round < 150; round++) {
        const int samples = 1 + (int)rng_below(&rng, 40);
        for (int i = 0; i < samples; i++)
            assert_true(tree_worker_sample(&search->workers[0]) <= SAMPLE_FULL);
        tree_give_back(&search->tree, &search->workers[0].region);
        tree_collect(&search->tree, &hooks, random_between(&rng, 0.9, 1));
        if (round % 8 == 0)
            check_tree(&rig, &line);
    }
    check_tree(&rig, &line);
    rig_close(&rig);
    line_release(&line);
}

static void test_value_from_above(void **state) {
    (void)state;
    assert_true(value_from_above(17.5f) == -17.5f);
    assert_true(value_from_above((float)value_win_in(1)) == (float)value_loss_in(2));
    assert_true(value_from_above((float)value_loss_in(0)) == (float)value_win_in(1));
    assert_true(value_from_above((float)value_loss_in(6)) == (float)value_win_in(7));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collect),
        cmocka_unit_test(test_the_likely_stays),
        cmocka_unit_test(test_unreachable_is_free),
        cmocka_unit_test(test_aborted),
        cmocka_unit_test(test_collect_after_every_few_samples),
        cmocka_unit_test(test_small_memory),
        cmocka_unit_test(test_value_from_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
