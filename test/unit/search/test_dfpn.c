// The search for mates: known mates, brute force on random positions, limits, small tables.
#include "positions.h"

#include "base/clock.h"
#include "search/dfpn/dfpn.h"

enum {
    SMALL_MB = 1,
    NODES = 2000000, // enough for every problem here
    BRUTE_PLIES = GAME_IS_MINISHOGI ? 5 : 3,
    BRUTE_NODES = 50000,
    KEPT_NODES = 200,
    SHARED_EVERY = 7, // of a shared file, one problem in so many
};

typedef struct Known {
    const char *position;
    int plies; // of the shortest mate; 0: there is none
} Known;

static const Known SHOGI_KNOWN[] = {
    {"8k/9/8P/9/9/9/9/9/4K4 b G 1", 1},
    {"l3kgsnl/9/p1pS+Bp3/7pp/6PP1/9/PPPPPPn1P/1B1GG2+r1/LNS1K3L w RG3Psnp 54", 3},
    {"lnG4nl/5k3/p1p+R1g1p1/1p1p3sp/5N3/2P1p1p2/PP1GP3P/1SG2+p1+b1/LN1K4L w Srbs4p 60", 5},
    // The attacker has no king.
    {"7k1/6P2/7G1/8L/9/9/9/9/9 b 2r2b3g4s4n3l17p 1", 1},
    {"9/9/7p1/7RB/8k/6G2/9/9/9 b rb3g4s4n4l17p 1", 9},
    {"9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1", 11},
    // Only the pawn would mate, and its drop is illegal.
    {"7nk/9/7G1/9/9/9/9/9/4K4 b P 1", 0},
    {"8k/9/8P/9/9/9/9/9/4K4 b N 1", 0},
    // The rook checks for ever: every disproof rests on a repetition.
    {"4k4/9/9/9/9/9/9/9/4K3R b - 1", 0},
    {"8k/9/9/9/9/9/9/9/4K4 b R 1", 0},
};
static const Known MINISHOGI_KNOWN[] = {
    {"4k/5/4P/5/K4 b G 1", 1},
    {"2k2/B1B1p/2S1R/PK1g1/1G2R b S 17", 1},
    {"2sg1/1r1gk/P1P2/3B1/K1S2 w rb 12", 5},
    {"1r2k/P2gp/3S1/2s1b/KGR2 w b 14", 7},
    {"rg3/B1bPk/2S2/1KpG1/4r b S 17", 7},
    {"4k/5/4P/5/5 b G 1", 1},    // the attacker has no king
    {"3rk/5/3G1/5/K4 b P 1", 0}, // only the pawn would mate, and its drop is illegal
    {"4k/5/4P/5/K4 b P 1", 0},
    {"4k/5/5/5/K4 b R 1", 0}, // the rook checks for ever: every disproof rests on a repetition
    {"4k/5/5/5/K4 b GS 1", 0},
    {"4k/5/5/5/K4 b BR 1", 15},
};
static const Known CHESS_KNOWN[] = {
    {"4k3/8/4K3/8/8/8/8/R7 w - - 0 1", 1},
    {"3k3B/7p/p1Q1p3/2n5/6P1/K3b3/PP5q/R7 w - - 0 1", 1},
    {"6rk/6pp/8/6N1/8/8/6PP/6K1 w - - 0 1", 1},
    {"5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1", 3}, // the queen on g8, the knight on f7
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
    {"7k/8/8/8/8/8/8/R5K1 w - - 0 1", 0}, // the rook checks for ever
};

static const Known *known_of(size_t *count) {
    *count = GAME_IS_CHESS       ? ARRAY_LEN(CHESS_KNOWN)
             : GAME_IS_MINISHOGI ? ARRAY_LEN(MINISHOGI_KNOWN)
                                 : ARRAY_LEN(SHOGI_KNOWN);
    return GAME_IS_CHESS ? CHESS_KNOWN : GAME_IS_MINISHOGI ? MINISHOGI_KNOWN : SHOGI_KNOWN;
}

static Dfpn *dfpn_of(int size_mb) {
    Dfpn *dfpn = dfpn_new(size_mb);
    assert_non_null(dfpn);
    return dfpn;
}

// Every mate is replayed here too.
static void solve_within(Dfpn *dfpn, const Position *pos, DfpnLimits limits, DfpnResult *result) {
    SearchControl control;
    control_init(&control);
    limits.control = &control;
    dfpn_solve(dfpn, pos, &limits, result);
    const int64_t nodes = limits.nodes;
    assert_int_equal(result->answer == DFPN_MATE, result->count > 0);
    if (nodes)
        assert_true(result->nodes < nodes + 16 * MOVE_MAX); // the line takes some
    Position now = *pos;
    for (int i = 0; i < result->count; i++) {
        assert_true(pos_is_legal(&now, result->line[i]));
        assert_true(i % 2 == 1 || pos_gives_check(&now, result->line[i]));
        pos_play(&now, result->line[i]);
    }
    if (result->count)
        assert_true(pos_in_check(&now) && !pos_has_legal(&now));
    assert_true(result->length <= result->count && result->plies >= result->length);
}

static void solve(Dfpn *dfpn, const Position *pos, int64_t nodes, DfpnResult *result) {
    solve_within(dfpn, pos, (DfpnLimits){.nodes = nodes}, result);
}

static void check_known(Dfpn *dfpn, Str text, int plies) {
    const Position pos = position_of(text);
    DfpnResult result;
    solve(dfpn, &pos, NODES, &result);
    if (result.answer != (plies ? DFPN_MATE : DFPN_NO_MATE))
        fail_msg("%.*s: answer %d after %lld nodes", (int)text.len, text.at, (int)result.answer,
                 (long long)result.nodes);
    assert_true(result.count >= plies);
    solve_within(dfpn, &pos, (DfpnLimits){.nodes = NODES, .is_shortest = true}, &result);
    assert_int_equal(result.answer, plies ? DFPN_MATE : DFPN_NO_MATE);
}

static void test_known_mates(void **state) {
    (void)state;
    size_t count;
    const Known *known = known_of(&count);
    Dfpn *small = dfpn_of(SMALL_MB), *large = dfpn_of(16);
    for (size_t i = 0; i < count; i++) {
        check_known(small, str_of(known[i].position), known[i].plies);
        check_known(large, str_of(known[i].position), known[i].plies);
    }
    dfpn_free(small);
    dfpn_free(large);
}

static void test_shortest_mates(void **state) {
    (void)state;
    size_t count;
    const Known *known = known_of(&count);
    Dfpn *dfpn = dfpn_of(SMALL_MB);
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(known[i].position));
        DfpnResult result;
        solve_within(dfpn, &pos, (DfpnLimits){.nodes = NODES, .is_shortest = true}, &result);
        assert_int_equal(result.is_shortest, known[i].plies > 0);
        assert_int_equal(result.plies, known[i].plies);
    }
    dfpn_free(dfpn);
}

// The rook mates from afar; whatever the defender interposes is taken, and the mate stands.
static void test_futile_interposition(void **state) {
    (void)state;
    if (GAME_IS_CHESS)
        return;
    const Position pos = position_of(
        str_of(GAME_IS_SHOGI ? "8k/7P1/R7G/9/9/9/9/9/4K4 b g 1" : "4k/3P1/R3G/5/K4 b g 1"));
    Dfpn *dfpn = dfpn_of(SMALL_MB);
    for (int is_shortest = 0; is_shortest < 2; is_shortest++) {
        DfpnResult result;
        solve_within(dfpn, &pos, (DfpnLimits){.nodes = NODES, .is_shortest = is_shortest}, &result);
        assert_int_equal(result.answer, DFPN_MATE);
        assert_int_equal(result.length, 1);
        assert_int_equal(result.count, 3);
        assert_int_equal(result.plies, 3);
    }
    dfpn_free(dfpn);
}

static void test_the_same_run_twice(void **state) {
    (void)state;
    size_t count;
    const Known *known = known_of(&count);
    Dfpn *dfpn = dfpn_of(SMALL_MB);
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(known[i].position));
        DfpnResult first, second;
        solve(dfpn, &pos, NODES, &first);
        solve(dfpn, &pos, NODES, &second);
        assert_int_equal(first.answer, second.answer);
        assert_int_equal(first.nodes, second.nodes);
        assert_int_equal(first.count, second.count);
    }
    dfpn_free(dfpn);
}

// The same questions again and again, with growing budgets: what a call keeps helps the next one.
static void test_a_kept_table(void **state) {
    (void)state;
    size_t count;
    const Known *known = known_of(&count);
    Dfpn *dfpn = dfpn_of(SMALL_MB);
    SearchControl control;
    control_init(&control);
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(known[i].position));
        DfpnLimits limits = {.nodes = 20, .control = &control, .keeps_table = true};
        DfpnResult result = {0};
        dfpn_clear(dfpn);
        for (int calls = 0; calls < 1000 && result.answer == DFPN_UNKNOWN; calls++) {
            limits.wants_move_only = calls % 2;
            limits.nodes += limits.nodes / 4;
            dfpn_solve(dfpn, &pos, &limits, &result);
            if (result.answer == DFPN_MATE && limits.wants_move_only)
                assert_true(result.count == 1 && pos_gives_check(&pos, result.line[0]));
            else if (result.answer == DFPN_MATE)
                assert_true(dfpn_is_mate(&pos, result.line, result.count));
        }
        assert_int_equal(result.answer, known[i].plies ? DFPN_MATE : DFPN_NO_MATE);
    }
    dfpn_free(dfpn);
}

// ---- limits ----

static Position unsolved_at_once(void) {
    return position_of(str_of(GAME_IS_CHESS       ? "5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1"
                              : GAME_IS_MINISHOGI ? "1r2k/P2gp/3S1/2s1b/KGR2 w b 14"
                                                  : "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1"));
}

static void test_node_limit(void **state) {
    (void)state;
    const Position pos = unsolved_at_once();
    Dfpn *dfpn = dfpn_of(SMALL_MB);
    DfpnResult result;
    solve(dfpn, &pos, 1, &result);
    assert_int_equal(result.answer, DFPN_UNKNOWN);
    solve(dfpn, &pos, 0, &result);
    assert_int_equal(result.answer, DFPN_MATE);
    // Whatever the limit, an answer other than unknown is right.
    for (int64_t nodes = 1; nodes < result.nodes; nodes += nodes / 2 + 1) {
        DfpnResult limited;
        solve(dfpn, &pos, nodes, &limited);
        assert_int_not_equal(limited.answer, DFPN_NO_MATE);
    }
    dfpn_free(dfpn);
}

static void test_control(void **state) {
    (void)state;
    const Position pos = unsolved_at_once();
    Dfpn *dfpn = dfpn_of(SMALL_MB);
    DfpnResult result;
    SearchControl control;
    control_init(&control);
    control_stop(&control);
    dfpn_solve(dfpn, &pos, &(DfpnLimits){.nodes = 0, .control = &control}, &result);
    assert_int_equal(result.answer, DFPN_UNKNOWN);
    assert_int_equal(result.nodes, 0);
    control_init(&control);
    const TimePlan plan = timeplan_exact(clock_ns() - 1000000000, 1000000);
    control_time(&control, &plan);
    dfpn_solve(dfpn, &pos, &(DfpnLimits){.nodes = 0, .control = &control}, &result);
    assert_int_equal(result.answer, DFPN_UNKNOWN);
    dfpn_free(dfpn);
}

static void test_replay_refuses(void **state) {
    (void)state;
    const Position pos = unsolved_at_once();
    Dfpn *dfpn = dfpn_of(SMALL_MB);
    DfpnResult result;
    solve(dfpn, &pos, NODES, &result);
    assert_true(result.count >= 3);
    assert_true(dfpn_is_mate(&pos, result.line, result.count));
    assert_false(dfpn_is_mate(&pos, result.line, result.count - 1));
    assert_false(dfpn_is_mate(&pos, result.line, result.count - 2));
    assert_false(dfpn_is_mate(&pos, result.line, 0));
    Move moves[MOVE_MAX];
    const int count = gen_legal(&pos, moves);
    for (int i = 0; i < count; i++)
        if (!pos_gives_check(&pos, moves[i])) {
            result.line[0] = moves[i];
            assert_false(dfpn_is_mate(&pos, result.line, result.count));
        }
    dfpn_free(dfpn);
}

// ---- against brute force ----

static bool brute_defends(Position *pos, int plies);

// Whether the side to move mates by checks within so many plies.
static bool brute_mates(Position *pos, int plies) {
    Move checks[MOVE_MAX];
    const int count = plies > 0 ? gen_checks(pos, checks) : 0;
    bool is_mate = false;
    for (int i = 0; i < count && !is_mate; i++) {
        Undo undo;
        pos_do(pos, checks[i], &undo);
        is_mate = !brute_defends(pos, plies - 1);
        pos_undo(pos, checks[i], &undo);
    }
    return is_mate;
}

static bool brute_defends(Position *pos, int plies) {
    Move replies[MOVE_MAX];
    const int count = gen_evasions(pos, replies);
    bool defends = count && plies <= 0;
    for (int i = 0; i < count && !defends; i++) {
        Undo undo;
        pos_do(pos, replies[i], &undo);
        defends = !brute_mates(pos, plies - 1);
        pos_undo(pos, replies[i], &undo);
    }
    return defends;
}

static Dfpn *brute_dfpn, *kept_dfpn;
static long brute_answers[3];

static void check_answer(Position *pos, const DfpnResult *result, bool is_mate) {
    char text[POS_TEXT_MAX];
    pos_format(pos, text);
    if (is_mate && result->answer == DFPN_NO_MATE)
        fail_msg("%s: no mate, but there is one within %d plies", text, BRUTE_PLIES);
    if (result->answer != DFPN_MATE || result->plies > BRUTE_PLIES)
        return;
    if (!brute_mates(pos, result->plies))
        fail_msg("%s: no mate within %d plies", text, result->plies);
    if (result->is_shortest && brute_mates(pos, result->plies - 2))
        fail_msg("%s: a mate within %d plies is shorter", text, result->plies - 2);
}

// Three ways to ask: for a mate, for a shortest one, and again and again with a small budget and a
// table that is kept.
static void compare(Position *pos, Rng *rng) {
    (void)rng;
    const bool is_mate = brute_mates(pos, BRUTE_PLIES);
    DfpnResult result;
    solve(brute_dfpn, pos, BRUTE_NODES, &result);
    brute_answers[result.answer]++;
    check_answer(pos, &result, is_mate);
    if (is_mate)
        assert_int_equal(result.answer, DFPN_MATE);
    solve_within(brute_dfpn, pos, (DfpnLimits){.nodes = BRUTE_NODES, .is_shortest = true}, &result);
    check_answer(pos, &result, is_mate);
    if (is_mate)
        assert_true(result.answer == DFPN_MATE &&
                    (!result.is_shortest || result.plies <= BRUTE_PLIES));
    solve_within(kept_dfpn, pos, (DfpnLimits){.nodes = KEPT_NODES, .keeps_table = true}, &result);
    check_answer(pos, &result, is_mate);
}

static void test_brute_force(void **state) {
    (void)state;
    brute_dfpn = dfpn_of(SMALL_MB);
    kept_dfpn = dfpn_of(SMALL_MB);
    random_play(20261118, testing_count("YURAGI_DFPN_PLIES", GAME_IS_MINISHOGI ? 2000 : 800),
                compare);
    dfpn_free(brute_dfpn);
    dfpn_free(kept_dfpn);
    testing_note("unknown %ld, mate %ld, no mate %ld\n", brute_answers[DFPN_UNKNOWN],
                 brute_answers[DFPN_MATE], brute_answers[DFPN_NO_MATE]);
    assert_true(brute_answers[DFPN_MATE] > 0);
    assert_true(brute_answers[DFPN_NO_MATE] > 0);
}

// ---- shared files ----

typedef struct SharedFile {
    Dfpn *dfpn;
    long *number;
} SharedFile;

// The first column of a table, or an EPD line. Of chess only the mates in one: longer ones may have
// quiet moves.
static void check_shared(Str line, const void *context) {
    const SharedFile *file = context;
    Str position = str_trim(str_until(&line, '\t'));
    if (GAME_IS_CHESS) {
        const char *mate = memmem(position.at, position.len, " dm 1;", strlen(" dm 1;"));
        if (!mate)
            return;
        position.len = (size_t)(mate - position.at);
    }
    Position ignored; // some positions of the files are impossible
    if (pos_parse(&ignored, position, NULL) == STATUS_OK && (*file->number)++ % SHARED_EVERY == 0)
        check_known(file->dfpn, position, 1);
}

static void check_file(const char *name) {
    long number = 0;
    fclose(testing_open(name)); // where it is absent the test ends here, before it owns memory
    const SharedFile file = {dfpn_of(16), &number};
    testing_each_line(name, check_shared, &file);
    dfpn_free(file.dfpn);
    assert_true(number > 0);
}

static void test_shared_mates(void **state) {
    (void)state;
    check_file(GAME_IS_CHESS       ? "chess/mates_1-8.epd"
               : GAME_IS_MINISHOGI ? "minishogi/mates.tsv"
                                   : "shogi/mate/generated_mate01-11.tsv");
    if (!GAME_IS_SHOGI)
        return;
    check_file("shogi/mate/realgame_mate01.sfen");
    check_file("shogi/mate/realgame_mate03.sfen");
    check_file("shogi/mate/realgame_mate05.sfen");
    check_file("shogi/mate/realgame_mate07.sfen");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_mates),
        cmocka_unit_test(test_shortest_mates),
        cmocka_unit_test(test_futile_interposition),
        cmocka_unit_test(test_the_same_run_twice),
        cmocka_unit_test(test_a_kept_table),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_control),
        cmocka_unit_test(test_replay_refuses),
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_shared_mates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
