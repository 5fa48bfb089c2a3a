// Which moves of a node of the alpha-beta search are not searched at all.
#include "ab_testing.h"

#include "game/mate1.h"

// ---- step 11: late moves ----

// How many moves are played where each of them fails low.
static int searched(AbRig *rig, int depth, int eval_before) {
    AbWorker *worker = rig_enter(rig, quiet());
    worker_ply(worker)[-2].eval = eval_before;
    assert_true(node_search(worker, 500, 501, depth, false) <= 500);
    return rig->played.count;
}

static void test_late_move_pruning(void **state) {
    AbRig *rig = *state;
    const AbWorker *worker = rig_enter(rig, quiet());
    const int all = pos_count_legal(&worker->pos);
    assert_int_equal(searched(rig, 1, VALUE_NONE), all);
    rig->settings.late_move_pruning = true;
    const int few = searched(rig, 1, VALUE_NONE);
    assert_in_range(few, 1, all - 1);
    assert_true(searched(rig, 2, VALUE_NONE) > few); // deeper,
    assert_true(searched(rig, 1, -50) > few);        // or better than before: more of them
    assert_int_equal(searched(rig, 1, 50), few);
    assert_int_equal(searched(rig, 5, -50), all);
}

// A quiet move that has mostly failed is not searched; the limit falls with the depth.
static void test_history_pruning(void **state) {
    AbRig *rig = *state;
    for (int is_on = 0; is_on < 2; is_on++)
        for (int history = -7000; history >= -7001; history--) {
            rig->settings.late_move_pruning = is_on;
            AbWorker *worker = rig_enter(rig, quiet_few());
            worker_ply(worker)[-2].eval = -50; // it improves, so that all moves are within number
            Move moves[MOVE_MAX];
            const int count = gen_quiet(&worker->pos, moves);
            *quiet_history(worker, moves[1]) = (int16_t)history;
            node_search(worker, 500, 501, 2, false);
            const bool is_pruned = is_on && history < -7000;
            assert_int_equal(times_played(rig, moves[1]), !is_pruned);
            assert_int_equal(rig->played.count, count - is_pruned);
        }
}

// Far from the leaves even the worst history prunes nothing.
static void test_history_pruning_ends(void **state) {
    AbRig *rig = *state;
    rig->settings.late_move_pruning = true;
    for (int depth = 6; depth <= 7; depth++) {
        AbWorker *worker = rig_enter(rig, quiet_few());
        Move moves[MOVE_MAX];
        gen_quiet(&worker->pos, moves);
        const int piece_to = move_piece_to(&worker->pos, moves[1]);
        *quiet_history(worker, moves[1]) = -HISTORY_LIMIT;
        worker->histories->counter_history[worker_ply(worker)[-1].piece_to][piece_to] =
            -HISTORY_LIMIT;
        answer_moves(worker);
        search_null(worker, 500, depth);
        assert_int_equal(times_played(rig, moves[1]), depth == 7);
    }
}

static bool can_be_mated(Position *pos, Move move) {
    Undo undo;
    pos_do(pos, move, &undo);
    const bool is_mate = pos_mate_in_one(pos) != MOVE_NONE;
    pos_undo(pos, move, &undo);
    return is_mate;
}

// Gives the worst history to the moves after which there is no mate in one. Returns whether there
// are such moves and others, and all of them are quiet.
static bool spoil_safe_moves(AbWorker *worker) {
    Position *pos = &worker->pos;
    Move moves[MOVE_MAX];
    const int count = gen_useful(pos, moves);
    int mated = 0;
    for (int i = 0; i < count; i++) {
        if (can_be_mated(pos, moves[i])) {
            mated++;
            continue;
        }
        if (pos_is_tactical(pos, moves[i]) || pos_gives_check(pos, moves[i]))
            return false;
        *quiet_history(worker, moves[i]) = -HISTORY_LIMIT;
    }
    return mated && mated < count;
}

// Until a move is found that is not mated, no move is pruned.
static void test_nothing_is_pruned_before_a_safe_move(void **state) {
    AbRig *rig = *state;
    Rng rng;
    rng_init(&rng, 3);
    for (int shown = 0; shown < 10;) {
        const Rng before = rng;
        rig->settings = plain_settings();
        rig->settings.mate_in_one = true;
        AbWorker *worker = enter_random(rig, &rng);
        if (pos_in_check(&worker->pos) || pos_mate_in_one(&worker->pos) ||
            !spoil_safe_moves(worker) ||
            node_search(worker, -500, -499, 1, false) <= -VALUE_DECIDED)
            continue;
        Rng again = before;
        rig->settings.late_move_pruning = rig->settings.see_pruning = true;
        worker = enter_random(rig, &again);
        spoil_safe_moves(worker);
        assert_true(node_search(worker, -500, -499, 1, false) > -VALUE_DECIDED);
        shown++;
    }
}

// Quiet moves whose static value and margin do not reach alpha are not searched; the bound that is
// returned says so.
static void test_futility(void **state) {
    AbRig *rig = *state;
    AbSettings *settings = &rig->settings;
    settings->futility_margin = 150;
    settings->extended_futility_margin = 100;
    settings->extended_futility_depth = 3;
    const int all = pos_count_legal(&rig_enter(rig, quiet_few())->pos);
    for (int is_extended = 0; is_extended < 2; is_extended++)
        for (int depth = 1; depth <= 4; depth++) {
            settings->futility = !is_extended;
            settings->extended_futility = is_extended;
            const int margin = 150 + 100 * (depth - 1);
            const bool is_on = is_extended ? depth > 1 && depth <= 3 : depth == 1;
            AbWorker *worker = rig_enter(rig, quiet_few());
            const int value = node_search(worker, margin, margin + 1, depth, false);
            assert_true(is_on ? value == margin : value < margin);
            assert_int_equal(rig->played.count, is_on ? 1 : all);
            worker = rig_enter(rig, quiet_few());
            node_search(worker, margin - 1, margin, depth, false);
            assert_int_equal(rig->played.count, all);
        }
}

// Where the game is decided the margins are gone, each by its own switch.
static void test_information_of_futility(void **state) {
    AbRig *rig = *state;
    AbSettings *settings = &rig->settings;
    settings->curve_a = 0.02;
    settings->futility = settings->extended_futility = true;
    rig->eval.flat = -2000;
    for (int switches = 0; switches < 8; switches++)
        for (int depth = 1; depth <= 2; depth++) {
            settings->information_margins = switches & 4;
            settings->information_futility = switches & 1;
            settings->information_extended_futility = switches & 2;
            AbWorker *worker = rig_enter(rig, quiet_few());
            node_search(worker, -1990, -1989, depth, false);
            assert_int_equal(rig->played.count == 1, (switches & 4) && (switches & depth));
        }
}

// Checks are no quiet moves, and a side in check has no static value.
static void test_futility_spares_checks(void **state) {
    AbRig *rig = *state;
    rig->settings.futility = true;
    AbWorker *worker = rig_enter(rig, checking());
    const int count = pos_count_legal(&worker->pos);
    node_search(worker, 1000, 1001, 1, false);
    assert_int_equal(times_played(rig, move_here(worker, safe_check())), 1);
    assert_int_equal(times_played(rig, move_here(worker, unsafe_check())), 1);
    assert_true(rig->played.count < count);

    worker = rig_enter(rig, in_check());
    node_search(worker, 1000, 1001, 1, false);
    assert_int_equal(rig->played.count, pos_count_legal(&worker->pos));
}

static void test_exchange_pruning(void **state) {
    AbRig *rig = *state;
    const char *capture_text = BY_GAME("5f5e", "3c3b", "c3d5");
    const char *quiet_text = BY_GAME("9f9e", "5c5b", "c3e4");
    const int capture_from = GAME_IS_CHESS ? 3 : 5, quiet_from = GAME_IS_CHESS ? 5 : 4;
    for (int is_on = 0; is_on < 2; is_on++)
        for (int depth = 1; depth <= 5; depth++) {
            rig->settings.see_pruning = is_on;
            AbWorker *worker = rig_enter(rig, losing());
            const Move taking = move_here(worker, capture_text);
            const Move stepping = move_here(worker, quiet_text);
            // The first move is never pruned, so it is another one.
            const Move king_move = move_here(worker, BY_GAME("1i2i", "1e2e", "a1b1"));
            store_here(worker, (TtEntry){.value = VALUE_NONE, .move = king_move});
            node_search(worker, 500, 501, depth, false);
            assert_int_equal(times_played(rig, taking), !is_on || depth >= capture_from);
            assert_int_equal(times_played(rig, stepping), !is_on || depth >= quiet_from);
        }
}

// A rook or a queen is given for a pawn.
static void test_exchange_pruning_ends(void **state) {
    AbRig *rig = *state;
    rig->settings.see_pruning = true;
    for (int depth = 8; depth <= 9; depth++) {
        AbWorker *worker = rig_enter(rig, BY_GAME("7k1/9/9/4g4/4p4/9/9/4R4/K8 w - 1 moves 2a1a",
                                                  "2gk1/2p2/5/2R2/K4 w - 1 moves 2a1a",
                                                  "1k6/8/2p5/3p4/8/3Q4/8/K7 b - - 0 1 moves b8a8"));
        answer_moves(worker);
        search_null(worker, 500, depth);
        assert_int_equal(times_played(rig, move_here(worker, BY_GAME("5h5e", "3d3b", "d3d5"))),
                         depth == 9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        rig_test(test_late_move_pruning),
        rig_test(test_history_pruning),
        rig_test(test_history_pruning_ends),
        rig_test(test_nothing_is_pruned_before_a_safe_move),
        rig_test(test_futility),
        rig_test(test_information_of_futility),
        rig_test(test_futility_spares_checks),
        rig_test(test_exchange_pruning),
        rig_test(test_exchange_pruning_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
