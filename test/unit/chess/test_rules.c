// The end of the game: every reason, and which takes precedence.
#include <string.h>

#include "positions.h"

static void assert_outcome(Outcome outcome, Result result, Reason reason) {
    assert_int_equal(outcome.result, result);
    assert_int_equal(outcome.reason, reason);
}

static Outcome verdict(const char *fen, int move_limit) {
    const Position pos = position_of(str_of(fen));
    History history;
    history_init(&history);
    assert_int_equal(history_reserve(&history, 1, NULL), STATUS_OK);
    pos_record(&pos, &history);
    const Rules rules = {.move_limit = move_limit};
    const Outcome outcome = pos_outcome(&pos, &history, &rules);
    history_release(&history);
    return outcome;
}

static void test_verdicts(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        Result result;
        Reason reason;
    } CASES[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", RESULT_OPEN, REASON_NONE},
        {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", RESULT_LOSS,
         REASON_CHECKMATE},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", RESULT_DRAW, REASON_STALEMATE},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 99 80", RESULT_OPEN, REASON_NONE},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 100 80", RESULT_DRAW, REASON_FIFTY_MOVES},
        {"R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80", RESULT_LOSS, REASON_CHECKMATE},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", RESULT_DRAW, REASON_MATERIAL},
        {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", RESULT_DRAW, REASON_MATERIAL},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", RESULT_DRAW, REASON_MATERIAL},
        {"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", RESULT_DRAW, REASON_MATERIAL},
        {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", RESULT_OPEN, REASON_NONE},
        {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", RESULT_OPEN, REASON_NONE},
        {"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", RESULT_OPEN, REASON_NONE},
        {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", RESULT_OPEN, REASON_NONE},
        {"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", RESULT_OPEN, REASON_NONE},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", RESULT_OPEN, REASON_NONE},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++)
        assert_outcome(verdict(CASES[i].fen, 0), CASES[i].result, CASES[i].reason);
}

static void test_move_limit(void **state) {
    (void)state;
    static const char *const FEN = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 100"; // 199 plies
    assert_outcome(verdict(FEN, 0), RESULT_OPEN, REASON_NONE);
    assert_outcome(verdict(FEN, 200), RESULT_OPEN, REASON_NONE);
    assert_outcome(verdict(FEN, 199), RESULT_DRAW, REASON_MOVE_LIMIT);
    assert_outcome(verdict("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 100", 10), RESULT_LOSS,
                   REASON_CHECKMATE);
    assert_int_equal(RULES_DEFAULT.move_limit, 0);
    const Position pos = position_of(str_of(FEN));
    for (int rule = ENTERING_KING_NONE; rule < ENTERING_KING_NB; rule++)
        assert_int_equal(pos_declaration(&pos, (EnteringKing)rule), RESULT_OPEN);
}

static void play(Position *pos, History *history, const char *text) {
    Str rest = str_of(text);
    for (Str word = str_word(&rest); word.len; word = str_word(&rest)) {
        Move move = MOVE_NONE;
        Undo undo;
        assert_int_equal(move_parse(pos, word, &move, NULL), STATUS_OK);
        pos_do(pos, move, &undo);
        pos_record(pos, history);
    }
}

static void test_repetition(void **state) {
    (void)state;
    Position pos;
    History history;
    pos_start(&pos);
    history_init(&history);
    assert_int_equal(history_reserve(&history, 64, NULL), STATUS_OK);
    pos_record(&pos, &history);
    assert_outcome(pos_repetition(&pos, &history, SIZE_MAX), RESULT_OPEN, REASON_NONE);
    play(&pos, &history, "g1f3 g8f6 f3g1 f6g8");
    assert_outcome(pos_outcome(&pos, &history, &RULES_DEFAULT), RESULT_OPEN, REASON_NONE);
    assert_outcome(pos_repetition(&pos, &history, SIZE_MAX), RESULT_DRAW, REASON_REPETITION);
    assert_outcome(pos_repetition(&pos, &history, 3), RESULT_OPEN, REASON_NONE);
    play(&pos, &history, "g1f3 g8f6 f3g1 f6g8");
    assert_outcome(pos_outcome(&pos, &history, &RULES_DEFAULT), RESULT_DRAW, REASON_REPETITION);
    play(&pos, &history, "e2e4");
    assert_outcome(pos_outcome(&pos, &history, &RULES_DEFAULT), RESULT_OPEN, REASON_NONE);
    history_release(&history);
}

// The same pieces on the same squares, but the right to castle was lost in between: not the same
// position.
static void test_repetition_rights(void **state) {
    (void)state;
    Position pos = position_of(str_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    History history;
    history_init(&history);
    assert_int_equal(history_reserve(&history, 64, NULL), STATUS_OK);
    pos_record(&pos, &history);
    play(&pos, &history, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    assert_outcome(pos_outcome(&pos, &history, &RULES_DEFAULT), RESULT_OPEN, REASON_NONE);
    play(&pos, &history, "e1e2 e8e7 e2e1 e7e8");
    assert_outcome(pos_outcome(&pos, &history, &RULES_DEFAULT), RESULT_DRAW, REASON_REPETITION);
    history_release(&history);
}

// A search may pass in between; positions before the pass cannot repeat after it.
static void test_repetition_pass(void **state) {
    (void)state;
    Position pos;
    History history;
    Undo undo;
    pos_start(&pos);
    history_init(&history);
    assert_int_equal(history_reserve(&history, 64, NULL), STATUS_OK);
    pos_record(&pos, &history);
    play(&pos, &history, "g1f3 g8f6");
    pos_pass(&pos, &undo);
    pos_record(&pos, &history);
    play(&pos, &history, "f6g8 f3g1");
    pos_pass(&pos, &undo);
    pos_record(&pos, &history);
    assert_outcome(pos_repetition(&pos, &history, SIZE_MAX), RESULT_OPEN, REASON_NONE);
    history_release(&history);
}

static void test_search_fifty(void **state) {
    (void)state;
    static const char *const FENS[] = {"4k3/8/8/8/8/8/8/R3K3 w - - 100 80",
                                       "R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80"};
    for (int i = 0; i < 2; i++) {
        const Position pos = position_of(str_of(FENS[i]));
        History history;
        history_init(&history);
        assert_int_equal(history_reserve(&history, 1, NULL), STATUS_OK);
        pos_record(&pos, &history);
        const Outcome outcome = pos_repetition(&pos, &history, SIZE_MAX);
        assert_int_equal(outcome.result, i == 0 ? RESULT_DRAW : RESULT_OPEN);
        history_release(&history);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),        cmocka_unit_test(test_move_limit),
        cmocka_unit_test(test_repetition),      cmocka_unit_test(test_repetition_rights),
        cmocka_unit_test(test_repetition_pass), cmocka_unit_test(test_search_fifty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
