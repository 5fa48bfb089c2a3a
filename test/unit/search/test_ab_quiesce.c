// The quiescence search: each step on a position made for it, and against a search of all captures.
#include "ab_testing.h"

enum { QUIET_CHECKS = 0, CAPTURES = -1 }; // depths: the first ply tries checks, the others do not

static int search_open(AbWorker *worker, int depth) {
    return quiesce_search(worker, -VALUE_INFINITE, VALUE_INFINITE, depth);
}

static int quiesce_null(AbWorker *worker, int beta, int depth) {
    return quiesce_search(worker, beta - 1, beta, depth);
}

// ---- limits and rules ----

static void test_stop_is_obeyed(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    AbWorker *worker = rig_enter(rig, quiet());
    control_stop(&rig->control);
    assert_int_equal(quiesce_null(worker, 0, QUIET_CHECKS), 0);
    assert_true(worker_is_stopped(worker));
    assert_false(is_stored(worker, pos_key(&worker->pos)));
}

static void test_node_limit(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    rig->limits.nodes = 1;
    AbWorker *worker = rig_enter(rig, hanging());
    search_open(worker, CAPTURES);
    assert_true(worker_is_stopped(worker));
    assert_int_equal(worker->ply, 1);
    assert_false(is_stored(worker, pos_key(&worker->pos)));
}

static void test_repetition(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 100;
    rig->setup.draw_value[FIRST] = rig->setup.draw_value[SECOND] = 30;
    AbWorker *worker = rig_enter(rig, repeated());
    assert_int_equal(search_open(worker, QUIET_CHECKS), GAME_IS_MINISHOGI ? -EVAL_LIMIT : 30);
}

static void test_last_ply(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    rig->setup.draw_value[FIRST] = rig->setup.draw_value[SECOND] = 30;
    AbWorker *worker = rig_enter(rig, hanging());
    worker->ply = PLY_MAX - 1;
    assert_int_equal(search_open(worker, QUIET_CHECKS), worker_eval(worker));
    worker = rig_enter(rig, mated());
    worker->ply = PLY_MAX - 1;
    assert_int_equal(search_open(worker, QUIET_CHECKS), 30);
}

// ---- standing pat ----

static void test_stand_pat(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    static const struct {
        int alpha, beta, depth;
        Bound bound;
    } rows[] = {
        {69, 70, QUIET_CHECKS, BOUND_LOWER},
        {70, 71, QUIET_CHECKS, BOUND_UPPER},
        {-100, 200, CAPTURES, BOUND_EXACT},
        {70, 200, CAPTURES, BOUND_UPPER},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AbWorker *worker = rig_enter(rig, quiet());
        assert_int_equal(quiesce_search(worker, rows[i].alpha, rows[i].beta, rows[i].depth), 70);
        assert_int_equal(worker_nodes(worker), 0);
        assert_int_equal(worker_ply(worker)->eval, 70);
        const TtEntry entry = entry_here(worker);
        assert_int_equal(entry.value, 70);
        assert_int_equal(entry.eval, 70);
        assert_int_equal(entry.depth, rows[i].depth);
        assert_int_equal(entry.bound, rows[i].bound);
        assert_int_equal(entry.move, MOVE_NONE);
    }
}

// Standing pat at beta plays no capture.
static void test_stand_pat_cuts(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = rig_enter(rig, hanging());
    const int eval = worker_eval(worker);
    assert_int_equal(quiesce_null(worker, eval, CAPTURES), eval);
    assert_int_equal(worker_nodes(worker), 0);
    assert_true(quiesce_null(worker, eval + 1, CAPTURES) > eval);
    assert_int_equal(times_played(rig, move_here(worker, capture())), 1);
}

// The value in the table replaces the static value, where its bound allows.
static void test_stand_on_the_table(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    static const struct {
        int value;
        Bound bound;
        int wanted;
    } rows[] = {{120, BOUND_LOWER, 120}, {120, BOUND_EXACT, 120}, {120, BOUND_UPPER, 70},
                {20, BOUND_UPPER, 20},   {20, BOUND_LOWER, 70},   {VALUE_NONE, BOUND_EXACT, 70}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        for (int beta = -50; beta <= 200; beta += 250) {
            AbWorker *worker = rig_enter(rig, quiet());
            store_here(worker, (TtEntry){.value = rows[i].value,
                                         .eval = 70,
                                         .bound = rows[i].bound,
                                         .depth = TT_DEPTH_MIN});
            assert_int_equal(quiesce_null(worker, beta, QUIET_CHECKS), rows[i].wanted);
        }
}

// The table's static value saves the evaluation; the histories correct it, the table keeps it.
static void test_static_value(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    rig->settings.correction_history = true;
    AbWorker *worker = rig_enter(rig, quiet());
    *correction_structure(worker->histories, &worker->pos) = 20 * CORRECTION_GRAIN;
    assert_int_equal(search_open(worker, QUIET_CHECKS), 90);
    assert_int_equal(entry_here(worker).eval, 70);
    worker = rig_enter(rig, quiet());
    store_here(worker,
               (TtEntry){.value = VALUE_NONE, .eval = 55, .depth = TT_DEPTH_MIN, .is_pv = true});
    assert_int_equal(search_open(worker, QUIET_CHECKS), 55);
    assert_true(entry_here(worker).is_pv);
}

// ---- captures ----

static void test_free_capture(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = rig_enter(rig, hanging());
    const Move move = move_here(worker, capture());
    const int eval = worker_eval(worker), gain = capture_value(pos_captured(&worker->pos, move));
    assert_int_equal(search_open(worker, CAPTURES), eval + gain);
    const TtEntry entry = entry_here(worker);
    assert_int_equal(entry.value, eval + gain);
    assert_int_equal(entry.eval, eval);
    assert_int_equal(entry.move, move);
    assert_int_equal(entry.bound, BOUND_EXACT);
    assert_int_equal(entry.depth, -1);
    assert_int_equal(worker->pv_count[1], 1);
    assert_int_equal(worker->pv[1][0], move);
    // Bounds are soft.
    worker = rig_enter(rig, hanging());
    assert_int_equal(quiesce_null(worker, eval + gain, CAPTURES), eval + gain);
    assert_int_equal(entry_here(worker).bound, BOUND_LOWER);
    worker = rig_enter(rig, hanging());
    assert_int_equal(quiesce_null(worker, eval + gain + 50, CAPTURES), eval + gain);
    assert_int_equal(entry_here(worker).bound, BOUND_UPPER);
}

static void test_losing_capture(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = rig_enter(rig, losing());
    assert_int_equal(search_open(worker, CAPTURES), worker_eval(worker));
    assert_int_equal(times_played(rig, move_here(worker, BY_GAME("5f5e", "3c3b", "c3d5"))), 0);
}

// A capture that cannot bring the value to alpha is not played; what it could bring is the bound.
static void test_hopeless_capture(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = rig_enter(rig, hanging());
    const Move move = move_here(worker, capture());
    const int eval = worker_eval(worker), gain = capture_value(pos_captured(&worker->pos, move));
    const int reach = quiesce_null(worker, eval + gain + 2000, CAPTURES);
    assert_in_range(reach, eval + gain + 1, eval + gain + 1000);
    assert_int_equal(times_played(rig, move), 0);
    for (int alpha = reach - 1; alpha <= reach; alpha++) {
        worker = rig_enter(rig, hanging());
        assert_int_equal(quiesce_search(worker, alpha, alpha + 1, CAPTURES),
                         alpha < reach ? eval + gain : reach);
        assert_int_equal(times_played(rig, move), alpha < reach);
    }
}

// Promotions and checks may bring more than the captured piece.
static void test_hopeless_spares_promotions_and_checks(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = rig_enter(rig, BY_GAME("8k/9/9/P8/9/9/9/9/8K w - 1 moves 1a1b",
                                              "4k/P4/5/5/4K w - 1 moves 1a1b",
                                              "8/P6k/8/8/8/8/8/7K b - - 0 1 moves h7h6"));
    quiesce_null(worker, 9000, CAPTURES);
    assert_int_equal(times_played(rig, move_here(worker, BY_GAME("9d9c+", "5b5a+", "a7a8q"))), 1);
    worker = rig_enter(rig, BY_GAME("7k1/9/9/9/R7g/9/9/9/K8 w - 1 moves 2a1a",
                                    "3k1/5/R3g/5/K4 w - 1 moves 2a1a",
                                    "6k1/8/8/8/R6r/8/8/K7 b - - 0 1 moves g8h8"));
    quiesce_null(worker, 9000, CAPTURES);
    assert_int_equal(times_played(rig, move_here(worker, BY_GAME("9e1e", "5c1c", "a4h4"))), 1);
}

// At depth -8 the search plays no more captures, and what it stores is no bound; a check is
// answered at any depth.
static void test_deepest(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    for (int depth = -8; depth <= -7; depth++) {
        AbWorker *worker = rig_enter(rig, hanging());
        const int value = search_open(worker, depth);
        assert_int_equal(value > worker_eval(worker), depth > -8);
        assert_int_equal(entry_here(worker).bound, depth > -8 ? BOUND_EXACT : BOUND_NONE);
    }
    AbWorker *worker = rig_enter(rig, mated());
    assert_int_equal(search_open(worker, -9), value_loss_in(2));
}

// ---- checks ----

static void test_checks_at_the_first_ply(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, mate_in_one());
    assert_int_equal(search_open(worker, QUIET_CHECKS), value_win_in(2));
    worker = rig_enter(rig, mate_in_one());
    assert_int_equal(search_open(worker, CAPTURES), 0);
    assert_int_equal(worker_nodes(worker), 0);
}

static void test_in_check(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    AbWorker *worker = rig_enter(rig, mated());
    assert_int_equal(search_open(worker, CAPTURES), value_loss_in(2));
    // There is no standing pat, and there are moves.
    worker = rig_enter(rig, in_check());
    assert_int_equal(quiesce_null(worker, 50, CAPTURES), 70);
    assert_int_equal(rig->played.count, 1);
    assert_int_equal(worker_ply(worker)->eval, VALUE_NONE);
    assert_int_equal(entry_here(worker).eval, VALUE_NONE);
    assert_int_equal(entry_here(worker).depth, 0);
}

// Once a move is known that is not mated, a few quiet ones are enough.
static void test_quiet_evasions(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, in_check());
    quiesce_null(worker, 100, CAPTURES);
    assert_int_equal(rig->played.count, pos_count_legal(&worker->pos) - 1);
    // Captures do not count.
    worker = rig_enter(rig, BY_GAME("k8/9/9/9/9/9/7r1/3G1G3/4K4 w - 1 moves 2g5g",
                                    "k4/5/3r1/1G1G1/2K2 w - 1 moves 2c3c",
                                    "k7/8/8/8/7r/3P1P2/8/4K3 b - - 0 1 moves h4e4"));
    quiesce_null(worker, 100, CAPTURES);
    assert_int_equal(pos_count_legal(&worker->pos), 6);
    assert_int_equal(rig->played.count, 5);
    // The table says that all but the last one are mated.
    worker = rig_enter(rig, in_check());
    Move moves[MOVE_MAX];
    const int count = gen_useful(&worker->pos, moves);
    for (int i = 0; i < count; i++)
        store_after(worker, moves[i],
                    (TtEntry){.value = i ? value_win_in(9) : 0, .depth = 20, .bound = BOUND_EXACT});
    *quiet_history(worker, moves[0]) = -1000;
    assert_int_equal(quiesce_null(worker, -100, CAPTURES), 0);
    assert_int_equal(rig->played.count, count);
}

static void test_mate_in_one(void **state) {
    AbRig *rig = *state;
    rig->settings.mate_in_one = true;
    rig->eval.flat = 70;
    AbWorker *worker = rig_enter(rig, mate_in_one());
    assert_int_equal(quiesce_null(worker, 0, QUIET_CHECKS), value_win_in(2));
    assert_int_equal(worker_nodes(worker), 0);
    const TtEntry entry = entry_here(worker);
    assert_int_equal(entry.value, value_win_in(2));
    assert_int_equal(entry.depth, PLY_MAX);
    assert_int_equal(entry.bound, BOUND_EXACT);
    // Only at the first ply, and only where the table does not know the position.
    worker = rig_enter(rig, mate_in_one());
    assert_int_equal(quiesce_null(worker, 0, CAPTURES), 70);
    worker = rig_enter(rig, mate_in_one());
    store_here(worker, (TtEntry){.value = VALUE_NONE, .eval = 70, .depth = TT_DEPTH_MIN});
    assert_int_equal(quiesce_null(worker, 0, QUIET_CHECKS), 70);
    rig->settings.mate_in_one = false;
    worker = rig_enter(rig, mate_in_one());
    assert_int_equal(quiesce_null(worker, 0, QUIET_CHECKS), 70);
}

// ---- the table ----

// The evaluator says 0, and the table answers the window 99 to 100 or not.
static void check_table_cut(AbRig *rig, int depth, TtEntry entry, bool cuts) {
    AbWorker *worker = rig_enter(rig, hanging());
    entry.eval = 0;
    store_here(worker, entry);
    const int value = quiesce_null(worker, 100, depth);
    assert_int_equal(worker_nodes(worker) == 0, cuts);
    if (cuts)
        assert_int_equal(value, entry.value);
}

static void test_table_cuts(void **state) {
    AbRig *rig = *state;
    static const TtEntry low = {.value = 99, .bound = BOUND_UPPER};
    static const TtEntry high = {.value = 100, .bound = BOUND_LOWER};
    static const TtEntry exact = {.value = -70, .bound = BOUND_EXACT};
    check_table_cut(rig, QUIET_CHECKS, low, true);
    check_table_cut(rig, QUIET_CHECKS, high, true);
    check_table_cut(rig, QUIET_CHECKS, exact, true);
    // An entry without checks answers only a search without checks.
    const TtEntry deep = {.value = -70, .bound = BOUND_EXACT, .depth = -1};
    check_table_cut(rig, QUIET_CHECKS, deep, false);
    check_table_cut(rig, CAPTURES, deep, true);
    const TtEntry wrong = {.value = 50, .bound = BOUND_LOWER};
    check_table_cut(rig, QUIET_CHECKS, wrong, false);
    const TtEntry none = {.value = VALUE_NONE, .bound = BOUND_EXACT};
    check_table_cut(rig, QUIET_CHECKS, none, false);
    // The principal variation is searched.
    AbWorker *worker = rig_enter(rig, hanging());
    store_here(worker, exact);
    quiesce_search(worker, 99, 200, QUIET_CHECKS);
    assert_true(worker_nodes(worker) > 0);
}

// The move of the table comes first if it is a capture; in check, any move.
static void test_table_move(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, hanging());
    const TtEntry entry = {.value = VALUE_NONE, .eval = 0, .depth = TT_DEPTH_MIN};
    TtEntry with_move = entry;
    const Move king_move = move_here(worker, BY_GAME("1i2i", "1e2e", "h1g1"));
    const Move taking = move_here(worker, capture());
    const Move wrong[] = {king_move, move_make(move_from(king_move), move_to(taking))};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) { // a quiet move; one that is not legal
        worker = rig_enter(rig, hanging());
        with_move.move = wrong[i];
        store_here(worker, with_move);
        search_open(worker, CAPTURES);
        assert_int_equal(rig->played.count, 1);
        assert_int_equal(rig->played.moves[0], taking);
    }

    worker = rig_enter(rig, in_check());
    Move moves[MOVE_MAX];
    const int count = gen_useful(&worker->pos, moves);
    with_move = entry;
    with_move.move = moves[count - 1];
    store_here(worker, with_move);
    search_open(worker, CAPTURES);
    assert_int_equal(rig->played.moves[0], moves[count - 1]);
}

// ---- against the definition ----

// All captures and promotions, all moves in check, nothing left out. Counts positions.
static int search_captures(AbWorker *worker, int *count) {
    const bool is_in_check = pos_in_check(&worker->pos);
    if (++*count > 300)
        return 0;
    const int verdict = worker_gameover(worker);
    if (verdict != VALUE_NONE)
        return verdict;
    Move moves[MOVE_MAX];
    const int listed =
        is_in_check ? gen_useful(&worker->pos, moves) : gen_tactical(&worker->pos, moves);
    int best = !is_in_check ? worker_eval(worker)
               : listed     ? -VALUE_INFINITE
                            : worker_no_moves(worker);
    for (int i = 0; i < listed; i++) {
        worker_do(worker, moves[i]);
        const int value = -search_captures(worker, count);
        worker_undo(worker);
        best = value > best ? value : best;
    }
    return best;
}

// With few captures on the board the exchanges that are left out change nothing, and the value is
// never below the static one.
static void test_against_all_captures(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    Rng rng;
    rng_init(&rng, 8);
    for (int compared = 0; compared < 150;) {
        AbWorker *worker = enter_random(rig, &rng);
        int count = 0;
        const int wanted = search_captures(worker, &count);
        if (count < 2 || count > 8)
            continue;
        compared++;
        const int value = search_open(worker, CAPTURES);
        assert_int_equal(value, wanted);
        assert_true(pos_in_check(&worker->pos) || value >= worker_eval(worker));
    }
}

// With every closed window the result is a true bound of the value.
static void test_bounds_agree(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    Rng rng;
    rng_init(&rng, 9);
    for (int i = 0; i < 20; i++) {
        const Rng before = rng;
        AbWorker *worker = enter_random(rig, &rng);
        const int value = search_open(worker, CAPTURES);
        for (int alpha = value - 300; alpha <= value + 300; alpha += 100) {
            Rng again = before;
            const int bound = quiesce_search(enter_random(rig, &again), alpha, alpha + 1, CAPTURES);
            assert_true(bound <= alpha ? bound >= value : bound <= value);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        rig_test(test_stop_is_obeyed),
        rig_test(test_node_limit),
        rig_test(test_repetition),
        rig_test(test_last_ply),
        rig_test(test_stand_pat),
        rig_test(test_stand_pat_cuts),
        rig_test(test_stand_on_the_table),
        rig_test(test_static_value),
        rig_test(test_free_capture),
        rig_test(test_losing_capture),
        rig_test(test_hopeless_capture),
        rig_test(test_hopeless_spares_promotions_and_checks),
        rig_test(test_deepest),
        rig_test(test_checks_at_the_first_ply),
        rig_test(test_in_check),
        rig_test(test_quiet_evasions),
        rig_test(test_mate_in_one),
        rig_test(test_table_cuts),
        rig_test(test_table_move),
        rig_test(test_against_all_captures),
        rig_test(test_bounds_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
