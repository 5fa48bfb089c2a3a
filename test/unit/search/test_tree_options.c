// Every option, on positions from random games: a legal move, legal lines, limits kept.
#include "tree_testing.h"

typedef struct Listener {
    const Position *pos;
    int lines, reports;
    Move firsts[MOVE_MAX];
} Listener;

static void listen(void *context, const SearchInfo *info) {
    Listener *listener = context;
    if (info->text)
        return;
    listener->reports++;
    assert_in_range(info->multi_pv, 1, listener->lines);
    assert_in_range(info->pv_count, 1, PLY_MAX);
    assert_in_range(info->hash_permille, 0, 1000);
    assert_true(abs(info->value) <= VALUE_WIN);
    listener->firsts[info->multi_pv - 1] = info->pv[0];
    for (int i = 0; i + 1 < info->multi_pv; i++)
        assert_int_not_equal(listener->firsts[i], info->pv[0]);
    Position pos = *listener->pos;
    for (int i = 0; i < info->pv_count; i++) {
        Undo undo;
        assert_true(pos_is_legal(&pos, info->pv[i]));
        pos_do(&pos, info->pv[i], &undo);
    }
}

static SearchResult go_listening(Rig *rig, const GameLine *line, SearchLimits limits) {
    Listener listener = {.pos = &line->now, .lines = rig->setup.multi_pv};
    rig->report = (SearchReport){listen, &listener};
    const SearchResult result = rig_go(rig, line, limits);
    if (result.best != MOVE_NONE) {
        assert_true(pos_is_legal(&line->now, result.best));
        assert_true(listener.reports > 0);
        assert_int_equal(listener.firsts[0], result.best);
        check_tree(rig, line);
    }
    return result;
}

// Random games give the positions; the policies and options turn like a counter.
static struct {
    Rig rigs[POLICY_NB];
    unsigned turn;
} bench;

static void open_bench(void) {
    bench.turn = 0;
    for (int i = 0; i < POLICY_NB; i++) {
        rig_open_policy(&bench.rigs[i], i);
        rig_ready(&bench.rigs[i]);
    }
}

static void close_bench(void) {
    for (int i = 0; i < POLICY_NB; i++)
        rig_close(&bench.rigs[i]);
}

static void turn_options(Rig *rig, unsigned turn) {
    rig->settings.temperature_mode = (int)(turn / 6 % 2);
    rig->settings.objective = (int)(turn * 7 % 19);
    rig->settings.ts_alpha = turn % 5 ? 1 : 0.8;
    rig->settings.tb = turn % 7 ? 40 : 0;
    rig->settings.ts = turn % 9 ? 120 : 0;
    TreeSettings *tree = rig_settings(rig);
    tree->tree_info = true;
    tree->depth_index = (int)(turn / 3 % 2);
    tree->leaf_search = (int)(turn / 12 % (LEAF_DEEPENING + 1));
    tree->td = turn % 8 ? 100 : 0;
}

static void visit_every_option(Position *pos, Rng *rng) {
    if (rng_below(rng, 4))
        return;
    Rig *rig = &bench.rigs[bench.turn % POLICY_NB];
    turn_options(rig, bench.turn++);
    rig->setup.hash_mb = 1 + (int)rng_below(rng, 2);
    const int leaf_search = rig_settings(rig)->leaf_search;
    const bool is_slow = leaf_search >= LEAF_ALPHABETA;
    Position sparse;
    if (GAME_IS_SHOGI && is_slow) { // others would take seconds
        sparse = position_of(str_of("4k4/9/4p4/9/9/9/4P4/9/4K4 b - 1"));
        pos = &sparse;
    }
    const int nodes = is_slow ? 40 : GAME_IS_SHOGI && leaf_search ? 200 : 2000;
    rig_ready(rig);
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, pos, error));
    const SearchResult result = go_listening(rig, &line, (SearchLimits){.nodes = nodes});
    assert_true(pos_has_legal(pos) == (result.best != MOVE_NONE) || result.is_declared);
    line_release(&line);
}

static void test_every_option(void **state) {
    (void)state;
    open_bench();
    random_play(1, testing_count("YURAGI_SOFTMAX_PLIES", 4 * 80), visit_every_option);
    testing_note("%u searches\n", bench.turn);
    assert_true(bench.turn > 72); // all combinations of the four
    close_bench();
}

static void test_every_objective(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    GameLine line = line_of(a_position());
    for (int objective = 0; objective < OBJECTIVE_NB; objective++)
        for (int is_hot = 0; is_hot < 2; is_hot++) {
            rig.settings.objective = objective;
            rig.settings.objective_c = is_hot ? 100000 : 0;
            rig_ready(&rig);
            assert_true(go_listening(&rig, &line, (SearchLimits){.nodes = 2000}).nodes >= 2000);
        }
    rig_close(&rig);
    line_release(&line);
}

static void visit_searchmoves(Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    if (!count || rng_below(rng, 3))
        return;
    Rig *rig = &bench.rigs[bench.turn++ % POLICY_NB];
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, pos, error));
    if (rng_below(rng, 2)) // the tree may be there already
        (void)go_listening(rig, &line, (SearchLimits){.nodes = 300});
    const int first = (int)rng_below(rng, (uint32_t)count);
    const int some = 1 + (int)rng_below(rng, (uint32_t)(count - first < 3 ? count - first : 3));
    const SearchResult result = go_listening(
        rig, &line, (SearchLimits){.nodes = 300, .moves = moves + first, .move_count = some});
    bool is_one_of_them = result.is_declared;
    for (int i = first; i < first + some; i++)
        is_one_of_them |= result.best == moves[i];
    assert_true(is_one_of_them);
    line_release(&line);
}

static void test_searchmoves(void **state) {
    (void)state;
    open_bench();
    random_play(2, testing_count("YURAGI_SOFTMAX_PLIES", 400), visit_searchmoves);
    close_bench();
}

// Lines are reported in the order of preference: deep enough first, then by value.
static void test_several_lines(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig.setup.multi_pv = 5;
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    go_listening(&rig, &line, (SearchLimits){.nodes = 20000});
    RootMove moves[MOVE_MAX];
    const int count = root_moves(rig.search, moves);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += (double)moves[i].probability;
        if (i && moves[i].is_deep == moves[i - 1].is_deep)
            assert_true(moves[i].value <= moves[i - 1].value);
        else if (i)
            assert_true(moves[i - 1].is_deep);
    }
    assert_true(fabs(sum - 1) < 1e-5);
    // More lines than moves.
    rig.setup.multi_pv = 600;
    rig_ready(&rig);
    go_listening(&rig, &line, (SearchLimits){.nodes = 1000});
    rig_close(&rig);
    line_release(&line);
}

static void test_limits(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig);
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    for (int64_t nodes = 1; nodes < 30000; nodes = nodes * 3 + 1) {
        rig_new_game(&rig);
        const SearchResult result = go_listening(&rig, &line, (SearchLimits){.nodes = nodes});
        assert_true(result.nodes >= nodes && result.nodes < nodes + MOVE_MAX);
    }
    for (int depth = 1; depth <= (GAME_IS_SHOGI ? 2 : 3); depth++) {
        rig_new_game(&rig);
        go_listening(&rig, &line, (SearchLimits){.depth = depth});
        assert_true(edge_depth(tree_root(&rig.search->tree)) >= (float)depth);
    }
    rig_close(&rig);
    line_release(&line);
}

// Where samples always go for the best and values are those of the best, the root's value is the
// minimax of the leaves.
static float minimax(const Tree *tree, Edge node) {
    const Link link = edge_link(node);
    if (link < LINK_FIRST || value_is_proven(edge_value(node)))
        return edge_value(node);
    Block *children = tree_block(tree, link);
    float best = SIMD_PAD;
    for (int i = 0; i < children->count; i++)
        best = fmaxf(best, minimax(tree, (Edge){children, i}));
    return value_from_above(best);
}

static void test_cold_tree_is_minimax(void **state) {
    (void)state;
    for (int hash_mb = 1; hash_mb <= 8; hash_mb *= 8) {
        Rig rig;
        rig_open(&rig);
        rig.setup.hash_mb = hash_mb;
        rig.settings.tb = rig.settings.tree.td = 0;
        rig.settings.ts = hash_mb == 1 ? 120 : 0;
        rig_ready(&rig);
        GameLine line = line_of(a_position());
        go_listening(&rig, &line, (SearchLimits){.nodes = 30000});
        const Edge root = tree_root(&rig.search->tree);
        assert_true(edge_value(root) == minimax(&rig.search->tree, root));
        rig_close(&rig);
        line_release(&line);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_option), cmocka_unit_test(test_every_objective),
        cmocka_unit_test(test_searchmoves),  cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_cold_tree_is_minimax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
