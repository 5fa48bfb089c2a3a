#include "uct_playtree.h"

#include <math.h>

#include "search/shared.h"
#include "search/tree/tree_boltzmann.h"
#include "search/uct/uct_playout.h"

// ---- formulas ----

float playtree_weight(float visits, float discount) {
    return discount < 1 ? (1 - powf(discount, visits)) / (1 - discount) : visits;
}

float playtree_bound(float rate, float weight, float log_all, float c) {
    const float share = log_all / weight;
    const float variance = rate * (1 - rate) + sqrtf(2 * share);
    return rate + c * sqrtf(share * fminf(0.25f, variance));
}

float playtree_mix(float mean, float best, float best_weight, float mixing) {
    const float share = best_weight > 0 ? best_weight / (best_weight + mixing) : 0;
    return mean + share * (best - mean);
}

static float rate_of_result(float result) {
    return (1 + result) / 2;
}

// ---- selection ----

static Move table_move(const TreeWorker *worker, int ply) {
    return uct_settings(worker->search)->table_bonus > 0 ? tree_search_table_move(worker, ply)
                                                         : MOVE_NONE;
}

// The bound of every child that is not solved, SIMD_PAD elsewhere.
static void fill_bounds(const TreeSearch *search, const Block *children, Move favourite,
                        float *bounds) {
    const UctSettings *settings = uct_settings(search);
    const float c = (float)settings->ucb_c;
    Siblings siblings;
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    tree_search_siblings(search, children, &siblings);
    siblings_visits(children, weights);
    float all = 0;
    for (int i = 0; i < children->count; i++) {
        weights[i] = playtree_weight(weights[i], (float)settings->discount);
        all += weights[i];
    }
    const float log_all = logf(fmaxf(all, 1));
    for (size_t i = 0; i < siblings.padded; i++) {
        if (value_is_proven(siblings.value[i]) || (int)i >= children->count) {
            bounds[i] = SIMD_PAD;
            continue;
        }
        // A move without a playout has the bound of one whose only playout was its provisional
        // win rate.
        const float rate = playout_rate_of(siblings.value[i]);
        bounds[i] = playtree_bound(rate, fmaxf(weights[i], 1), log_all, c);
        if (block_moves(children)[i] == favourite)
            bounds[i] += (float)settings->table_bonus;
    }
    siblings_drop_closed(children, bounds);
}

static int select_child(TreeWorker *worker, int ply, Edge node, const Block *children) {
    (void)node;
    _Alignas(SIMD_ALIGN) float bounds[MOVE_MAX + SIMD_LANES];
    fill_bounds(worker->search, children, table_move(worker, ply), bounds);
    int best = -1;
    for (int i = 0; i < children->count; i++)
        if (bounds[i] > (best < 0 ? SIMD_PAD : bounds[best]))
            best = i;
    return best;
}

// Without the bonus of the table's move, whose position a reader does not have.
static void fill_selection(const TreeSearch *search, Edge node, const Block *children,
                           float *probabilities) {
    (void)node;
    fill_bounds(search, children, MOVE_NONE, probabilities);
    boltzmann_probabilities(probabilities, block_padded(children), 0, probabilities);
}

static void fill_reach(const TreeSearch *search, Edge node, const Block *children,
                       float *probabilities) {
    (void)search, (void)node;
    siblings_visit_shares(children, probabilities);
}

// ---- values ----

static float mean_with(const TreeSearch *search, Edge node, float result) {
    const float mean = edge_mean(node), visits = (float)edge_visits(node);
    return mean +
           (result - mean) / playtree_weight(visits + 1, (float)uct_settings(search)->discount);
}

// The win rate by the playouts alone, to which the provisional one counts as some more. For the
// player who moves to the node.
static float plain_rate(const TreeSearch *search, Edge node) {
    const UctSettings *settings = uct_settings(search);
    const float weight = playtree_weight((float)edge_visits(node), (float)settings->discount);
    const float prior = (float)settings->prior;
    if (weight + prior <= 0)
        return 0.5f;
    const float provisional =
        prior > 0 ? playout_rate_of(block_static_values(node.block)[node.child]) : 0;
    return (weight * rate_of_result(edge_mean(node)) + prior * provisional) / (weight + prior);
}

static float leaf_value(const TreeSearch *search, Edge leaf) {
    return playout_value_of(plain_rate(search, leaf));
}

static float result_of(float value) {
    return 2 * playout_rate_of(value) - 1;
}

// The best child that playouts have passed, or -1.
static int find_best(const Block *children, const Siblings *siblings) {
    int best = -1;
    for (int i = 0; i < children->count; i++)
        if (edge_visits((Edge){(Block *)(uintptr_t)children, i}) &&
            (best < 0 || siblings->value[i] > siblings->value[best]))
            best = i;
    return best;
}

static float mixed_value(const TreeSearch *search, Edge node, const Siblings *siblings) {
    const UctSettings *settings = uct_settings(search);
    Block *children = tree_block(&search->tree, edge_link(node));
    const float mean = 1 - plain_rate(search, node);
    const int best = find_best(children, siblings);
    if (best < 0 || value_is_proven(siblings->value[best]))
        return playout_value_of(mean);
    const float weight =
        playtree_weight((float)edge_visits((Edge){children, best}), (float)settings->discount);
    return playout_value_of(playtree_mix(mean, playout_rate_of(siblings->value[best]), weight,
                                         (float)settings->ucb_mixing));
}

static NodeValue update(const TreeSearch *search, Edge node, const Siblings *siblings, float seen) {
    (void)seen; // is in the mean
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    const float max = simd_best()->max(siblings->value, siblings->padded);
    return (NodeValue){.value = value_is_proven(max) ? max : mixed_value(search, node, siblings),
                       .depth = boltzmann_depth(siblings->value, siblings->depth, siblings->padded,
                                                max, tree_settings_td(search->settings), weights)};
}

// The best child has the weight of the mixture, the visits have the rest.
static void fill_backup(const TreeSearch *search, const Block *children, const Siblings *siblings,
                        float *weights) {
    siblings_visit_shares(children, weights);
    const int best = find_best(children, siblings);
    if (best < 0) {
        boltzmann_probabilities(siblings->value, siblings->padded, 0, weights);
        return;
    }
    const float visits = (float)edge_visits((Edge){(Block *)(uintptr_t)children, best});
    const float share = playtree_mix(0, 1, visits, (float)uct_settings(search)->ucb_mixing);
    for (int i = 0; i < children->count; i++)
        weights[i] = (1 - share) * weights[i] + (i == best ? share : 0);
}

// ---- the tree ----

static bool grows(const TreeSearch *search, int ply, uint32_t visits) {
    const UctSettings *settings = uct_settings(search);
    return visits >= (uint32_t)settings->ucb_threshold &&
           (settings->ucb_depth == 0 || ply < settings->ucb_depth);
}

// By scores: the static value of the position with the score of the move. By static values: the
// value behind the move, less what exchanges on its square take back.
static void fill_values(TreeWorker *worker, const Move *moves, int count, int *values) {
    const TreeSearch *search = worker->search;
    const Position *pos = &worker->pos;
    const Eval *eval = search->setup.eval;
    const void *frame = tree_worker_frame(worker, worker->ply);
    if (uct_settings(search)->provisional == PROVISIONAL_STATIC) {
        eval_children(eval, pos, frame, moves, count, values);
        tree_worker_count(worker, count);
        for (int i = 0; i < count; i++) {
            const int lost =
                pos_exchange(pos, moves[i]) - capture_value(pos_captured(pos, moves[i]));
            values[i] = eval_clamp(values[i] - (lost < 0 ? lost : 0));
        }
        return;
    }
    const Move last = worker->ply ? worker->path[worker->ply - 1].move : MOVE_NONE;
    const ScoreContext context = {pos, uct_history(search), last};
    const int value = eval_value(eval, pos, frame);
    for (int i = 0; i < count; i++)
        values[i] = -eval_clamp(value + score_move(&context, moves[i]));
}

static bool needs_visits(const TreeSettings *tree) {
    (void)tree;
    return true;
}

static double leaf_margin(const TreeSettings *tree) {
    (void)tree;
    return 0;
}

static const TreePlayouts PLAYOUTS = {
    .grows = grows,
    .fill_values = fill_values,
    .play = playout_play,
    .leaf_value = leaf_value,
    .result_of = result_of,
    .mean_with = mean_with,
};

const TreePolicy UCT_PLAYOUT_POLICY = {
    .select = select_child,
    .update = update,
    .fill_selection = fill_selection,
    .fill_backup = fill_backup,
    .fill_reach = fill_reach,
    .needs_visits = needs_visits,
    .leaf_margin = leaf_margin,
    .playouts = &PLAYOUTS,
};
