// What every search promises: legal lines, limits kept, wins found, the same run twice.
#include "positions.h"

#include <math.h>
#include <pthread.h>

#include "base/clock.h"
#include "eval/eval_open.h"
#include "search/alphabeta/ab_worker.h"
#include "search/alphabeta/alphabeta.h"
#include "search/player.h"

typedef struct Setting {
    const char *name, *value;
} Setting;

static Player *player_with(const Setting *settings, size_t count) {
    Player *player = player_new();
    assert_non_null(player);
    assert_ok(player_set(player, str_of("USI_Hash"), str_of("4"), error));
    for (size_t i = 0; i < count; i++)
        assert_ok(player_set(player, str_of(settings[i].name), str_of(settings[i].value), error));
    return player;
}

static GameLine line_of(const char *text) {
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(text), error));
    return line;
}

static void assert_legal_line(const Position *start, const Move *pv, int count) {
    Position pos = *start;
    for (int i = 0; i < count; i++) {
        Undo undo;
        assert_true(pos_is_legal(&pos, pv[i]));
        pos_do(&pos, pv[i], &undo);
    }
}

// Everything told about a search is checked as it comes.
typedef struct Listener {
    const Position *pos;
    int lines; // of MultiPV
    int told, last_depth;
    int64_t last_nodes;
    int values[8];
    Move firsts[8];
} Listener;

static void listen(void *context, const SearchInfo *info) {
    Listener *listener = context;
    listener->told++;
    assert_true(info->depth >= listener->last_depth - 1);
    assert_true(info->nodes >= listener->last_nodes);
    assert_true(info->pv_count >= 1);
    assert_true(abs(info->value) <= VALUE_WIN);
    assert_in_range(info->hash_permille, 0, 1000);
    assert_in_range(info->multi_pv, 1, listener->lines);
    assert_legal_line(listener->pos, info->pv, info->pv_count);
    listener->values[info->multi_pv - 1] = info->value;
    listener->firsts[info->multi_pv - 1] = info->pv[0];
    listener->last_depth = info->depth;
    listener->last_nodes = info->nodes;
}

static SearchResult search(Player *player, const GameLine *line, SearchLimits limits,
                           Listener *listener) {
    SearchControl control;
    control_init(&control);
    SearchResult result;
    listener->pos = &line->now;
    if (!listener->lines)
        listener->lines = 1;
    assert_ok(player_go(player, line, &limits, &control, &(SearchReport){listen, listener}, &result,
                        error));
    assert_legal_line(&line->now, result.pv, result.pv_count);
    if (result.pv_count)
        assert_int_equal(result.pv[0], result.best);
    return result;
}

static const char *a_position(void) {
    return GAME_IS_SHOGI       ? "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b"
           : GAME_IS_MINISHOGI ? "startpos moves 3e4d 3a2b 2e3d"
                               : "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4";
}

// A mate in three plies.
static const char *mate_in_three(void) {
    return GAME_IS_SHOGI       ? "sfen 7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1"
           : GAME_IS_MINISHOGI ? "sfen G3k/2g1p/rB1rs/PK3/2S+b1 w - 20"
                               : "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1";
}

static void test_one_seed_one_run(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    SearchResult first = {0};
    for (int round = 0; round < 3; round++) {
        // A fresh player, or the same one told to forget.
        Player *player = player_with(NULL, 0);
        for (int again = 0; again < 2; again++) {
            const SearchResult result =
                search(player, &line, (SearchLimits){.depth = 7}, &(Listener){0});
            if (!round && !again)
                first = result;
            assert_int_equal(result.best, first.best);
            assert_int_equal(result.value, first.value);
            assert_int_equal(result.nodes, first.nodes);
            assert_int_equal(result.pv_count, first.pv_count);
            assert_memory_equal(result.pv, first.pv, (size_t)first.pv_count * sizeof(Move));
            player_new_game(player);
        }
        player_free(player);
    }
    line_release(&line);
}

static void test_limits(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = player_with(NULL, 0);
    for (int64_t nodes = 1; nodes < 30000; nodes = nodes * 3 + 1) {
        const SearchResult result =
            search(player, &line, (SearchLimits){.nodes = nodes}, &(Listener){0});
        assert_true(result.best != MOVE_NONE);
        // The first iteration is always finished.
        assert_true(result.nodes <= nodes || result.depth <= 1);
    }
    for (int depth = 1; depth <= 6; depth++)
        assert_int_equal(
            search(player, &line, (SearchLimits){.depth = depth}, &(Listener){0}).depth, depth);
    Move moves[MOVE_MAX];
    const int count = gen_legal(&line.now, moves);
    for (int i = 0; i < count; i += 7)
        assert_int_equal(search(player, &line,
                                (SearchLimits){.depth = 3, .moves = &moves[i], .move_count = 1},
                                &(Listener){0})
                             .best,
                         moves[i]);
    player_free(player);
    line_release(&line);
}

static void test_time(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = player_with(NULL, 0);
    assert_ok(player_prepare(player, error));
    SearchControl control;
    control_init(&control);
    const int64_t start = clock_ns();
    const TimePlan plan = timeplan_exact(start, 50000000);
    control_time(&control, &plan);
    SearchResult result;
    assert_ok(player_go(player, &line, &(SearchLimits){0}, &control, &(SearchReport){NULL, NULL},
                        &result, error));
    const int64_t took = clock_ns() - start;
    testing_note("asked for 50 ms, took %.1f\n", (double)took / 1e6);
    assert_true(took >= 45000000);
    assert_true(took < 5000000000); // the machine may be busy
    player_free(player);
    line_release(&line);
}

static void *stop_soon(void *control) {
    clock_sleep_ms(50);
    control_stop(control);
    return NULL;
}

static void test_stop(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    for (int threads = 1; threads <= 3; threads += 2) {
        char text[16];
        snprintf(text, sizeof text, "%d", threads);
        Player *player = player_with(&(Setting){"Threads", text}, 1);
        SearchControl control;
        control_init(&control);
        pthread_t stopper;
        assert_int_equal(pthread_create(&stopper, NULL, stop_soon, &control), 0);
        SearchResult result;
        assert_ok(player_go(player, &line, &(SearchLimits){0}, &control,
                            &(SearchReport){NULL, NULL}, &result, error));
        pthread_join(stopper, NULL);
        assert_true(pos_is_legal(&line.now, result.best));
        assert_legal_line(&line.now, result.pv, result.pv_count);
        player_free(player);
    }
    line_release(&line);
}

static void test_several_lines(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = player_with(&(Setting){"MultiPV", "4"}, 1);
    Listener listener = {.lines = 4};
    search(player, &line, (SearchLimits){.depth = 6}, &listener);
    for (int i = 1; i < 4; i++) {
        assert_true(listener.values[i] <= listener.values[i - 1]);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(listener.firsts[i], listener.firsts[j]);
    }
    player_free(player);
    line_release(&line);
}

static void test_mates(void **state) {
    (void)state;
    GameLine line = line_of(mate_in_three());
    Player *player = player_with(NULL, 0);
    const SearchResult result = search(player, &line, (SearchLimits){.depth = 10}, &(Listener){0});
    assert_int_equal(result.value, value_win_in(3));
    assert_true(result.pv_count <= 3);
    // The defender sees it coming, one ply nearer.
    assert_ok(line_push(&line, result.best, error));
    const SearchResult reply = search(player, &line, (SearchLimits){.depth = 10}, &(Listener){0});
    assert_int_equal(reply.value, value_loss_in(2));
    // A limit of mate is enough by itself.
    line_pop(&line);
    player_new_game(player);
    const SearchResult mate = search(player, &line, (SearchLimits){.mate = 3}, &(Listener){0});
    assert_int_equal(mate.value, value_win_in(3));
    player_free(player);
    line_release(&line);
}

static void test_no_moves(void **state) {
    (void)state;
    GameLine line = line_of(GAME_IS_SHOGI       ? "sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1"
                            : GAME_IS_MINISHOGI ? "sfen 4k/4G/4P/5/K4 w - 1"
                                                : "fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
    Player *player = player_with(NULL, 0);
    const SearchResult result = search(player, &line, (SearchLimits){.depth = 5}, &(Listener){0});
    assert_int_equal(result.best, MOVE_NONE);
    assert_int_equal(result.value, value_loss_in(0));
    player_free(player);
    line_release(&line);
}

static void test_declaration(void **state) {
    (void)state;
    if (!GAME_IS_SHOGI) {
        skip();
        return;
    }
    GameLine line = line_of("sfen 1K7/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/4k4 b 2R2B4G4S4N4L8P 1");
    Player *player = player_with(NULL, 0);
    SearchResult result = search(player, &line, (SearchLimits){.depth = 3}, &(Listener){0});
    assert_true(result.is_declared);
    assert_int_equal(result.best, MOVE_NONE);
    assert_ok(player_set(player, str_of("EnteringKingRule"), str_of("NoEnteringKing"), error));
    result = search(player, &line, (SearchLimits){.depth = 3}, &(Listener){0});
    assert_false(result.is_declared);
    assert_int_not_equal(result.best, MOVE_NONE);
    player_free(player);
    line_release(&line);
}

// A rook and more behind, but the checks do not end.
static void test_repetition(void **state) {
    (void)state;
    if (!GAME_IS_CHESS) {
        skip();
        return;
    }
    GameLine line = line_of("fen 6k1/6p1/8/8/8/1q6/1r6/4Q2K w - - 0 1");
    Player *player = player_with(NULL, 0);
    const SearchResult result = search(player, &line, (SearchLimits){.depth = 8}, &(Listener){0});
    assert_int_equal(result.value, 0);
    player_free(player);
    line_release(&line);
}

// Every switch the other way round, one at a time and all at once.
static void test_every_option(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = player_with(NULL, 0), *all = player_with(NULL, 0);
    const OptionSpec *specs = player_options(player)->specs;
    for (size_t i = 0; i < player_options(player)->count; i++) {
        const char *other = NULL;
        if (specs[i].kind == OPTION_CHECK)
            other = strcmp(specs[i].fallback, "true") ? "true" : "false";
        else if (specs[i].kind == OPTION_COMBO)
            other = strcmp(specs[i].choices[0], specs[i].fallback) ? specs[i].choices[0]
                                                                   : specs[i].choices[1];
        else if (!strcmp(specs[i].name, "CurveDraw"))
            other = "150";
        if (!other || !strcmp(specs[i].name, "Search"))
            continue;
        for (int keep = 0; keep < 2; keep++) {
            Player *one = keep ? all : player;
            assert_ok(player_set(one, str_of(specs[i].name), str_of(other), error));
            const SearchResult result =
                search(one, &line, (SearchLimits){.depth = 5, .nodes = 20000}, &(Listener){0});
            assert_true(pos_is_legal(&line.now, result.best));
        }
        assert_ok(player_set(player, str_of(specs[i].name), str_of(specs[i].fallback), error));
    }
    player_free(all);
    player_free(player);
    line_release(&line);
}

static void visit_search(Position *pos, Rng *rng) {
    static Player *player;
    if (!player)
        player = player_with(NULL, 0);
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, pos, error));
    const bool has_moves = pos_has_legal(pos);
    const SearchResult result =
        search(player, &line, (SearchLimits){.nodes = 200 + rng_below(rng, 400)}, &(Listener){0});
    assert_true(has_moves == (result.best != MOVE_NONE) || result.is_declared);
    (void)player_quiesce(player, pos);
    line_release(&line);
    if (!rng_below(rng, 200)) {
        player_free(player);
        player = NULL;
    }
}

static void test_anywhere(void **state) {
    (void)state;
    random_play(5, testing_count("YURAGI_SEARCH_PLIES", 600), visit_search);
}

static void test_settings_that_fail(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = player_with(NULL, 0);
    Error refusal;
    assert_int_not_equal(player_set(player, str_of("Threads"), str_of("0"), &refusal), STATUS_OK);
    assert_int_not_equal(player_set(player, str_of("Nonsense"), str_of("0"), &refusal), STATUS_OK);
    assert_ok(player_set(player, str_of("EvalFile"), str_of("/nonexistent"), error));
    assert_int_not_equal(player_prepare(player, &refusal), STATUS_OK);
    assert_non_null(strstr(refusal.text, "/nonexistent"));
    assert_ok(player_set(player, str_of("EvalFile"), str_of(""), error));
    assert_true(search(player, &line, (SearchLimits){.depth = 2}, &(Listener){0}).best);
    player_free(player);
    line_release(&line);
}

// ---- what searches share ----

// A lent evaluator takes the place of the file's at once and gives it back, and the player plays as
// one that has opened it itself.
static void test_lent_eval(void **state) {
    (void)state;
    Eval *first, *second;
    assert_ok(eval_open("", &first, error));
    assert_ok(eval_open("", &second, error));
    Player *lent = player_with(NULL, 0), *own = player_with(NULL, 0);
    GameLine line = line_of("startpos");
    SearchControl control;
    control_init(&control);
    const SearchReport silent = {0};
    for (int i = 0; i < 3; i++) {
        SearchResult a, b;
        assert_ok(player_use_eval(lent, i == 0 ? first : i == 1 ? second : NULL, error));
        if (i < 2)
            assert_ptr_equal(player_eval(lent), i ? second : first);
        assert_ok(
            player_go(lent, &line, &(SearchLimits){.nodes = 3000}, &control, &silent, &a, error));
        player_new_game(own);
        assert_ok(
            player_go(own, &line, &(SearchLimits){.nodes = 3000}, &control, &silent, &b, error));
        assert_true(a.best == b.best && a.value == b.value && a.nodes == b.nodes);
    }
    assert_true(player_eval(lent) != first && player_eval(lent) != second);
    line_release(&line);
    player_free(lent);
    player_free(own);
    eval_close(first);
    eval_close(second);
}

// An option that two searches have is set once for both.
static void test_common_options(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Player *player = player_with(NULL, 0);
    const OptionTable *options = player_options(player);
    size_t found = 0;
    for (size_t i = 0; i < options->count; i++)
        found += !strcmp(options->specs[i].name, "Td");
    assert_int_equal(found, 1);
    static const char *const SEARCHES[] = {"softmax", "uct"};
    for (size_t i = 0; i < ARRAY_LEN(SEARCHES); i++) {
        assert_ok(player_set(player, str_of("Search"), str_of(SEARCHES[i]), error));
        SearchResult results[2];
        for (int is_static = 0; is_static < 2; is_static++) {
            assert_ok(player_set(player, str_of("LeafSearch"),
                                 str_of(is_static ? "static" : "quiescence"), error));
            results[is_static] = search(player, &line, (SearchLimits){.nodes = 1}, &(Listener){0});
        }
        // Every move of the root is evaluated; a quiescence search evaluates more.
        Move moves[MOVE_MAX];
        assert_int_equal(results[1].nodes, gen_useful(&line.now, moves));
        assert_true(results[0].nodes > results[1].nodes);
    }
    player_free(player);
    line_release(&line);
}

static void test_numbers(void **state) {
    (void)state;
    Player *player = player_with(NULL, 0);
    Error why;
    assert_ok(player_set_number(player, "MultiPV", 7, error));
    assert_int_equal(player_settings(player)->multi_pv, 7);
    assert_true(player_set_number(player, "MultiPV", 7.5, &why) == STATUS_BAD_INPUT);
    assert_true(player_set_number(player, "MultiPV", 0, &why) == STATUS_BAD_INPUT);
    assert_true(player_set_number(player, "Threads", (double)NAN, &why) == STATUS_BAD_INPUT);
    assert_true(player_set_number(player, "EvalFile", 1, &why) == STATUS_BAD_INPUT);
    assert_true(player_set_number(player, "NoSuchOption", 1, &why) == STATUS_BAD_INPUT);
    assert_int_equal(player_settings(player)->multi_pv, 7);
    assert_ok(player_set_number(player, "Search", 1, error));
    assert_int_equal(player_settings(player)->search, 1);
    assert_true(player_set_number(player, "Search", 1000, &why) == STATUS_BAD_INPUT);
    player_free(player);
}

typedef struct SeenNodes {
    int count, exact;
    int64_t deepest;
} SeenNodes;

static void see_node(void *context, const SearchNode *node) {
    SeenNodes *seen = context;
    seen->count++;
    seen->exact += node->bound == BOUND_EXACT;
    assert_true(node->depth >= 1 && node->ply >= 0 && node->bound != BOUND_NONE);
    assert_true(abs(node->value) <= VALUE_WIN && pos_has_legal(node->pos));
}

// The sink sees interior nodes and changes nothing.
static void test_sink(void **state) {
    (void)state;
    SeenNodes seen = {0};
    const NodeSink sink = {see_node, &seen};
    Player *player = player_with(NULL, 0);
    GameLine line = line_of("startpos");
    SearchControl control;
    control_init(&control);
    SearchResult with, without;
    const SearchReport silent = {0};
    assert_ok(
        player_go(player, &line, &(SearchLimits){.depth = 6}, &control, &silent, &without, error));
    player_new_game(player);
    player_set_sink(player, &sink);
    assert_ok(
        player_go(player, &line, &(SearchLimits){.depth = 6}, &control, &silent, &with, error));
    assert_true(with.nodes == without.nodes && with.value == without.value);
    assert_true(seen.count > 10 && seen.exact > 0 && seen.count < with.nodes);
    const int count = seen.count;
    player_set_sink(player, NULL);
    assert_ok(
        player_go(player, &line, &(SearchLimits){.depth = 6}, &control, &silent, &with, error));
    assert_int_equal(seen.count, count);
    line_release(&line);
    player_free(player);
}

// A win that a search has found is reported as proved and is in the table of proofs, until a new
// game begins.
static void test_proof(void **state) {
    (void)state;
    Player *player = player_with(NULL, 0);
    GameLine line = line_of(GAME_IS_CHESS   ? "fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
                            : GAME_IS_SHOGI ? "sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1"
                                            : "sfen 2k2/5/2G2/5/2K2 b G 1");
    SearchControl control;
    control_init(&control);
    SearchResult result;
    const SearchReport silent = {0};
    Proof proof;
    const Key key = pos_key(&line.now);
    assert_false(proofs_probe(&player_shared(player)->proofs, key, &proof));
    assert_ok(
        player_go(player, &line, &(SearchLimits){.depth = 4}, &control, &silent, &result, error));
    assert_int_equal(result.proof, PROOF_PROVED);
    assert_true(proofs_probe(&player_shared(player)->proofs, key, &proof));
    assert_true(proof.kind == PROOF_WIN && proof.plies == VALUE_WIN - result.value);
    player_new_game(player);
    assert_false(proofs_probe(&player_shared(player)->proofs, key, &proof));
    assert_ok(line_parse(&line, str_of("startpos"), error));
    assert_ok(
        player_go(player, &line, &(SearchLimits){.depth = 2}, &control, &silent, &result, error));
    assert_int_equal(result.proof, PROOF_UNKNOWN);
    line_release(&line);
    player_free(player);
}

// A loss after the only move that was allowed says nothing about the position.
static void test_no_proof_among_some_moves(void **state) {
    (void)state;
    Player *player = player_with(NULL, 0);
    // Mate is threatened; some moves parry it.
    GameLine line = line_of(GAME_IS_CHESS   ? "fen 7k/8/8/8/8/8/r4PPP/1N4K1 w - - 0 1"
                            : GAME_IS_SHOGI ? "sfen 4k4/9/9/9/9/9/4g4/9/4K4 b Gg 1"
                                            : "sfen 2k2/5/2g2/5/2K2 b g 1");
    SearchControl control;
    control_init(&control);
    const SearchReport silent = {0};
    Move moves[MOVE_MAX];
    const int count = gen_legal(&line.now, moves);
    int losses = 0;
    for (int i = 0; i < count; i++) {
        SearchResult result;
        Proof proof;
        player_new_game(player);
        assert_ok(player_go(player, &line,
                            &(SearchLimits){.depth = 6, .moves = &moves[i], .move_count = 1},
                            &control, &silent, &result, error));
        if (result.value > -VALUE_DECIDED)
            continue;
        losses++;
        assert_int_equal(result.proof, PROOF_UNKNOWN);
        assert_false(proofs_probe(&player_shared(player)->proofs, pos_key(&line.now), &proof));
    }
    testing_note("%d of %d moves lose\n", losses, count);
    assert_true(losses > 0 && losses <= count);
    line_release(&line);
    player_free(player);
}

// A quiescence search of its own needs no memory that could be missing: what it needs is there when
// the search has been configured.
static void test_quiesce_has_memory(void **state) {
    (void)state;
    Eval *eval;
    SearchShared shared = {0};
    Search *search;
    AbSettings settings = {0};
    assert_ok(eval_open("", &eval, error));
    assert_ok(tt_init(&shared.table, 1, error));
    assert_ok(SEARCH_ALPHABETA.create(&search, error));
    option_defaults(SEARCH_ALPHABETA.options, &settings);
    const SearchSetup setup = {
        .eval = eval, .shared = &shared, .hash_mb = 1, .threads = 1, .multi_pv = 1};
    assert_ok(SEARCH_ALPHABETA.configure(search, &setup, &settings, error));
    assert_true(((AlphaBeta *)search)->workers[0].history.capacity >= PLY_MAX + 2);
    SEARCH_ALPHABETA.destroy(search);
    tt_release(&shared.table);
    eval_close(eval);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_seed_one_run),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_mates),
        cmocka_unit_test(test_no_moves),
        cmocka_unit_test(test_declaration),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_every_option),
        cmocka_unit_test(test_anywhere),
        cmocka_unit_test(test_settings_that_fail),
        cmocka_unit_test(test_lent_eval),
        cmocka_unit_test(test_common_options),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_sink),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_no_proof_among_some_moves),
        cmocka_unit_test(test_quiesce_has_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
