// The two-stage quiescence search: each step on a position made for it.
#include "ab_testing.h"

static AbWorker *enter(AbRig *rig, const char *position) {
    rig->settings.quiescence = QUIESCENCE_TWO_STAGE;
    return rig_enter(rig, position);
}

static int search_open(AbWorker *worker) {
    return quiesce_search(worker, -VALUE_INFINITE, VALUE_INFINITE, 0);
}

static int quiesce_null(AbWorker *worker, int beta) {
    return quiesce_search(worker, beta - 1, beta, 0);
}

// ---- limits and rules ----

static void test_stop_is_obeyed(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    AbWorker *worker = enter(rig, quiet());
    control_stop(&rig->control);
    assert_int_equal(quiesce_null(worker, 0), 0);
    TtEntry entry;
    assert_false(tt_probe(second_table_of(worker), pos_key(&worker->pos), 1, &entry));
}

static void test_rules(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    rig->setup.draw_value[FIRST] = rig->setup.draw_value[SECOND] = 30;
    AbWorker *worker = enter(rig, repeated());
    assert_int_equal(search_open(worker), GAME_IS_MINISHOGI ? -EVAL_LIMIT : 30);
    worker = enter(rig, quiet());
    worker->ply = PLY_MAX - 1;
    assert_int_equal(search_open(worker), 70);
    worker = enter(rig, mated());
    worker->ply = PLY_MAX - 1;
    assert_int_equal(search_open(worker), 30);
}

// ---- stage one ----

static void test_stand_pat(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    AbWorker *worker = enter(rig, quiet());
    assert_int_equal(search_open(worker), 70);
    assert_int_equal(worker_nodes(worker), 0);
}

// A mate in one is found before anything else, a mate is seen, and in check there is no standing.
static void test_mates(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    AbWorker *worker = enter(rig, mate_in_one());
    assert_int_equal(quiesce_null(worker, 0), value_win_in(2));
    assert_int_equal(worker_nodes(worker), 0);
    worker = enter(rig, mated());
    assert_int_equal(search_open(worker), value_loss_in(2));
    worker = enter(rig, in_check());
    assert_int_equal(quiesce_null(worker, 100), 70);
    assert_int_equal(rig->played.count, pos_count_legal(&worker->pos));
}

static void test_captures(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = enter(rig, hanging());
    const Move move = move_here(worker, capture());
    const int gain = capture_value(pos_captured(&worker->pos, move));
    assert_int_equal(search_open(worker), worker_eval(worker) + gain);
    worker = enter(rig, losing());
    search_open(worker);
    assert_int_equal(times_played(rig, move_here(worker, BY_GAME("5f5e", "3c3b", "c3d5"))), 0);
}

// A piece of FIRST is attacked by a rook: to stand costs half of it, to move it costs less.
static void test_threat(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    const char *position =
        BY_GAME("7k1/9/9/9/r8/9/9/9/G7K w - 1 moves 2a1a", "3k1/5/r4/5/G3K w - 1 moves 2a1a",
                "6k1/8/8/r7/8/8/8/N6K b - - 0 1 moves g8h8");
    AbWorker *worker = enter(rig, position);
    Position pos = worker->pos;
    Undo undo;
    pos_pass(&pos, &undo);
    Move threat = MOVE_NONE;
    assert_ok(move_parse(&pos, str_of(BY_GAME("9e9i+", "5c5e+", "a5a1")), &threat, error));
    const int stand = worker_eval(worker) - pos_exchange(&pos, threat) / 2;
    assert_int_equal(quiesce_null(worker, stand), stand);
    assert_int_equal(worker_nodes(worker), 0);
    worker = enter(rig, position);
    assert_true(search_open(worker) > stand);
    // Only the piece itself moves, and only where it is safe.
    assert_true(rig->played.count > 0);
    for (int i = 0; i < rig->played.count; i++) {
        assert_int_equal((int)move_from(rig->played.moves[i]), (int)move_to(threat));
        assert_true(pos_exchange_reaches(&worker->pos, rig->played.moves[i], 0));
    }
}

// The same threat, and FIRST can capture a pawn. The reply on another square is seen.
static void test_replies_elsewhere(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = enter(rig, BY_GAME("r6k1/9/9/9/7p1/7P1/9/9/G7K w - 1 moves 2a1a",
                                          "r2k1/5/3p1/3P1/G3K w - 1 moves 2a1a",
                                          "r5k1/8/3p4/4P3/3P4/8/8/N6K b - - 0 1 moves g8h8"));
    const Move taking = move_here(worker, BY_GAME("2f2e", "2d2c", "e5d6"));
    assert_true(search_open(worker) < worker_eval(worker) + pos_exchange(&worker->pos, taking));
    assert_int_equal(times_played(rig, taking), 1);
}

// ---- stage two ----

// FIRST attacks a piece three times, and SECOND protects it twice. In shogi and chess FIRST could
// also capture a pawn with the king.
static const char *three_against_two(void) {
    return BY_GAME("7k1/9/9/3sg4/4p4/3G1S3/9/1p7/K3R4 w - 1 moves 2a1a",
                   "3k1/1sg2/2p2/1G1S1/K1R2 w - 1 moves 2a1a",
                   "3r2k1/3r4/8/3n4/8/3R4/p2R4/K2R4 b - - 0 1 moves g8h8");
}

// The fifth capture is beyond the first stage: it is played, and no other one on another square.
static void test_exchange_is_played_out(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = enter(rig, three_against_two());
    static const char *const line[] = {
        BY_GAME("4f5e", "2d3c", "d3d5"), BY_GAME("6d5e", "4b3c", "d7d5"),
        BY_GAME("6f5e", "4d3c", "d2d5"), BY_GAME("5d5e", "3b3c", "d8d5"),
        BY_GAME("5i5e", "3e3c", "d1d5")};
    Position pos = worker->pos;
    for (int i = 0; i < 5; i++) {
        Move move = MOVE_NONE;
        Undo undo;
        assert_ok(move_parse(&pos, str_of(line[i]), &move, error));
        rig->played.key = pos_key(&pos); // of the fourth, in the end
        pos_do(&pos, move, &undo);
    }
    assert_true(search_open(worker) > worker_eval(worker));
    assert_int_equal(rig->played.count, 1);
}

// With two pieces against two, or three against three, FIRST does not begin.
static void test_exchange_that_loses(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = enter(rig, BY_GAME("7k1/9/9/3sg4/4p4/3G1S3/9/9/K8 w - 1 moves 2a1a",
                                          "3k1/1sg2/2p2/1G1S1/K4 w - 1 moves 2a1a",
                                          "3r2k1/3r4/8/3n4/8/3R4/3R4/K7 b - - 0 1 moves g8h8"));
    assert_int_equal(search_open(worker), worker_eval(worker));
    worker = enter(rig, BY_GAME("4r2k1/9/9/3sg4/4p4/3G1S3/9/9/K3R4 w - 1 moves 2a1a",
                                "2rk1/1sg2/2p2/1G1S1/K1R2 w - 1 moves 2a1a",
                                "3r2k1/3r4/3r4/3n4/8/3R4/3R4/K2R4 b - - 0 1 moves g8h8"));
    assert_int_equal(search_open(worker), worker_eval(worker));
}

// ---- the second table ----

static void test_table(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 70;
    static const struct {
        int beta;
        Bound bound;
    } stored[] = {{70, BOUND_LOWER}, {71, BOUND_UPPER}};
    for (size_t i = 0; i < ARRAY_LEN(stored); i++) {
        AbWorker *worker = enter(rig, quiet());
        quiesce_null(worker, stored[i].beta);
        TtEntry entry;
        assert_true(tt_probe(second_table_of(worker), pos_key(&worker->pos), 1, &entry));
        assert_int_equal(entry.value, 70);
        assert_int_equal(entry.bound, stored[i].bound);
        assert_false(is_stored(worker, pos_key(&worker->pos)));
    }
    static const struct {
        int value;
        Bound bound;
        int wanted;
    } known[] = {{150, BOUND_LOWER, 150}, {150, BOUND_EXACT, 150}, {150, BOUND_UPPER, 70},
                 {20, BOUND_UPPER, 20},   {20, BOUND_LOWER, 70},   {100, BOUND_LOWER, 100},
                 {99, BOUND_UPPER, 99}};
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        AbWorker *worker = enter(rig, quiet());
        tt_store(second_table_of(worker), pos_key(&worker->pos), 1,
                 (TtEntry){.value = known[i].value, .bound = known[i].bound});
        assert_int_equal(quiesce_null(worker, 100), known[i].wanted);
    }
    // An exact value inside the window is searched again.
    AbWorker *worker = enter(rig, quiet());
    tt_store(second_table_of(worker), pos_key(&worker->pos), 1,
             (TtEntry){.value = 150, .bound = BOUND_EXACT});
    assert_int_equal(search_open(worker), 70);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        rig_test(test_stop_is_obeyed),
        rig_test(test_rules),
        rig_test(test_stand_pat),
        rig_test(test_mates),
        rig_test(test_captures),
        rig_test(test_threat),
        rig_test(test_replies_elsewhere),
        rig_test(test_exchange_is_played_out),
        rig_test(test_exchange_that_loses),
        rig_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
