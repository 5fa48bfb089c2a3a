// Rules and data that only shogi has: hands in repetitions, entering kings, and the shared rule
// tests.
#include "positions.h"

#include "game/mate1.h"

static void play(GameLine *line, const char *text) {
    assert_ok(line_parse(line, str_of(text), error));
}

// One quiet move by the checker inside the cycle makes it an ordinary repetition.
static void test_interrupted_checks(void **state) {
    (void)state;
    const char *cycle = " 5a5b 9a8a 5b5c 8a9a 5c5b 9a9b 5b5a 9b9a";
    char text[512];
    snprintf(text, sizeof text, "sfen 4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a%s%s%s", cycle, cycle,
             cycle);
    GameLine line;
    line_init(&line);
    play(&line, text);
    const Outcome outcome = pos_outcome(&line.now, &line.history, &RULES_DEFAULT);
    assert_int_equal(outcome.result, RESULT_DRAW);
    assert_int_equal(outcome.reason, REASON_REPETITION);
    line_release(&line);
}

// White gives a pawn away and returns to the same board: for a search worse for white and better
// for black; by the rules no repetition. The white king loses a tempo on a triangle.
static void test_hands(void **state) {
    (void)state;
    GameLine line;
    line_init(&line);
    play(&line, "sfen 4k4/9/9/9/9/9/9/8R/4K4 w 2p 1 moves "
                "P*1g 1h1g 5a5b 1g1h 5b4a 5i5h 4a5a 5h5i");
    Outcome seen = pos_repetition(&line.now, &line.history, 100);
    assert_int_equal(seen.result, RESULT_LOSS);
    assert_int_equal(seen.reason, REASON_HANDS);
    assert_int_equal(pos_repetition(&line.now, &line.history, 7).result, RESULT_OPEN);
    assert_int_equal(pos_outcome(&line.now, &line.history, &RULES_DEFAULT).result, RESULT_OPEN);
    play(&line, "sfen 4k4/9/9/9/9/9/9/8R/4K4 b 2p 1 moves "
                "5i5h P*1g 1h1g 5a5b 1g1h 5b4a 5h5i 4a5a");
    seen = pos_repetition(&line.now, &line.history, 100);
    assert_int_equal(seen.result, RESULT_WIN);
    assert_int_equal(seen.reason, REASON_HANDS);
    line_release(&line);
}

static void test_try(void **state) {
    (void)state;
    const Rules rules = {.entering_king = ENTERING_KING_TRY};
    GameLine line;
    line_init(&line);
    play(&line, "sfen 9/4K4/9/9/9/9/9/9/k8 b - 1");
    assert_int_equal(pos_declaration(&line.now, ENTERING_KING_TRY), RESULT_WIN);
    play(&line, "sfen 9/4K4/9/9/9/9/9/9/k8 b - 1 moves 5b5a");
    const Outcome outcome = pos_outcome(&line.now, &line.history, &rules);
    assert_int_equal(outcome.result, RESULT_LOSS);
    assert_int_equal(outcome.reason, REASON_TRY);
    play(&line, "sfen 3s5/4K4/9/9/9/9/9/9/k3r4 b - 1"); // 5a is attacked
    assert_int_equal(pos_declaration(&line.now, ENTERING_KING_TRY), RESULT_OPEN);
    line_release(&line);
}

// The known positions with the most legal moves, with two kings and with one.
static void test_most_moves(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int count;
    } crowds[] = {{"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 593},
                  {"R8/2K1S1SS1/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 599}};
    for (size_t i = 0; i < ARRAY_LEN(crowds); i++) {
        const Position pos = position_of(str_of(crowds[i].text));
        Move moves[MOVE_MAX];
        assert_int_equal(gen_legal(&pos, moves), crowds[i].count);
        assert_int_equal(pos_count_legal(&pos), crowds[i].count);
    }
}

// Reads a list of moves separated by spaces.
static int parse_moves(const Position *pos, Str text, Move *moves) {
    int count = 0;
    for (Str word = str_word(&text); word.len; word = str_word(&text), count++)
        assert_ok(move_parse(pos, word, &moves[count], error));
    return count;
}

typedef struct Generator {
    int (*generate)(const Position *pos, Move *moves);
} Generator;

static void check_move_list(Str text, const void *context) {
    const Generator *generator = context;
    const Position pos = position_of(str_until(&text, '\t'));
    int64_t expected;
    assert_true(str_int(str_until(&text, '\t'), 0, MOVE_MAX, &expected));
    Move listed[MOVE_MAX], found[MOVE_MAX];
    const int listed_count = parse_moves(&pos, text, listed);
    const int found_count = generator->generate(&pos, found);
    assert_int_equal(listed_count, expected);
    moves_sort(listed, listed_count);
    moves_sort(found, found_count);
    assert_same_moves(&pos, listed, listed_count, found, found_count);
}

static void check_move_lists(const char *name, int (*generate)(const Position *, Move *)) {
    const Generator generator = {generate};
    const int positions = testing_each_line(name, check_move_list, &generator);
    testing_note("%d positions\n", positions);
    assert_true(positions > 1000);
}

static void test_shared_legal(void **state) {
    (void)state;
    check_move_lists("shogi/rules/legal_moves.tsv", gen_legal);
}

static void test_shared_checks(void **state) {
    (void)state;
    check_move_lists("shogi/rules/checking_moves.tsv", gen_checks);
}

static int impossible;

static void check_declaration(Str text, const void *context) {
    (void)context;
    Position pos;
    Error error = {""};
    if (pos_parse(&pos, str_until(&text, '\t'), &error) != STATUS_OK) {
        assert_non_null(strstr(error.text, "could never move"));
        impossible++;
        return;
    }
    for (int column = 0; column < 4; column++)
        str_until(&text, '\t'); // the counts of the claim
    const Str rule27 = str_until(&text, '\t'), rule24 = str_until(&text, '\t');
    const Result by27 = pos_declaration(&pos, ENTERING_KING_27);
    const Result by24 = pos_declaration(&pos, ENTERING_KING_24);
    assert_true(str_eq(rule27, by27 == RESULT_OPEN ? "no" : RESULT_NAMES[by27]));
    assert_true(str_eq(rule24, by24 == RESULT_OPEN ? "no" : RESULT_NAMES[by24]));
    assert_int_equal(pos_declaration(&pos, ENTERING_KING_NONE), RESULT_OPEN);
}

static Result declared(const char *sfen, EnteringKing rule) {
    Position pos;
    assert_ok(pos_parse(&pos, str_of(sfen), error));
    return pos_declaration(&pos, rule);
}

// A game at the handicap of a rook. White, who gave it, needs five points less; Black does not.
static void test_handicap_declaration(void **state) {
    (void)state;
    // 22 points each.
    const char *white = "4K4/9/9/9/9/9/pppppppp1/1+b2k2+b1/9 w R4G4S4N4L6P4p 1";
    const char *black = "9/1+B2K2+B1/PPPPPPPP1/9/9/9/9/9/4k4 b 4Pr4g4s4n4l6p 1";
    assert_int_equal(declared(white, ENTERING_KING_27), RESULT_OPEN);
    assert_int_equal(declared(white, ENTERING_KING_27H), RESULT_WIN);
    assert_int_equal(declared(white, ENTERING_KING_24), RESULT_OPEN);
    assert_int_equal(declared(white, ENTERING_KING_24H), RESULT_DRAW);
    assert_int_equal(declared(black, ENTERING_KING_27H), RESULT_OPEN);
    assert_int_equal(declared(black, ENTERING_KING_24H), RESULT_OPEN);
}

static void test_shared_declarations(void **state) {
    (void)state;
    impossible = 0;
    const int positions = testing_each_line("shogi/rules/declaration.tsv", check_declaration, NULL);
    // Four of the hand-made positions have a white lance or knight on the last ranks, which no game
    // can have.
    assert_int_equal(impossible, 4);
    assert_true(positions - impossible > 25);
}

// The columns: name, start, moves, question, answer.
static void check_sequence(Str text, const void *context) {
    (void)context;
    const Str name = str_until(&text, '\t'), start = str_until(&text, '\t');
    const Str moves = str_until(&text, '\t'), question = str_until(&text, '\t');
    const Str answer = text;
    char *position = NULL;
    assert_true(asprintf(&position, "%.*s moves %.*s", (int)start.len, start.at, (int)moves.len,
                         moves.at) > 0);
    GameLine line;
    line_init(&line);
    play(&line, position);
    free(position);

    Str rest = question;
    const Str word = str_word(&rest);
    Move move = MOVE_NONE;
    if (str_eq(str_trim(rest), "legal?")) {
        const bool is_legal = move_parse(&line.now, word, &move, NULL) == STATUS_OK;
        if (!str_eq(answer, is_legal ? "yes" : "no"))
            fail_msg("%.*s: %.*s legal? %d", (int)name.len, name.at, (int)word.len, word.at,
                     is_legal);
    } else {
        const Outcome outcome = pos_outcome(&line.now, &line.history, &RULES_DEFAULT);
        const bool mover_is_black = pos_side(&line.now) == FIRST;
        const bool black_loses = outcome.result == (mover_is_black ? RESULT_LOSS : RESULT_WIN);
        const char *verdict = "no fourfold repetition";
        if (outcome.reason == REASON_PERPETUAL_CHECK)
            verdict =
                black_loses ? "sente loses (perpetual check)" : "gote loses (perpetual check)";
        else if (outcome.reason == REASON_REPETITION)
            verdict = "draw by fourfold repetition";
        if (!str_eq(answer, verdict))
            fail_msg("%.*s: %s", (int)name.len, name.at, verdict);
    }
    line_release(&line);
}

static void test_shared_sequences(void **state) {
    (void)state;
    assert_true(testing_each_line("shogi/rules/sequences.tsv", check_sequence, NULL) >= 25);
}

static void check_mated(Str text, const void *context) {
    (void)context;
    const Position pos = position_of(text);
    assert_true(pos_in_check(&pos) && !pos_has_legal(&pos));
}

static void test_shared_mated(void **state) {
    (void)state;
    const char *name = "shogi/rules/checkmated_positions.sfen";
    assert_true(testing_each_line(name, check_mated, NULL) > 60);
}

static void check_mate_in_one(Str text, const void *has_mate) {
    Position pos = position_of(text);
    if ((pos_mate_in_one(&pos) != MOVE_NONE) != *(const bool *)has_mate)
        fail_msg("%.*s", (int)text.len, text.at);
}

static void test_shared_mate_in_one(void **state) {
    (void)state;
    const bool yes = true, no = false;
    const char *with = "shogi/mate/realgame_mate01.sfen";
    const char *without = "shogi/mate/realgame_nomate01.sfen";
    assert_true(testing_each_line(with, check_mate_in_one, &yes) > 700);
    assert_true(testing_each_line(without, check_mate_in_one, &no) > 700);
}

// All moves of a recorded game are legal.
static void check_game(Str text, const void *context) {
    (void)context;
    for (int column = 0; column < 3; column++)
        str_until(&text, '\t');
    GameLine game;
    line_init(&game);
    Position start;
    pos_start(&start);
    assert_ok(line_begin(&game, &start, error));
    for (Str word = str_word(&text); word.len; word = str_word(&text)) {
        Move move = MOVE_NONE;
        assert_ok(move_parse(&game.now, word, &move, error));
        assert_ok(line_push(&game, move, error));
    }
    line_release(&game);
}

static void test_shared_games(void **state) {
    (void)state;
    const int games = testing_each_line("shogi/games/games.tsv", check_game, NULL);
    testing_note("%d games\n", games);
    assert_true(games > 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interrupted_checks),
        cmocka_unit_test(test_hands),
        cmocka_unit_test(test_try),
        cmocka_unit_test(test_most_moves),
        cmocka_unit_test(test_shared_legal),
        cmocka_unit_test(test_shared_checks),
        cmocka_unit_test(test_handicap_declaration),
        cmocka_unit_test(test_shared_declarations),
        cmocka_unit_test(test_shared_sequences),
        cmocka_unit_test(test_shared_mated),
        cmocka_unit_test(test_shared_mate_in_one),
        cmocka_unit_test(test_shared_games),
    };
    return cmocka_run_group_tests_name("rules of the large board", tests, NULL, NULL);
}
