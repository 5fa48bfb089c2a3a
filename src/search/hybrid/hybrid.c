#include "hybrid.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/workers.h"
#include "search/alphabeta/alphabeta.h"
#include "search/hybrid/hybrid_arbiter.h"
#include "search/softmax/softmax.h"
#include "search/tree/tree_search.h"
#include "search/uct/uct.h"

typedef struct HybridSettings {
    int tree; // an index of TREES
    int tree_threads, tree_share;
    HybridRules rules;
    bool shares_order;
} HybridSettings;

static const SearchKind *const TREES[] = {&SEARCH_UCT, &SEARCH_SOFTMAX};
static const char *const TREE_NAMES[] = {"uct", "softmax", NULL};

static const OptionSpec ROWS[] = {
    OPTION_ROW_COMBO(HybridSettings, tree, "HybridTree", "softmax", TREE_NAMES,
                     "the search beside alpha-beta"),
    OPTION_ROW_SPIN(HybridSettings, tree_threads, "HybridTreeThreads", "1", 1, 512,
                    "threads of that search; alpha-beta has the others, and at least one"),
    OPTION_ROW_SPIN(HybridSettings, tree_share, "HybridTreeShare", "10", 1, 100,
                    "how much of the time of a move these threads search the tree, in percent; for "
                    "the rest they help alpha-beta"),
    OPTION_ROW_CHECK(HybridSettings, rules.trusts_mate, "HybridMate", "true",
                     "a mate that alpha-beta has found decides"),
    OPTION_ROW_SPIN(HybridSettings, rules.low_rate, "HybridLowRate", "0", 0, 100,
                    "if the tree gives alpha-beta's move a win rate below this, in percent, the "
                    "tree's move is played; 0: never"),
    OPTION_ROW_SPIN(HybridSettings, rules.rate_gap, "HybridRateGap", "10", 0, 100,
                    "how much higher the win rate of the tree's move must be for HybridLowRate, in "
                    "percent"),
    OPTION_ROW_SPIN(HybridSettings, rules.low_value, "HybridLowValue", "-32001", -32001, 32000,
                    "if alpha-beta's value is below this, in centipawns, the tree's move is "
                    "played; -32001: never"),
    OPTION_ROW_SPIN(HybridSettings, rules.min_samples, "MinPlayouts", "1000", 0, INT32_MAX,
                    "with fewer samples in the tree alpha-beta's move is played"),
    OPTION_ROW_CHECK(
        HybridSettings, shares_order, "HybridOrder", "false",
        "the tree stores its best moves in the transposition table, for the move order "
        "of alpha-beta"),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);

typedef struct Hybrid {
    Search base;
    HybridSettings settings;
    Search *alphabeta;
    Search *tree; // null: there is one thread
    int alphabeta_threads, tree_threads;
    Workers threads; // of the tree: the first starts it, all help alpha-beta when it has ended
    int thread_count;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool has_ended; // the tree, in the present run; under the lock
    // Of the present run. The worker writes the tree's result and may stop alpha-beta.
    const GameLine *line;
    SearchLimits alphabeta_limits, tree_limits;
    SearchControl alphabeta_control, tree_control;
    const SearchReport *report;
    SearchResult tree_result;
    Status tree_status;
} Hybrid;

// ---- memory ----

static Status create(Search **search, Error *error) {
    Hybrid *hybrid = calloc(1, sizeof *hybrid);
    if (!hybrid)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    hybrid->base.kind = &SEARCH_HYBRID;
    pthread_mutex_init(&hybrid->lock, NULL);
    pthread_cond_init(&hybrid->ended, NULL);
    *search = &hybrid->base;
    return STATUS_OK;
}

static void destroy_part(Search *part) {
    if (part)
        part->kind->destroy(part);
}

static void release_threads(Hybrid *hybrid) {
    if (hybrid->thread_count)
        workers_release(&hybrid->threads);
    hybrid->thread_count = 0;
}

static Status fit_threads(Hybrid *hybrid, int count, Error *error) {
    if (hybrid->thread_count == count)
        return STATUS_OK;
    release_threads(hybrid);
    if (count)
        TRY(workers_init(&hybrid->threads, count, error));
    hybrid->thread_count = count;
    return STATUS_OK;
}

static void destroy(Search *search) {
    Hybrid *hybrid = (Hybrid *)search;
    release_threads(hybrid);
    destroy_part(hybrid->alphabeta);
    destroy_part(hybrid->tree);
    pthread_cond_destroy(&hybrid->ended);
    pthread_mutex_destroy(&hybrid->lock);
    free(hybrid);
}

// ---- settings ----

static int tree_threads(const SearchSetup *setup, const HybridSettings *settings) {
    return settings->tree_threads < setup->threads ? settings->tree_threads : setup->threads - 1;
}

// A quarter of the memory is for the tree, if there is one; the table has the rest.
static SearchSetup alphabeta_setup(const SearchSetup *setup, const HybridSettings *settings) {
    SearchSetup part = *setup;
    part.spare_threads = tree_threads(setup, settings);
    part.threads = setup->threads - part.spare_threads;
    if (part.spare_threads)
        part.hash_mb = setup->hash_mb - setup->hash_mb / 4;
    return part;
}

static SearchSetup tree_setup(const SearchSetup *setup, const HybridSettings *settings) {
    SearchSetup part = *setup;
    part.threads = tree_threads(setup, settings);
    part.hash_mb = setup->hash_mb / 4 > 0 ? setup->hash_mb / 4 : 1;
    part.multi_pv = 1;
    part.sink = NULL;
    part.yields_table = true;
    part.shares_order = settings->shares_order;
    return part;
}

static int table_mb(const SearchSetup *setup, const void *settings) {
    const SearchSetup part = alphabeta_setup(setup, settings);
    return SEARCH_ALPHABETA.table_mb(
        &part, setup->settings_of(setup->settings_context, &SEARCH_ALPHABETA));
}

// A search of the kind with the settings that the player has for it.
static Status new_part(const SearchKind *kind, const SearchSetup *setup, Search **part,
                       Error *error) {
    TRY(kind->create(part, error));
    const Status status =
        kind->configure(*part, setup, setup->settings_of(setup->settings_context, kind), error);
    if (status != STATUS_OK) {
        kind->destroy(*part);
        *part = NULL;
    }
    return status;
}

static Status configure(Search *search, const SearchSetup *setup, const void *settings,
                        Error *error) {
    Hybrid *hybrid = (Hybrid *)search;
    const HybridSettings *wanted = settings;
    const SearchSetup first = alphabeta_setup(setup, wanted), second = tree_setup(setup, wanted);
    Search *alphabeta, *tree = NULL;
    TRY(fit_threads(hybrid, second.threads, error));
    TRY(new_part(&SEARCH_ALPHABETA, &first, &alphabeta, error));
    const Status status =
        second.threads ? new_part(TREES[wanted->tree], &second, &tree, error) : STATUS_OK;
    if (status != STATUS_OK) {
        destroy_part(alphabeta);
        return status;
    }
    destroy_part(hybrid->alphabeta);
    destroy_part(hybrid->tree);
    hybrid->alphabeta = alphabeta;
    hybrid->tree = tree;
    hybrid->alphabeta_threads = first.threads;
    hybrid->tree_threads = second.threads;
    hybrid->settings = *wanted;
    return STATUS_OK;
}

static void new_game(Search *search) {
    Hybrid *hybrid = (Hybrid *)search;
    hybrid->alphabeta->kind->new_game(hybrid->alphabeta);
    if (hybrid->tree)
        hybrid->tree->kind->new_game(hybrid->tree);
}

static void warm(Search *search) {
    Hybrid *hybrid = (Hybrid *)search;
    hybrid->alphabeta->kind->warm(hybrid->alphabeta);
    if (hybrid->tree)
        hybrid->tree->kind->warm(hybrid->tree);
}

// ---- a run ----

// Alpha-beta reports the lines; nodes are those of both.
static void report_both(void *context, const SearchInfo *info) {
    const Hybrid *hybrid = context;
    SearchInfo both = *info;
    both.nodes += tree_search_nodes((const TreeSearch *)hybrid->tree);
    hybrid->report->info(hybrid->report->context, &both);
}

// Runs the tree on the first of its threads; the others wait. A win that the tree has proved leaves
// nothing to search.
static void run_tree(Hybrid *hybrid) {
    hybrid->tree_status = hybrid->tree->kind->run(
        hybrid->tree, hybrid->line, &hybrid->tree_limits, &hybrid->tree_control,
        &(SearchReport){NULL, NULL}, &hybrid->tree_result, NULL);
    if (hybrid->tree_status == STATUS_OK && hybrid->tree_result.value >= VALUE_DECIDED)
        control_stop(&hybrid->alphabeta_control);
    pthread_mutex_lock(&hybrid->lock);
    hybrid->has_ended = true;
    pthread_cond_broadcast(&hybrid->ended);
    pthread_mutex_unlock(&hybrid->lock);
}

static void await_tree(Hybrid *hybrid) {
    pthread_mutex_lock(&hybrid->lock);
    while (!hybrid->has_ended)
        pthread_cond_wait(&hybrid->ended, &hybrid->lock);
    pthread_mutex_unlock(&hybrid->lock);
}

static void run_thread(void *context, int index) {
    Hybrid *hybrid = context;
    if (index)
        await_tree(hybrid);
    else
        run_tree(hybrid);
    alphabeta_help(hybrid->alphabeta, index);
}

// What is left of a whole for the tree: its share of the time of its threads.
static int64_t tree_part(const Hybrid *hybrid, int64_t whole) {
    return (int64_t)((double)whole * hybrid->settings.tree_share / 100);
}

// Limits of nodes are divided by threads. Depth and mate are alpha-beta's matter. The tree ends
// with alpha-beta, or earlier by its share of the time that is planned for a normal move.
static void divide_limits(Hybrid *hybrid, const SearchLimits *limits,
                          const SearchControl *control) {
    hybrid->alphabeta_limits = hybrid->tree_limits = *limits;
    hybrid->tree_limits.depth = hybrid->tree_limits.mate = 0;
    const int all = hybrid->tree_threads + hybrid->alphabeta_threads;
    const int64_t nodes = tree_part(hybrid, limits->nodes / all * hybrid->tree_threads);
    if (limits->nodes) {
        hybrid->tree_limits.nodes = nodes > 0 ? nodes : 1;
        hybrid->alphabeta_limits.nodes = limits->nodes - nodes;
    }
    TimePlan plan;
    control_init_inside(&hybrid->alphabeta_control, control);
    control_init(&hybrid->tree_control);
    if (hybrid->settings.tree_share < 100 && control_plan(control, &plan)) {
        plan = timeplan_exact(plan.start_ns, tree_part(hybrid, plan.optimum_ns));
        control_time(&hybrid->tree_control, &plan);
    }
}

// What the tree thinks of its own move and of alpha-beta's.
static HybridEvidence collect_evidence(const Hybrid *hybrid, const SearchResult *alphabeta) {
    HybridEvidence evidence = {.alphabeta_move = alphabeta->best,
                               .tree_move = hybrid->tree_result.best,
                               .alphabeta_value = alphabeta->value,
                               .tree_value = hybrid->tree_result.value};
    TreeView view;
    if (!hybrid->tree->kind->tree(hybrid->tree, &view))
        return evidence;
    TreeChild children[MOVE_MAX];
    const int count = view.children(view.tree, view.root, children);
    evidence.samples = view.visits;
    for (int i = 0; i < count; i++)
        if (children[i].move == alphabeta->best) {
            evidence.tree_opinion = (int)lrintf(children[i].value);
            evidence.has_opinion = true;
        }
    return evidence;
}

static void report_decision(const Hybrid *hybrid, const HybridEvidence *evidence,
                            HybridReason reason) {
    const Position *pos = &hybrid->line->now;
    char first[MOVE_TEXT_MAX], second[MOVE_TEXT_MAX], text[240];
    move_format(pos, evidence->alphabeta_move, first);
    move_format(pos, evidence->tree_move, second);
    snprintf(text, sizeof text,
             "hybrid: %s (alphabeta %s %+d, in the tree %.1f %%; tree %s %.1f %%, %" PRIu32
             " samples)",
             hybrid_reason_text(reason), first, evidence->alphabeta_value,
             hybrid_rate(evidence->has_opinion ? evidence->tree_opinion : 0), second,
             hybrid_rate(evidence->tree_value), evidence->samples);
    hybrid->report->info(hybrid->report->context, &(SearchInfo){.text = text});
}

// The GUI sees the line of the move that is played.
static void report_result(const Hybrid *hybrid, const SearchResult *result) {
    const SearchInfo info = {.depth = result->depth,
                             .deepest = result->deepest,
                             .multi_pv = 1,
                             .value = result->value,
                             .bound = BOUND_EXACT,
                             .nodes = result->nodes,
                             .time_ns = result->time_ns,
                             .pv = result->pv,
                             .pv_count = result->pv_count};
    hybrid->report->info(hybrid->report->context, &info);
}

// The result of alpha-beta becomes that of the tree if the rules say so.
static void arbitrate(const Hybrid *hybrid, SearchResult *result) {
    const HybridEvidence evidence = collect_evidence(hybrid, result);
    const HybridDecision decision = hybrid_decide(&hybrid->settings.rules, &evidence);
    const int64_t nodes = result->nodes + hybrid->tree_result.nodes, time_ns = result->time_ns;
    if (decision.is_tree)
        *result = hybrid->tree_result;
    result->nodes = nodes;
    result->time_ns = time_ns;
    if (!hybrid->report->info)
        return;
    report_decision(hybrid, &evidence, decision.reason);
    if (decision.is_tree)
        report_result(hybrid, result);
}

static Status run(Search *search, const GameLine *line, const SearchLimits *limits,
                  const SearchControl *control, const SearchReport *report, SearchResult *result,
                  Error *error) {
    Hybrid *hybrid = (Hybrid *)search;
    Search *alphabeta = hybrid->alphabeta;
    if (!hybrid->tree)
        return alphabeta->kind->run(alphabeta, line, limits, control, report, result, error);
    hybrid->line = line;
    hybrid->report = report;
    hybrid->has_ended = false;
    divide_limits(hybrid, limits, control);
    workers_start(&hybrid->threads, run_thread, hybrid);
    const Status status = alphabeta->kind->run(
        alphabeta, line, &hybrid->alphabeta_limits, &hybrid->alphabeta_control,
        &(SearchReport){report->info ? report_both : NULL, hybrid}, result, error);
    control_stop(&hybrid->tree_control);
    workers_wait(&hybrid->threads);
    if (status == STATUS_OK && result->best != MOVE_NONE && hybrid->tree_status == STATUS_OK)
        arbitrate(hybrid, result);
    return status;
}

static int quiesce(Search *search, const Position *pos) {
    Search *alphabeta = ((Hybrid *)search)->alphabeta;
    return alphabeta->kind->quiesce(alphabeta, pos);
}

static bool tree_of(const Search *search, TreeView *view) {
    const Search *tree = ((const Hybrid *)search)->tree;
    return tree && tree->kind->tree(tree, view);
}

const SearchKind SEARCH_HYBRID = {
    .name = "hybrid",
    .summary = "alpha-beta beside a tree search, as in ym-shogi",
    .options = &OPTIONS,
    .settings_bytes = sizeof(HybridSettings),
    .ponders_on_all = true,
    .create = create,
    .destroy = destroy,
    .table_mb = table_mb,
    .configure = configure,
    .new_game = new_game,
    .warm = warm,
    .run = run,
    .quiesce = quiesce,
    .tree = tree_of,
};
