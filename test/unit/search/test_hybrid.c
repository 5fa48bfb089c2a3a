// Alpha-beta beside a tree: limits and clock of both, one answer, one reason.
#include "positions.h"

#include <pthread.h>

#include "base/clock.h"
#include "search/player.h"

static const char *const TREES[] = {"uct", "softmax"};
static const char *const SHARES[] = {"1", "30", "100"};

static void set(Player *player, const char *name, const char *value) {
    assert_ok(player_set(player, str_of(name), str_of(value), error));
}

static Player *hybrid_with(const char *threads, const char *tree) {
    Player *player = player_new();
    assert_non_null(player);
    set(player, "USI_Hash", "8");
    set(player, "Search", "hybrid");
    set(player, "Threads", threads);
    set(player, "HybridTree", tree);
    return player;
}

static GameLine line_of(const char *text) {
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(text), error));
    return line;
}

static const char *a_position(void) {
    return GAME_IS_SHOGI       ? "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b"
           : GAME_IS_MINISHOGI ? "startpos moves 3e4d 3a2b 2e3d"
                               : "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4";
}

typedef struct Listener {
    int lines, reasons;
    Move last; // of the last line
    char reason[256];
} Listener;

static void listen(void *context, const SearchInfo *info) {
    Listener *listener = context;
    if (info->text) {
        listener->reasons++;
        snprintf(listener->reason, sizeof listener->reason, "%s", info->text);
        return;
    }
    listener->lines++;
    assert_true(info->pv_count >= 1);
    if (info->multi_pv == 1)
        listener->last = info->pv[0];
}

static SearchResult go(Player *player, const GameLine *line, SearchLimits limits,
                       const SearchControl *control, Listener *listener) {
    SearchControl none;
    SearchResult result;
    control_init(&none);
    assert_ok(player_go(player, line, &limits, control ? control : &none,
                        &(SearchReport){listen, listener}, &result, error));
    return result;
}

// Every tree and every split: a legal move, one reason, and the last line is that of the answer.
static void test_splits(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    for (size_t tree = 0; tree < ARRAY_LEN(TREES); tree++)
        for (size_t share = 0; share < ARRAY_LEN(SHARES); share++)
            for (int tree_threads = 1; tree_threads <= 3; tree_threads += 2) {
                Player *player = hybrid_with("4", TREES[tree]);
                set(player, "HybridTreeThreads", tree_threads == 1 ? "1" : "3");
                set(player, "HybridTreeShare", SHARES[share]);
                set(player, "HybridOrder", share ? "true" : "false");
                Listener listener = {0};
                const SearchResult result =
                    go(player, &line, (SearchLimits){.nodes = 40000}, NULL, &listener);
                assert_true(pos_is_legal(&line.now, result.best));
                assert_int_equal(result.best, result.pv[0]);
                assert_int_equal(listener.last, result.best);
                assert_int_equal(listener.reasons, 1);
                assert_non_null(strstr(listener.reason, "hybrid: "));
                TreeView view;
                assert_true(player_tree(player, &view));
                player_free(player);
            }
    line_release(&line);
}

// With one thread there is no tree: the run is that of alpha-beta.
static void test_one_thread(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = hybrid_with("1", "softmax");
    Listener listener = {0};
    const SearchResult hybrid = go(player, &line, (SearchLimits){.depth = 6}, NULL, &listener);
    assert_int_equal(listener.reasons, 0);
    set(player, "Search", "alphabeta");
    const SearchResult alone = go(player, &line, (SearchLimits){.depth = 6}, NULL, &listener);
    assert_int_equal(hybrid.best, alone.best);
    assert_int_equal(hybrid.value, alone.value);
    assert_int_equal(hybrid.nodes, alone.nodes);
    player_free(player);
    line_release(&line);
}

static void test_depth(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = hybrid_with("2", "softmax");
    for (int depth = 1; depth <= 5; depth++)
        assert_int_equal(
            go(player, &line, (SearchLimits){.depth = depth}, NULL, &(Listener){0}).depth, depth);
    player_free(player);
    line_release(&line);
}

static void test_time(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    for (size_t share = 0; share < ARRAY_LEN(SHARES); share++) {
        Player *player = hybrid_with("2", "softmax");
        set(player, "HybridTreeShare", SHARES[share]);
        assert_ok(player_prepare(player, error));
        SearchControl control;
        control_init(&control);
        const int64_t start = clock_ns();
        const TimePlan plan = timeplan_exact(start, 50000000);
        control_time(&control, &plan);
        const SearchResult result = go(player, &line, (SearchLimits){0}, &control, &(Listener){0});
        const int64_t took = clock_ns() - start;
        testing_note("asked for 50 ms, took %.1f\n", (double)took / 1e6);
        assert_true(pos_is_legal(&line.now, result.best));
        assert_true(took >= 45000000 && took < 5000000000);
        player_free(player);
    }
    line_release(&line);
}

static void *stop_soon(void *control) {
    clock_sleep_ms(30);
    control_stop(control);
    return NULL;
}

static void test_stop(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = hybrid_with("3", "uct");
    SearchControl control;
    control_init(&control);
    pthread_t stopper;
    assert_int_equal(pthread_create(&stopper, NULL, stop_soon, &control), 0);
    const SearchResult result = go(player, &line, (SearchLimits){0}, &control, &(Listener){0});
    pthread_join(stopper, NULL);
    assert_true(pos_is_legal(&line.now, result.best));
    player_free(player);
    line_release(&line);
}

// Either search may find the mate; the answer is the same.
static void test_mate(void **state) {
    (void)state;
    GameLine line = line_of(GAME_IS_SHOGI       ? "sfen 7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1"
                            : GAME_IS_MINISHOGI ? "sfen G3k/2g1p/rB1rs/PK3/2S+b1 w - 20"
                                                : "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    for (size_t tree = 0; tree < ARRAY_LEN(TREES); tree++) {
        Player *player = hybrid_with("2", TREES[tree]);
        const SearchResult result =
            go(player, &line, (SearchLimits){.nodes = 2000000}, NULL, &(Listener){0});
        assert_true(result.value >= VALUE_DECIDED);
        assert_int_equal(result.proof, PROOF_PROVED);
        player_free(player);
    }
    line_release(&line);
}

static void test_no_moves(void **state) {
    (void)state;
    GameLine line = line_of(GAME_IS_SHOGI       ? "sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1"
                            : GAME_IS_MINISHOGI ? "sfen 4k/4G/4P/5/K4 w - 1"
                                                : "fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
    Player *player = hybrid_with("2", "softmax");
    const SearchResult result = go(player, &line, (SearchLimits){.depth = 5}, NULL, &(Listener){0});
    assert_int_equal(result.best, MOVE_NONE);
    assert_int_equal(result.value, value_loss_in(0));
    player_free(player);
    line_release(&line);
}

// Only the moves of the limits are played, by both searches.
static void test_root_moves(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = hybrid_with("2", "softmax");
    set(player, "HybridLowRate", "100"); // the tree decides often
    set(player, "HybridRateGap", "0");
    Move moves[MOVE_MAX];
    const int count = gen_legal(&line.now, moves);
    for (int i = 0; i + 1 < count; i += 9) {
        const SearchLimits limits = {.nodes = 5000, .moves = &moves[i], .move_count = 2};
        const SearchResult result = go(player, &line, limits, NULL, &(Listener){0});
        assert_true(result.best == moves[i] || result.best == moves[i + 1]);
    }
    player_free(player);
    line_release(&line);
}

// A game in which options change: tables, threads and the kind of tree.
static void test_game(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = hybrid_with("2", "softmax");
    for (int ply = 0; ply < 12 && pos_has_legal(&line.now); ply++) {
        set(player, "Threads", ply % 3 == 0 ? "1" : ply % 3 == 1 ? "3" : "2");
        set(player, "HybridTree", TREES[ply % 2]);
        set(player, "USI_Hash", ply % 4 ? "4" : "1");
        if (ply == 6)
            player_new_game(player);
        const SearchResult result =
            go(player, &line, (SearchLimits){.nodes = 3000}, NULL, &(Listener){0});
        if (result.is_declared)
            break;
        assert_true(pos_is_legal(&line.now, result.best));
        assert_ok(line_push(&line, result.best, error));
    }
    player_free(player);
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_splits),   cmocka_unit_test(test_one_thread),
        cmocka_unit_test(test_depth),    cmocka_unit_test(test_time),
        cmocka_unit_test(test_stop),     cmocka_unit_test(test_mate),
        cmocka_unit_test(test_no_moves), cmocka_unit_test(test_root_moves),
        cmocka_unit_test(test_game),
    };
    return cmocka_run_group_tests_name("hybrid", tests, NULL, NULL);
}
