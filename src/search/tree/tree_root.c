#include "tree_root.h"

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "search/tree/tree_boltzmann.h"

// ---- moves and lines ----

static bool is_preferred(const RootMove *a, const RootMove *b) {
    if (a->is_deep != b->is_deep)
        return a->is_deep;
    return a->value > b->value;
}

static void sort(RootMove *moves, int count) {
    for (int i = 1; i < count; i++) {
        const RootMove move = moves[i];
        int j = i;
        for (; j > 0 && is_preferred(&move, &moves[j - 1]); j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
}

int root_moves(const TreeSearch *search, RootMove *moves) {
    const TreeSettings *settings = search->settings;
    const Edge root = tree_root(&search->tree);
    Block *children = tree_block(&search->tree, edge_link(root));
    const float least = (float)settings->decision_r * (edge_depth(root) - 1);
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    Siblings siblings;
    tree_search_siblings(search, children, &siblings);
    const float sum =
        boltzmann_weights(siblings.value, siblings.padded, (float)settings->td, weights);
    int count = 0;
    for (int i = 0; i < children->count; i++) {
        if (siblings.value[i] == SIMD_PAD)
            continue;
        const Edge edge = {children, i};
        const float value = siblings.value[i], depth = siblings.depth[i];
        // Wins and losses that are proven need no depth, nor does a draw by the rules.
        const bool is_deep =
            value_is_proven(value) ? value > 0 : edge_is_solved(edge) || depth > least;
        moves[count++] = (RootMove){.move = edge_move(edge),
                                    .edge = edge,
                                    .value = value,
                                    .depth = depth,
                                    .probability = weights[i] / sum,
                                    .visits = edge_visits(edge),
                                    .is_deep = is_deep};
    }
    sort(moves, count);
    return count;
}

static Edge best_child(const Tree *tree, Edge node) {
    Block *children = tree_block(tree, edge_link(node));
    Edge best = {children, 0};
    for (int i = 1; i < children->count; i++) {
        const Edge edge = {children, i};
        if (edge_value(edge) > edge_value(best))
            best = edge;
    }
    return best;
}

int root_line(const TreeSearch *search, const RootMove *first, Move *pv) {
    int count = 0;
    pv[count++] = first->move;
    for (Edge node = first->edge; count < PLY_MAX && edge_link(node) >= LINK_FIRST;) {
        node = best_child(&search->tree, node);
        pv[count++] = edge_move(node);
    }
    return count;
}

double root_entropy(const RootMove *moves, int count) {
    double entropy = 0;
    for (int i = 0; i < count; i++) {
        const double p = (double)moves[i].probability;
        if (p > 0)
            entropy -= p * log(p);
    }
    return entropy;
}

// ---- reports ----

static int whole_depth(float depth) {
    return depth < 1 ? 1 : (int)lrintf(depth);
}

static void report_tree(const TreeSearch *search, const RootMove *moves, int count) {
    char text[120];
    snprintf(text, sizeof text, "entropy %.3f expected depth %.3f moves %d",
             root_entropy(moves, count), (double)edge_depth(tree_root(&search->tree)), count);
    const SearchInfo info = {.text = text};
    search->report->info(search->report->context, &info);
}

void root_report(const TreeSearch *search) {
    const SearchReport *report = search->report;
    if (!report->info)
        return;
    RootMove moves[MOVE_MAX];
    const int count = root_moves(search, moves);
    const int64_t nodes = tree_search_nodes(search), time_ns = clock_ns() - search->start_ns;
    for (int i = 0; i < count && i < search->setup.multi_pv; i++) {
        Move pv[PLY_MAX];
        const int length = root_line(search, &moves[i], pv);
        const SearchInfo info = {
            .depth = whole_depth(edge_depth(tree_root(&search->tree))),
            .deepest = length,
            .multi_pv = i + 1,
            .value = (int)lrintf(moves[i].value),
            .bound = BOUND_EXACT,
            .nodes = nodes,
            .time_ns = time_ns,
            .hash_permille = tree_permille(&search->tree),
            .pv = pv,
            .pv_count = length,
        };
        report->info(report->context, &info);
    }
    if (search->settings->tree_info)
        report_tree(search, moves, count);
}

void root_fill_result(const TreeSearch *search, SearchResult *result) {
    RootMove moves[MOVE_MAX];
    root_moves(search, moves);
    result->best = moves[0].move;
    result->value = (int)lrintf(moves[0].value);
    result->depth = whole_depth(edge_depth(tree_root(&search->tree)));
    result->pv_count = root_line(search, &moves[0], result->pv);
    result->deepest = result->pv_count;
    result->ponder = result->pv_count > 1 ? result->pv[1] : MOVE_NONE;
    result->nodes = tree_search_nodes(search);
    result->time_ns = clock_ns() - search->start_ns;
}

// ---- stopping ----

static bool is_limit_reached(const TreeSearch *search) {
    const SearchLimits *limits = search->limits;
    if (limits->nodes && tree_search_nodes(search) >= limits->nodes)
        return true;
    const Edge root = tree_root(&search->tree);
    if (value_is_proven(edge_value(root)))
        return true;
    return limits->depth && edge_depth(root) >= (float)limits->depth;
}

// How hard the choice looks, 1 being normal: harder where the depth grows slowly, because many
// moves are worth a look, and easy where one move is left or far better than all others.
static double hardness(TreeSearch *search, int64_t now_ns) {
    // Between one moment and another twice as late the expected depth usually grows by so much:
    // by 0.17 to 0.5 from the start positions of the three games.
    static const double GROWTH_NORMAL = 0.25;
    RootMove moves[MOVE_MAX];
    const int count = root_moves(search, moves);
    if (count == 1)
        return 0.02;
    TreeProgress *progress = &search->progress;
    const int64_t spent_ns = now_ns - search->start_ns;
    const float depth = edge_depth(tree_root(&search->tree));
    if (spent_ns >= 2 * progress->spent_ns) {
        if (progress->spent_ns)
            progress->growth = (double)(depth - progress->depth);
        progress->spent_ns = spent_ns;
        progress->depth = depth;
    }
    double hard = 1.5 - 0.5 * progress->growth / GROWTH_NORMAL;
    hard = hard < 0.6 ? 0.6 : hard > 1.5 ? 1.5 : hard;
    return (double)moves[0].probability > 0.98 ? hard / 2 : hard;
}

bool root_is_over(TreeSearch *search) {
    enum { REPORT_NS = 500000000, LOOK_NS = 1000000 };
    if (is_limit_reached(search) || control_is_over(search->control))
        return true;
    if (++search->progress.samples % 16 && !search->workers[0].leaf)
        return false;
    const int64_t now_ns = clock_ns();
    if (now_ns >= search->progress.report_ns) {
        root_report(search);
        search->progress.report_ns = now_ns + REPORT_NS;
    }
    if (now_ns < search->progress.look_ns)
        return false;
    search->progress.look_ns = now_ns + LOOK_NS;
    return control_is_due(search->control,
                          search->settings->time_by_depth ? hardness(search, now_ns) : 1);
}

// ---- making room ----

static void weigh(const void *context, Edge node, const Block *children, float *probabilities) {
    const TreeSearch *search = context;
    search->policy->fill_reach(search, node, children, probabilities);
}

static bool is_over(const void *context) {
    return control_is_over(((const TreeSearch *)context)->control);
}

void root_collect(TreeSearch *search) {
    static const double WANTED = 0.25;
    const CollectHooks hooks = {weigh, is_over, search};
    TreeProgress *progress = &search->progress;
    const int64_t nodes = tree_search_nodes(search);
    // What is free may lie in pieces that are too small for most blocks. If the search did not get
    // far with it, more has to go; if not even all was enough, the memory is too small to go on.
    const bool is_scattered =
        progress->collected_nodes >= 0 &&
        nodes - progress->collected_nodes < (int64_t)(search->tree.bytes >> 10);
    if (nodes == progress->collected_nodes && progress->wanted >= 1)
        atomic_store_explicit(&search->is_stopped, true, memory_order_relaxed);
    progress->wanted = is_scattered ? fmin(1, progress->wanted + WANTED) : WANTED;
    progress->collected_nodes = nodes;
    for (int i = 0; i < search->worker_count; i++)
        tree_give_back(&search->tree, &search->workers[i].region);
    if (!tree_collect(&search->tree, &hooks, progress->wanted))
        atomic_store_explicit(&search->is_stopped, true, memory_order_relaxed);
}
