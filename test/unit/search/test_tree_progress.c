// A run as it goes on: the question whether it is over changes nothing, a step reports when it is
// time to, and the time of a move follows from how hard the choice looks.
#include "tree_testing.h"

#include "base/clock.h"
#include "search/tree/tree_progress.h"

typedef struct Run {
    Rig rig;
    SearchLimits limits;
    SearchControl control;
    int reports;
} Run;

static void count_report(void *context, const SearchInfo *info) {
    (void)info;
    ++*(int *)context;
}

// A search between two samples.
static void open_run(Run *run, bool is_timed_by_depth, SearchLimits first) {
    *run = (Run){.reports = 0};
    rig_open(&run->rig);
    run->rig.settings.tree.time_by_depth = is_timed_by_depth;
    rig_ready(&run->rig);
    GameLine line = line_of(a_position());
    rig_go(&run->rig, &line, first);
    line_release(&line);
    control_init(&run->control);
    run->rig.report = (SearchReport){count_report, &run->reports};
    TreeSearch *search = run->rig.search;
    search->limits = &run->limits;
    search->control = &run->control;
    tree_progress_begin(search);
}

static void test_question(void **state) {
    (void)state;
    Run run;
    open_run(&run, true, (SearchLimits){.nodes = 2000});
    TreeSearch *search = run.rig.search;
    const TreeProgress before = search->progress;
    assert_false(tree_progress_is_over(search));
    run.limits.nodes = tree_search_nodes(search) + 1;
    assert_false(tree_progress_is_over(search));
    run.limits.nodes--;
    assert_true(tree_progress_is_over(search));
    run.limits.nodes = 0;
    run.limits.depth = (int)edge_depth(tree_root(&search->tree)) + 1;
    assert_false(tree_progress_is_over(search));
    run.limits.depth--;
    assert_true(tree_progress_is_over(search));
    run.limits.depth = 0;
    control_stop(&run.control);
    assert_true(tree_progress_is_over(search));
    assert_memory_equal(&search->progress, &before, sizeof before);
    assert_int_equal(run.reports, 0);
    rig_close(&run.rig);
}

static void test_reports(void **state) {
    (void)state;
    Run run;
    open_run(&run, true, (SearchLimits){.nodes = 2000});
    TreeSearch *search = run.rig.search;
    search->progress.report_ns = INT64_MAX;
    for (int i = 0; i < 100; i++)
        tree_progress_step(search);
    assert_int_equal(run.reports, 0);
    search->progress.report_ns = 0; // it is time
    for (int i = 0; i < 100; i++)
        tree_progress_step(search);
    assert_int_equal(run.reports, 1);
    assert_true(search->progress.report_ns > clock_ns());
    rig_close(&run.rig);
}

// The hardness after a look at this growth of the depth while the time doubled.
static double hardness_at(double growth, bool is_timed_by_depth, SearchLimits first) {
    Run run;
    open_run(&run, is_timed_by_depth, first);
    TreeSearch *search = run.rig.search;
    search->start_ns -= 1000000000;
    search->progress.spent_ns = 1;
    search->progress.depth = edge_depth(tree_root(&search->tree)) - (float)growth;
    for (int i = 0; i < 16; i++)
        tree_progress_step(search);
    const double hardness = search->progress.hardness;
    rig_close(&run.rig);
    return hardness;
}

static void test_hardness(void **state) {
    (void)state;
    const SearchLimits first = {.nodes = 2000};
    assert_true(fabs(hardness_at(0, true, first) - 1.5) < 1e-6);
    assert_true(fabs(hardness_at(0.25, true, first) - 1) < 1e-6);
    assert_true(fabs(hardness_at(5, true, first) - 0.6) < 1e-6);
    assert_true(fabs(hardness_at(-5, true, first) - 1.5) < 1e-6);
    assert_true(hardness_at(5, false, first) == 1);
    // One move is left.
    GameLine line = line_of(a_position());
    Move moves[MOVE_MAX];
    gen_useful(&line.now, moves);
    const SearchLimits one = {.nodes = 2000, .moves = moves, .move_count = 1};
    assert_true(hardness_at(0, true, one) < 0.1);
    assert_true(hardness_at(0, false, one) == 1);
    line_release(&line);
}

// The clock ends a run at the optimum times the hardness.
static void test_clock(void **state) {
    (void)state;
    Run run;
    open_run(&run, true, (SearchLimits){.nodes = 2000});
    TreeSearch *search = run.rig.search;
    const int64_t second = 1000000000;
    control_time(&run.control, &(TimePlan){.start_ns = clock_ns() - 100 * second,
                                           .optimum_ns = 90 * second,
                                           .maximum_ns = 900 * second});
    search->progress.hardness = 1.5;
    assert_false(tree_progress_is_over(search));
    search->progress.hardness = 1;
    assert_true(tree_progress_is_over(search));
    rig_close(&run.rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_question),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_hardness),
        cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
