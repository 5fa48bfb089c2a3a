// One game: how it ends by rules, values, clocks and limits, and that a hook can lead it.
#include "positions.h"

#include "play/game.h"
#include "play/internal_engine.h"
#include "play/opening.h"
#include "play/search_player.h"

// ---- Between two engines ----

typedef struct Board {
    EngineConfig engines[COLOR_NB];
    GamePlayer *players[COLOR_NB];
    Game game;
    SearchControl stop;
} Board;

static void board_init(Board *board, const char *each) {
    memset(board, 0, sizeof *board);
    for (int i = 0; i < COLOR_NB; i++) {
        assert_ok(engine_config_parse(&board->engines[i], i, each, "", error));
        assert_ok(internal_engine_open(&board->players[i], &board->engines[i], error));
    }
    game_init(&board->game);
    control_init(&board->stop);
}

static void board_release(Board *board) {
    for (int i = 0; i < COLOR_NB; i++) {
        game_player_close(board->players[i]);
        engine_config_release(&board->engines[i]);
    }
    game_release(&board->game);
}

static void board_play(Board *board, const char *start, const GameConfig *config) {
    const uint64_t seeds[] = {1, 2};
    assert_ok(line_parse(&board->game.line, str_of(start), error));
    assert_ok(game_play(&board->game, config, board->players, seeds, &board->stop, error));
}

static void test_verdicts(void **state) {
    (void)state;
    Board board;
    board_init(&board, "nodes=30 Hash=1");
    const Game *game = &board.game;
    GameConfig config = {.rules = {RULES_DEFAULT.entering_king, 400}};
    board_play(&board, "startpos", &config);
    assert_true(game_has_result(game));
    assert_int_equal(game->finish, FINISH_RULES);

    config.rules.move_limit = pos_ply(&game->line.start) + 9;
    board_play(&board, "startpos", &config);
    assert_int_equal(game->outcome.reason, REASON_MOVE_LIMIT);
    assert_int_equal(game_result(game), 0);

    config = (GameConfig){.adjudication = {.draw_value = 30000, .draw_plies = 6}};
    board_play(&board, "startpos", &config);
    assert_int_equal(game->finish, FINISH_ADJUDICATED);
    assert_int_equal(game->line.count, 6);
    const GameRecord record = game_record(game);
    assert_int_equal(gametext_result(&record), RESULT_DRAW);

    // One of the sides says sooner or later that it is worse by a hundredth of a pawn or more.
    config =
        (GameConfig){.rules = {RULES_DEFAULT.entering_king, 400},
                     .adjudication = {.resign_value = 1, .resign_plies = 2, .resigns_alone = true}};
    board_play(&board, "startpos", &config);
    if (game->finish == FINISH_ADJUDICATED) {
        assert_int_equal(game->outcome.result, RESULT_LOSS);
        assert_int_equal(game_record(game).end, END_ADJUDICATION);
    }
    control_stop(&board.stop);
    board_play(&board, "startpos", &config);
    assert_false(game_has_result(game));
    board_release(&board);
}

static void test_late_is_lost(void **state) {
    (void)state;
    Board board;
    board_init(&board, "nodes=30 Hash=1");
    // A thousandth of a second for the game cannot be enough for all its moves.
    board.engines[FIRST].config.limits.nodes = 100000;
    const GameConfig config = {.rules = {RULES_DEFAULT.entering_king, 400},
                               .time = {[FIRST] = {.main_ms = 1}}};
    board_play(&board, "startpos", &config);
    assert_int_equal(board.game.finish, FINISH_TIME);
    assert_int_equal(game_result(&board.game), -1);
    assert_int_equal(game_record(&board.game).end, END_TIME);
    board_release(&board);
}

// ---- A player against itself ----

typedef struct Watcher {
    int searches;
    bool plays_first; // the first move of the generator instead of the best
    SearchControl *stop;
} Watcher;

static Status watch(void *context, const GameLine *line, const SearchResult *result, Player *player,
                    Move *move, Error *error) {
    Watcher *watcher = context;
    (void)player, (void)error;
    watcher->searches++;
    assert_true(result->is_declared || *move == result->best);
    Move moves[MOVE_MAX];
    if (watcher->plays_first && gen_legal(&line->now, moves))
        *move = moves[0];
    if (watcher->stop)
        control_stop(watcher->stop);
    return STATUS_OK;
}

static Player *player_of(const char *search) {
    Player *player = player_new();
    assert_non_null(player);
    assert_ok(player_set(player, str_of("Search"), str_of(search), error));
    assert_ok(player_set(player, str_of("USI_Hash"), str_of("1"), error));
    return player;
}

static void play(Player *player, SearchLimits limits, const GameConfig *config, Watcher *watcher,
                 Game *game) {
    SearchControl control;
    control_init(&control);
    if (watcher->stop)
        watcher->stop = &control;
    SearchPlayer search;
    search_player_init(&search, player, &limits, &(SearchHook){watch, watcher});
    GamePlayer *const players[COLOR_NB] = {&search.base, &search.base};
    assert_ok(game_play(game, config, players, NULL, &control, error));
}

static void begin(Game *game, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    assert_ok(opening_random(&game->line, 4, &rng, error));
}

// Everything is played out, and the result is that of the rules.
static void test_rules(void **state) {
    (void)state;
    Player *player = player_of("alphabeta");
    Game game;
    game_init(&game);
    begin(&game, 1);
    Watcher watcher = {0};
    const Rules rules = {.entering_king = RULES_DEFAULT.entering_king, .move_limit = 400};
    play(player, (SearchLimits){.nodes = 50}, &(GameConfig){.rules = rules}, &watcher, &game);
    assert_true(game_has_result(&game));
    assert_int_equal(game.opening_plies, 4);
    assert_int_equal(watcher.searches, game.line.count - 4);
    const Result result = pos_outcome(&game.line.now, &game.line.history, &rules).result;
    const int sign = pos_side(&game.line.now) == FIRST ? 1 : -1;
    assert_int_equal(game_result(&game) * sign,
                     result == RESULT_WIN ? 1 : (result == RESULT_LOSS ? -1 : 0));
    assert_true(result != RESULT_OPEN);
    game_release(&game);
    player_free(player);
}

static void test_aborted(void **state) {
    (void)state;
    Player *player = player_of("first");
    Game game;
    game_init(&game);
    begin(&game, 2);
    Watcher watcher = {0};
    const GameConfig config = {.rules = RULES_DEFAULT, .ply_limit = 3};
    play(player, (SearchLimits){.depth = 1}, &config, &watcher, &game);
    assert_false(game_has_result(&game));
    assert_int_equal(game.finish, FINISH_ABORTED);
    assert_int_equal(game_result(&game), 0);
    assert_int_equal(game.line.count, 7);
    assert_int_equal(watcher.searches, 3);
    // The hook stops the game after the first search.
    SearchControl any;
    begin(&game, 2);
    watcher = (Watcher){.stop = &any};
    play(player, (SearchLimits){.depth = 1}, &config, &watcher, &game);
    assert_int_equal(game.finish, FINISH_NONE);
    assert_int_equal(watcher.searches, 1);
    game_release(&game);
    player_free(player);
}

// A won position ends at once where decided values count, and by resignation where a value does.
static void test_decided(void **state) {
    (void)state;
    const Position pos = position_of(str_of(GAME_IS_CHESS       ? "k7/8/1K6/8/8/8/8/7R w - - 0 1"
                                            : GAME_IS_MINISHOGI ? "k4/5/1G3/5/4K b G 1"
                                                                : "k8/9/1G7/9/9/9/9/9/8K b G 1"));
    Player *player = player_of("alphabeta");
    Game game;
    game_init(&game);
    assert_ok(line_begin(&game.line, &pos, error));
    Watcher watcher = {0};
    GameConfig config = {.rules = RULES_DEFAULT, .adjudication = {.ends_decided = true}};
    play(player, (SearchLimits){.depth = 4}, &config, &watcher, &game);
    assert_true(game_has_result(&game));
    assert_int_equal(game_result(&game), 1);
    assert_int_equal(watcher.searches, 1);
    assert_int_equal(game.line.count, 0);
    // One ply in which one side is so much better is enough, if it is asked for.
    config.adjudication = (AdjudicationConfig){.resign_value = 300, .resign_plies = 1};
    watcher = (Watcher){.plays_first = true};
    play(player, (SearchLimits){.depth = 4}, &config, &watcher, &game);
    assert_true(game_has_result(&game));
    assert_int_equal(game_result(&game), 1);
    game_release(&game);
    player_free(player);
}

// The same opening: the same game, whatever was played before.
static void test_replay(void **state) {
    (void)state;
    Player *player = player_of("softmax");
    Game one, two;
    game_init(&one);
    game_init(&two);
    begin(&one, 3);
    begin(&two, 3);
    Watcher watcher = {0};
    const GameConfig config = {.rules = RULES_DEFAULT, .ply_limit = 12};
    play(player, (SearchLimits){.nodes = 300}, &config, &watcher, &one);
    play(player, (SearchLimits){.nodes = 300}, &config, &watcher, &two);
    assert_int_equal(one.line.count, two.line.count);
    assert_memory_equal(one.line.moves, two.line.moves, one.line.count * sizeof *one.line.moves);
    game_release(&one);
    game_release(&two);
    player_free(player);
}

// ---- Step by step ----

static void test_steps(void **state) {
    (void)state;
    Game game;
    game_init(&game);
    assert_ok(line_parse(&game.line, str_of("startpos"), error));
    const GameConfig config = {.time = {{.main_ms = 1000}, {.main_ms = 1000}}};
    assert_ok(game_begin(&game, &config, error));
    Move moves[MOVE_MAX];
    gen_legal(&game.line.now, moves);
    MoveReply reply = {.kind = REPLY_MOVE, .move = moves[0], .time_ns = 300000000};
    assert_ok(game_take(&game, &reply, error));
    assert_int_equal(game.line.count, 1);
    assert_int_equal(game.notes[0].time_ms, 300);
    assert_int_equal(game.clock.left_ns[FIRST], 700000000);
    game_take_back(&game);
    assert_int_equal(game.line.count, 0);
    reply = (MoveReply){.kind = REPLY_WIN};
    assert_ok(game_take(&game, &reply, error));
    assert_int_equal(game.finish, FINISH_ILLEGAL);
    assert_ok(game_begin(&game, &config, error));
    reply = (MoveReply){.kind = REPLY_MOVE, .move = moves[0], .time_ns = 1000000000};
    assert_ok(game_take(&game, &reply, error));
    assert_int_equal(game.finish, FINISH_TIME);
    assert_int_equal(game.line.count, 0);
    game_release(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts), cmocka_unit_test(test_late_is_lost),
        cmocka_unit_test(test_rules),    cmocka_unit_test(test_aborted),
        cmocka_unit_test(test_decided),  cmocka_unit_test(test_replay),
        cmocka_unit_test(test_steps),
    };
    return cmocka_run_group_tests_name("game " GAME_NAME, tests, NULL, NULL);
}
