#include "uct.h"

#include <math.h>

#include "search/tree/tree_boltzmann.h"
#include "search/tree/tree_kind.h"
#include "search/uct/uct_playtree.h"

static const char *const LEAVES[] = {"static", "playout", NULL};
static const char *const BACKUPS[] = {"mean", "max", NULL};
static const char *const PROVISIONALS[] = {"score", "static", NULL};
static const char *const RESULTS[] = {"band", "curve", NULL};

static const OptionSpec ROWS[] = {
    TREE_OPTION_ROWS(UctSettings),
    OPTION_ROW_COMBO(UctSettings, leaf, "UctLeaf", "static", LEAVES,
                     "value of a leaf: that of LeafSearch, or the results of playouts"),
    OPTION_ROW_COMBO(UctSettings, backup, "UctBackup", "mean", BACKUPS,
                     "value of a node: the mean of the leaves below it, or that of its best child"),
    OPTION_ROW_REAL(UctSettings, c, "UctC", "100", 0, 100000,
                    "factor of UCB1's exploration term, in centipawns"),
    OPTION_ROW_REAL(UctSettings, ucb_c, "UcbC", "1", 0, 100,
                    "playouts: factor of UCB1-TUNED's exploration term"),
    OPTION_ROW_SPIN(UctSettings, ucb_depth, "UcbDepth", "5", 0, PLY_MAX,
                    "playouts: from this depth on moves are random; 0: no limit"),
    OPTION_ROW_SPIN(UctSettings, ucb_threshold, "UcbThreshold", "1", 1, 1000000,
                    "playouts: so many pass a node before its moves are selected by bounds"),
    OPTION_ROW_REAL(UctSettings, ucb_mixing, "UcbMixing", "50", 0, 1e9,
                    "playouts of the best child at which it counts as much as the mean of all"),
    OPTION_ROW_COMBO(UctSettings, provisional, "UcbProvisional", "score", PROVISIONALS,
                     "win rate before the first playout: by the score of the move, or by the "
                     "static value behind it"),
    OPTION_ROW_REAL(UctSettings, prior, "UcbPrior", "0", 0, 1e9,
                    "how many playouts the provisional win rate counts as once there are others"),
    OPTION_ROW_REAL(UctSettings, table_bonus, "UcbTableBonus", "0.1", 0, 10,
                    "playouts: added to the bound of the transposition table's move"),
    OPTION_ROW_REAL(UctSettings, discount, "UcbDiscount", "1", 0.5, 1,
                    "weight of a playout relative to the next one through the same node"),
    OPTION_ROW_SPIN(UctSettings, length, "PlayoutLength", "4", 0, PLAYOUT_LENGTH_MAX,
                    "moves of a playout before the evaluation decides"),
    OPTION_ROW_SPIN(UctSettings, band, "PlayoutBand", "100", 0, EVAL_LIMIT,
                    "values up to this, in centipawns, make a playout a draw"),
    OPTION_ROW_COMBO(UctSettings, result, "PlayoutResult", "band", RESULTS,
                     "what the evaluation decides: win, draw or loss (band), or a win rate"),
    OPTION_ROW_REAL(UctSettings, temperature, "PlayoutTemperature", "100", 1, 100000,
                    "moves are drawn by exp(score / this), in centipawns"),
    OPTION_ROW_SPIN(UctSettings, best_of, "PlayoutBestOf", "1", 1, 64,
                    "moves that are drawn in a playout, of which the best scored is played"),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);

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
    const float c = (float)uct_settings(search)->c;
    for (size_t i = 0; i < siblings.padded; i++)
        bounds[i] = value_is_proven(siblings.value[i])
                        ? SIMD_PAD
                        : siblings.value[i] + c * sqrtf(log_visits / (visits[i] + 1));
    siblings_drop_closed(children, bounds);
}

static int select_child(TreeWorker *worker, int ply, Edge node, const Block *children) {
    (void)ply;
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
    const UctSettings *settings = uct_settings(search);
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    const float max = simd_best()->max(siblings->value, siblings->padded);
    const bool is_max = settings->backup == UCT_MAX || value_is_proven(max);
    return (NodeValue){.value = is_max ? max : mean_with(node, seen),
                       .depth = boltzmann_depth(siblings->value, siblings->depth, siblings->padded,
                                                max, tree_settings_td(&settings->tree), weights)};
}

static void fill_backup(const TreeSearch *search, const Block *children, const Siblings *siblings,
                        float *weights) {
    if (uct_settings(search)->backup == UCT_MAX)
        boltzmann_probabilities(siblings->value, siblings->padded, 0, weights);
    else
        siblings_visit_shares(children, weights);
}

static const TreePolicy STATIC_POLICY = {
    .select = select_child,
    .update = update,
    .fill_selection = fill_selection,
    .fill_backup = fill_backup,
    .fill_reach = fill_reach,
    .needs_visits = needs_visits,
    .leaf_margin = leaf_margin,
};

// ---- the kind ----

static bool has_playouts(const void *settings) {
    return ((const UctSettings *)settings)->leaf == UCT_PLAYOUT;
}

static Status create(Search **search, Error *error) {
    return tree_kind_create(&SEARCH_UCT, &STATIC_POLICY, sizeof(UctSearch), search, error);
}

// Playouts store nothing in the table, they only read what another search stores there.
static int table_mb(const SearchSetup *setup, const void *settings) {
    return has_playouts(settings) ? 0 : tree_kind_table_mb(setup, settings);
}

static Status configure(Search *base, const SearchSetup *setup, const void *settings,
                        Error *error) {
    TreeSearch *search = (TreeSearch *)base;
    const TreePolicy *before = search->policy;
    UctSettings own = *(const UctSettings *)settings;
    if (has_playouts(settings)) // no leaf is searched
        own.tree.leaf_search = LEAF_STATIC;
    search->policy = has_playouts(settings) ? &UCT_PLAYOUT_POLICY : &STATIC_POLICY;
    const Status status = tree_kind_configure(base, setup, &own, error);
    if (status != STATUS_OK)
        search->policy = before;
    return status;
}

static void new_game(Search *base) {
    score_history_clear(uct_history((TreeSearch *)base));
    tree_kind_new_game(base);
}

static Status run(Search *base, const GameLine *line, const SearchLimits *limits,
                  const SearchControl *control, const SearchReport *report, SearchResult *result,
                  Error *error) {
    if (((TreeSearch *)base)->has_playouts)
        score_history_age(uct_history((TreeSearch *)base));
    return tree_kind_run(base, line, limits, control, report, result, error);
}

const SearchKind SEARCH_UCT = {
    .name = "uct",
    .summary = "UCT with static values or playouts",
    .options = &OPTIONS,
    .settings_bytes = sizeof(UctSettings),
    .ponders_on_all = true,
    .create = create,
    .destroy = tree_kind_destroy,
    .table_mb = table_mb,
    .configure = configure,
    .new_game = new_game,
    .warm = tree_kind_warm,
    .run = run,
    .tree = tree_view,
};
