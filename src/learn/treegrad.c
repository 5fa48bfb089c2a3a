#include "learn/treegrad.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/array.h"
#include "search/search.h"

void treegrad_init(GradTree *tree) {
    *tree = (GradTree){0};
}

void treegrad_release(GradTree *tree) {
    free(tree->nodes);
    free(tree->shares);
    *tree = (GradTree){0};
}

// ---- trees ----

static Status reserve(GradTree *tree, size_t count, Error *error) {
    enum { NODES_MAX = 1 << 27 };
    if (count > NODES_MAX)
        return error_set(error, STATUS_NO_MEMORY, "a tree of more than %d nodes", NODES_MAX);
    TRY(ARRAY_RESERVE(tree->nodes, tree->node_capacity, count, "a tree", error));
    return ARRAY_RESERVE(tree->shares, tree->share_capacity, count, "a tree", error);
}

Status treegrad_begin(GradTree *tree, const GradPolicy policies[COLOR_NB], Error *error) {
    TRY(reserve(tree, 1, error));
    tree->nodes[0] = (GradNode){0};
    tree->count = 1;
    tree->policies[0] = policies[0];
    tree->policies[1] = policies[1];
    return STATUS_OK;
}

Status treegrad_branch(GradTree *tree, uint32_t node, int count, Error *error) {
    assert(count > 0 && !tree->nodes[node].count);
    TRY(reserve(tree, (size_t)tree->count + (size_t)count, error));
    GradNode *parent = &tree->nodes[node];
    parent->first = tree->count;
    parent->count = (uint32_t)count;
    for (int i = 0; i < count; i++)
        tree->nodes[tree->count++] = (GradNode){.parent = node, .turn = !parent->turn};
    return STATUS_OK;
}

static bool is_won(double value) {
    return value >= VALUE_DECIDED;
}

static bool is_lost(double value) {
    return value <= -VALUE_DECIDED;
}

// The value of a child seen from its parent: a win or a loss is a ply further away.
static double from_parent(double value) {
    return is_won(value) ? 1 - value : is_lost(value) ? -1 - value : -value;
}

// The policy of a temperature among siblings, and the best value. A proven loss is no estimate and
// has share 0. False: the best is a win or a loss, and the policy depends on no value.
static bool find_policy(const GradNode *children, uint32_t count, double temperature, double *best,
                        double *shares) {
    *best = -(double)INFINITY;
    uint32_t best_at = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double value = from_parent(children[i].value);
        best_at = value > *best ? i : best_at;
        *best = fmax(value, *best);
        shares[i] = 0;
    }
    shares[best_at] = 1;
    if (is_won(*best) || is_lost(*best))
        return false;
    if (temperature <= 0)
        return true;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double value = from_parent(children[i].value);
        shares[i] = is_lost(value) ? 0 : exp((value - *best) / temperature);
        sum += shares[i];
    }
    for (uint32_t i = 0; i < count; i++)
        shares[i] /= sum;
    return true;
}

static void backup_node(GradTree *tree, GradNode *node) {
    GradNode *children = &tree->nodes[node->first];
    const GradPolicy *policy = &tree->policies[node->turn];
    double *shares = &tree->shares[node->first], best;
    const bool is_open = find_policy(children, node->count, policy->temperature, &best, shares);
    double value = 0;
    for (uint32_t i = 0; i < node->count; i++)
        value += shares[i] > 0 ? shares[i] * from_parent(children[i].value) : 0;
    node->value = is_open ? value : best;
    const bool is_soft = !policy->is_frozen && policy->temperature > 0;
    for (uint32_t i = 0; i < node->count; i++) {
        const double gain = from_parent(children[i].value) - value;
        const double brace = is_soft && shares[i] > 0 ? gain / policy->temperature + 1 : 1;
        children[i].slope = is_open ? -shares[i] * brace : 0;
    }
}

void treegrad_backup(GradTree *tree) {
    for (uint32_t i = tree->count; i-- > 0;)
        if (tree->nodes[i].count)
            backup_node(tree, &tree->nodes[i]);
}

// ---- the tree of a search ----

// A value given by the rules, or outside the range of evaluators, depends on no weight.
static bool is_fixed(const TreeChild *child) {
    return child->is_proven || child->is_closed || fabsf(child->value) >= (float)EVAL_LIMIT;
}

// Called level by level; `handles` has the view's name of each node.
static Status read_node(GradTree *tree, const TreeView *view, uint32_t at, TreeNode **handles,
                        size_t *handle_capacity, Error *error) {
    TreeChild children[MOVE_MAX];
    // The analyser does not see that the parent of a node has set its handle. NOLINTNEXTLINE
    const int count = view->children(view->tree, (*handles)[at], children);
    if (!count)
        return STATUS_OK;
    TRY(treegrad_branch(tree, at, count, error));
    TRY(ARRAY_RESERVE(*handles, *handle_capacity, tree->count, "a tree", error));
    for (int i = 0; i < count; i++) {
        GradNode *node = &tree->nodes[tree->nodes[at].first + (uint32_t)i];
        node->move = children[i].move;
        node->value = (double)treeview_value_below(children[i].value);
        node->is_fixed = is_fixed(&children[i]);
        (*handles)[tree->nodes[at].first + (uint32_t)i] = children[i].node;
    }
    return STATUS_OK;
}

Status treegrad_read(GradTree *tree, const TreeView *view, double temperature, Error *error) {
    const GradPolicy policy = {.temperature = temperature};
    TRY(treegrad_begin(tree, (GradPolicy[COLOR_NB]){policy, policy}, error));
    TreeNode *handles = NULL;
    size_t capacity = 0;
    TRY(ARRAY_RESERVE(handles, capacity, 1, "a tree", error));
    handles[0] = view->root;
    tree->nodes[0].value = (double)view->value;
    Status status = STATUS_OK;
    for (uint32_t i = 0; status == STATUS_OK && i < tree->count; i++)
        if (!tree->nodes[i].is_fixed)
            status = read_node(tree, view, i, &handles, &capacity, error);
    free(handles);
    if (status == STATUS_OK)
        treegrad_backup(tree);
    return status;
}

// ---- policies ----

bool treegrad_policy(const GradTree *tree, double temperature, double *probabilities) {
    const GradNode *root = &tree->nodes[0];
    double best;
    return root->count &&
           find_policy(&tree->nodes[root->first], root->count, temperature, &best, probabilities);
}

// ---- gradients ----

void treegrad_propagate(const GradTree *tree, double *slopes) {
    for (uint32_t i = 1; i < tree->count; i++)
        slopes[i] += tree->nodes[i].slope * slopes[tree->nodes[i].parent];
}

void treegrad_seed_choice(const GradTree *tree, const double *probabilities, int chosen,
                          double *slopes) {
    const GradNode *root = &tree->nodes[0];
    for (uint32_t i = 0; i < root->count; i++)
        slopes[root->first + i] -= ((int)i == chosen ? 1 : 0) - probabilities[i];
}

typedef struct Path {
    uint32_t leaf;
    double amount;
} Path;

typedef struct Drawing {
    const GradTree *tree;
    const GradStart *start;
    const Rng *rng;
    Path *paths;
    int count;
    atomic_int next;
} Drawing;

// Draws moves down to a leaf. They are drawn by their shares, so slope / share remains: the brace
// with its sign.
static Path draw_path(const GradTree *tree, const GradStart *start, Rng rng) {
    const GradNode *nodes = tree->nodes;
    Path path = {start->node, start->amount};
    if (start->probabilities)
        path.leaf = nodes[0].first +
                    (uint32_t)rng_weighted(&rng, start->probabilities, (int)nodes[0].count, 1);
    while (nodes[path.leaf].count) {
        const uint32_t first = nodes[path.leaf].first;
        path.leaf = first + (uint32_t)rng_weighted(&rng, &tree->shares[first],
                                                   (int)nodes[path.leaf].count, 1);
        path.amount *= nodes[path.leaf].slope / tree->shares[path.leaf];
    }
    return path;
}

static void draw_paths(void *context, int worker_index) {
    enum { PORTION = 16 };
    Drawing *drawing = context;
    (void)worker_index;
    for (;;) {
        const int from = atomic_fetch_add_explicit(&drawing->next, PORTION, memory_order_relaxed);
        if (from >= drawing->count)
            return;
        const int to = from + PORTION < drawing->count ? from + PORTION : drawing->count;
        for (int i = from; i < to; i++)
            drawing->paths[i] =
                draw_path(drawing->tree, drawing->start, rng_split(drawing->rng, (uint64_t)i));
    }
}

// Paths are kept by their number and added in this order, whichever thread drew them.
Status treegrad_sample(const GradTree *tree, const GradStart *start, int path_count, const Rng *rng,
                       Workers *workers, double *slopes, Error *error) {
    Drawing drawing = {.tree = tree, .start = start, .rng = rng, .count = path_count};
    drawing.paths = malloc((size_t)path_count * sizeof *drawing.paths);
    if (!drawing.paths)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d paths", path_count);
    if (workers) {
        workers_start(workers, draw_paths, &drawing);
        workers_wait(workers);
    } else {
        draw_paths(&drawing, 0);
    }
    for (int i = 0; i < path_count; i++)
        slopes[drawing.paths[i].leaf] += drawing.paths[i].amount / path_count;
    free(drawing.paths);
    return STATUS_OK;
}

static void play_path(const GradTree *tree, uint32_t leaf, Position *pos) {
    Move moves[2 * PLY_MAX];
    int count = 0;
    for (uint32_t i = leaf; i; i = tree->nodes[i].parent) {
        assert(count < 2 * PLY_MAX);
        moves[count++] = tree->nodes[i].move;
    }
    while (count > 0)
        pos_play(pos, moves[--count]);
}

static double round_slope(double slope, double cutoff, Rng *rng) {
    if (fabs(slope) >= cutoff)
        return slope;
    return rng_unit(rng) * cutoff < fabs(slope) ? copysign(cutoff, slope) : 0;
}

Status treegrad_emit(const GradTree *tree, const double *slopes, double cutoff, Rng rng,
                     const Position *root, Trace *trace, Error *error) {
    for (uint32_t i = 0; i < tree->count; i++) {
        const GradNode *node = &tree->nodes[i];
        if (node->count || node->is_fixed || !(fabs(slopes[i]) > 0))
            continue;
        const double slope = round_slope(slopes[i], cutoff, &rng);
        if (slope == 0)
            continue;
        Position pos = *root;
        play_path(tree, i, &pos);
        TRY(trace_leaf(trace, &pos, slope, error));
    }
    return STATUS_OK;
}
