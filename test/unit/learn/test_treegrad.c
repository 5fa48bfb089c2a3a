// The gradient of softmax trees without positions: the exact gradient against finite differences,
// and sampled paths against the exact gradient.
#include "positions.h"

#include "treegrad_reference.h"

// A random tree, in which some leaves are decided.
static void plant(GradTree *tree, const GradPolicy policies[2], int depth, Rng *rng) {
    assert_ok(treegrad_begin(tree, policies, error));
    uint32_t level = 0;
    for (int ply = 0; ply < depth; ply++) {
        const uint32_t end = tree->count;
        for (uint32_t i = level; i < end; i++)
            if (!ply || rng_below(rng, 4))
                assert_ok(treegrad_branch(tree, i, 2 + (int)rng_below(rng, 4), error));
        level = end;
    }
    for (uint32_t i = 0; i < tree->count; i++) {
        GradNode *node = &tree->nodes[i];
        if (node->count)
            continue;
        node->value = 400 * rng_unit(rng) - 200;
        node->is_fixed = !rng_below(rng, 12);
        if (node->is_fixed)
            node->value =
                rng_below(rng, 3) ? VALUE_WIN - 3 : 0; // a loss for the side that moves there
    }
    treegrad_backup(tree);
}

// Central differences of `value` by every leaf.
static void check_slopes(const GradTree *tree, const double *slopes,
                         double (*value)(const GradTree *, const double *, const void *),
                         const void *context) {
    const double step = 1e-3;
    double *leaves = reference_leaves(tree);
    for (uint32_t i = 0; i < tree->count; i++) {
        if (tree->nodes[i].count || tree->nodes[i].is_fixed)
            continue;
        const double here = leaves[i];
        leaves[i] = here + step;
        const double more = value(tree, leaves, context);
        leaves[i] = here - step;
        const double less = value(tree, leaves, context);
        leaves[i] = here;
        assert_near((more - less) / (2 * step), slopes[i]);
    }
    free(leaves);
}

static double root_value(const GradTree *tree, const double *leaves, const void *context) {
    (void)context;
    return reference_value(tree, leaves, 0);
}

static const GradPolicy SOFT[2] = {{.temperature = 60}, {.temperature = 60}};
static const GradPolicy AGAINST[2] = {{.temperature = 80}, {.temperature = 40, .is_frozen = true}};

static void test_exact(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 7);
    GradTree tree;
    treegrad_init(&tree);
    for (int i = 0; i < 40; i++) {
        plant(&tree, i % 2 ? AGAINST : SOFT, 1 + i % 4, &rng);
        double *leaves = reference_leaves(&tree);
        if (fabs(tree.nodes[0].value) < VALUE_DECIDED)
            assert_near(reference_value(&tree, leaves, 0), tree.nodes[0].value);
        double *slopes = calloc(tree.count, sizeof *slopes);
        slopes[0] = 1;
        treegrad_propagate(&tree, slopes);
        check_slopes(&tree, slopes, root_value, NULL);
        free(slopes);
        free(leaves);
    }
    treegrad_release(&tree);
}

static double log_policy(const GradTree *tree, const double *leaves, const void *context) {
    return reference_log_policy(tree, leaves, context);
}

static void test_log_policy(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 8);
    GradTree tree;
    treegrad_init(&tree);
    int tried = 0;
    for (int i = 0; i < 40; i++) {
        plant(&tree, AGAINST, 1 + i % 4, &rng);
        const Choice any = {.temperature = 70};
        double probabilities[MOVE_MAX];
        if (!treegrad_policy(&tree, any.temperature, probabilities))
            continue;
        const Choice choice = {70, rng_weighted(&rng, probabilities, (int)tree.nodes[0].count, 1)};
        double *slopes = calloc(tree.count, sizeof *slopes);
        treegrad_seed_choice(&tree, probabilities, choice.chosen, slopes);
        treegrad_propagate(&tree, slopes);
        check_slopes(&tree, slopes, log_policy, &choice);
        free(slopes);
        tried++;
    }
    assert_true(tried > 20);
    treegrad_release(&tree);
}

// Limits: temperature 0 is minimax, and a won root depends on no leaf.
static void test_limits(void **state) {
    (void)state;
    const GradPolicy cold[2] = {{.temperature = 0}, {.temperature = 0}};
    GradTree tree;
    treegrad_init(&tree);
    assert_ok(treegrad_begin(&tree, cold, error));
    assert_ok(treegrad_branch(&tree, 0, 3, error));
    for (int i = 0; i < 3; i++)
        tree.nodes[1 + i].value = i == 1 ? -50 : 10 * i;
    treegrad_backup(&tree);
    double slopes[4] = {1};
    treegrad_propagate(&tree, slopes);
    assert_true(tree.nodes[0].value == 50);
    assert_true(slopes[1] == 0 && slopes[2] == -1 && slopes[3] == 0);
    tree.nodes[3].value = -VALUE_WIN;
    treegrad_backup(&tree);
    double none[4] = {1};
    treegrad_propagate(&tree, none);
    assert_true(tree.nodes[0].value == VALUE_WIN - 1);
    assert_true(none[1] == 0 && none[2] == 0 && none[3] == 0);
    double probabilities[MOVE_MAX];
    assert_false(treegrad_policy(&tree, 10, probabilities));
    treegrad_release(&tree);
}

// The mean of a thousand estimates of one number, with its standard error. The number is a sum of
// slopes times constants, as is the derivative by one weight.
typedef struct Estimate {
    double mean, error;
} Estimate;

static double project(const GradTree *tree, const double *slopes) {
    double sum = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        if (!tree->nodes[i].count && !tree->nodes[i].is_fixed)
            sum += slopes[i] * (1 + i % 7);
    return sum;
}

static Estimate estimate(const GradTree *tree, const GradStart *start, int paths, Rng *rng) {
    enum { ROUNDS = 1000 };
    double sum = 0, squares = 0;
    double *slopes = malloc(tree->count * sizeof *slopes);
    for (int i = 0; i < ROUNDS; i++) {
        memset(slopes, 0, tree->count * sizeof *slopes);
        rng_next(rng);
        assert_ok(treegrad_sample(tree, start, paths, rng, NULL, slopes, error));
        const double one = project(tree, slopes);
        sum += one;
        squares += one * one;
    }
    free(slopes);
    const double mean = sum / ROUNDS;
    return (Estimate){mean, sqrt((squares / ROUNDS - mean * mean) / ROUNDS)};
}

static void check_estimates(const GradTree *tree, const GradStart *start, double exact, Rng *rng) {
    double errors[3];
    for (int i = 0; i < 3; i++) {
        const Estimate found = estimate(tree, start, 4 << (2 * i), rng);
        errors[i] = found.error;
        testing_note("%d paths: %.5f +- %.5f, exact %.5f\n", 4 << (2 * i), found.mean, found.error,
                     exact);
        assert_true(fabs(found.mean - exact) <= 4 * found.error);
    }
    // Four times as many paths have half the error.
    for (int i = 0; i < 2; i++)
        assert_true(errors[i] / errors[i + 1] > 1.7 && errors[i] / errors[i + 1] < 2.3);
}

static void test_sampled(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 9);
    GradTree tree;
    treegrad_init(&tree);
    for (int i = 0; i < 4; i++) {
        double probabilities[MOVE_MAX];
        do
            plant(&tree, i % 2 ? AGAINST : SOFT, 3, &rng);
        while (!treegrad_policy(&tree, 50, probabilities));
        double *slopes = calloc(tree.count, sizeof *slopes);
        const GradNode *root = &tree.nodes[0];
        if (i < 2)
            slopes[0] = 1;
        for (uint32_t j = 0; i >= 2 && j < root->count; j++)
            slopes[root->first + j] = probabilities[j];
        treegrad_propagate(&tree, slopes);
        const GradStart start = {.amount = 1, .probabilities = i < 2 ? NULL : probabilities};
        check_estimates(&tree, &start, project(&tree, slopes), &rng);
        free(slopes);
    }
    treegrad_release(&tree);
}

// The result does not depend on the number of threads.
static void test_threads(void **state) {
    (void)state;
    enum { PATHS = 1000 };
    Rng rng;
    rng_init(&rng, 10);
    GradTree tree;
    treegrad_init(&tree);
    plant(&tree, SOFT, 4, &rng);
    const GradStart start = {.amount = 1};
    double *alone = calloc(tree.count, sizeof *alone);
    assert_ok(treegrad_sample(&tree, &start, PATHS, &rng, NULL, alone, error));
    for (int threads = 1; threads <= 3; threads++) {
        Workers workers;
        assert_ok(workers_init(&workers, threads, error));
        double *slopes = calloc(tree.count, sizeof *slopes);
        assert_ok(treegrad_sample(&tree, &start, PATHS, &rng, &workers, slopes, error));
        assert_memory_equal(alone, slopes, tree.count * sizeof *slopes);
        free(slopes);
        workers_release(&workers);
    }
    free(alone);
    treegrad_release(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact),   cmocka_unit_test(test_log_policy),
        cmocka_unit_test(test_limits),  cmocka_unit_test(test_sampled),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests_name("treegrad " GAME_NAME, tests, NULL, NULL);
}
