// The gradient of softmax trees by weights, on trees of real positions: the tree of a search, and
// trees of a fixed depth.
#include "positions.h"

#include <unistd.h>

#include "learn/grad_workspace.h"
#include "play/opening.h"
#include "search/player.h"
#include "treegrad_reference.h"

static Trainer trainer;

// Random weights, so that the values of leaves differ.
static int set_up(void **state) {
    (void)state;
    const TrainerConfig config = {.kind = &MASTER_PP, .optimiser = OPTIMISER_SGD};
    assert_ok(trainer_init(&trainer, &config, error));
    Rng rng;
    rng_init(&rng, 1);
    for (size_t i = 0; i < trainer.kind->weight_count; i++)
        trainer.weights[i] += (float)rng_below(&rng, 257) / 16 - 8;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    trainer_release(&trainer);
    return 0;
}

// The values of all leaves by the present weights of the trainer; fixed ones stay.
static void value_leaves(const GradTree *tree, const Position *root, double *leaves) {
    for (uint32_t i = 0; i < tree->count; i++) {
        leaves[i] = tree->nodes[i].value;
        if (tree->nodes[i].count || tree->nodes[i].is_fixed)
            continue;
        Move path[PLY_MAX];
        int length = 0;
        for (uint32_t at = i; at; at = tree->nodes[at].parent)
            path[length++] = tree->nodes[at].move;
        Position pos = *root;
        Undo undo;
        while (length > 0)
            pos_do(&pos, path[--length], &undo);
        leaves[i] = trainer_value(&trainer, &pos);
    }
}

// The gradient by weights as the trainer gets it, but in double.
static double *sums;

static void add(const Position *pos, double slope) {
    static GradientEntry terms[1 << 16];
    assert_true(trainer.kind->term_max <= 1 << 16);
    const int count = trainer.kind->terms(false, pos, terms);
    for (int i = 0; i < count; i++)
        sums[terms[i].weight] += slope * (double)terms[i].amount;
    trainer_add_gradient_at(&trainer, pos, slope);
}

static double value_with(const GradTree *tree, const Position *root, const Choice *choice,
                         double *leaves) {
    value_leaves(tree, root, leaves);
    return choice ? reference_log_policy(tree, leaves, choice) : reference_value(tree, leaves, 0);
}

// Some weights with large gradients, against central differences and against the trainer's own
// sums. Weights are floats; a step of a power of two is exact.
static void check_weights(const GradTree *tree, const Position *root, const Choice *choice,
                          const double *slopes) {
    enum { CHECKS = 12 };
    const float step = 1.0f / 64;
    Trace trace;
    trace_init(&trace);
    assert_ok(trace_turn(&trace, FIRST, 0, error));
    sums = calloc(trainer.kind->weight_count, sizeof *sums);
    assert_ok(treegrad_emit(tree, slopes, 0, (Rng){0}, root, &trace, error));
    for (size_t i = 0; i < trace.leaf_count; i++)
        add(&trace.leaves[i].pos, trace.leaves[i].slope);
    trace_release(&trace);
    double *leaves = reference_leaves(tree);
    double largest = 0;
    for (size_t i = 0; i < trainer.kind->weight_count; i++)
        largest = fmax(largest, fabs(sums[i]));
    int checked = 0;
    for (size_t i = 0; i < trainer.kind->weight_count && checked < CHECKS; i++) {
        if (fabs(sums[i]) < 0.02 * largest || (i % 5 && fabs(sums[i]) < largest))
            continue;
        const float here = trainer.weights[i];
        trainer.weights[i] = here + step;
        const double more = value_with(tree, root, choice, leaves);
        trainer.weights[i] = here - step;
        const double less = value_with(tree, root, choice, leaves);
        trainer.weights[i] = here;
        assert_near((more - less) / (2 * (double)step), sums[i]);
        assert_true(fabs((double)trainer.gradient.sums[i] - sums[i]) < 1e-4 * largest);
        checked++;
    }
    assert_true(checked > 3);
    gradient_clear(&trainer.gradient);
    free(leaves);
    free(sums);
}

static void random_line(GameLine *line, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    assert_ok(opening_random(line, 12, &rng, error));
}

static Player *player_of(const char *path, const char *tb) {
    const char *const options[][2] = {{"Search", "softmax"}, {"LeafSearch", "static"},
                                      {"Ts", "120"},         {"Tb", tb},
                                      {"USI_Hash", "1"},     {"EvalFile", path}};
    Player *player = player_new();
    assert_non_null(player);
    for (size_t i = 0; i < ARRAY_LEN(options); i++)
        assert_ok(player_set(player, str_of(options[i][0]), str_of(options[i][1]), error));
    return player;
}

// The tree has the value of the search, and its leaves up to the quantisation of the weights.
static void check_tree(GradTree *tree, const TreeView *view, const Position *root) {
    assert_true(fabs(tree->nodes[0].value - (double)view->value) < 0.05);
    double *leaves = reference_leaves(tree);
    value_leaves(tree, root, leaves);
    for (uint32_t i = 0; i < tree->count; i++)
        if (!tree->nodes[i].count && !tree->nodes[i].is_fixed)
            assert_true(fabs(leaves[i] - tree->nodes[i].value) < 2);
    for (uint32_t i = 0; i < tree->count; i++)
        tree->nodes[i].value = leaves[i];
    free(leaves);
}

static void test_search(void **state) {
    (void)state;
    char path[] = "/tmp/yuragi-treegrad-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_ok(trainer_export(&trainer, str_of("a test"), path, NULL, error));
    Player *player = player_of(path, "40");
    GameLine line;
    line_init(&line);
    GradTree tree;
    treegrad_init(&tree);
    SearchControl control;
    control_init(&control);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        random_line(&line, seed);
        const SearchLimits limits = {.nodes = 600};
        const SearchReport silence = {0};
        SearchResult result;
        TreeView view;
        assert_ok(player_go(player, &line, &limits, &control, &silence, &result, error));
        assert_true(player_tree(player, &view));
        assert_ok(treegrad_read(&tree, &view, 40, error));
        check_tree(&tree, &view, &line.now);
        treegrad_backup(&tree);
        testing_note("%u nodes, value %.2f\n", tree.count, tree.nodes[0].value);
        if (value_is_decided((int)tree.nodes[0].value))
            continue;
        double *slopes = calloc(tree.count, sizeof *slopes);
        slopes[0] = 1;
        treegrad_propagate(&tree, slopes);
        check_weights(&tree, &line.now, NULL, slopes);
        free(slopes);
    }
    treegrad_release(&tree);
    line_release(&line);
    player_free(player);
    unlink(path);
}

// The policy of the exact method: the opponent's policy is frozen.
static void test_grown(void **state) {
    (void)state;
    const GradGrowth growths[] = {
        {2, 6, RULES_DEFAULT, {{.temperature = 80}, {.temperature = 50, .is_frozen = true}}},
        {4, 3, RULES_DEFAULT, {{.temperature = 80}, {.temperature = 50, .is_frozen = true}}},
        {2, 0, RULES_DEFAULT, {{.temperature = 120}, {.temperature = 50}}},
    };
    GameLine line;
    line_init(&line);
    GradTree tree;
    treegrad_init(&tree);
    Rng rng;
    rng_init(&rng, 5);
    for (size_t i = 0; i < ARRAY_LEN(growths); i++) {
        random_line(&line, 20 + i);
        assert_ok(treegrad_grow(&tree, &growths[i], &line, &trainer, error));
        const double temperature = growths[i].policies[0].temperature;
        double probabilities[MOVE_MAX];
        assert_true(treegrad_policy(&tree, temperature, probabilities));
        const int chosen = rng_weighted(&rng, probabilities, (int)tree.nodes[0].count, 1);
        testing_note("%u nodes, %u moves, chosen with %.3f\n", tree.count, tree.nodes[0].count,
                     probabilities[chosen]);
        if (growths[i].width)
            assert_true(tree.nodes[0].count <= (uint32_t)growths[i].width);
        else
            assert_int_equal(tree.nodes[0].count, gen_useful(&line.now, (Move[MOVE_MAX]){0}));
        double *slopes = calloc(tree.count, sizeof *slopes);
        treegrad_seed_choice(&tree, probabilities, chosen, slopes);
        treegrad_propagate(&tree, slopes);
        const Choice choice = {temperature, chosen};
        check_weights(&tree, &line.now, &choice, slopes);
        free(slopes);
    }
    treegrad_release(&tree);
    line_release(&line);
}

// The moves that are kept have the best values, best first.
static void test_width(void **state) {
    (void)state;
    GameLine line;
    line_init(&line);
    random_line(&line, 30);
    const GradGrowth all = {1, 0, RULES_DEFAULT, {{.temperature = 50}, {.temperature = 50}}};
    GradGrowth few = all;
    few.width = 4;
    GradTree whole, narrow;
    treegrad_init(&whole);
    treegrad_init(&narrow);
    assert_ok(treegrad_grow(&whole, &all, &line, &trainer, error));
    assert_ok(treegrad_grow(&narrow, &few, &line, &trainer, error));
    assert_int_equal(narrow.nodes[0].count, 4);
    for (uint32_t i = 1; i <= 4; i++) {
        int better = 0;
        for (uint32_t j = 1; j <= whole.nodes[0].count; j++)
            better += !whole.nodes[j].is_fixed && whole.nodes[j].value < narrow.nodes[i].value;
        assert_true(better <= (int)i - 1);
    }
    treegrad_release(&whole);
    treegrad_release(&narrow);
    line_release(&line);
}

// One number for all leaves of a turn, as is the derivative by one weight.
static double project(const Trace *trace) {
    double sum = 0;
    for (size_t i = 0; i < trace->leaf_count; i++)
        sum += trace->leaves[i].slope * (double)(1 + pos_key(&trace->leaves[i].pos) % 7);
    return sum;
}

// The sampled gradient of a choice, by paths or with a cutoff, has the exact gradient as its mean.
// Returns the mean number of leaves.
static double check_choice(int paths, double cutoff) {
    enum { ROUNDS = 600 };
    const GradGrowth growth = {4, 4, RULES_DEFAULT, {{.temperature = 60}, {.temperature = 40}}};
    const GradSettings settings = {.paths = paths, .threads = 1};
    GameLine line;
    line_init(&line);
    random_line(&line, 40);
    GradWorkspace workspace;
    Trace trace;
    Rng rng;
    trace_init(&trace);
    rng_init(&rng, 6);
    assert_ok(grad_workspace_init(&workspace, &settings, error));
    assert_ok(treegrad_grow(&workspace.tree, &growth, &line, &trainer, error));
    double probabilities[MOVE_MAX], exact = 0, sum = 0, squares = 0, leaves = 0;
    assert_true(treegrad_policy(&workspace.tree, 90, probabilities));
    for (int i = 0; i <= ROUNDS; i++) {
        rng_next(&rng);
        trace_clear(&trace);
        workspace.settings.cutoff = i ? cutoff : 0;
        assert_ok(trace_turn(&trace, FIRST, 0, error));
        assert_ok(grad_workspace_choice(&workspace, probabilities, 1, i == 0, &line.now, &rng,
                                        &trace, error));
        const double one = project(&trace);
        exact = i ? exact : one;
        sum += i ? one : 0;
        squares += i ? one * one : 0;
        leaves += i ? (double)trace.leaf_count / ROUNDS : 0;
    }
    const double mean = sum / ROUNDS, spread = sqrt((squares / ROUNDS - mean * mean) / ROUNDS);
    testing_note(
        "a choice, %d paths, cutoff %g: %.4f +- %.4f, exact %.4f, %.1f leaves of %u nodes\n", paths,
        cutoff, mean, spread, exact, leaves, workspace.tree.count);
    assert_true(spread > 0 && fabs(mean - exact) < 4 * spread);
    trace_release(&trace);
    grad_workspace_release(&workspace);
    line_release(&line);
    return leaves;
}

static void test_choice(void **state) {
    (void)state;
    check_choice(32, 0);
    const double some = check_choice(0, 0.01), few = check_choice(0, 0.05);
    assert_true(few < some && some < 256);
    check_choice(32, 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_grown),
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_choice),
    };
    return cmocka_run_group_tests_name("treegrad_game " GAME_NAME, tests, set_up, tear_down);
}
