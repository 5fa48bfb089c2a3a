// One node of the alpha-beta search before it tries moves: each step on a position made for it.
#include "ab_testing.h"

// ---- step 1: limits ----

static void test_stop_is_obeyed(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, quiet());
    control_stop(&rig->control);
    assert_int_equal(search_null(worker, 0, 3), 0);
    assert_true(worker_is_stopped(worker));
    assert_int_equal(worker_nodes(worker), 0);
    assert_false(is_stored(worker, pos_key(&worker->pos)));
}

// The search unwinds: position, ply and history are those of the node again, and a value that was
// not finished is not stored.
static void test_node_limit(void **state) {
    AbRig *rig = *state;
    rig->limits.nodes = 50;
    AbWorker *worker = rig_enter(rig, quiet());
    const Position before = worker->pos;
    const size_t recorded = worker->history.count;
    node_search(worker, -100, 100, 4, false);
    assert_true(worker_is_stopped(worker));
    assert_int_equal(worker_nodes(worker), 50);
    assert_int_equal(worker->ply, 1);
    assert_int_equal(worker->history.count, recorded);
    assert_memory_equal(&worker->pos, &before, sizeof before);
    assert_false(is_stored(worker, pos_key(&worker->pos)));
}

// ---- step 2: the rules ----

// A repetition is a draw in shogi and chess; in minishogi FIRST loses by it.
static void test_repetition(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 100;
    rig->setup.draw_value[FIRST] = rig->setup.draw_value[SECOND] = 30;
    AbWorker *worker = rig_enter(rig, repeated());
    assert_int_equal(search_null(worker, 0, 3), GAME_IS_MINISHOGI ? -EVAL_LIMIT : 30);
    assert_int_equal(worker_nodes(worker), 0);
    // Seen from the side that is not to move at the root, the draw is worth the opposite.
    worker = rig_enter(rig, BY_GAME("4k4/9/9/9/9/9/9/9/4K3R b - 1 moves 1i1h 5a5b 1h1i 5b5a 1i1h",
                                    "4k/5/5/5/KR3 b - 1 moves 4e4d 1a1b 4d4e 1b1a 4e4d",
                                    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 "
                                    "moves a1a2 e8e7 a2a1 e7e8 a1a2"));
    assert_int_equal(search_null(worker, 0, 3), GAME_IS_MINISHOGI ? EVAL_LIMIT : -30);
}

static void test_move_limit(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 100;
    rig->setup.draw_value[FIRST] = rig->setup.draw_value[SECOND] =
        -30; // to SECOND, which is to move at the root
    AbWorker *worker = rig_enter(rig, quiet());
    assert_int_equal(search_null(worker, 0, 1), 100);
    rig->setup.rules.move_limit = pos_ply(&worker->pos);
    worker = rig_enter(rig, quiet());
    assert_int_equal(search_null(worker, 0, 1), 30);
    assert_int_equal(worker_nodes(worker), 0);
}

// At the end of the stack a node is only evaluated; a side in check has no static value.
static void test_last_ply(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    rig->setup.draw_value[FIRST] = rig->setup.draw_value[SECOND] = 30;
    AbWorker *worker = rig_enter(rig, quiet());
    worker->ply = PLY_MAX - 1;
    assert_int_equal(search_null(worker, 0, 3), 70);
    assert_int_equal(worker_nodes(worker), 0);
    worker = rig_enter(rig, mated());
    worker->ply = PLY_MAX - 1;
    assert_int_equal(search_null(worker, 0, 3), 30);
}

// ---- step 3: mate distance ----

static void test_mate_distance(void **state) {
    AbRig *rig = *state;
    // One ply below the root nothing is better than a win in two plies nor worse than a loss in
    // one.
    AbWorker *worker = rig_enter(rig, quiet());
    assert_int_equal(node_search(worker, value_win_in(2), value_win_in(1), 3, false),
                     value_win_in(2));
    assert_int_equal(node_search(worker, value_loss_in(0), value_loss_in(1), 3, false),
                     value_loss_in(1));
    assert_int_equal(worker_nodes(worker), 0);
    node_search(worker, value_win_in(3), value_win_in(2), 1, false);
    assert_true(worker_nodes(worker) > 0);
}

static void test_mates_have_their_distance(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, mated());
    assert_int_equal(node_search(worker, -VALUE_INFINITE, VALUE_INFINITE, 2, false),
                     value_loss_in(2));
    worker = rig_enter(rig, mate_in_one());
    assert_int_equal(node_search(worker, -VALUE_INFINITE, VALUE_INFINITE, 2, false),
                     value_win_in(2));
    worker = rig_enter(rig, lost_for_second());
    assert_int_equal(node_search(worker, -VALUE_INFINITE, VALUE_INFINITE, 3, false),
                     value_loss_in(3));
}

static void test_no_move_without_check(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 500;
    rig->setup.draw_value[FIRST] = rig->setup.draw_value[SECOND] = 30;
    AbWorker *worker = rig_enter(rig, stuck());
    assert_int_equal(node_search(worker, -VALUE_INFINITE, VALUE_INFINITE, 2, false),
                     GAME_IS_CHESS ? -30 : value_loss_in(1));
}

// ---- step 4: the table ----

// The node asks for depth 4 and the window 99 to 100; the evaluator says 0.
static void check_table_cut(AbRig *rig, TtEntry entry, bool cuts) {
    AbWorker *worker = rig_enter(rig, quiet());
    store_here(worker, entry);
    const int value = search_null(worker, 100, 4);
    assert_int_equal(value, cuts ? entry.value : 0);
    assert_int_equal(worker_nodes(worker) == 0, cuts);
}

static void test_table_cuts(void **state) {
    AbRig *rig = *state;
    check_table_cut(rig, (TtEntry){.value = 150, .depth = 4, .bound = BOUND_LOWER}, true);
    check_table_cut(rig, (TtEntry){.value = 100, .depth = 4, .bound = BOUND_LOWER}, true);
    check_table_cut(rig, (TtEntry){.value = -70, .depth = 9, .bound = BOUND_EXACT}, true);
    check_table_cut(rig, (TtEntry){.value = 99, .depth = 4, .bound = BOUND_UPPER}, true);
    // Too shallow, the bound on the wrong side, or no value at all.
    check_table_cut(rig, (TtEntry){.value = 150, .depth = 3, .bound = BOUND_LOWER}, false);
    check_table_cut(rig, (TtEntry){.value = 150, .depth = 4, .bound = BOUND_UPPER}, false);
    check_table_cut(rig, (TtEntry){.value = 50, .depth = 4, .bound = BOUND_LOWER}, false);
    check_table_cut(rig, (TtEntry){.value = VALUE_NONE, .depth = 4, .bound = BOUND_EXACT}, false);
}

static void test_table_does_not_cut_a_pv_node(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, quiet());
    store_here(worker, (TtEntry){.value = 150, .depth = 4, .bound = BOUND_EXACT});
    assert_int_equal(node_search(worker, -100, 100, 4, false), 0);
    assert_true(worker_nodes(worker) > 0);
}

// The table's move is searched first, unless it is not legal here.
static void test_table_move_comes_first(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, quiet());
    Move moves[MOVE_MAX];
    const int count = gen_useful(&worker->pos, moves);
    const TtEntry entry = {.value = VALUE_NONE, .eval = VALUE_NONE, .move = moves[count / 2]};
    store_here(worker, entry);
    search_null(worker, 100, 1);
    assert_int_equal(rig->played.count, count);
    assert_int_equal(rig->played.moves[0], moves[count / 2]);

    worker = rig_enter(rig, quiet());
    Move any = 1;
    while (pos_is_legal(&worker->pos, any))
        any++;
    store_here(worker, (TtEntry){.value = VALUE_NONE, .eval = VALUE_NONE, .move = any});
    search_null(worker, 100, 1);
    assert_int_equal(rig->played.count, count);
    assert_int_equal(rig->played.times[any], 0);
}

// A quiet move that cuts from the table gains history as if it had been searched.
static void test_table_cut_counts_for_the_history(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, quiet());
    Move moves[MOVE_MAX];
    gen_quiet(&worker->pos, moves);
    const int16_t *history = &worker->histories->quiet[FIRST][move_path(moves[0])];
    store_here(worker, (TtEntry){.value = 50, .depth = 4, .bound = BOUND_UPPER, .move = moves[0]});
    search_null(worker, 100, 4);
    assert_int_equal(*history, 0);
    store_here(worker, (TtEntry){.value = 150, .depth = 4, .bound = BOUND_EXACT, .move = moves[0]});
    search_null(worker, 100, 4);
    assert_true(*history > 0);
}

// ---- step 5: the static value and the mate in one ----

static void test_static_value(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 40;
    AbWorker *worker = rig_enter(rig, quiet());
    search_null(worker, 0, 1);
    assert_int_equal(worker_ply(worker)->eval, 40);
    assert_int_equal(entry_here(worker).eval, 40);
    // The table's copy saves the evaluation.
    worker = rig_enter(rig, quiet());
    store_here(worker, (TtEntry){.value = VALUE_NONE, .eval = 55});
    search_null(worker, 0, 1);
    assert_int_equal(worker_ply(worker)->eval, 55);
    // There is none in check.
    worker = rig_enter(rig, mated());
    search_null(worker, 0, 1);
    assert_int_equal(worker_ply(worker)->eval, VALUE_NONE);
    assert_int_equal(entry_here(worker).eval, VALUE_NONE);
}

// The histories correct the static value of the node; the table keeps what the evaluator said.
static void test_correction(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 40;
    for (int is_on = 0; is_on < 2; is_on++) {
        rig->settings.correction_history = is_on;
        AbWorker *worker = rig_enter(rig, quiet());
        *correction_structure(worker->histories, &worker->pos) = 20 * CORRECTION_GRAIN;
        search_null(worker, 0, 1);
        assert_int_equal(worker_ply(worker)->eval, is_on ? 60 : 40);
        assert_int_equal(entry_here(worker).eval, 40);
    }
}

static void test_mate_in_one(void **state) {
    AbRig *rig = *state;
    rig->settings.mate_in_one = true;
    AbWorker *worker = rig_enter(rig, mate_in_one());
    assert_int_equal(search_null(worker, 0, 2), value_win_in(2));
    assert_int_equal(worker_nodes(worker), 0);
    const TtEntry entry = entry_here(worker);
    assert_int_equal(entry.value, value_win_in(2));
    assert_int_equal(entry.bound, BOUND_EXACT);
    assert_int_equal(entry.depth, PLY_MAX);
    worker_do(worker, entry.move);
    assert_true(pos_in_check(&worker->pos));
    assert_false(pos_has_legal(&worker->pos));
    // Further from the leaves, and where the table knows the node, the search finds it by itself.
    worker = rig_enter(rig, mate_in_one());
    search_null(worker, 0, 3);
    assert_true(worker_nodes(worker) > 0);
    worker = rig_enter(rig, mate_in_one());
    store_here(worker, (TtEntry){.value = VALUE_NONE, .eval = VALUE_NONE});
    search_null(worker, 0, 2);
    assert_true(worker_nodes(worker) > 0);
    worker = rig_enter(rig, mate_in_one());
    worker_ply(worker)->excluded = entry.move;
    search_null(worker, 0, 2);
    assert_true(worker_nodes(worker) > 0);
    rig->settings.mate_in_one = false;
    worker = rig_enter(rig, mate_in_one());
    search_null(worker, 0, 2);
    assert_true(worker_nodes(worker) > 0);
}

// ---- step 6: razoring and static null move ----

// A value far below alpha is left to the quiescence search, which plays no quiet move.
static void test_razoring(void **state) {
    AbRig *rig = *state;
    AbSettings *settings = &rig->settings;
    settings->razoring = true;
    settings->razoring_margin = 400;
    for (int depth = 1; depth <= 4; depth++) {
        const int margin = 200 * (depth + 1);
        AbWorker *worker = rig_enter(rig, quiet());
        assert_int_equal(node_search(worker, margin + 1, margin + 2, depth, false), 0);
        assert_int_equal(rig->played.count == 0, depth <= 3);
        worker = rig_enter(rig, quiet());
        node_search(worker, margin, margin + 1, depth, false);
        assert_true(rig->played.count > 0);
    }
    AbWorker *worker = rig_enter(rig, quiet());
    node_search(worker, value_win_in(9), value_win_in(8), 1, false); // a win is sought
    assert_true(rig->played.count > 0);
    settings->razoring = false;
    worker = rig_enter(rig, quiet());
    node_search(worker, 401, 402, 1, false);
    assert_true(rig->played.count > 0);
}

// Where the quiescence search comes out above alpha, the node is searched.
static void test_razoring_needs_a_low_quiescence(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    rig->settings.razoring = true;
    rig->settings.razoring_margin = 10;
    AbWorker *worker = rig_enter(rig, hanging());
    const int gain = capture_value(pos_captured(&worker->pos, move_here(worker, capture())));
    const int alpha = worker_eval(worker) + gain - 50;
    assert_true(node_search(worker, alpha, alpha + 1, 2, false) > alpha);
    assert_int_equal(entry_here(worker).depth, 2);
}

// The form of Heinz saves one ply, at depth three only.
static void test_limited_razoring(void **state) {
    AbRig *rig = *state;
    AbSettings *settings = &rig->settings;
    settings->razoring_form = RAZORING_LIMITED;
    settings->razoring_margin = 400;
    static const struct {
        bool is_on;
        int alpha, width, depth, wanted;
    } rows[] = {{true, 400, 1, 3, 2}, {true, 399, 1, 3, 3},   {true, 401, 1, 2, 2},
                {true, 401, 1, 4, 4}, {true, 400, 100, 3, 3}, {true, VALUE_WIN - 9, 1, 3, 3},
                {false, 400, 1, 3, 3}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        settings->razoring = rows[i].is_on;
        AbWorker *worker = rig_enter(rig, quiet_few());
        const int alpha = rows[i].alpha;
        assert_true(node_search(worker, alpha, alpha + rows[i].width, rows[i].depth, false) <=
                    alpha);
        assert_int_equal(entry_here(worker).depth, rows[i].wanted);
    }
}

static void test_static_null_move(void **state) {
    AbRig *rig = *state;
    AbSettings *settings = &rig->settings;
    settings->static_null_move = true;
    settings->static_null_margin = 100;
    rig->eval.flat = 900;
    for (int depth = 1; depth <= 8; depth++) {
        AbWorker *worker = rig_enter(rig, quiet());
        const int beta = 900 - 100 * depth;
        assert_int_equal(search_null(worker, beta, depth), (900 + beta) / 2);
        assert_int_equal(worker_nodes(worker), 0);
        search_null(worker, beta + 1, depth);
        assert_true(rig->played.count > 0);
    }
    AbWorker *worker = rig_enter(rig, quiet());
    search_null(worker, -100, 9);
    assert_true(rig->played.count > 0);
    worker = rig_enter(rig, quiet());
    search_null(worker, value_loss_in(9), 1);
    assert_true(rig->played.count > 0);
    settings->static_null_move = false;
    worker = rig_enter(rig, quiet());
    assert_int_equal(search_null(worker, 800, 1), 900);
}

// A side that improves is trusted a ply more.
static void test_static_null_move_of_an_improving_side(void **state) {
    AbRig *rig = *state;
    rig->settings.static_null_move = true;
    rig->settings.static_null_margin = 100;
    rig->eval.flat = 900;
    for (int before = 899; before <= 900; before++) {
        AbWorker *worker = rig_enter(rig, quiet());
        worker_ply(worker)[-2].eval = before;
        search_null(worker, 600, 4);
        assert_int_equal(worker_nodes(worker) == 0, before < 900);
    }
}

// What the table knows of the node counts as its static value where the bound allows.
static void test_static_null_move_by_the_table(void **state) {
    AbRig *rig = *state;
    rig->settings.static_null_move = true;
    rig->settings.static_null_margin = 100;
    for (int bound = BOUND_UPPER; bound <= BOUND_LOWER; bound++) {
        AbWorker *worker = rig_enter(rig, quiet());
        store_here(worker, (TtEntry){.value = 900, .depth = 0, .bound = (Bound)bound});
        assert_int_equal(search_null(worker, 100, 3), bound == BOUND_LOWER ? 500 : 0);
    }
}

// ---- step 7: null move ----

static Key key_after_pass(const AbWorker *worker) {
    Position pos = worker->pos;
    Undo undo;
    pos_pass(&pos, &undo);
    return pos_key(&pos);
}

static void test_null_move(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 300;
    for (int is_on = 0; is_on < 2; is_on++) {
        rig->settings.null_move = is_on;
        AbWorker *worker = rig_enter(rig, quiet());
        assert_int_equal(search_null(worker, 100, 4), 300);
        assert_int_equal(is_stored(worker, key_after_pass(worker)), is_on);
        assert_int_equal(rig->played.count, !is_on);
        assert_int_equal(worker->ply, 1);
    }
}

// The search behind the pass is shallower, and the more so the more the node is ahead.
static void test_null_move_reduces(void **state) {
    AbRig *rig = *state;
    rig->settings.null_move = true;
    rig->eval.flat = 2000;
    static const struct {
        int beta, depth, wanted;
    } rows[] = {{1900, 6, 1}, {1900, 9, 3}, {1700, 9, 2}, {1000, 12, 2}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AbWorker *worker = rig_enter(rig, quiet());
        search_null(worker, rows[i].beta, rows[i].depth);
        assert_int_equal(entry_of(worker, key_after_pass(worker), 2).depth, rows[i].wanted);
    }
}

static bool passes(AbRig *rig, const char *position, int beta, int depth) {
    AbWorker *worker = rig_enter(rig, position);
    search_null(worker, beta, depth);
    return is_stored(worker, key_after_pass(worker));
}

static void test_null_move_conditions(void **state) {
    AbRig *rig = *state;
    rig->settings.null_move = true;
    rig->eval.flat = 300;
    assert_true(passes(rig, quiet(), 210, 2));
    assert_false(passes(rig, quiet(), 211, 2)); // hardly ahead
    assert_true(passes(rig, quiet(), 300, 8));
    assert_false(passes(rig, quiet(), 301, 8));
    assert_false(passes(rig, quiet(), 0, 1)); // a leaf
    assert_false(passes(rig, quiet(), value_loss_in(9), 3));
    if (GAME_IS_CHESS) {
        const char *pawns = "6k1/p7/8/8/8/8/P7/7K b - - 0 1 moves g8h8";
        assert_false(passes(rig, pawns, 0, 3));
        assert_true(passes(rig, "6k1/p7/8/8/8/8/P6R/7K b - - 0 1 moves g8f8", 0, 3));
    }
}

// A pass is not answered by a pass.
static void test_null_move_does_not_answer_a_pass(void **state) {
    AbRig *rig = *state;
    rig->settings.null_move = true;
    rig->eval.flat = -300; // SECOND, which has passed to FIRST and gets the turn back, is ahead
    AbWorker *worker = rig_enter(rig, quiet());
    const Key before = pos_key(&worker->pos);
    worker_pass(worker);
    assert_int_equal(search_null(worker, 0, 2), 300);
    assert_false(is_stored(worker, before));
    worker_unpass(worker);
    assert_int_equal(pos_key(&worker->pos), before);
}

// The table says that the node is worth at most 50, so it is not ahead of 100.
static void test_null_move_asks_the_table(void **state) {
    AbRig *rig = *state;
    rig->settings.null_move = true;
    rig->eval.flat = 300;
    AbWorker *worker = rig_enter(rig, quiet());
    store_here(worker, (TtEntry){.value = 50, .eval = 300, .bound = BOUND_UPPER});
    search_null(worker, 100, 3);
    assert_false(is_stored(worker, key_after_pass(worker)));
}

// Two rooks attack each other: a pass loses one, but FIRST need not pass.
static void test_null_move_that_fails(void **state) {
    AbRig *rig = *state;
    rig->settings.null_move = true;
    rig->eval.value = eval_material;
    AbWorker *worker = rig_enter(rig, BY_GAME("7k1/9/9/9/r8/9/9/9/R7K w - 1 moves 2a1a",
                                              "3k1/5/r4/5/R3K w - 1 moves 2a1a",
                                              "8/7k/8/r7/8/8/8/R6K b - - 0 1 moves h7h8"));
    assert_true(search_null(worker, -100, 2) > 0);
    assert_true(is_stored(worker, key_after_pass(worker)));
    assert_true(rig->played.count > 0);
}

// A mate behind a pass proves no mate: the value is beta.
static void test_null_move_proves_no_mate(void **state) {
    AbRig *rig = *state;
    rig->settings.null_move = true;
    rig->settings.mate_in_one = true;
    rig->eval.flat = 1000;
    AbWorker *worker = rig_enter(rig, mate_in_one());
    assert_int_equal(search_null(worker, 950, 6), 950);
    assert_true(value_is_decided(entry_of(worker, key_after_pass(worker), 2).value));
    assert_int_equal(rig->played.count, 0);
}

// ---- step 8: ProbCut ----

static void test_probcut(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    rig->settings.probcut_margin = 200;
    for (int is_on = 0; is_on < 2; is_on++) {
        rig->settings.probcut = is_on;
        AbWorker *worker = rig_enter(rig, hanging());
        const Move move = move_here(worker, capture());
        const int gain = capture_value(pos_captured(&worker->pos, move));
        const int beta = worker_eval(worker) + gain - 200;
        assert_true(search_null(worker, beta, 5) >= beta + 200);
        const TtEntry entry = entry_here(worker);
        assert_int_equal(entry.depth, is_on ? 2 : 5);
        assert_int_equal(entry.move, move);
        assert_int_equal(entry.bound, BOUND_LOWER);
        assert_int_equal(entry.eval, worker_eval(worker));
        assert_int_equal(entry_after(worker, move).depth, is_on ? 1 : 4);
    }
}

// Material, in a game that FIRST has as good as lost.
static int eval_far_behind(const TestEval *eval, const Position *pos) {
    return eval_material(eval, pos) - 4000;
}

static int probcut_depth(AbRig *rig, int missing, int depth, const TtEntry *known) {
    AbWorker *worker = rig_enter(rig, hanging());
    const int gain = capture_value(pos_captured(&worker->pos, move_here(worker, capture())));
    if (known)
        store_here(worker, *known);
    search_null(worker, worker_eval(worker) + gain - 200 + missing, depth);
    return entry_here(worker).depth;
}

static void test_probcut_conditions(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    rig->settings.probcut = true;
    rig->settings.probcut_margin = 200;
    assert_int_equal(probcut_depth(rig, 0, 5, NULL), 2);
    assert_int_equal(probcut_depth(rig, 1, 5, NULL), 5); // the capture wins too little
    assert_int_equal(rig->played.times[entry_here(&rig->shared->workers[0]).move], 1);
    assert_int_equal(probcut_depth(rig, 0, 4, NULL), 4);
    // The table has already seen that nothing wins so much.
    const TtEntry known = {.value = -500, .eval = VALUE_NONE, .depth = 2, .bound = BOUND_LOWER};
    assert_int_equal(probcut_depth(rig, 0, 5, &known), 5);
}

// Material, but the position after the capture is bad.
static int eval_marked_bad(const TestEval *eval, const Position *pos) {
    return eval_material(eval, pos) - (pos_key(pos) == eval->marked ? 3000 : 0);
}

// The exchange alone does not decide: the capture is searched.
static void test_probcut_searches_the_capture(void **state) {
    AbRig *rig = *state;
    rig->settings.probcut = true;
    rig->settings.probcut_margin = 200;
    rig->eval.value = eval_marked_bad;
    const AbWorker *worker = rig_enter(rig, hanging());
    rig->eval.marked = pos_key_after(&worker->pos, move_here(worker, capture()));
    assert_int_equal(probcut_depth(rig, 0, 5, NULL), 5);
}

// On the principal variation nothing is cut before the moves.
static void test_pv_nodes_are_searched(void **state) {
    AbRig *rig = *state;
    AbSettings *settings = &rig->settings;
    settings->razoring = settings->static_null_move = settings->null_move = true;
    settings->probcut = settings->multi_cut = true;
    rig->eval.flat = 2000;
    AbWorker *worker = rig_enter(rig, quiet_few());
    node_search(worker, 0, 50, 3, true);
    assert_true(rig->played.count > 0);
    assert_false(is_stored(worker, key_after_pass(worker)));
    worker = rig_enter(rig, quiet_few());
    node_search(worker, 4000, 4050, 3, false);
    assert_true(rig->played.count > 0);
}

// ---- step 9: multi-cut ----

static void test_multi_cut(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 100;
    for (int is_on = 0; is_on < 2; is_on++) {
        rig->settings.multi_cut = is_on;
        AbWorker *worker = rig_enter(rig, quiet());
        assert_int_equal(node_search(worker, 49, 50, 6, true), is_on ? 50 : 100);
        assert_int_equal(rig->played.count, is_on ? 3 : 1);
        assert_int_equal(entry_after(worker, rig->played.moves[0]).depth, is_on ? 2 : 5);
        // At other nodes the first move that fails high is searched as always.
        worker = rig_enter(rig, quiet());
        assert_int_equal(node_search(worker, 49, 50, 6, false), 100);
        worker = rig_enter(rig, quiet());
        assert_int_equal(node_search(worker, 49, 50, 5, true), 100);
    }
}

// Moves that fail low do not count.
static void test_multi_cut_needs_values(void **state) {
    AbRig *rig = *state;
    rig->settings.multi_cut = true;
    AbWorker *worker = rig_enter(rig, quiet_few());
    assert_int_equal(node_search(worker, 49, 50, 6, true), 0);
}

// Two moves that fail high are not enough.
static void test_multi_cut_needs_three_moves(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 100;
    rig->settings.multi_cut = true;
    AbWorker *worker = rig_enter(rig, BY_GAME("4k4/9/9/9/9/9/9/1r7/7K1 w - 1 moves 5a4a",
                                              "k4/5/5/r4/3K1 w - 1 moves 5a4a",
                                              "7k/8/8/8/8/8/1r6/6K1 b - - 0 1 moves h8h7"));
    Move moves[MOVE_MAX];
    assert_int_equal(gen_useful(&worker->pos, moves), 2);
    assert_int_not_equal(node_search(worker, 49, 50, 6, true), 50);
}

// ---- step 10: internal reduction ----

static void test_internal_reduction(void **state) {
    AbRig *rig = *state;
    Move moves[MOVE_MAX];
    for (int is_on = 0; is_on < 2; is_on++) {
        rig->settings.internal_reduction = is_on;
        AbWorker *worker = rig_enter(rig, quiet());
        node_search(worker, -50, 50, 4, false);
        assert_int_equal(entry_here(worker).depth, 4 - is_on);
        worker = rig_enter(rig, quiet());
        node_search(worker, 49, 50, 4, true);
        assert_int_equal(entry_here(worker).depth, 4 - is_on);
    }
    AbWorker *worker = rig_enter(rig, quiet());
    node_search(worker, 49, 50, 4, false); // neither on the principal variation nor a cut node
    assert_int_equal(entry_here(worker).depth, 4);
    worker = rig_enter(rig, quiet());
    node_search(worker, -50, 50, 3, false);
    assert_int_equal(entry_here(worker).depth, 3);
    worker = rig_enter(rig, quiet());
    gen_useful(&worker->pos, moves);
    store_here(worker, (TtEntry){.value = VALUE_NONE, .eval = VALUE_NONE, .move = moves[0]});
    node_search(worker, -50, 50, 4, false);
    assert_int_equal(entry_here(worker).depth, 4);
    worker = rig_enter(rig, quiet());
    worker_ply(worker)->excluded = moves[0];
    node_search(worker, 49, 50, 4, true);
    assert_int_equal(entry_after(worker, moves[1]).depth, 3);
}

// ---- margins that know how much the game is still open ----

// On this curve 2000 is decided: the margins are gone, if both the switch of all methods (1) and
// the switch of the method (2) are on.
static AbSettings *decided_settings(AbRig *rig, int switches) {
    AbSettings *settings = &rig->settings;
    const bool is_on = switches & 2;
    *settings = plain_settings();
    settings->curve_a = 0.02;
    settings->information_margins = switches & 1;
    settings->information_razoring = settings->information_static_null = is_on;
    settings->information_null_move = settings->information_multi_cut = is_on;
    settings->information_probcut = is_on;
    return settings;
}

static void test_information_of_static_cuts(void **state) {
    AbRig *rig = *state;
    for (int switches = 0; switches <= 3; switches++) {
        const bool is_on = switches == 3;
        AbSettings *settings = decided_settings(rig, switches);
        settings->razoring = settings->static_null_move = true;
        rig->eval.flat = -2000;
        AbWorker *worker = rig_enter(rig, quiet_few());
        node_search(worker, -1950, -1949, 1, false);
        assert_int_equal(rig->played.count == 0, is_on);
        rig->eval.flat = 2000;
        worker = rig_enter(rig, quiet_few());
        search_null(worker, 1950, 3);
        assert_int_equal(rig->played.count == 0, is_on);
    }
}

static void test_information_of_searched_cuts(void **state) {
    AbRig *rig = *state;
    for (int switches = 0; switches <= 3; switches++) {
        const bool is_on = switches == 3;
        decided_settings(rig, switches)->null_move = true;
        rig->eval.value = eval_flat;
        rig->eval.flat = 2000;
        AbWorker *worker = rig_enter(rig, quiet_few());
        search_null(worker, 1900, 9);
        assert_int_equal(entry_of(worker, key_after_pass(worker), 2).depth, is_on ? 1 : 3);

        decided_settings(rig, switches)->multi_cut = true;
        worker = rig_enter(rig, quiet_few());
        assert_int_equal(node_search(worker, 1949, 1950, 6, true), 1950);
        assert_int_equal(rig->played.count, is_on ? 1 : 3);

        decided_settings(rig, switches)->probcut = true;
        rig->settings.probcut_margin = 200;
        rig->eval.value = eval_far_behind;
        assert_int_equal(probcut_depth(rig, 100, 5, NULL), is_on ? 2 : 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        rig_test(test_stop_is_obeyed),
        rig_test(test_node_limit),
        rig_test(test_repetition),
        rig_test(test_move_limit),
        rig_test(test_last_ply),
        rig_test(test_mate_distance),
        rig_test(test_mates_have_their_distance),
        rig_test(test_no_move_without_check),
        rig_test(test_table_cuts),
        rig_test(test_table_does_not_cut_a_pv_node),
        rig_test(test_table_move_comes_first),
        rig_test(test_table_cut_counts_for_the_history),
        rig_test(test_static_value),
        rig_test(test_correction),
        rig_test(test_mate_in_one),
        rig_test(test_razoring),
        rig_test(test_razoring_needs_a_low_quiescence),
        rig_test(test_limited_razoring),
        rig_test(test_static_null_move),
        rig_test(test_static_null_move_of_an_improving_side),
        rig_test(test_static_null_move_by_the_table),
        rig_test(test_null_move),
        rig_test(test_null_move_reduces),
        rig_test(test_null_move_conditions),
        rig_test(test_null_move_does_not_answer_a_pass),
        rig_test(test_null_move_asks_the_table),
        rig_test(test_null_move_that_fails),
        rig_test(test_null_move_proves_no_mate),
        rig_test(test_probcut),
        rig_test(test_probcut_conditions),
        rig_test(test_probcut_searches_the_capture),
        rig_test(test_pv_nodes_are_searched),
        rig_test(test_multi_cut),
        rig_test(test_multi_cut_needs_values),
        rig_test(test_multi_cut_needs_three_moves),
        rig_test(test_internal_reduction),
        rig_test(test_information_of_static_cuts),
        rig_test(test_information_of_searched_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
