// What is proven: mates with their distance, losses, draws by the rules, and that no sample goes
// there again.
#include "tree_testing.h"

#include "search/gameover.h"

static SearchResult solve(Rig *rig, const char *text, int64_t nodes) {
    GameLine line = line_of(text);
    const SearchResult result = rig_go(rig, &line, (SearchLimits){.nodes = nodes});
    if (result.best != MOVE_NONE)
        check_tree(rig, &line);
    line_release(&line);
    return result;
}

static Rig ready_rig(void) {
    Rig rig;
    rig_open(&rig);
    rig_ready(&rig);
    return rig;
}

// ---- the truth, by trying everything ----

static bool is_won_within(Position *pos, int plies);

static bool is_lost_within(Position *pos, int plies) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    if (!count)
        return !GAME_IS_CHESS || pos_in_check(pos);
    for (int i = 0; i < count; i++) {
        Undo undo;
        if (plies < 2)
            return false;
        pos_do(pos, moves[i], &undo);
        const bool is_won = is_won_within(pos, plies - 1);
        pos_undo(pos, moves[i], &undo);
        if (!is_won)
            return false;
    }
    return true;
}

static bool is_won_within(Position *pos, int plies) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        Undo undo;
        pos_do(pos, moves[i], &undo);
        const bool is_lost = is_lost_within(pos, plies - 1);
        pos_undo(pos, moves[i], &undo);
        if (is_lost)
            return true;
    }
    return false;
}

// ---- mates ----

static const char *mate_in_one(void) {
    return GAME_IS_SHOGI       ? "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
           : GAME_IS_MINISHOGI ? "sfen 2k2/5/2P2/5/2K2 b G 1"
                               : "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
}

static const char *mate_in_three(void) {
    return GAME_IS_SHOGI       ? "sfen 7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1"
           : GAME_IS_MINISHOGI ? "sfen G3k/2g1p/rB1rs/PK3/2S+b1 w - 20"
                               : "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1";
}

static void test_mates(void **state) {
    (void)state;
    enum { NODES = 1000000 };
    Rig rig = ready_rig();
    SearchResult result = solve(&rig, mate_in_one(), NODES);
    assert_int_equal(result.value, value_win_in(1));
    assert_int_equal(result.pv_count, 1);
    GameLine line = line_of(mate_in_three());
    for (uint64_t seed = 0; seed < 5; seed++) {
        rig.setup.seed = seed;
        rig_ready(&rig);
        result = rig_go(&rig, &line, (SearchLimits){.nodes = NODES});
        // The first proof ends the search; another mate may be longer.
        assert_in_range(result.value, value_win_in(GAME_IS_MINISHOGI ? 9 : 3), value_win_in(3));
        Position pos = line.now;
        if (result.value >= value_win_in(5))
            assert_true(is_won_within(&pos, VALUE_WIN - result.value));
        assert_true(result.nodes < NODES); // it stops by itself
        check_tree(&rig, &line);
    }
    // All moves of the other side lose.
    assert_ok(line_push(&line, result.best, error));
    for (int is_kept = 0; is_kept < 2; is_kept++) {
        if (!is_kept)
            rig_new_game(&rig);
        result = rig_go(&rig, &line, (SearchLimits){.nodes = NODES});
        assert_in_range(-result.value, value_win_in(GAME_IS_MINISHOGI ? 8 : 2), value_win_in(2));
        assert_true(pos_is_legal(&line.now, result.best));
        assert_true(result.nodes < NODES);
    }
    rig_close(&rig);
    line_release(&line);
}

static void test_no_moves(void **state) {
    (void)state;
    Rig rig = ready_rig();
    const SearchResult lost = solve(&rig,
                                    GAME_IS_SHOGI       ? "sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1"
                                    : GAME_IS_MINISHOGI ? "sfen 4k/4G/4P/5/K4 w - 1"
                                                        : "fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1",
                                    1000);
    assert_int_equal(lost.best, MOVE_NONE);
    assert_int_equal(lost.value, value_loss_in(0));
    // Not in check: a draw in chess, a loss in shogi.
    const SearchResult stuck = solve(&rig,
                                     GAME_IS_SHOGI       ? "sfen 8k/6G2/7G1/9/9/9/9/9/4K4 w - 1"
                                     : GAME_IS_MINISHOGI ? "sfen 4k/2G2/3G1/5/K4 w - 1"
                                                         : "fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
                                     1000);
    assert_int_equal(stuck.best, MOVE_NONE);
    assert_int_equal(stuck.value, GAME_IS_CHESS ? 0 : value_loss_in(0));
    rig_close(&rig);
}

// ---- proofs anywhere ----

typedef struct Audit {
    long wins, losses, skipped;
} Audit;

// The edge is seen by the player who moved there: n plies from his move to the end.
static void audit_node(const Visit *visit, void *context) {
    Audit *audit = context;
    const float value = edge_value(visit->node);
    if (!visit->ply || !value_is_proven(value))
        return;
    const int plies = (int)((float)VALUE_WIN - fabsf(value));
    assert_int_equal(plies % 2, value > 0 ? 1 : 0);
    if (plies > 4 || audit->wins + audit->losses > 300) {
        audit->skipped++;
    } else if (value > 0) {
        audit->wins++;
        assert_true(is_lost_within(visit->pos, plies - 1));
    } else {
        audit->losses++;
        assert_true(is_won_within(visit->pos, plies - 1));
    }
}

static Audit audit_all;

static void visit_and_audit(Position *pos, Rng *rng) {
    if (rng_below(rng, 12))
        return;
    Rig rig;
    rig_open(&rig);
    rig.setup.hash_mb = 2;
    rig.setup.rules.entering_king = ENTERING_KING_NONE;
    rig_ready(&rig);
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, pos, error));
    if (rig_go(&rig, &line, (SearchLimits){.nodes = 4000}).best != MOVE_NONE) {
        check_tree(&rig, &line);
        walk_nodes(rig.search, &line, audit_node, &audit_all);
    }
    rig_close(&rig);
    line_release(&line);
}

static void test_proofs_are_true(void **state) {
    (void)state;
    random_play(1, testing_count("YURAGI_SOFTMAX_PLIES", 250), visit_and_audit);
    testing_note("%ld wins and %ld losses are true; %ld not looked at\n", audit_all.wins,
                 audit_all.losses, audit_all.skipped);
    assert_true(audit_all.losses > 10);
}

// One sample at a time; a move that is solved keeps its visits from then on.
static void solve_one_by_one(Rig *rig, const GameLine *line) {
    enum { SAMPLES = 100000 };
    rig_go(rig, line, (SearchLimits){.nodes = 1});
    TreeWorker *worker = &rig->search->workers[0];
    Block *top = tree_block(&rig->search->tree, edge_link(tree_root(&rig->search->tree)));
    uint32_t visits[MOVE_MAX] = {0};
    bool is_solved[MOVE_MAX] = {false};
    int solved = 0;
    for (int i = 0; i < SAMPLES && tree_worker_sample(worker) != SAMPLE_OVER; i++)
        for (int k = 0; k < top->count; k++) {
            const Edge edge = {top, k};
            if (is_solved[k])
                assert_int_equal(edge_visits(edge), visits[k]);
            solved += !is_solved[k] && edge_is_solved(edge);
            is_solved[k] = edge_is_solved(edge);
            visits[k] = edge_visits(edge);
        }
    assert_int_equal(solved, top->count);
    check_tree(rig, line);
}

static void test_solved_gets_no_samples(void **state) {
    (void)state;
    // Every move of the defender loses.
    GameLine line = line_of(mate_in_three());
    Rig rig = ready_rig();
    assert_ok(line_push(&line, rig_go(&rig, &line, (SearchLimits){.nodes = 1000000}).best, error));
    rig_new_game(&rig);
    solve_one_by_one(&rig, &line);
    line_release(&line);
    // Every move draws.
    line = line_of(a_position());
    rig.setup.rules.move_limit = pos_ply(&line.now) + 2;
    rig_ready(&rig);
    solve_one_by_one(&rig, &line);
    rig_close(&rig);
    line_release(&line);
}

// ---- the rules on the path ----

typedef struct Closed {
    const SearchSetup *setup;
    Color root_side;
    long by_rules, below;
    float value; // of the last one that the rules closed
} Closed;

static void check_closed(const Visit *visit, void *context) {
    Closed *closed = context;
    if (!visit->ply || edge_link(visit->node) != LINK_CLOSED)
        return;
    const int draw = pos_side(visit->pos) == closed->root_side
                         ? closed->setup->draw_value[closed->root_side]
                         : -closed->setup->draw_value[closed->root_side];
    int verdict = gameover_by_rules(visit->pos, visit->history, &closed->setup->rules, draw, 0);
    if (verdict == VALUE_NONE && !pos_has_legal(visit->pos))
        verdict = gameover_no_moves(visit->pos, draw, 0);
    if (verdict == VALUE_NONE) { // all below is solved
        closed->below++;
        return;
    }
    closed->by_rules++;
    assert_true(edge_value(visit->node) == value_from_above((float)verdict));
    assert_true(edge_depth(visit->node) == 0);
    closed->value = edge_value(visit->node);
}

static Closed closed_in(const Rig *rig, const GameLine *line) {
    Closed closed = {.setup = &rig->setup, .root_side = pos_side(&line->now)};
    walk_nodes(rig->search, line, check_closed, &closed);
    return closed;
}

// The mover at the root can give the same check for the second time.
static void test_repetition(void **state) {
    (void)state;
    GameLine line =
        line_of(GAME_IS_SHOGI       ? "sfen 8k/9/9/9/9/9/9/9/K6R1 b - 1 moves 2i1i 1a2a 1i2i 2a1a"
                : GAME_IS_MINISHOGI ? "sfen 4k/5/5/5/K2R1 b - 1 moves 2e1e 1a2a 1e2e 2a1a"
                                    : "fen 7k/8/8/8/8/8/8/K5R1 w - - 0 1 "
                                      "moves g1h1 h8g8 h1g1 g8h8");
    const Move again = move_of(&line.now, GAME_IS_SHOGI       ? "2i1i"
                                          : GAME_IS_MINISHOGI ? "2e1e"
                                                              : "g1h1");
    Rig rig;
    rig_open(&rig);
    rig.setup.draw_value[FIRST] = rig.setup.draw_value[SECOND] = -50;
    rig.settings.ts = 2000;
    rig_ready(&rig);
    rig_go(&rig, &line, (SearchLimits){.nodes = 20000});
    check_tree(&rig, &line);
    const Closed closed = closed_in(&rig, &line);
    testing_note("closed: %ld by the rules, %ld by what is below\n", closed.by_rules, closed.below);
    assert_true(closed.by_rules > 0);
    RootMove moves[MOVE_MAX];
    const int count = root_moves(rig.search, moves);
    int found = 0;
    for (int i = 0; i < count; i++)
        if (moves[i].move == again) {
            found++;
            assert_int_equal(edge_link(moves[i].edge), LINK_CLOSED);
            // Perpetual check loses, in chess it draws; either way it is no proof.
            assert_true(moves[i].value == (GAME_IS_CHESS ? -50 : -(float)EVAL_LIMIT));
            assert_true(edge_depth(moves[i].edge) == 0);
        }
    assert_int_equal(found, 1);
    rig_close(&rig);
    line_release(&line);
}

static void visit_closed(Position *pos, Rng *rng) {
    if (rng_below(rng, 20))
        return;
    Rig rig;
    rig_open(&rig);
    rig.setup.hash_mb = 2;
    rig.setup.draw_value[FIRST] = rig.setup.draw_value[SECOND] = (int)rng_below(rng, 200) - 100;
    rig.setup.rules.move_limit = pos_ply(pos) + 2 + (int)rng_below(rng, 8);
    rig.settings.ts = 30;
    rig_ready(&rig);
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, pos, error));
    if (rig_go(&rig, &line, (SearchLimits){.nodes = 5000}).best != MOVE_NONE) {
        check_tree(&rig, &line);
        (void)closed_in(&rig, &line);
    }
    rig_close(&rig);
    line_release(&line);
}

static void test_rules_anywhere(void **state) {
    (void)state;
    random_play(2, testing_count("YURAGI_SOFTMAX_PLIES", 250), visit_closed);
}

// Everything ends in a draw at once: the search stops, and says so.
static void test_all_moves_draw(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Rig rig;
    rig_open(&rig);
    rig.setup.rules.move_limit = pos_ply(&line.now) + 1;
    rig.setup.draw_value[FIRST] = rig.setup.draw_value[SECOND] = 7;
    rig_ready(&rig);
    const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 1000000});
    assert_true(result.nodes < 1000000);
    assert_int_equal(result.value, 7);
    assert_true(pos_is_legal(&line.now, result.best));
    check_tree(&rig, &line);
    rig_close(&rig);
    line_release(&line);
}

// The same two plies later, by any policy: a node whose moves all draw is a draw, not a mean of
// what they looked like.
static void test_all_lines_draw(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    for (int policy = 0; policy < POLICY_NB; policy++) {
        Rig rig;
        rig_open_policy(&rig, policy);
        rig.setup.rules.move_limit = pos_ply(&line.now) + 2;
        rig.setup.draw_value[FIRST] = rig.setup.draw_value[SECOND] = 7;
        rig_ready(&rig);
        rig_go(&rig, &line, (SearchLimits){.nodes = 1000000});
        RootMove moves[MOVE_MAX];
        const int count = root_moves(rig.search, moves);
        for (int i = 0; i < count; i++) {
            assert_int_equal(edge_link(moves[i].edge), LINK_CLOSED);
            assert_true(moves[i].value == 7);
        }
        rig_close(&rig);
    }
    line_release(&line);
}

static void test_declaration(void **state) {
    (void)state;
    if (!GAME_IS_SHOGI) {
        skip();
        return;
    }
    Rig rig;
    rig_open(&rig);
    rig.setup.rules.entering_king = ENTERING_KING_27;
    rig_ready(&rig);
    // Whatever this side does, the other will declare.
    const SearchResult result =
        solve(&rig, "sfen 1K7/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/4k4 w 2R2B4G4S4N4L8P 1", 1000000);
    assert_int_equal(result.value, value_loss_in(2));
    rig_close(&rig);
}

// ---- known mates ----

typedef struct Known {
    Rig *rig;
    int seen, solved, wanted, plies; // plies: at least so many, exactly so many for 1
} Known;

static void solve_known(Str line_text, const void *context) {
    Known *known = *(Known *const *)context;
    int64_t plies = known->plies;
    char text[256];
    Str rest = line_text;
    if (GAME_IS_CHESS) {
        const char *dm = strstr(line_text.at, " dm ");
        plies = dm ? 2 * (dm[4] - '0') - 1 : 99;
        rest.len = dm ? (size_t)(dm - line_text.at) : 0;
    } else if (GAME_IS_MINISHOGI) {
        const char *tab = memchr(line_text.at, '\t', line_text.len);
        plies = tab ? tab[1] - '0' : 99;
        rest.len = tab ? (size_t)(tab - line_text.at) : 0;
    }
    if (known->seen >= known->wanted || plies > 3)
        return;
    snprintf(text, sizeof text, "%s %.*s%s", GAME_IS_CHESS ? "fen" : "sfen", (int)rest.len, rest.at,
             GAME_IS_CHESS ? " 0 1" : "");
    const SearchResult result = solve(known->rig, text, 40000);
    known->seen++;
    if (result.value >= VALUE_DECIDED) {
        known->solved++;
        // Minishogi's list knows only the mates by check.
        assert_true(GAME_IS_MINISHOGI || VALUE_WIN - result.value >= plies);
    }
    if (plies == 1)
        assert_int_equal(result.value, value_win_in(1));
}

// Puts a proof of the position after these moves on the board, as another search does.
static void store_proof(Rig *rig, const GameLine *line, const Move *moves, int count, Proof proof) {
    Position pos = line->now;
    for (int i = 0; i < count; i++) {
        Undo undo;
        pos_do(&pos, moves[i], &undo);
    }
    proofs_store(&rig->setup.shared->proofs, pos_key(&pos), proof);
}

// Another search has found a mate: samples read it wherever they meet the position.
static void test_proof_from_elsewhere(void **state) {
    (void)state;
    Rig rig = ready_rig();
    GameLine line = line_of("startpos");
    rig_go(&rig, &line, (SearchLimits){.nodes = 20000});
    TreeSearch *search = rig.search;
    RootMove moves[MOVE_MAX];
    int count = root_moves(search, moves);
    const Move first = moves[0].move;
    const float before = edge_value(tree_root(&search->tree));
    // The move that looked best loses to a reply.
    Move pv[PLY_MAX];
    assert_true(tree_line(&search->tree, moves[0].edge, pv, PLY_MAX) >= 2);
    store_proof(&rig, &line, (Move[]){first, pv[1]}, 2, (Proof){PROOF_LOSS, 4});
    rig_go(&rig, &line, (SearchLimits){.nodes = 200000});
    count = root_moves(search, moves);
    assert_int_not_equal(moves[0].move, first);
    assert_int_equal(moves[count - 1].move, first);
    assert_int_equal((int)moves[count - 1].value, value_loss_in(6));
    assert_true(edge_value(tree_root(&search->tree)) != before);
    check_tree(&rig, &line);
    // "No mate" says nothing about the value.
    store_proof(&rig, &line, &moves[0].move, 1, (Proof){PROOF_NO_MATE, 0});
    rig_go(&rig, &line, (SearchLimits){.nodes = 200000});
    assert_false(value_is_proven(edge_value(tree_root(&search->tree))));
    // Another move wins.
    root_moves(search, moves);
    const Move winning = moves[0].move;
    store_proof(&rig, &line, &winning, 1, (Proof){PROOF_LOSS, 8});
    const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 200000});
    assert_int_equal(result.best, winning);
    assert_int_equal(result.value, value_win_in(9));
    assert_true(value_is_proven(edge_value(tree_root(&search->tree))));
    check_tree(&rig, &line);
    rig_close(&rig);
    line_release(&line);
}

static void test_known_mates(void **state) {
    (void)state;
    // Skips before anything is opened.
    fclose(testing_open(GAME_IS_SHOGI       ? "shogi/mate/realgame_mate03.sfen"
                        : GAME_IS_MINISHOGI ? "minishogi/mates.tsv"
                                            : "chess/mates_1-8.epd"));
    Rig rig = ready_rig();
    Known known = {.rig = &rig, .wanted = 20, .plies = 1};
    const Known *at = &known;
    if (GAME_IS_SHOGI) {
        testing_each_line("shogi/mate/realgame_mate01.sfen", solve_known, &at);
        known.plies = 3;
        known.wanted = 40;
        testing_each_line("shogi/mate/realgame_mate03.sfen", solve_known, &at);
    } else {
        testing_each_line(GAME_IS_CHESS ? "chess/mates_1-8.epd" : "minishogi/mates.tsv",
                          solve_known, &at);
    }
    testing_note("%d of %d mates found\n", known.solved, known.seen);
    assert_true(known.seen && known.solved * 10 >= known.seen * 7);
    rig_close(&rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mates),           cmocka_unit_test(test_no_moves),
        cmocka_unit_test(test_proofs_are_true), cmocka_unit_test(test_solved_gets_no_samples),
        cmocka_unit_test(test_repetition),      cmocka_unit_test(test_rules_anywhere),
        cmocka_unit_test(test_all_moves_draw),  cmocka_unit_test(test_all_lines_draw),
        cmocka_unit_test(test_declaration),     cmocka_unit_test(test_proof_from_elsewhere),
        cmocka_unit_test(test_known_mates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
