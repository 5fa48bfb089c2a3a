// A built-in player at the board: it ponders, guesses right and wrong, is interrupted, and varies
// its seed.
#include "positions.h"

#include <pthread.h>

#include "base/clock.h"
#include "play/internal_engine.h"

typedef struct Board {
    EngineConfig engine;
    SearchControl stop;
    GameClock clock;
    GamePlayer *player;
    GameLine line;
} Board;

static void board_init(Board *board, const char *engine) {
    memset(board, 0, sizeof *board);
    control_init(&board->stop);
    assert_ok(engine_config_parse(&board->engine, 1, "Hash=1", engine, error));
    assert_ok(internal_engine_open(&board->player, &board->engine, error));
    assert_ok(game_player_new_game(board->player, 5, 1000, error));
    game_clock_begin(&board->clock, (TimeControl[]){board->engine.time, board->engine.time});
    line_init(&board->line);
    assert_ok(line_parse(&board->line, str_of("startpos"), error));
}

static void board_release(Board *board) {
    game_player_close(board->player);
    engine_config_release(&board->engine);
    line_release(&board->line);
}

static MoveRequest question_of(const Board *board) {
    return (MoveRequest){
        .line = &board->line,
        .clock = &board->clock,
        .patience_ms = 10000,
        .stop = &board->stop,
    };
}

static MoveReply ask(Board *board) {
    const MoveRequest request = question_of(board);
    MoveReply reply;
    assert_ok(game_player_ask(board->player, &request, &reply, error));
    return reply;
}

// Asks for a move, plays it, and lets the player ponder. A search that was cut short may not know
// what to expect, so the guess, which is returned, is ours.
static Move play_and_ponder(Board *board) {
    const MoveReply reply = ask(board);
    assert_int_equal(reply.kind, REPLY_MOVE);
    assert_ok(line_push(&board->line, reply.move, error));
    Move moves[MOVE_MAX];
    assert_true(gen_legal(&board->line.now, moves) > 1);
    board->player->expected = moves[0];
    const MoveRequest request = question_of(board);
    assert_ok(game_player_ponder(board->player, &request, error));
    return moves[0];
}

static Move other_move(const Board *board, Move than) {
    Move moves[MOVE_MAX];
    gen_legal(&board->line.now, moves);
    return moves[0] == than ? moves[1] : moves[0];
}

static void the_clock_runs_from_the_hit(void **state) {
    (void)state;
    Board board;
    board_init(&board, "movetime=20 ponder=true");
    const Move guess = play_and_ponder(&board);
    assert_true(board.player->is_pondering);
    clock_sleep_ms(40);
    assert_ok(line_push(&board.line, guess, error));
    const MoveReply reply = ask(&board);
    assert_int_equal(reply.kind, REPLY_MOVE);
    assert_true(pos_is_legal(&board.line.now, reply.move));
    assert_true(reply.time_ns >= 19000000); // the 40 ms before were the other side's
    assert_false(board.player->is_pondering);
    board_release(&board);
}

static void what_was_pondered_is_the_answer(void **state) {
    (void)state;
    Board board;
    board_init(&board, "nodes=2000 ponder=true");
    const Move guess = play_and_ponder(&board);
    assert_ok(line_push(&board.line, guess, error));
    const MoveReply reply = ask(&board);
    assert_int_equal(reply.kind, REPLY_MOVE);
    assert_true(pos_is_legal(&board.line.now, reply.move));
    assert_true(reply.nodes > 0 && reply.has_value);
    board_release(&board);
}

static void a_wrong_guess_is_dropped(void **state) {
    (void)state;
    Board board;
    board_init(&board, "movetime=5 ponder=true");
    for (int i = 0; i < 3; i++) {
        const Move guess = play_and_ponder(&board);
        assert_ok(line_push(&board.line, other_move(&board, guess), error));
        const MoveReply reply = ask(&board);
        assert_int_equal(reply.kind, REPLY_MOVE);
        assert_true(pos_is_legal(&board.line.now, reply.move));
        assert_ok(game_player_new_game(board.player, 6, 1000, error));
        assert_ok(line_parse(&board.line, str_of("startpos"), error));
    }
    board_release(&board);
}

static void pondering_ends_with_the_game(void **state) {
    (void)state;
    Board board;
    board_init(&board, "tc=100 ponder=true"); // it would ponder for ever
    play_and_ponder(&board);
    game_player_game_over(board.player, RESULT_DRAW);
    assert_false(board.player->is_pondering);
    assert_ok(game_player_new_game(board.player, 6, 1000, error));
    assert_ok(line_parse(&board.line, str_of("startpos"), error));
    play_and_ponder(&board);
    board_release(&board);
}

static void a_search_says_what_it_expects(void **state) {
    (void)state;
    Board board;
    board_init(&board, "depth=4");
    const MoveReply reply = ask(&board);
    assert_ok(line_push(&board.line, reply.move, error));
    assert_true(pos_is_legal(&board.line.now, reply.expected));
    board_release(&board);
}

static void an_engine_ponders_only_if_it_is_told(void **state) {
    (void)state;
    Board board;
    board_init(&board, "nodes=500");
    play_and_ponder(&board);
    assert_false(board.player->is_pondering);
    board_release(&board);
}

static void *pull_late(void *context) {
    Board *board = context;
    clock_sleep_ms(20);
    control_stop(&board->stop);
    return NULL;
}

static void a_long_move_can_be_interrupted(void **state) {
    (void)state;
    Board board;
    board_init(&board, "movetime=600000");
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, pull_late, &board), 0);
    assert_int_equal(ask(&board).kind, REPLY_STOPPED);
    pthread_join(thread, NULL);
    assert_int_equal(ask(&board).kind, REPLY_STOPPED); // and so is whatever comes after
    board_release(&board);
}

static void seeds_vary_unless_fixed(void **state) {
    (void)state;
    Board board;
    board_init(&board, "nodes=1");
    const PlayerSettings *settings = player_settings(internal_engine_player(board.player));
    assert_int_equal(settings->seed, 5);
    assert_ok(game_player_new_game(board.player, UINT64_MAX, 1000, error));
    assert_int_equal(settings->seed, INT32_MAX);
    board_release(&board);
    board_init(&board, "nodes=1 Seed=77");
    assert_int_equal(player_settings(internal_engine_player(board.player))->seed, 77);
    board_release(&board);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_runs_from_the_hit),
        cmocka_unit_test(what_was_pondered_is_the_answer),
        cmocka_unit_test(a_wrong_guess_is_dropped),
        cmocka_unit_test(pondering_ends_with_the_game),
        cmocka_unit_test(a_search_says_what_it_expects),
        cmocka_unit_test(an_engine_ponders_only_if_it_is_told),
        cmocka_unit_test(a_long_move_can_be_interrupted),
        cmocka_unit_test(seeds_vary_unless_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
