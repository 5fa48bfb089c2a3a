// A built-in player at the board: it ponders, guesses right and wrong, is interrupted, and varies
// its seed.
#include "positions.h"

#include "base/clock.h"
#include "lab/insider.h"

typedef struct Board {
    Contestant contestant;
    SearchControl control, stop;
    Seat seat;
    GameLine line;
} Board;

static void board_init(Board *board, const char *contestant) {
    memset(board, 0, sizeof *board);
    control_init(&board->control);
    control_init(&board->stop);
    assert_ok(contestant_parse(&board->contestant, 1, "Hash=1", contestant, error));
    assert_ok(seat_open(&board->seat, &board->contestant, &board->control, 1000, error));
    Error why;
    assert_true(seat_new_game(&board->seat, 5, 1000, &why));
    line_init(&board->line);
    assert_ok(line_parse(&board->line, str_of("startpos"), error));
}

static void board_release(Board *board) {
    seat_release(&board->seat);
    contestant_release(&board->contestant);
    line_release(&board->line);
}

static Question question_of(const Board *board) {
    return (Question){
        .line = &board->line,
        .left_ms = {1000, 1000},
        .terms = {&board->contestant.time, &board->contestant.time},
        .patience_ms = 10000,
        .stop = &board->stop,
    };
}

static Answer ask(Board *board) {
    const Question question = question_of(board);
    Answer answer;
    assert_ok(seat_ask(&board->seat, &question, &answer, error));
    return answer;
}

// Asks for a move, plays it, and lets the player ponder. A search that was cut short may not know
// what to expect, so the guess, which is returned, is ours.
static Move play_and_ponder(Board *board) {
    const Answer answer = ask(board);
    assert_int_equal(answer.kind, ANSWER_MOVE);
    assert_ok(line_push(&board->line, answer.move, error));
    Move moves[MOVE_MAX];
    assert_true(gen_legal(&board->line.now, moves) > 1);
    board->seat.expected = moves[0];
    const Question question = question_of(board);
    assert_ok(seat_ponder(&board->seat, &question, error));
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
    assert_true(board.seat.is_pondering);
    clock_sleep_ms(40);
    assert_ok(line_push(&board.line, guess, error));
    const Answer answer = ask(&board);
    assert_int_equal(answer.kind, ANSWER_MOVE);
    assert_true(pos_is_legal(&board.line.now, answer.move));
    assert_true(answer.time_ns >= 19000000); // the 40 ms before were the other side's
    assert_false(board.seat.is_pondering);
    board_release(&board);
}

static void what_was_pondered_is_the_answer(void **state) {
    (void)state;
    Board board;
    board_init(&board, "nodes=2000 ponder=true");
    const Move guess = play_and_ponder(&board);
    assert_ok(line_push(&board.line, guess, error));
    const Answer answer = ask(&board);
    assert_int_equal(answer.kind, ANSWER_MOVE);
    assert_true(pos_is_legal(&board.line.now, answer.move));
    assert_true(answer.nodes > 0 && answer.has_value);
    board_release(&board);
}

static void a_wrong_guess_is_dropped(void **state) {
    (void)state;
    Board board;
    board_init(&board, "movetime=5 ponder=true");
    for (int i = 0; i < 3; i++) {
        const Move guess = play_and_ponder(&board);
        assert_ok(line_push(&board.line, other_move(&board, guess), error));
        const Answer answer = ask(&board);
        assert_int_equal(answer.kind, ANSWER_MOVE);
        assert_true(pos_is_legal(&board.line.now, answer.move));
        Error why;
        assert_true(seat_new_game(&board.seat, 6, 1000, &why));
        assert_ok(line_parse(&board.line, str_of("startpos"), error));
    }
    board_release(&board);
}

static void pondering_ends_with_the_game(void **state) {
    (void)state;
    Board board;
    board_init(&board, "tc=100 ponder=true"); // it would ponder for ever
    play_and_ponder(&board);
    seat_game_over(&board.seat, RESULT_DRAW);
    assert_false(board.seat.insider->is_pondering);
    Error why;
    assert_true(seat_new_game(&board.seat, 6, 1000, &why));
    assert_ok(line_parse(&board.line, str_of("startpos"), error));
    play_and_ponder(&board);
    board_release(&board);
}

static void a_search_says_what_it_expects(void **state) {
    (void)state;
    Board board;
    board_init(&board, "depth=4");
    const Answer answer = ask(&board);
    assert_ok(line_push(&board.line, answer.move, error));
    assert_true(pos_is_legal(&board.line.now, answer.expected));
    board_release(&board);
}

static void only_those_who_ponder_do(void **state) {
    (void)state;
    Board board;
    board_init(&board, "nodes=500");
    play_and_ponder(&board);
    assert_false(board.seat.is_pondering);
    board_release(&board);
}

static void *pull_late(void *context) {
    Board *board = context;
    clock_sleep_ms(20);
    control_stop(&board->stop);
    control_stop(&board->control);
    return NULL;
}

static void a_long_move_can_be_interrupted(void **state) {
    (void)state;
    Board board;
    board_init(&board, "movetime=600000");
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, pull_late, &board), 0);
    assert_int_equal(ask(&board).kind, ANSWER_STOPPED);
    pthread_join(thread, NULL);
    assert_int_equal(ask(&board).kind, ANSWER_STOPPED); // and so is whatever comes after
    board_release(&board);
}

static void seeds_vary_unless_fixed(void **state) {
    (void)state;
    Board board;
    Error why;
    board_init(&board, "nodes=1");
    const PlayerSettings *settings = player_settings(board.seat.insider->player);
    assert_int_equal(settings->seed, 5);
    assert_true(seat_new_game(&board.seat, UINT64_MAX, 1000, &why));
    assert_int_equal(settings->seed, INT32_MAX);
    board_release(&board);
    board_init(&board, "nodes=1 Seed=77");
    assert_int_equal(player_settings(board.seat.insider->player)->seed, 77);
    board_release(&board);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_runs_from_the_hit),
        cmocka_unit_test(what_was_pondered_is_the_answer),
        cmocka_unit_test(a_wrong_guess_is_dropped),
        cmocka_unit_test(pondering_ends_with_the_game),
        cmocka_unit_test(a_search_says_what_it_expects),
        cmocka_unit_test(only_those_who_ponder_do),
        cmocka_unit_test(a_long_move_can_be_interrupted),
        cmocka_unit_test(seeds_vary_unless_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
