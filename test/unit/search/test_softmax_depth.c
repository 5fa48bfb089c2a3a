// The recursion for the expected depth is its definition: the mean depth of the leaves, each
// weighed by the probability of getting there. And the value of a cold tree is its minimax.
#include "tree_testing.h"

enum { WIDTH_MAX = 20, NODES_MAX = 40000 };

typedef struct Node {
    struct Node *first; // of its children, which lie side by side
    int count;
    float static_value; // of a leaf, seen by the player to move there
    NodeValue fast;
    double value, depth; // the recursion in double
} Node;

typedef struct Forest {
    Node nodes[NODES_MAX];
    size_t used;
} Forest;

static Forest forest;

static void grow(Node *node, Rng *rng, int height, double spread) {
    const uint32_t count = height > 0 && rng_below(rng, 5) ? 1 + rng_below(rng, WIDTH_MAX) : 0;
    *node = (Node){.count = 0, .static_value = rintf((float)random_between(rng, -spread, spread))};
    if (!count || forest.used + count > NODES_MAX)
        return;
    node->first = &forest.nodes[forest.used];
    node->count = (int)count;
    forest.used += count;
    for (int i = 0; i < node->count; i++)
        grow(&node->first[i], rng, height - 1, spread);
}

static Node *random_tree(Rng *rng, int height, double spread) {
    forest.used = 1;
    do
        grow(&forest.nodes[0], rng, height, spread);
    while (!forest.nodes[0].count);
    return &forest.nodes[0];
}

// Negamax as the specification writes it: a value is seen by the player to move at the node.
static double probability(const Node *node, int child, double temperature) {
    double max = (double)SIMD_PAD, sum = 0;
    for (int i = 0; i < node->count; i++)
        max = fmax(max, -node->first[i].value);
    for (int i = 0; i < node->count; i++)
        sum += exp((-node->first[i].value - max) / temperature);
    return exp((-node->first[child].value - max) / temperature) / sum;
}

static void recur(Node *node, double tb, double td) {
    node->value = (double)node->static_value;
    node->depth = 0;
    if (!node->count)
        return;
    double value = 0;
    for (int i = 0; i < node->count; i++)
        recur(&node->first[i], tb, td);
    for (int i = 0; i < node->count; i++) {
        value += probability(node, i, tb) * -node->first[i].value;
        node->depth += probability(node, i, td) * (node->first[i].depth + 1);
    }
    node->value = value;
}

// The definition: over all leaves, depth times probability.
static double sum_over_leaves(const Node *node, double td, int depth, double reached) {
    if (!node->count)
        return depth * reached;
    double sum = 0;
    for (int i = 0; i < node->count; i++)
        sum += sum_over_leaves(&node->first[i], td, depth + 1, reached * probability(node, i, td));
    return sum;
}

// The same by the function the search uses.
static void recur_fast(Node *node, const SoftmaxSettings *settings) {
    node->fast = (NodeValue){node->static_value, 0};
    if (!node->count)
        return;
    _Alignas(SIMD_ALIGN) float value[WIDTH_MAX + SIMD_LANES], depth[WIDTH_MAX + SIMD_LANES];
    const size_t padded = simd_padded((size_t)node->count);
    for (size_t i = 0; i < padded; i++) {
        value[i] = SIMD_PAD;
        depth[i] = 0;
    }
    for (int i = 0; i < node->count; i++) {
        recur_fast(&node->first[i], settings);
        value[i] = value_from_above(node->first[i].fast.value);
        depth[i] = node->first[i].fast.depth;
    }
    node->fast = backup(value, depth, padded, settings);
}

static void test_recursion_is_definition(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 1);
    double worst = 0, worst_fast = 0, worst_value = 0;
    for (int round = 0; round < 120; round++) {
        SoftmaxSettings settings = default_settings();
        settings.tb = random_between(&rng, 20, 500);
        settings.tree.td = random_between(&rng, 20, 500);
        Node *root = random_tree(&rng, 1 + (int)rng_below(&rng, 7), 1000);
        recur(root, settings.tb, settings.tree.td);
        recur_fast(root, &settings);
        worst = fmax(worst, fabs(root->depth - sum_over_leaves(root, settings.tree.td, 0, 1)));
        worst_fast = fmax(worst_fast, fabs(root->depth - (double)root->fast.depth));
        worst_value = fmax(worst_value, fabs(root->value - (double)root->fast.value));
        assert_true(root->fast.depth >= 1);
    }
    testing_note("definition within %.1e; in float the depth within %.1e, the value within %.1e\n",
                 worst, worst_fast, worst_value);
    assert_true(worst < 1e-9);
    assert_true(worst_fast < 1e-4);
    assert_true(worst_value < 1e-2);
}

static float minimax(const Node *node) {
    if (!node->count)
        return node->static_value;
    float best = SIMD_PAD;
    for (int i = 0; i < node->count; i++)
        best = fmaxf(best, -minimax(&node->first[i]));
    return best;
}

// How far the first of the best lines goes.
static int best_line(const Node *node) {
    int best = 0;
    if (!node->count)
        return 0;
    for (int i = 1; i < node->count; i++)
        if (-minimax(&node->first[i]) > -minimax(&node->first[best]))
            best = i;
    return 1 + best_line(&node->first[best]);
}

static void test_cold_tree_is_minimax(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 2);
    for (int round = 0; round < 30; round++) {
        SoftmaxSettings settings = default_settings();
        settings.tb = settings.tree.td = 0;
        Node *root = random_tree(&rng, 1 + (int)rng_below(&rng, 4), 1000);
        recur_fast(root, &settings);
        assert_true(root->fast.value == minimax(root));
        assert_true(root->fast.depth == (float)best_line(root));
        // And nearly cold is nearly so: with whole numbers the second best is 1 behind.
        settings.tb = 0.02;
        recur_fast(root, &settings);
        assert_true(fabsf(root->fast.value - minimax(root)) < 0.01f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recursion_is_definition),
        cmocka_unit_test(test_cold_tree_is_minimax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
