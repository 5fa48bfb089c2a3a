// Options of the player that every search obeys: draws, all legal moves, memory, weights, MultiPV.
#include "positions.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/pages.h"
#include "search/player.h"

static Player *player_of_kind(const char *kind) {
    Player *player = player_new();
    assert_non_null(player);
    assert_ok(player_set(player, str_of("USI_Hash"), str_of("4"), error));
    assert_ok(player_set(player, str_of("Search"), str_of(kind), error));
    return player;
}

static GameLine line_of(const char *text) {
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(text), error));
    return line;
}

// The newest line of every rank.
typedef struct Lines {
    Move first[MOVE_MAX];
    int count; // the highest rank
} Lines;

static void note_line(void *context, const SearchInfo *info) {
    Lines *lines = context;
    if (info->text || info->bound != BOUND_EXACT)
        return;
    assert_in_range(info->multi_pv, 1, MOVE_MAX);
    lines->first[info->multi_pv - 1] = info->pv[0];
    if (info->multi_pv > lines->count)
        lines->count = info->multi_pv;
}

static SearchResult go(Player *player, const GameLine *line, SearchLimits limits, Lines *lines) {
    SearchControl control;
    control_init(&control);
    SearchResult result;
    assert_ok(player_go(player, line, &limits, &control,
                        &(SearchReport){lines ? note_line : NULL, lines}, &result, error));
    return result;
}

static const char *const KINDS[] = {"alphabeta", "softmax", "uct"};

// After one move every game is a draw by the move limit: its value is that of the side at the root.
static void test_draws_by_colour(void **state) {
    (void)state;
    GameLine line = line_of("startpos");
    const bool is_black = pos_side(&line.now) == BLACK;
    for (size_t i = 0; i < ARRAY_LEN(KINDS); i++) {
        Player *player = player_of_kind(KINDS[i]);
        assert_ok(player_set(player, str_of("MaxMovesToDraw"), str_of("1"), error));
        assert_ok(player_set(player, str_of("DrawValueBlack"), str_of("-70"), error));
        assert_ok(player_set(player, str_of("DrawValueWhite"), str_of("30"), error));
        assert_ok(player_set(player, str_of("DrawValue"), str_of("5"), error));
        const SearchResult result = go(player, &line, (SearchLimits){.nodes = 3000}, NULL);
        assert_int_equal(result.value, is_black ? -65 : 35);
        player_free(player);
    }
    line_release(&line);
}

// Pieces that may stay as they are although promotion is always better.
static const char *rich_position(void) {
    return GAME_IS_CHESS       ? "startpos"
           : GAME_IS_MINISHOGI ? "sfen 4k/1R3/5/5/K4 b - 1"
                               : "sfen 4k4/9/1R1P3B1/9/9/9/9/9/4K4 b - 1";
}

static void test_all_legal_moves(void **state) {
    (void)state;
    GameLine line = line_of(rich_position());
    Move moves[MOVE_MAX];
    const int legal = gen_legal(&line.now, moves), useful = gen_useful(&line.now, moves);
    assert_true(GAME_IS_CHESS ? legal == useful : legal > useful);
    for (size_t i = 0; i < ARRAY_LEN(KINDS) && !GAME_IS_CHESS; i++) {
        Player *player = player_of_kind(KINDS[i]);
        Lines some = {.count = 0}, all = {.count = 0};
        assert_ok(player_set(player, str_of("MultiPV"), str_of("600"), error));
        go(player, &line, (SearchLimits){.depth = 2, .nodes = 20000}, &some);
        assert_int_equal(some.count, useful);
        assert_ok(player_set(player, str_of("GenerateAllLegalMoves"), str_of("true"), error));
        player_new_game(player);
        go(player, &line, (SearchLimits){.depth = 2, .nodes = 20000}, &all);
        assert_int_equal(all.count, legal);
        player_free(player);
    }
    line_release(&line);
}

// A GUI may ask for a move that the search would not look at by itself.
static void test_searchmoves_of_any_kind(void **state) {
    (void)state;
    GameLine line = line_of(rich_position());
    Move legal[MOVE_MAX], useful[MOVE_MAX];
    const int legal_count = gen_legal(&line.now, legal), count = gen_useful(&line.now, useful);
    for (size_t i = 0; i < ARRAY_LEN(KINDS); i++) {
        Player *player = player_of_kind(KINDS[i]);
        for (int m = 0; m < legal_count; m++) {
            if (move_is_among(legal[m], useful, count))
                continue;
            const SearchResult result =
                go(player, &line,
                   (SearchLimits){.depth = 4, .nodes = 5000, .moves = &legal[m], .move_count = 1},
                   NULL);
            assert_int_equal(result.best, legal[m]);
            assert_true(result.pv_count > 1 && result.nodes > 10);
        }
        player_free(player);
    }
    line_release(&line);
}

// Wherever a search is stopped, the last lines of all ranks belong together.
static void test_last_lines_agree(void **state) {
    (void)state;
    enum { RANKS = 4 };
    GameLine line = line_of("startpos");
    Rng rng;
    rng_init(&rng, 5);
    for (size_t i = 0; i < ARRAY_LEN(KINDS); i++) {
        Player *player = player_of_kind(KINDS[i]);
        assert_ok(player_set(player, str_of("MultiPV"), str_of("4"), error));
        for (int round = 0; round < 60; round++) {
            Lines lines = {.count = 0};
            player_new_game(player);
            const SearchResult result =
                go(player, &line, (SearchLimits){.nodes = 2000 + rng_below(&rng, 8000)}, &lines);
            assert_int_equal(lines.count, RANKS);
            assert_int_equal(lines.first[0], result.best);
            for (int a = 0; a < RANKS; a++)
                for (int b = 0; b < a; b++)
                    assert_int_not_equal(lines.first[a], lines.first[b]);
        }
        player_free(player);
    }
    line_release(&line);
}

static void test_memory_that_is_not_there(void **state) {
    (void)state;
    Player *player = player_of_kind("alphabeta");
    const size_t limit_mb = pages_limit_mb();
    assert_true(limit_mb > 64);
    char text[32];
    snprintf(text, sizeof text, "%zu", limit_mb);
    if (limit_mb > 1 << 20) {
        skip();
        return;
    }
    Error error;
    assert_int_equal(player_set(player, str_of("USI_Hash"), str_of(text), &error),
                     STATUS_NO_MEMORY);
    assert_non_null(strstr(error.text, "USI_Hash"));
    assert_int_equal(player_settings(player)->hash_mb, 4);
    assert_int_equal(player_set(player, str_of("Hash"), str_of(text), &error), STATUS_NO_MEMORY);
    assert_int_equal(player_settings(player)->hash_mb, 4);
    player_free(player);
}

// A folder without weights is refused, and the player goes on with those it had.
static void test_folder_of_weights(void **state) {
    (void)state;
    char folder[] = "/tmp/yuragi-eval-XXXXXX";
    assert_non_null(mkdtemp(folder));
    Player *player = player_of_kind("alphabeta");
    assert_ok(player_prepare(player, error));
    const Eval *before = player_eval(player);
    assert_ok(player_set(player, str_of("EvalDir"), str_of(folder), error));
    assert_ok(player_set(player, str_of("MultiPV"), str_of("2"), error));
    Error why;
    assert_int_not_equal(player_prepare(player, &why), STATUS_OK);
    assert_non_null(strstr(why.text, folder));
    assert_ok(player_recover(player, error));
    assert_ptr_equal(player_eval(player), before);
    assert_int_equal(player_settings(player)->multi_pv, 2);
    assert_string_equal(player_settings(player)->eval_folder, "");
    player_free(player);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws_by_colour),          cmocka_unit_test(test_all_legal_moves),
        cmocka_unit_test(test_searchmoves_of_any_kind),  cmocka_unit_test(test_last_lines_agree),
        cmocka_unit_test(test_memory_that_is_not_there), cmocka_unit_test(test_folder_of_weights),
    };
    return cmocka_run_group_tests_name("player_options", tests, NULL, NULL);
}
