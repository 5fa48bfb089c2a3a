#include "softmax.h"

#include <math.h>

#include "search/softmax/softmax_policy.h"
#include "search/tree/tree_boltzmann.h"
#include "search/tree/tree_kind.h"

// ---- options ----

static const char *const TEMPERATURE_MODES[] = {"fixed", "target", NULL};

enum { TEMPERATURE_MAX = 100000 };

// The papers have Ts 120, Tb 40 and Td 100 with static leaves. Searched leaves are worth far more
// and want a colder tree; doc/softmax-search.md has the matches.
static const OptionSpec ROWS[] = {
    TREE_OPTION_ROWS(SoftmaxSettings),
    OPTION_ROW_REAL(SoftmaxSettings, ts, "Ts", "15", 0, TEMPERATURE_MAX,
                    "temperature of the selection policy, in centipawns; 0: always the best child"),
    OPTION_ROW_REAL(SoftmaxSettings, tb, "Tb", "5", 0, TEMPERATURE_MAX,
                    "temperature of the backup policy, in centipawns; 0: minimax"),
    OPTION_ROW_REAL(SoftmaxSettings, ts_min, "TsMin", "0", 0, TEMPERATURE_MAX,
                    "Ts of the first thread, if TsMax is set"),
    OPTION_ROW_REAL(SoftmaxSettings, ts_max, "TsMax", "0", 0, TEMPERATURE_MAX,
                    "Ts of the last thread; 0: all threads use Ts"),
    OPTION_ROW_REAL(SoftmaxSettings, ts_alpha, "TsAlpha", "1", 0.01, 2,
                    "factor of Ts for every ply of expected depth"),
    OPTION_ROW_COMBO(SoftmaxSettings, temperature_mode, "TemperatureMode", "fixed",
                     TEMPERATURE_MODES,
                     "Ts is fixed, or computed for each node from TemperatureQ (target)"),
    OPTION_ROW_REAL(
        SoftmaxSettings, temperature_q, "TemperatureQ", "0.8", 0.01, 0.99,
        "target of the mean value of selected children: 0 is their average, 1 the best"),
    OPTION_ROW_SPIN(SoftmaxSettings, objective, "Objective", "18", 0, OBJECTIVE_NB - 1,
                    "objective function of selection, numbered as in the paper; 0: the value"),
    OPTION_ROW_REAL(SoftmaxSettings, table_bonus, "TableBonus", "0", 0, TEMPERATURE_MAX,
                    "added to the objective of the transposition table's move, in centipawns"),
    OPTION_ROW_REAL(SoftmaxSettings, objective_c, "ObjectiveC", "0", 0, 100000,
                    "parameter c of the objective function; 0: the value of the paper"),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);

static const SoftmaxSettings *settings_of(const TreeSearch *search) {
    return (const SoftmaxSettings *)(const void *)search->settings;
}

static bool needs_visits(const TreeSettings *tree) {
    return objective_needs_visits(((const SoftmaxSettings *)(const void *)tree)->objective);
}

// A child so many temperatures below the best is chosen once in 150 times.
static double leaf_margin(const TreeSettings *tree) {
    static const double TEMPERATURES = 5;
    const SoftmaxSettings *settings = (const void *)tree;
    return TEMPERATURES * fmax(fmax(settings->ts, settings->ts_max), settings->tb);
}

// ---- selection ----

static void fill_objective(const TreeSearch *search, Edge node, const Block *children,
                           float *objective) {
    const SoftmaxSettings *settings = settings_of(search);
    Siblings siblings;
    _Alignas(SIMD_ALIGN) float static_value[MOVE_MAX + SIMD_LANES], visits[MOVE_MAX + SIMD_LANES];
    tree_search_siblings(search, children, &siblings);
    if (search->counts_visits)
        siblings_visits(children, visits);
    const int16_t *stored = block_static_values(children);
    for (size_t i = 0; i < siblings.padded; i++)
        static_value[i] = stored[i];
    const ObjectiveParent parent = {edge_depth(node), (float)edge_visits(node)};
    const float c =
        settings->objective_c > 0 ? (float)settings->objective_c : OBJECTIVE_C[settings->objective];
    objective_fill(settings->objective, c, &parent, siblings.value, siblings.depth, static_value,
                   visits, siblings.padded, objective);
    siblings_drop_closed(children, objective);
}

float softmax_temperature(const TreeSearch *search, int thread) {
    const SoftmaxSettings *settings = settings_of(search);
    if (settings->ts_max <= 0)
        return (float)settings->ts;
    const int others = search->worker_count - 1;
    const double share = others > 0 ? (double)thread / others : 0;
    return (float)(settings->ts_min + share * (settings->ts_max - settings->ts_min));
}

static float node_temperature(const SoftmaxSettings *settings, Edge node, const float *objective,
                              size_t padded, float temperature) {
    if (settings->temperature_mode == TEMPERATURE_TARGET)
        return boltzmann_temperature(objective, padded, (float)settings->temperature_q);
    if (settings->ts_alpha != 1)
        return temperature * powf((float)settings->ts_alpha, edge_depth(node));
    return temperature;
}

// Selection weights and their sum; 0: there is nothing to choose. `favourite` is the move that gets
// TableBonus, or MOVE_NONE.
static float selection_weights(const TreeSearch *search, Edge node, const Block *children,
                               Move favourite, float temperature, float *weights) {
    const size_t padded = block_padded(children);
    fill_objective(search, node, children, weights);
    for (int i = 0; favourite && i < children->count; i++)
        if (block_moves(children)[i] == favourite && weights[i] != SIMD_PAD)
            weights[i] += (float)settings_of(search)->table_bonus;
    const float here = node_temperature(settings_of(search), node, weights, padded, temperature);
    return boltzmann_weights(weights, padded, here, weights);
}

static int select_child(TreeWorker *worker, int ply, Edge node, const Block *children) {
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    const TreeSearch *search = worker->search;
    const Move favourite =
        settings_of(search)->table_bonus > 0 ? tree_search_table_move(worker, ply) : MOVE_NONE;
    const float sum = selection_weights(search, node, children, favourite,
                                        softmax_temperature(search, worker->index), weights);
    if (sum <= 0)
        return -1;
    const int child = boltzmann_draw(weights, block_padded(children), sum, &worker->rng);
    worker->path[ply].share = weights[child] / sum;
    return child;
}

static void weigh(const TreeSearch *search, Edge node, const Block *children, float temperature,
                  float *probabilities) {
    const float sum =
        selection_weights(search, node, children, MOVE_NONE, temperature, probabilities);
    for (int i = 0; i < children->count; i++)
        probabilities[i] = sum > 0 ? probabilities[i] / sum : 0;
}

static void fill_selection(const TreeSearch *search, Edge node, const Block *children,
                           float *probabilities) {
    weigh(search, node, children, softmax_temperature(search, 0), probabilities);
}

// Where selection always takes the best child, the collector would cut off all others; visits say
// how near they came.
static void fill_reach(const TreeSearch *search, Edge node, const Block *children,
                       float *probabilities) {
    const float ts = (float)settings_of(search)->ts;
    if (ts > 0)
        weigh(search, node, children, ts, probabilities);
    else
        siblings_visit_shares(children, probabilities);
}

// ---- backup ----

static NodeValue update(const TreeSearch *search, Edge node, const Siblings *siblings, float seen) {
    (void)node, (void)seen;
    return backup(siblings->value, siblings->depth, siblings->padded, settings_of(search));
}

static void fill_backup(const TreeSearch *search, const Block *children, const Siblings *siblings,
                        float *weights) {
    (void)children;
    boltzmann_probabilities(siblings->value, siblings->padded, (float)settings_of(search)->tb,
                            weights);
}

// ---- the kind ----

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
    return tree_kind_create(&SEARCH_SOFTMAX, &POLICY, sizeof(TreeSearch), search, error);
}

const SearchKind SEARCH_SOFTMAX = {
    .name = "softmax",
    .summary = "Monte Carlo softmax search",
    .options = &OPTIONS,
    .settings_bytes = sizeof(SoftmaxSettings),
    .create = create,
    TREE_KIND_FUNCTIONS,
};
