// Repetition, perpetual check, hands, declarations and limits on positions made for the purpose.
#include "positions.h"

static void play(GameLine *line, const char *text) {
    assert_ok(line_parse(line, str_of(text), error));
}

static Outcome outcome_of(const GameLine *line) {
    return pos_outcome(&line->now, &line->history, &RULES_DEFAULT);
}

static void assert_outcome(const GameLine *line, Result result, Reason reason) {
    const Outcome outcome = outcome_of(line);
    assert_string_equal(RESULT_NAMES[outcome.result], RESULT_NAMES[result]);
    assert_string_equal(REASON_NAMES[outcome.reason], REASON_NAMES[reason]);
}

// The kings move back and forth: the third return is the fourth occurrence.
static void test_fourfold(void **state) {
    (void)state;
    const char *cycle = GAME_IS_SHOGI ? " 5i5h 5a5b 5h5i 5b5a" : " 5e4d 1a2b 4d5e 2b1a";
    char text[512];
    snprintf(text, sizeof text, "sfen %s moves",
             GAME_IS_SHOGI ? "4k4/9/9/9/9/9/9/9/4K4 b P 1" : "4k/5/5/5/K4 b P 1");
    GameLine line;
    line_init(&line);
    for (int times = 1; times <= 3; times++) {
        strcat(text, cycle);
        play(&line, text);
        // The first recurrence is enough for a search.
        const Outcome seen = pos_repetition(&line.now, &line.history, 100);
        assert_int_equal(seen.result, GAME_IS_SHOGI ? RESULT_DRAW : RESULT_LOSS);
        assert_int_equal(pos_repetition(&line.now, &line.history, 3).result, RESULT_OPEN);
        if (times < 3)
            assert_outcome(&line, RESULT_OPEN, REASON_NONE);
    }
    // In minishogi the first player loses, whichever side is to move.
    assert_outcome(&line, GAME_IS_SHOGI ? RESULT_DRAW : RESULT_LOSS, REASON_REPETITION);
    line_release(&line);
}

// The same with the second player to move at the repeated position.
static void test_fourfold_second(void **state) {
    (void)state;
    char text[512];
    const char *cycle = GAME_IS_SHOGI ? " 5a5b 5i5h 5b5a 5h5i" : " 1a2b 5e4d 2b1a 4d5e";
    snprintf(text, sizeof text, "sfen %s moves%s%s%s",
             GAME_IS_SHOGI ? "4k4/9/9/9/9/9/9/9/4K4 w P 2" : "4k/5/5/5/K4 w P 2", cycle, cycle,
             cycle);
    GameLine line;
    line_init(&line);
    play(&line, text);
    assert_outcome(&line, GAME_IS_SHOGI ? RESULT_DRAW : RESULT_WIN, REASON_REPETITION);
    line_release(&line);
}

// A rook gives perpetual check: its side loses, whichever side completes the repetition.
static void test_perpetual_check(void **state) {
    (void)state;
    const char *start = GAME_IS_SHOGI ? "4k4/9/9/9/9/9/9/9/R3K4 b - 1" : "4k/5/5/5/K1R2 b - 1";
    const char *approach = GAME_IS_SHOGI ? " 9i9a" : " 3e3a";
    const char *cycle = GAME_IS_SHOGI ? " 5a5b 9a9b 5b5a 9b9a" : " 1a1b 3a3b 1b1a 3b3a";
    char text[512];
    GameLine line;
    line_init(&line);
    snprintf(text, sizeof text, "sfen %s moves%s%s%s%s", start, approach, cycle, cycle, cycle);
    play(&line, text);
    assert_outcome(&line, RESULT_WIN, REASON_PERPETUAL_CHECK); // white, to move, has been checked
    const char *one_more = GAME_IS_SHOGI ? " 5a5b" : " 1a1b";
    strcat(text, one_more);
    play(&line, text);
    assert_outcome(&line, RESULT_LOSS, REASON_PERPETUAL_CHECK); // black, to move, has checked
    line_release(&line);
}

static void test_no_legal_move(void **state) {
    (void)state;
    GameLine line;
    line_init(&line);
    // A side without legal moves loses, also when it is not in check.
    if (GAME_IS_SHOGI) {
        play(&line, "sfen 8k/6R2/9/9/9/9/9/9/4K4 w - 1");
        assert_outcome(&line, RESULT_OPEN, REASON_NONE);
        play(&line, "sfen 8k/6+R2/9/9/9/9/9/9/4K4 w - 1");
        assert_outcome(&line, RESULT_LOSS, REASON_STALEMATE);
        play(&line, "sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1");
        assert_outcome(&line, RESULT_LOSS, REASON_CHECKMATE);
    } else {
        play(&line, "sfen 4k/4G/4P/5/K4 w - 1");
        assert_outcome(&line, RESULT_LOSS, REASON_CHECKMATE);
        play(&line, "sfen 4k/2+R2/5/5/K4 w - 1");
        assert_outcome(&line, RESULT_LOSS, REASON_STALEMATE);
    }
    line_release(&line);
}

static void test_move_limit(void **state) {
    (void)state;
    GameLine line;
    line_init(&line);
    play(&line, GAME_IS_SHOGI ? "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 256" : "sfen 4k/5/5/5/K4 b - 256");
    const Rules rules = {.move_limit = 256};
    assert_int_equal(pos_outcome(&line.now, &line.history, &rules).result, RESULT_OPEN);
    Move moves[MOVE_MAX];
    assert_true(gen_legal(&line.now, moves) > 0);
    assert_ok(line_push(&line, moves[0], error));
    assert_int_equal(pos_outcome(&line.now, &line.history, &rules).reason, REASON_MOVE_LIMIT);
    line_release(&line);
}

// A refused line leaves the old one unchanged.
static void test_line_refusals(void **state) {
    (void)state;
    GameLine line;
    line_init(&line);
    play(&line, GAME_IS_SHOGI ? "startpos moves 7g7f 3c3d" : "startpos moves 5d5c");
    const size_t count = line.count;
    static const struct {
        const char *text, *word;
    } refusals[] = {
        {"", "empty"},
        {"startpos 7g7f", "after startpos"},
        {"startpos moves 1a1a", "move 1: 1a1a"},
        {"startpos moves xyzzy", "not a move"},
        {"sfen", "empty"},
        {"sfen moves 7g7f", "empty"},
    };
    for (size_t i = 0; i < ARRAY_LEN(refusals); i++) {
        Error error = {""};
        assert_int_equal(line_parse(&line, str_of(refusals[i].text), &error), STATUS_BAD_INPUT);
        if (!strstr(error.text, refusals[i].word))
            fail_msg("'%s': '%s'", refusals[i].text, error.text);
        assert_int_equal(line.count, count);
    }
    const Key before = pos_key(&line.now);
    Move moves[MOVE_MAX];
    assert_true(gen_legal(&line.now, moves) > 0);
    assert_ok(line_push(&line, moves[0], error));
    line_pop(&line);
    assert_true(pos_key(&line.now) == before);
    play(&line, "startpos moves "); // as a GUI writes it before the first move
    assert_int_equal(line.count, 0);
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fourfold),        cmocka_unit_test(test_fourfold_second),
        cmocka_unit_test(test_perpetual_check), cmocka_unit_test(test_no_legal_move),
        cmocka_unit_test(test_move_limit),      cmocka_unit_test(test_line_refusals),
    };
    return cmocka_run_group_tests_name("rules " GAME_NAME, tests, NULL, NULL);
}
