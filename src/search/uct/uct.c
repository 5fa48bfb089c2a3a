#include "uct.h"

#include <math.h>

#include "search/tree/tree_boltzmann.h"
#include "search/tree/tree_kind.h"

static const char *const BACKUPS[] = {"mean", "max", NULL};

static const OptionSpec ROWS[] = {
    TREE_OPTION_ROWS(UctSettings),
    OPTION_ROW_COMBO(UctSettings, backup, "UctBackup", "mean", BACKUPS,
                     "value of a node: the mean of the leaves below it, or that of its best child"),
    OPTION_ROW_REAL(UctSettings, c, "UctC", "100", 0, 100000,
                    "factor of UCB1's exploration term, in centipawns"),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);

static const UctSettings *settings_of(const TreeSearch *search) {
    return (const UctSettings *)(const void *)search->settings;
}

static bool needs_visits(const TreeSettings *tree) {
    (void)tree;
    return true;
}

// The margin of the softmax search at its default temperatures.
static double leaf_margin(const TreeSettings *tree) {
    (void)tree;
    return 75;
}

// UCB1 of every child that is not solved, SIMD_PAD elsewhere.
static void fill_bounds(const TreeSearch *search, Edge node, const Block *children, float *bounds) {
    Siblings siblings;
    _Alignas(SIMD_ALIGN) float visits[MOVE_MAX + SIMD_LANES];
    tree_search_siblings(search, children, &siblings);
    siblings_visits(children, visits);
    const float log_visits = logf(fmaxf((float)edge_visits(node), 1));
    const float c = (float)settings_of(search)->c;
    for (size_t i = 0; i < siblings.padded; i++)
        bounds[i] = value_is_proven(siblings.value[i])
                        ? SIMD_PAD
                        : siblings.value[i] + c * sqrtf(log_visits / (visits[i] + 1));
    siblings_drop_closed(children, bounds);
}

static int select_child(TreeWorker *worker, Edge node, const Block *children) {
    _Alignas(SIMD_ALIGN) float bounds[MOVE_MAX + SIMD_LANES];
    fill_bounds(worker->search, node, children, bounds);
    int best = -1;
    for (int i = 0; i < children->count; i++)
        if (bounds[i] > (best < 0 ? SIMD_PAD : bounds[best]))
            best = i;
    return best;
}

static void fill_selection(const TreeSearch *search, Edge node, const Block *children,
                           float *probabilities) {
    fill_bounds(search, node, children, probabilities);
    boltzmann_probabilities(probabilities, block_padded(children), 0, probabilities);
}

// Selection takes one child alone, which the collector would keep alone; visits say how near the
// others came.
static void fill_reach(const TreeSearch *search, Edge node, const Block *children,
                       float *probabilities) {
    (void)search, (void)node;
    siblings_visit_shares(children, probabilities);
}

// The running mean of the leaves, seen from the player who chooses among the children.
static float mean_with(Edge node, float seen) {
    const float old = edge_value(node);
    return -(old + (seen - old) / ((float)edge_visits(node) + 1));
}

static NodeValue update(const TreeSearch *search, Edge node, const Siblings *siblings, float seen) {
    const UctSettings *settings = settings_of(search);
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    const float max = simd_best()->max(siblings->value, siblings->padded);
    const bool is_max = settings->backup == UCT_MAX || value_is_proven(max);
    return (NodeValue){.value = is_max ? max : mean_with(node, seen),
                       .depth = boltzmann_depth(siblings->value, siblings->depth, siblings->padded,
                                                max, tree_settings_td(&settings->tree), weights)};
}

static void fill_backup(const TreeSearch *search, const Block *children, const Siblings *siblings,
                        float *weights) {
    if (settings_of(search)->backup == UCT_MAX)
        boltzmann_probabilities(siblings->value, siblings->padded, 0, weights);
    else
        siblings_visit_shares(children, weights);
}

static const TreePolicy POLICY = {
    .select = select_child,
    .update = update,
    .fill_selection = fill_selection,
    .fill_backup = fill_backup,
    .fill_reach = fill_reach,
    .needs_visits = needs_visits,
    .leaf_margin = leaf_margin,
};

static Status create(Search **search, Error *error) {
    return tree_kind_create(&SEARCH_UCT, &POLICY, search, error);
}

const SearchKind SEARCH_UCT = {
    .name = "uct",
    .summary = "UCT with static values instead of playouts",
    .options = &OPTIONS,
    .settings_bytes = sizeof(UctSettings),
    .create = create,
    TREE_KIND_FUNCTIONS,
};
