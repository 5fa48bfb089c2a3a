#include "tree_progress.h"

#include <math.h>

#include "base/clock.h"
#include "search/tree/tree_root.h"

enum {
    STEP_SAMPLES = 16,           // samples with static leaves between two looks at the clock
    LOOK_NS = 1000000,           // between two looks at how hard the choice is
    REPORT_FIRST_NS = 100000000, // a shorter run reports only at its end
    REPORT_NS = 500000000,       // between two reports
};

// Hardness is the time that a move gets, in normal times. While the time doubles, the expected
// depth usually grows by GROWTH_NORMAL: by 0.17 to 0.5 from the start positions of the three games.
static const double GROWTH_NORMAL = 0.25;
static const double HARDNESS_MAX = 1.5;       // of a depth that does not grow
static const double HARDNESS_A_GROWTH = -0.5; // what a normal growth adds
static const double HARDNESS_MIN = 0.6;       // of a depth that grows very fast
static const double HARDNESS_FORCED = 0.02;   // of the only move: time to find a reply to ponder on
static const double SURE_PROBABILITY = 0.98;  // a move that is this likely gets half the time

void tree_progress_begin(TreeSearch *search) {
    search->start_ns = clock_ns();
    search->progress = (TreeProgress){
        .report_ns = search->start_ns + REPORT_FIRST_NS,
        .hardness = search->settings->time_by_depth ? HARDNESS_MAX : 1,
        .due_ns = INT64_MAX,
        .collected_nodes = -1,
    };
}

// How much the depth has grown while the time spent doubled.
static double depth_growth(TreeSearch *search, int64_t now_ns) {
    TreeProgress *progress = &search->progress;
    const int64_t spent_ns = now_ns - search->start_ns;
    if (spent_ns >= 2 * progress->spent_ns) {
        const float depth = edge_depth(tree_root(&search->tree));
        if (progress->spent_ns)
            progress->growth = (double)(depth - progress->depth);
        progress->spent_ns = spent_ns;
        progress->depth = depth;
    }
    return progress->growth;
}

// Harder where the depth grows slowly, because many moves are close; easy where one move is left or
// far better than all others.
static double hardness(TreeSearch *search, int64_t now_ns) {
    RootMove moves[MOVE_MAX];
    if (root_moves(search, moves) == 1)
        return HARDNESS_FORCED;
    const double growth = depth_growth(search, now_ns) / GROWTH_NORMAL;
    const double hard = fmax(HARDNESS_MAX + HARDNESS_A_GROWTH * growth, HARDNESS_MIN);
    const double limited = fmin(hard, HARDNESS_MAX);
    return (double)moves[0].probability > SURE_PROBABILITY ? limited / 2 : limited;
}

void tree_progress_step(TreeSearch *search) {
    TreeProgress *progress = &search->progress;
    if (++progress->samples % STEP_SAMPLES && !search->workers[0].leaf)
        return;
    const int64_t now_ns = clock_ns();
    if (now_ns >= progress->report_ns) {
        root_report(search);
        progress->report_ns = now_ns + REPORT_NS;
    }
    if (search->settings->time_by_depth && now_ns >= progress->look_ns) {
        progress->hardness = hardness(search, now_ns);
        progress->look_ns = now_ns + LOOK_NS;
    }
}

bool tree_progress_is_over(TreeSearch *search) {
    const SearchLimits *limits = search->limits;
    const Edge root = tree_root(&search->tree);
    return (limits->nodes && tree_search_nodes(search) >= limits->nodes) ||
           value_is_proven(edge_value(root)) ||
           (limits->depth && edge_depth(root) >= (float)limits->depth) ||
           control_is_due(search->control, search->progress.hardness, &search->progress.due_ns);
}
