// Games as text: every format of the game has the same moves and the right end.
#include "positions.h"
#include "record/gametext.h"

static char *written(const GameRecord *record, const char *extension) {
    char path[32], *text = NULL;
    size_t bytes;
    snprintf(path, sizeof path, "game.%s", extension);
    const GameFormat *format = gametext_format(path, NULL);
    assert_non_null(format);
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    format->write(record, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_says(const GameRecord *record, const char *extension, const char *part) {
    char *text = written(record, extension);
    if (!strstr(text, part))
        fail_msg("%s\ndoes not say\n%s", text, part);
    free(text);
}

static void test_moves(void **state) {
    (void)state;
    static const char *const LINES[] = {"startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
                                        "startpos moves 1e1c 4a2c 1c2c",
                                        "startpos moves e2e4 d7d5 e4d5 g8f6"};
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(LINES[GAME_IS_CHESS ? 2 : GAME_IS_MINISHOGI]), error));
    const MoveNote notes[] = {{3500, true, 31, 4},
                              {61000, true, -10, 5},
                              {-1, false, 0, 0},
                              {1000, false, 0, 0},
                              {2000, true, -700, 1}};
    GameRecord record = {
        .line = &line, .names = {"me", "yo\nu"}, .notes = notes, .end = END_RESIGNATION};
    assert_says(&record, GAME_IS_CHESS ? "uci" : "usi", "startpos moves ");
    if (GAME_IS_SHOGI) {
        assert_says(&record, "csa", "V2.2\nN+me\nN-yo u\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n");
        assert_says(&record, "csa", "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n+7776FU\nT3\n'** 31\n");
        assert_says(&record, "csa", "-3334FU\nT61\n'** 10\n+8822UM\n-3122GI\nT1\n+0055KA\n");
        assert_says(&record, "csa", "'** -700\n%TORYO\n");
        assert_says(&record, "kif", "手合割：平手\n先手：me\n後手：yo u\n");
        assert_says(&record, "kifu", "   1 ７六歩(77)   ( 0:03/00:00:03)\n*#評価値=31\n");
        assert_says(&record, "kifu", "   2 ３四歩(33)   ( 1:01/00:01:01)\n");
        assert_says(&record, "kifu", "   3 ２二角成(88)\n   4 同　銀(31)   ( 0:01/00:01:02)\n");
        assert_says(&record, "kifu", "   5 ５五角打   ");
        assert_says(&record, "kifu", "   6 投了\nまで5手で先手の勝ち\n");
    } else if (GAME_IS_MINISHOGI) {
        assert_says(&record, "csa", "P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\n");
        assert_says(&record, "csa", "+1513HI\n");
        assert_says(&record, "kifu", "手合割：5五将棋\n");
        assert_says(&record, "kifu", "|v飛v角v銀v金v玉|一\n");
        assert_says(&record, "kifu", "まで3手で先手の勝ち\n");
    } else {
        assert_says(&record, "pgn",
                    "[White \"me\"]\n[Black \"yo u\"]\n[Result \"0-1\"]\n"
                    "[Termination \"normal\"]\n\n");
        assert_says(&record, "pgn",
                    "1. e4 {+0.31/4 3.50s} d5 {-0.10/5 61.00s} 2. exd5 Nf6 "
                    "{1.00s} 0-1\n");
    }
    line_release(&line);
}

typedef struct EndCase {
    GameEnd end;
    Outcome outcome;
    const char *csa, *kif, *pgn;
} EndCase;

// After one move, so that SECOND is the mover.
static const EndCase END_CASES[] = {
    {END_NONE, {0}, "FU\n", "平手\n", "\"unterminated\""},
    {END_RESIGNATION, {0}, "%TORYO\n", "投了\nまで1手で先手の勝ち\n", "\"1-0\""},
    {END_TIME, {0}, "%TIME_UP\n", "切れ負け\nまで1手で先手の勝ち\n", "\"time forfeit\""},
    {END_ILLEGAL, {0}, "%ILLEGAL_MOVE\n", "反則負け\n", "\"rules infraction\""},
    {END_ABANDONED, {0}, "%CHUDAN\n", "中断\nまで1手で中断\n", "\"abandoned\""},
    {END_RULES,
     {RESULT_LOSS, REASON_CHECKMATE},
     "%TSUMI\n",
     "詰み\nまで1手で先手の勝ち\n",
     "\"1-0\""},
    {END_RULES,
     {RESULT_DRAW, REASON_REPETITION},
     "%SENNICHITE\n",
     "千日手\nまで1手で千日手\n",
     "\"1/2-1/2\""},
    {END_RULES,
     {RESULT_WIN, REASON_PERPETUAL_CHECK},
     "%+ILLEGAL_ACTION\n",
     "反則勝ち\nまで1手で後手の勝ち\n",
     "\"0-1\""},
    {END_RULES,
     {RESULT_LOSS, REASON_PERPETUAL_CHECK},
     "%-ILLEGAL_ACTION\n",
     "反則負け\n",
     "\"1-0\""},
    {END_RULES, {RESULT_WIN, REASON_DECLARATION}, "%KACHI\n", "入玉勝ち\n", "\"0-1\""},
    {END_RULES, {RESULT_DRAW, REASON_DECLARATION}, "%JISHOGI\n", "持将棋\n", "\"1/2-1/2\""},
    {END_RULES,
     {RESULT_DRAW, REASON_MOVE_LIMIT},
     "%MAX_MOVES\n",
     "最大手数\nまで1手で最大手数\n",
     "\"1/2-1/2\""},
    {END_ADJUDICATION,
     {RESULT_WIN, REASON_NONE},
     "'*adjudication: - wins\n%CHUDAN\n",
     "中断\n*裁定により後手の勝ち\nまで1手で後手の勝ち\n",
     "\"0-1\"]\n[Termination \"adjudication\"]"},
    {END_ADJUDICATION,
     {RESULT_LOSS, REASON_NONE},
     "'*adjudication: + wins\n%CHUDAN\n",
     "中断\n*裁定により先手の勝ち\nまで1手で先手の勝ち\n",
     "\"1-0\"]\n[Termination \"adjudication\"]"},
    {END_ADJUDICATION,
     {RESULT_DRAW, REASON_NONE},
     "'*adjudication: draw\n%CHUDAN\n",
     "中断\n*裁定により引き分け\nまで1手で引き分け\n",
     "\"1/2-1/2\"]\n[Termination \"adjudication\"]"},
};

static void test_ends(void **state) {
    (void)state;
    GameLine line;
    Position start;
    Move moves[MOVE_MAX];
    line_init(&line);
    pos_start(&start);
    gen_legal(&start, moves);
    assert_ok(line_begin(&line, &start, error));
    assert_ok(line_push(&line, moves[0], error));
    for (size_t i = 0; i < ARRAY_LEN(END_CASES); i++) {
        const GameRecord record = {
            .line = &line, .end = END_CASES[i].end, .outcome = END_CASES[i].outcome};
        if (GAME_IS_CHESS)
            assert_says(&record, "pgn", END_CASES[i].pgn);
        else if (END_CASES[i].end != END_NONE)
            assert_says(&record, "csa", END_CASES[i].csa);
        if (GAME_IS_SHOGI)
            assert_says(&record, "kif", END_CASES[i].kif);
    }
    line_release(&line);
}

static void test_other_start(void **state) {
    (void)state;
    static const char *const STARTS[] = {"4k4/9/9/9/9/9/9/9/4K4 w R11P2b4g4s4n4lr7p 1",
                                         "4k/5/5/5/K4 w R2b 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"};
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(STARTS[GAME_IS_CHESS ? 2 : GAME_IS_MINISHOGI]), error));
    GameRecord record = {.line = &line, .names = {"\"a\\b\"", "棋士"}};
    if (GAME_IS_CHESS) {
        Move move = MOVE_NONE;
        assert_ok(move_parse(&line.now, str_of("e8d8"), &move, error));
        assert_ok(line_push(&line, move, error));
        assert_says(&record, "pgn", "[White \"\\\"a\\\\b\\\"\"]");
        assert_says(&record, "pgn", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n");
        assert_says(&record, "pgn", "\n\n7... Kd8 *\n");
    } else {
        assert_says(&record, "csa", "'CSA encoding=UTF-8\nV2.2\n");
        assert_says(&record, "csa", "00HI\n");
        assert_says(&record, "csa", "\n-\n");
        assert_says(&record, "usi", "sfen ");
        assert_says(&record, "kif", "後手番\n");
        if (GAME_IS_SHOGI) {
            assert_says(&record, "kif", "先手の持駒：飛　歩十一　\n");
            assert_says(&record, "kif", "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n");
        }
    }
    line_release(&line);
}

static void test_long_lines(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 3);
    GameLine line;
    Position start;
    line_init(&line);
    pos_start(&start);
    assert_ok(line_begin(&line, &start, error));
    for (int i = 0; i < 200; i++) {
        Move moves[MOVE_MAX];
        const int count = gen_legal(&line.now, moves);
        if (!count)
            break;
        assert_ok(line_push(&line, moves[rng_below(&rng, (uint32_t)count)], error));
    }
    const GameRecord record = {.line = &line};
    for (const GameFormat *format = GAME_FORMATS; format->extension; format++) {
        char *text = written(&record, format->extension);
        assert_true(strlen(text) > line.count * 4);
        if (GAME_IS_CHESS && !strcmp(format->extension, "pgn"))
            for (const char *at = text; at && *at;
                 at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
                assert_true(strcspn(at, "\n") < 80);
        free(text);
    }
    line_release(&line);
}

static void test_names(void **state) {
    (void)state;
    static const char *const BAD[] = {"", "game", ".", "game.", "game.txt", "a.csa/b", "csa"};
    for (size_t i = 0; i < ARRAY_LEN(BAD); i++) {
        Error error = {""};
        assert_null(gametext_format(BAD[i], &error));
        assert_non_null(strstr(error.text, GAME_IS_CHESS ? ".uci .pgn" : ".usi .csa .kif .kifu"));
    }
    assert_non_null(gametext_format(GAME_IS_CHESS ? "d.x/A.PGN" : "d.x/A.CSA", NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),       cmocka_unit_test(test_ends),
        cmocka_unit_test(test_other_start), cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
