// Iterative deepening with aspiration windows, and its reports.
#include "ab_worker.h"
#include "base/clock.h"

// Failed windows are reported from this time on; earlier ones are too short-lived to read.
enum { BOUNDS_FROM_NS = 1000000000 };

static void report_line(const AbWorker *worker, int index, Bound bound) {
    const AlphaBeta *shared = worker->shared;
    const SearchReport *report = shared->report;
    if (!report->info)
        return;
    const AbRootMove *root = &worker->roots[index];
    const bool is_searched = root->value != -VALUE_INFINITE;
    const SearchInfo info = {
        .depth = is_searched ? worker->root_depth : worker->root_depth - 1,
        .deepest = root->deepest,
        .multi_pv = index + 1,
        .value = is_searched ? root->value : root->previous,
        .bound = bound,
        .nodes = worker_all_nodes(shared),
        .time_ns = clock_ns() - shared->start_ns,
        .hash_permille = tt_permille(shared->table),
        .pv = root->pv,
        .pv_count = root->pv_count,
    };
    if (info.depth > 0)
        report->info(report->context, &info);
}

void deepen_report(const AbWorker *worker) {
    const int wanted = worker->shared->setup.multi_pv;
    for (int i = 0; i < wanted && i < worker->root_count; i++)
        report_line(worker, i, BOUND_EXACT);
}

// By value, the searched ones first; the sort is stable, so that a run is reproducible.
static void sort_roots(AbRootMove *roots, int count) {
    for (int i = 1; i < count; i++) {
        const AbRootMove root = roots[i];
        int j = i;
        for (;
             j > 0 && (roots[j - 1].value < root.value ||
                       (roots[j - 1].value == root.value && roots[j - 1].previous < root.previous));
             j--)
            roots[j] = roots[j - 1];
        roots[j] = root;
    }
}

// One line of MultiPV at one depth, in a window that grows until the value is inside.
static void search_window(AbWorker *worker) {
    const AbSettings *options = &worker->shared->settings;
    const bool is_reporter = worker->index == 0;
    const int previous = worker->roots[worker->pv_index].previous;
    int width = options->aspiration_window + abs(previous) / 50;
    int alpha = -VALUE_INFINITE, beta = VALUE_INFINITE;
    if (options->aspiration && worker->root_depth >= 4 && !value_is_decided(previous)) {
        alpha = previous - width;
        beta = previous + width;
    }
    for (int failed_high = 0;;) {
        int depth = worker->root_depth - failed_high;
        const int value = node_search(worker, alpha, beta, depth > 1 ? depth : 1, false);
        sort_roots(&worker->roots[worker->pv_index], worker->root_count - worker->pv_index);
        if (worker_is_stopped(worker) || (value > alpha && value < beta))
            return;
        const int64_t spent_ns = clock_ns() - worker->shared->start_ns;
        if (is_reporter && spent_ns > BOUNDS_FROM_NS)
            report_line(worker, worker->pv_index, value <= alpha ? BOUND_UPPER : BOUND_LOWER);
        if (value <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = value - width > -VALUE_INFINITE ? value - width : -VALUE_INFINITE;
            failed_high = 0;
        } else {
            beta = value + width < VALUE_INFINITE ? value + width : VALUE_INFINITE;
            if (!value_is_decided(value) && failed_high < 3)
                failed_high++;
        }
        width += width / 2;
        if (value_is_decided(value)) {
            alpha = -VALUE_INFINITE;
            beta = VALUE_INFINITE;
        }
    }
}

// How stable the search is, which the time for this move depends on: how often the best move
// changed, how the value falls, and how much of the work went into the best move.
typedef struct Stability {
    Move best;
    double changes; // of the best move, recent ones count more
    int value;
    bool is_known;
} Stability;

// The factors of `hardness`.
static const double HARDNESS_SINGLE_MOVE = 0.02;
static const double HARDNESS_STABLE = 0.65, HARDNESS_CHANGE = 0.5; // + for every recent change
static const double CHANGE_DECAY = 0.5;                            // per iteration
static const double FALL_LARGE = 1.5, FALL_LARGE_FACTOR = 0.6;     // in pawns
static const double FALL_FACTOR = 0.4;                             // per pawn below FALL_LARGE
static const double EFFORT_BASE = 1.5, EFFORT_FACTOR = 0.7; // share of nodes of the best move

static double hardness(const AbWorker *worker, Stability *stability) {
    const AbRootMove *best = &worker->roots[0];
    stability->changes *= CHANGE_DECAY;
    if (best->move != stability->best)
        stability->changes += 1;
    const double fall = stability->is_known ? (double)(stability->value - best->value) / 100 : 0;
    stability->best = best->move;
    stability->value = stability->is_known ? (stability->value * 3 + best->value) / 4 : best->value;
    stability->is_known = true;
    if (worker->root_count == 1)
        return HARDNESS_SINGLE_MOVE;
    double hard = HARDNESS_STABLE + HARDNESS_CHANGE * stability->changes;
    hard *= 1 + (fall > FALL_LARGE ? FALL_LARGE_FACTOR : fall > 0 ? FALL_FACTOR * fall : 0);
    const int64_t nodes = worker_nodes(worker);
    const double share = nodes ? (double)best->nodes / (double)nodes : 0;
    return hard * (EFFORT_BASE - EFFORT_FACTOR * share);
}

static bool is_enough(const AbWorker *worker) {
    const SearchLimits *limits = worker->shared->limits;
    const int value = worker->roots[0].value;
    if (limits->mate && value >= value_win_in(limits->mate))
        return true;
    if (limits->depth && worker->root_depth >= limits->depth)
        return true;
    // A win or a loss whose whole length this depth exceeds by far.
    const int distance = VALUE_WIN - abs(value);
    return value_is_decided(value) && worker->root_depth > 2 * distance + 6 &&
           worker->shared->setup.multi_pv == 1;
}

static void begin_iteration(AbWorker *worker) {
    for (int i = 0; i < worker->root_count; i++) {
        AbRootMove *root = &worker->roots[i];
        root->previous = root->value == -VALUE_INFINITE ? root->previous : root->value;
    }
}

void deepen_run(AbWorker *worker) {
    AlphaBeta *shared = worker->shared;
    const bool is_first = worker->index == 0;
    const int lines =
        shared->setup.multi_pv < worker->root_count ? shared->setup.multi_pv : worker->root_count;
    Stability stability = {.best = MOVE_NONE};
    for (worker->root_depth = 1; worker->root_depth < PLY_MAX; worker->root_depth++) {
        // Half of the helpers skip some depths, so that not all search the same.
        if (worker->index % 2 && worker->root_depth > 1 && worker->root_depth % 3 == 0 &&
            worker->root_depth < PLY_MAX - 2)
            worker->root_depth++;
        begin_iteration(worker);
        for (worker->pv_index = 0; worker->pv_index < lines; worker->pv_index++) {
            worker->deepest = 0;
            search_window(worker);
            sort_roots(worker->roots, worker->pv_index + 1);
            if (worker_is_stopped(worker))
                break;
        }
        if (worker_is_stopped(worker))
            break;
        worker->completed_depth = worker->root_depth;
        if (!is_first)
            continue;
        deepen_report(worker);
        if (is_enough(worker) ||
            control_is_due(shared->control, hardness(worker, &stability), &shared->due_ns))
            break;
    }
}
