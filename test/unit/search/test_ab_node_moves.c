// The moves of one node of the alpha-beta search: how deep they are searched, and what is
// remembered of them.
#include "ab_testing.h"

// ---- the whole: without any method, minimax ----

// The value by definition; the leaves are those of the search.
static int minimax(AbWorker *worker, int depth) {
    const int verdict = worker_gameover(worker);
    if (worker->ply > 1 && verdict != VALUE_NONE)
        return verdict;
    if (!depth)
        return quiesce_search(worker, -VALUE_INFINITE, VALUE_INFINITE, 0);
    Move moves[MOVE_MAX];
    const int count = gen_useful(&worker->pos, moves);
    int best = count ? -VALUE_INFINITE : worker_no_moves(worker);
    for (int i = 0; i < count; i++) {
        worker_do(worker, moves[i]);
        const int value = -minimax(worker, depth - 1);
        worker_undo(worker);
        best = value > best ? value : best;
    }
    return best;
}

// An open window gives the exact value, a closed one a bound of it.
static void test_plain_search_is_minimax(void **state) {
    void *second;
    rig_open(&second);
    AbRig *rig = *state, *other = second;
    rig->eval.value = other->eval.value = eval_material;
    Rng rng;
    rng_init(&rng, 5);
    for (int checked = 0; checked < (GAME_IS_SHOGI ? 8 : 20);) {
        const Rng before = rng;
        AbWorker *worker = enter_random(rig, &rng);
        if (pos_count_legal(&worker->pos) > 40)
            continue;
        checked++;
        const int value = node_search(worker, -VALUE_INFINITE, VALUE_INFINITE, 2, false);
        Rng again = before;
        assert_int_equal(value, minimax(enter_random(other, &again), 2));
        for (int alpha = value - 300; alpha <= value + 300; alpha += 100) {
            again = before;
            worker = enter_random(rig, &again);
            const int bound = node_search(worker, alpha, alpha + 1, 2, false);
            if (bound <= alpha)
                assert_true(bound >= value);
            else
                assert_true(bound <= value);
        }
    }
    rig_close(&second);
}

static void test_bounds_are_soft(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 20;
    AbWorker *worker = rig_enter(rig, quiet());
    assert_int_equal(node_search(worker, 500, 501, 2, false), 20);
    worker = rig_enter(rig, quiet());
    assert_int_equal(node_search(worker, -501, -500, 2, false), 20);
}

// ---- step 12: extensions ----

// How deep the search behind a move is at a node of depth 2.
static int depth_behind(AbRig *rig, const char *position, const char *move, bool is_pv) {
    AbWorker *worker = rig_enter(rig, position);
    node_search(worker, is_pv ? -500 : 500, 501, 2, false);
    return entry_after(worker, move_here(worker, move)).depth;
}

static void test_check_extension(void **state) {
    AbRig *rig = *state;
    const char *king_move = BY_GAME("1i2i", "1e2e", "h1g1");
    assert_int_equal(depth_behind(rig, checking(), safe_check(), false), 1);
    rig->settings.check_extension = true;
    assert_int_equal(depth_behind(rig, checking(), safe_check(), false), 2);
    assert_int_equal(depth_behind(rig, checking(), unsafe_check(), false), 1);
    assert_int_equal(depth_behind(rig, checking(), king_move, false), 1);
}

// A line much longer than the iteration is not made longer still.
static void test_extensions_end(void **state) {
    AbRig *rig = *state;
    rig->settings.check_extension = true;
    AbWorker *worker = rig_enter(rig, checking());
    worker->root_depth = 0;
    node_search(worker, 500, 501, 2, false);
    assert_int_equal(entry_after(worker, move_here(worker, safe_check())).depth, 1);
}

static void test_recapture_extension(void **state) {
    AbRig *rig = *state;
    const char *position =
        BY_GAME("8k/9/9/9/4g4/4P4/4G4/9/8K w - 1 moves 5e5f", "4k/5/2g2/2P2/2G1K w - 1 moves 3c3d",
                "k7/8/8/3r4/3P4/4P3/8/K7 b - - 0 1 moves d5d4");
    const char *recapture = BY_GAME("5g5f", "3e3d", "e3d4");
    const char *other = BY_GAME("1i2i", "1e1d", "a1b1");
    assert_int_equal(depth_behind(rig, position, recapture, true), 1);
    rig->settings.recapture_extension = true;
    assert_int_equal(depth_behind(rig, position, recapture, true), 2);
    assert_int_equal(depth_behind(rig, position, recapture, false), 1);
    assert_int_equal(depth_behind(rig, position, other, true), 1);
    assert_int_equal(depth_behind(rig, hanging(), capture(), true), 1); // it takes nothing back
}

// The capture is in the table as the best move, and all other moves are worse by much.
// `entry.value` is counted from the value after the capture.
typedef struct Singular {
    int depth;
    bool is_pv;
    int above; // alpha, counted from the value in the table
    int double_extensions, root_depth;
    TtEntry entry;
} Singular;

// How much deeper than the other moves the capture is searched.
static int extension(AbRig *rig, Singular singular) {
    AbWorker *worker = rig_enter(rig, hanging());
    worker_ply(worker)[-1].double_extensions = singular.double_extensions;
    worker->root_depth = singular.root_depth;
    TtEntry entry = singular.entry;
    entry.move = move_here(worker, capture());
    entry.eval = worker_eval(worker);
    if (!value_is_decided(entry.value))
        entry.value += entry.eval + capture_value(pos_captured(&worker->pos, entry.move));
    store_here(worker, entry);
    const int alpha = entry.value + singular.above;
    node_search(worker, alpha, alpha + (singular.is_pv ? 50 : 1), singular.depth, false);
    assert_int_equal(worker_ply(worker)->excluded, MOVE_NONE);
    return entry_after(worker, entry.move).depth - (singular.depth - 1);
}

static void test_singular_extension(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    const Singular inner = {
        .depth = 6, .above = -100, .root_depth = 10, .entry = {.depth = 3, .bound = BOUND_LOWER}};
    Singular pv = inner;
    pv.is_pv = true;
    assert_int_equal(extension(rig, inner), 0);
    rig->settings.singular_extension = true;
    assert_int_equal(extension(rig, inner), 2);
    assert_int_equal(worker_ply(&rig->shared->workers[0])->double_extensions, 1);
    assert_int_equal(extension(rig, pv), 1);
    // The line has been extended enough.
    Singular other = inner;
    other.double_extensions = 6;
    assert_int_equal(extension(rig, other), 1);
    other.root_depth = 0;
    assert_int_equal(extension(rig, other), 0);
    // What the table says is too shallow, no lower bound, or a win.
    other = pv;
    other.entry.depth = 2;
    assert_int_equal(extension(rig, other), 0);
    other.depth = 5;
    assert_int_equal(extension(rig, other), 0);
    other = pv;
    other.entry.bound = BOUND_UPPER;
    assert_int_equal(extension(rig, other), 0);
    other = pv;
    other.entry.value = value_win_in(20);
    assert_int_equal(extension(rig, other), 0);
    // By alpha: the move itself does not come near.
    rig->settings.singular_base = SINGULAR_ALPHA;
    assert_int_equal(extension(rig, pv), 1);
    other = inner;
    other.above = 200;
    assert_int_equal(extension(rig, other), 0);
}

// Every move is worth `flat`, and the table says `known` of the first one. Returns the value of the
// node, and how much deeper than the other moves the first one is searched.
static int search_equal(AbRig *rig, int known, int beta, bool is_cut, int *extended) {
    AbWorker *worker = rig_enter(rig, quiet_few());
    Move moves[MOVE_MAX];
    gen_quiet(&worker->pos, moves);
    store_here(worker, (TtEntry){.move = moves[0],
                                 .value = known,
                                 .eval = rig->eval.flat,
                                 .depth = 3,
                                 .bound = BOUND_LOWER});
    const int value = node_search(worker, beta - 1, beta, 6, is_cut);
    *extended = times_played(rig, moves[0]) ? entry_after(worker, moves[0]).depth - 5 : VALUE_NONE;
    return value;
}

// If the others reach the goal and the goal is beta or more, the node is cut there.
static void test_singular_search_cuts(void **state) {
    AbRig *rig = *state;
    int extended;
    rig->eval.flat = 400;
    rig->settings.singular_margin = 30;
    assert_int_equal(search_equal(rig, 400, 370, false, &extended), 400);
    rig->settings.singular_extension = true;
    assert_int_equal(search_equal(rig, 400, 370, false, &extended), 370);
    assert_int_equal(extended, VALUE_NONE);
    assert_int_equal(search_equal(rig, 400, 350, false, &extended), 370);
    assert_int_equal(search_equal(rig, 400, 371, false, &extended), 400);
    // The paper's form takes the margin from alpha.
    rig->settings.singular_base = SINGULAR_ALPHA;
    assert_int_equal(search_equal(rig, 400, 350, false, &extended), 400);
    rig->settings.singular_base = SINGULAR_VALUE;
    // The more the game is decided, the larger is the margin.
    rig->settings.information_margins = rig->settings.information_singular = true;
    const int value = search_equal(rig, 400, 300, false, &extended);
    assert_int_equal(value, 400 - margin_grown(&rig->shared->information, true, 30, 400));
    assert_true(value < 370);
}

// How much the others are worse decides; where they fail high too, the move is searched less deep.
static void test_degrees_of_singularity(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 400;
    rig->settings.singular_margin = 30;
    rig->settings.singular_extension = true;
    enum { NEARLY_LOST = 10 - VALUE_DECIDED };
    static const struct {
        int known, beta;
        bool is_cut;
        int wanted;
    } rows[] = {
        {400, 400, false, -2},
        {400, 420, true, -1},
        {400, 420, false, 0},
        {430, 500, false, 0},
        {431, 500, false, 1},
        {450, 500, false, 1},
        {451, 500, false, 2},
        {NEARLY_LOST, NEARLY_LOST, false, 0}, // a goal beyond the values of the evaluator
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        int extended;
        search_equal(rig, rows[i].known, rows[i].beta, rows[i].is_cut, &extended);
        assert_int_equal(extended, rows[i].wanted);
    }
}

// ---- step 13: reductions and the search of a move ----

// The sum of the depths behind the moves of a node of depth 4 where every move fails low.
static int depths(AbRig *rig, bool is_cut, int eval_before, int history, bool was_pv) {
    AbWorker *worker = rig_enter(rig, quiet_few());
    worker_ply(worker)[-2].eval = eval_before;
    Move moves[MOVE_MAX];
    const int count = gen_useful(&worker->pos, moves);
    for (int i = 0; i < count; i++)
        *quiet_history(worker, moves[i]) = (int16_t)history;
    store_here(worker, (TtEntry){.value = VALUE_NONE, .eval = rig->eval.flat, .is_pv = was_pv});
    node_search(worker, 2500, 2501, 4, is_cut);
    int sum = 0;
    for (int i = 0; i < count; i++) {
        const int depth = entry_after(worker, moves[i]).depth;
        assert_in_range(depth, 1, 3);
        sum += depth;
    }
    assert_int_equal(entry_after(worker, rig->played.moves[0]).depth, 3); // the first: all of it
    return sum;
}

static void test_late_move_reduction(void **state) {
    AbRig *rig = *state;
    const int count = pos_count_legal(&rig_enter(rig, quiet_few())->pos);
    assert_int_equal(depths(rig, false, VALUE_NONE, 0, false), 3 * count);
    rig->settings.late_move_reduction = true;
    const int normal = depths(rig, false, VALUE_NONE, 0, false);
    assert_in_range(normal, count, 3 * count - 1);
    assert_true(depths(rig, true, VALUE_NONE, 0, false) < normal);     // a cut node
    assert_true(depths(rig, false, -50, 0, false) > normal);           // it improves
    assert_true(depths(rig, false, VALUE_NONE, 0, true) > normal);     // was on a variation
    assert_true(depths(rig, false, VALUE_NONE, 9000, false) > normal); // by history
    assert_true(depths(rig, false, VALUE_NONE, -9000, false) < normal);
    rig->eval.flat = 2000; // nearly decided
    assert_int_equal(depths(rig, false, VALUE_NONE, 0, false), normal);
    rig->settings.information_margins = rig->settings.information_reduction = true;
    assert_true(depths(rig, false, VALUE_NONE, 0, false) < normal);
}

// How deep the last move of a node is searched, and the one before it.
static void last_depths(const AbRig *rig, const AbWorker *worker, int *before, int *last) {
    const Played *played = &rig->played;
    *before = entry_after(worker, played->moves[played->count - 2]).depth;
    *last = entry_after(worker, played->moves[played->count - 1]).depth;
}

static void test_reduction_of_checks_and_captures(void **state) {
    AbRig *rig = *state;
    int before, last;
    rig->settings.late_move_reduction = true;
    AbWorker *worker = rig_enter(rig, BY_GAME("k8/9/9/9/9/9/9/7R1/8K w - 1 moves 9a8a",
                                              "k4/5/5/3R1/4K w - 1 moves 5a4a",
                                              "k7/8/8/8/8/8/7R/7K b - - 0 1 moves a8b8"));
    const Move check = move_here(worker, BY_GAME("2h8h", "2d4d", "h2b2"));
    *quiet_history(worker, check) = -1; // the last of the quiet moves
    node_search(worker, 500, 501, 5, false);
    last_depths(rig, worker, &before, &last);
    assert_int_equal(rig->played.moves[rig->played.count - 1], check);
    assert_true(last > before);

    worker = rig_enter(rig, losing());
    node_search(worker, 500, 501, 4, false);
    last_depths(rig, worker, &before, &last);
    const Move taking = rig->played.moves[rig->played.count - 1];
    assert_true(pos_is_tactical(&worker->pos, taking));
    assert_true(last > before);
}

// How deep the last moves of a node are searched. If nothing is refuted before them, it is because
// the table answers for all other moves.
static int late_depths(AbRig *rig, int depth, bool is_refuted) {
    enum { LATE_NB = 4 };
    AbWorker *worker = rig_enter(rig, quiet());
    search_null(worker, 500, 1); // for the order
    Move moves[MOVE_MAX];
    const int count = rig->played.count;
    memcpy(moves, rig->played.moves, sizeof moves);
    worker = rig_enter(rig, quiet());
    for (int i = 0; !is_refuted && i < count - LATE_NB; i++)
        store_after(worker, moves[i], (TtEntry){.depth = 20, .bound = BOUND_EXACT});
    search_null(worker, 500, depth);
    int sum = 0;
    for (int i = count - LATE_NB; i < count; i++)
        sum += entry_after(worker, moves[i]).depth;
    return sum;
}

static void test_reduction_after_refutations(void **state) {
    AbRig *rig = *state;
    rig->settings.late_move_reduction = true;
    int refuted = 0, open = 0;
    for (int depth = 4; depth <= 6; depth++) {
        refuted += late_depths(rig, depth, true);
        open += late_depths(rig, depth, false);
    }
    assert_true(refuted < open);
}

// A move that fails high at less depth is searched again at the full depth.
static void test_reduced_move_is_searched_again(void **state) {
    AbRig *rig = *state;
    rig->settings.late_move_reduction = true;
    AbWorker *worker = rig_enter(rig, quiet_few());
    Move moves[MOVE_MAX];
    gen_quiet(&worker->pos, moves);
    *quiet_history(worker, moves[0]) = -HISTORY_LIMIT;
    // The table answers the search at less depth, and wrongly.
    store_after(worker, moves[0], (TtEntry){.value = -300, .depth = 2, .bound = BOUND_EXACT});
    assert_int_equal(node_search(worker, 100, 101, 4, true), 0);
    assert_int_equal(entry_after(worker, moves[0]).depth, 3);
}

// On the principal variation the first move gets the open window; alpha is then its value, and the
// others only have to show that they are not better.
static void test_window_of_the_other_moves(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, quiet_few());
    node_search(worker, -300, 300, 2, false);
    for (int i = 0; i < rig->played.count; i++)
        assert_int_equal(entry_after(worker, rig->played.moves[i]).is_pv, i == 0);
}

// Three moves in a row, as the table says; everything is worth 300, but the table says 0 of all
// other moves at once, the third one among them.
static int search_line(AbRig *rig, const char *const line[3], int depth, bool is_pv) {
    AbWorker *worker = rig_enter(rig, BY_GAME("8k/9/9/9/5g3/4P4/9/9/K8 w - 1 moves 1a1b",
                                              "4k/5/3g1/2P2/K4 w - 1 moves 1a1b",
                                              "4r1k1/8/8/8/4P3/8/8/K7 b - - 0 1 moves g8h8"));
    answer_moves(worker);
    for (int i = 0; i < 3; i++) {
        const Move move = move_here(worker, line[i]);
        // An exact entry takes the place of the answer.
        store_here(worker, (TtEntry){.value = VALUE_NONE,
                                     .eval = i == 1 ? -300 : 300,
                                     .bound = BOUND_EXACT,
                                     .move = move});
        worker_do(worker, move);
    }
    for (int i = 0; i < 3; i++)
        worker_undo(worker);
    return node_search(worker, 100, is_pv ? 1000 : 101, depth, false);
}

// FIRST offers a pawn, SECOND captures it, and FIRST goes on with a king move: the offer only
// delays, since the king move at once is worth 0.
static void test_pseudo_extension(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 300;
    const char *const delay[] = {BY_GAME("5f5e", "3d3c", "e4e5"), BY_GAME("4e5e", "2c3c", "e8e5"),
                                 BY_GAME("9i8i", "5e4e", "a1b1")};
    assert_int_equal(search_line(rig, delay, 4, true), 300);
    rig->settings.pseudo_extension = true;
    assert_int_equal(search_line(rig, delay, 4, true), 100);
    assert_int_equal(search_line(rig, delay, 3, true), 300);
    assert_int_equal(search_line(rig, delay, 4, false), 300);
    // Nothing is offered here.
    const char *const other[] = {delay[2], BY_GAME("1b2b", "1b1a", "h8g8"), delay[0]};
    assert_int_equal(search_line(rig, other, 4, true), 300);
}

// ---- steps 14 and 15: what is remembered ----

// The evaluator says 20 everywhere, so the window decides which kind of value it is.
static void test_what_the_table_gets(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 20;
    static const struct {
        int alpha, beta;
        Bound bound;
        bool is_pv, has_move;
    } rows[] = {
        {19, 20, BOUND_LOWER, false, true},    {-301, -300, BOUND_LOWER, false, true},
        {300, 301, BOUND_UPPER, false, false}, {-300, 300, BOUND_EXACT, true, true},
        {-300, -200, BOUND_LOWER, true, true}, {200, 300, BOUND_UPPER, true, false},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AbWorker *worker = rig_enter(rig, quiet_few());
        assert_int_equal(node_search(worker, rows[i].alpha, rows[i].beta, 2, false), 20);
        const TtEntry entry = entry_here(worker);
        assert_int_equal(entry.value, 20);
        assert_int_equal(entry.eval, 20);
        assert_int_equal(entry.depth, 2);
        assert_int_equal(entry.bound, rows[i].bound);
        assert_int_equal(entry.is_pv, rows[i].is_pv);
        assert_int_equal(entry.move != MOVE_NONE, rows[i].has_move);
        if (rows[i].has_move)
            assert_int_equal(entry.move, rows[i].bound == BOUND_LOWER
                                             ? rig->played.moves[rig->played.count - 1]
                                             : rig->played.moves[0]);
    }
}

// The excluded move is not searched, and the result of the others is not stored.
static void test_excluded_move(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 40;
    AbWorker *worker = rig_enter(rig, quiet_few());
    Move moves[MOVE_MAX];
    const int count = gen_useful(&worker->pos, moves);
    search_null(worker, 100, 1); // for the static value
    memset(&rig->played.times, 0, sizeof rig->played.times);
    const TtEntry before = {.value = 500, .depth = 3, .bound = BOUND_LOWER, .move = moves[0]};
    store_here(worker, before);
    worker_ply(worker)->excluded = moves[0];
    assert_int_equal(search_null(worker, 100, 1), 40);
    assert_int_equal(rig->played.times[moves[0]], 0);
    for (int i = 1; i < count; i++)
        assert_int_equal(rig->played.times[moves[i]], 1);
    assert_int_equal(entry_here(worker).value, 500);
    // The static value is the one that the node found before.
    rig->shared->settings.futility = true;
    const int reach = 40 + rig->settings.futility_margin;
    assert_int_equal(search_null(worker, reach + 1, 1), reach);
    rig->shared->settings.static_null_move = true;
    const int64_t nodes = worker_nodes(worker);
    search_null(worker, -500, 1);
    assert_true(worker_nodes(worker) > nodes);
    // Without any other move nothing is better than alpha.
    worker = rig_enter(rig, lost_for_second());
    gen_useful(&worker->pos, moves);
    worker_ply(worker)->excluded = moves[0];
    assert_int_equal(search_null(worker, 100, 1), 99);
}

// A node forgets the killers of the nodes two plies below, and counts when it refutes.
static void test_killers_and_refutations(void **state) {
    AbRig *rig = *state;
    AbWorker *worker = rig_enter(rig, quiet_few());
    AbPly *ply = worker_ply(worker);
    ply[2].killers[0] = ply[2].killers[1] = 1;
    ply[1].refuted = 7;
    search_null(worker, -100, 1);
    assert_int_equal(ply[2].killers[0] | ply[2].killers[1], MOVE_NONE);
    assert_int_equal(ply[1].refuted, 0);
    assert_int_equal(ply->refuted, 1);
    search_null(worker, 100, 1);
    assert_int_equal(ply->refuted, 1);
}

// The third quiet move in the order of the node is the only good one.
static AbWorker *search_marked(AbRig *rig, Move order[3]) {
    AbWorker *worker = rig_enter(rig, quiet_few());
    Move moves[MOVE_MAX];
    gen_quiet(&worker->pos, moves);
    for (int i = 0; i < 3; i++) {
        order[i] = moves[i];
        *quiet_history(worker, moves[i]) = (int16_t)(300 - 100 * i);
    }
    rig->eval.value = eval_marked;
    rig->eval.marked = pos_key_after(&worker->pos, moves[2]);
    node_search(worker, 99, 100, 1, false);
    return worker;
}

static void test_histories(void **state) {
    AbRig *rig = *state;
    Move moves[3];
    AbWorker *worker = search_marked(rig, moves);
    const AbPly *ply = worker_ply(worker);
    assert_int_equal(entry_here(worker).move, moves[2]);
    assert_int_equal(ply->killers[0], moves[2]);
    assert_int_equal(worker->histories->counter[FIRST][ply[-1].piece_to], moves[2]);
    const int16_t *row = worker_counter_history(worker);
    for (int i = 0; i < 3; i++) {
        const int before = 300 - 100 * i, piece_to = move_piece_to(&worker->pos, moves[i]);
        assert_int_equal(*quiet_history(worker, moves[i]) > before, i == 2);
        assert_int_equal(*quiet_history(worker, moves[i]) < before, i < 2);
        assert_int_equal(row[piece_to] > 0, i == 2);
        assert_int_equal(row[piece_to] < 0, i < 2);
    }
}

// A capture that refutes gains among the captures and is no killer.
static void test_capture_history(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    AbWorker *worker = rig_enter(rig, hanging());
    const Move move = move_here(worker, capture());
    search_null(worker, worker_eval(worker) + 50, 1);
    assert_int_equal(entry_here(worker).move, move);
    const int16_t *row = worker->histories->capture[move_piece_to(&worker->pos, move)];
    assert_true(row[pos_captured(&worker->pos, move)] > 0);
    assert_int_equal(worker_ply(worker)->killers[0], MOVE_NONE);
}

static int correction(AbWorker *worker) {
    return *correction_structure(worker->histories, &worker->pos);
}

// A quiet best move that is worth more than the static value corrects it upwards.
static void test_correction_is_learned(void **state) {
    AbRig *rig = *state;
    Move moves[3];
    for (int is_on = 0; is_on < 2; is_on++) {
        rig->settings.correction_history = is_on;
        AbWorker *worker = search_marked(rig, moves);
        assert_int_equal(correction(worker) > 0, is_on);
        const int piece_to = worker_ply(worker)[-1].piece_to;
        assert_int_equal(worker->histories->last_move[FIRST][piece_to] > 0, is_on);
    }
}

// A bound that does not contradict the static value, a capture, and a node in check teach nothing.
static void test_correction_is_not_learned(void **state) {
    AbRig *rig = *state;
    rig->settings.correction_history = true;
    rig->eval.flat = 100;
    AbWorker *worker = rig_enter(rig, quiet_few());
    store_here(worker, (TtEntry){.value = VALUE_NONE, .eval = 500});
    search_null(worker, 50, 1);
    assert_int_equal(correction(worker), 0);
    worker = rig_enter(rig, quiet_few());
    store_here(worker, (TtEntry){.value = VALUE_NONE, .eval = -500});
    search_null(worker, 200, 1);
    assert_int_equal(correction(worker), 0);
    worker = rig_enter(rig, in_check());
    node_search(worker, -500, 500, 1, false);
    assert_int_equal(correction(worker), 0);
    rig->eval.value = eval_material;
    worker = rig_enter(rig, hanging());
    search_null(worker, worker_eval(worker) + 50, 1);
    assert_int_equal(correction(worker), 0);
}

// The root searches all its moves, and only the first line of several is what the table keeps.
static void test_root(void **state) {
    AbRig *rig = *state;
    rig->settings.late_move_pruning = rig->settings.futility = true;
    rig->setup.multi_pv = 2;
    rig->eval.value = eval_marked;
    AbWorker *worker = rig_enter(rig, quiet_few());
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, &worker->pos, error));
    Move moves[MOVE_MAX];
    const int count = gen_useful(&line.now, moves);
    rig->eval.marked = pos_key_after(&line.now, moves[count - 1]);
    rig->limits.depth = 1;
    SearchResult result;
    assert_ok(SEARCH_ALPHABETA.run(&rig->shared->base, &line, &rig->limits, &rig->control,
                                   &(SearchReport){0}, &result, error));
    assert_int_equal(rig->played.count, count);
    assert_int_equal(result.best, moves[count - 1]);
    assert_int_equal(result.value, 500);
    assert_int_equal(entry_here(worker).move, moves[count - 1]);
    assert_int_equal(entry_here(worker).value, 500);
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        rig_test(test_plain_search_is_minimax),
        rig_test(test_bounds_are_soft),
        rig_test(test_check_extension),
        rig_test(test_extensions_end),
        rig_test(test_recapture_extension),
        rig_test(test_singular_extension),
        rig_test(test_singular_search_cuts),
        rig_test(test_degrees_of_singularity),
        rig_test(test_late_move_reduction),
        rig_test(test_reduction_of_checks_and_captures),
        rig_test(test_reduction_after_refutations),
        rig_test(test_reduced_move_is_searched_again),
        rig_test(test_window_of_the_other_moves),
        rig_test(test_pseudo_extension),
        rig_test(test_what_the_table_gets),
        rig_test(test_excluded_move),
        rig_test(test_killers_and_refutations),
        rig_test(test_histories),
        rig_test(test_capture_history),
        rig_test(test_correction_is_learned),
        rig_test(test_correction_is_not_learned),
        rig_test(test_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
