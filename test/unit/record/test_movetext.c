// Moves as a person types them: what is read, and why the rest is refused.
#include "positions.h"
#include "record/movetext.h"

typedef struct Typed {
    const char *position, *text, *move; // the move in the protocol's notation
} Typed;

typedef struct Refused {
    const char *position, *text;
    MoveFault fault;
} Refused;

#define CHESS_START_TEXT "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define SHOGI_START      "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
#define MINISHOGI_START  "rbsgk/4p/5/P4/KGSBR b - 1"
#define BISHOP_AND_PAWN  "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1"
#define BISHOP_ONLY      "4k3/8/8/8/2p5/8/1P2B3/4K3 w - - 0 1"
#define PROMOTION        "3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1"

static const Typed CHESS_TYPED[] = {
    {CHESS_START_TEXT, "nf3", "g1f3"},
    {CHESS_START_TEXT, "NF3", "g1f3"},
    {CHESS_START_TEXT, "E4", "e2e4"},
    {CHESS_START_TEXT, "E2E4", "e2e4"},
    {CHESS_START_TEXT, "b4", "b2b4"},
    {BISHOP_AND_PAWN, "bxc4", "b3c4"},
    {BISHOP_AND_PAWN, "bc4", "b3c4"},
    {BISHOP_AND_PAWN, "Bxc4", "e2c4"},
    {BISHOP_ONLY, "bxc4", "e2c4"},
    {BISHOP_ONLY, "bd3", "e2d3"},
    {BISHOP_ONLY, "kd1", "e1d1"},
    {"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "qd4", "d1d4"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "o-o", "e1g1"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "e1g1"},
    {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-o-O", "e1c1"},
    {PROMOTION, "e8=q", "e7e8q"},
    {PROMOTION, "e8q", "e7e8q"},
    {PROMOTION, "E7E8Q", "e7e8q"},
    {PROMOTION, "exd8n", "e7d8n"},
};

static const Refused CHESS_REFUSED[] = {
    {CHESS_START_TEXT, "", FAULT_SHAPE},
    {CHESS_START_TEXT, "xyzzy", FAULT_SHAPE},
    {CHESS_START_TEXT, "a text that is much too long to be a move", FAULT_SHAPE},
    {CHESS_START_TEXT, "nf5", FAULT_ILLEGAL},
    {CHESS_START_TEXT, "e2e5", FAULT_ILLEGAL},
    {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "rd1", FAULT_AMBIGUOUS},
    {"4k3/8/8/8/8/8/4r3/4K1N1 w - - 0 1", "nf3", FAULT_CHECK},
};

static const Typed SHOGI_TYPED[] = {
    {SHOGI_START, "7g7f", "7g7f"},
    {SHOGI_START, "76歩", "7g7f"},
};

static const Refused SHOGI_REFUSED[] = {
    {SHOGI_START, "", FAULT_SHAPE},
    {SHOGI_START, "7g7x", FAULT_SHAPE},
    {SHOGI_START, "Z*5e", FAULT_SHAPE},
    {SHOGI_START, "76", FAULT_SHAPE},
    {SHOGI_START, "７六", FAULT_SHAPE},
    {SHOGI_START, "△７六歩", FAULT_OTHER_SIDE},
    {SHOGI_START, "同歩", FAULT_NO_LAST},
    {SHOGI_START, "58金", FAULT_AMBIGUOUS},
    {SHOGI_START, "7g7e", FAULT_ILLEGAL},
    {SHOGI_START, "7g7f+", FAULT_ILLEGAL},
    {SHOGI_START, "76歩成", FAULT_ILLEGAL},
    {SHOGI_START, "P*5e", FAULT_NOT_IN_HAND},
    {SHOGI_START, "55歩打", FAULT_NOT_IN_HAND},
    {SHOGI_START, "55と打", FAULT_ILLEGAL},
    {"4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", FAULT_TWO_PAWNS},
    {"4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "55歩", FAULT_TWO_PAWNS},
    {"4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5i", FAULT_OCCUPIED},
    {"4k4/9/9/9/9/9/9/9/4K4 b PN 1", "P*1a", FAULT_DEAD_END},
    {"4k4/9/9/9/9/9/9/9/4K4 b PN 1", "12桂", FAULT_DEAD_END},
    {"4k4/7P1/9/9/9/9/9/9/4K4 b - 1", "2b2a", FAULT_DEAD_END},
    {"4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h4h", FAULT_CHECK},
    {"4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "48金", FAULT_CHECK},
    {"4k4/9/9/9/4r4/9/9/9/4K4 b G 1", "G*1e", FAULT_CHECK},
    {"4k4/9/9/9/9/9/9/3r5/4K4 b - 1", "6i6i", FAULT_ILLEGAL},
    {"4k4/9/9/9/9/9/9/3r5/4K4 b - 1", "58玉", FAULT_CHECK},
    {"k8/2G6/1G7/9/9/9/9/9/4K4 b P 1", "P*9b", FAULT_PAWN_MATE},
};

static const Typed MINISHOGI_TYPED[] = {{MINISHOGI_START, "5d5c", "5d5c"},
                                        {MINISHOGI_START, "53歩", "5d5c"}};

static const Refused MINISHOGI_REFUSED[] = {
    {MINISHOGI_START, "7g7f", FAULT_SHAPE},      {MINISHOGI_START, "△５三歩", FAULT_OTHER_SIDE},
    {MINISHOGI_START, "5d5b", FAULT_ILLEGAL},    {"4k/5/5/4P/K4 b P 1", "P*1c", FAULT_TWO_PAWNS},
    {"4k/5/r4/5/K4 b G 1", "G*1c", FAULT_CHECK},
};

static void test_typed(void **state) {
    (void)state;
    const Typed *cases = GAME_IS_CHESS   ? CHESS_TYPED
                         : GAME_IS_SHOGI ? SHOGI_TYPED
                                         : MINISHOGI_TYPED;
    const size_t count = GAME_IS_CHESS   ? ARRAY_LEN(CHESS_TYPED)
                         : GAME_IS_SHOGI ? ARRAY_LEN(SHOGI_TYPED)
                                         : ARRAY_LEN(MINISHOGI_TYPED);
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(cases[i].position));
        Move move = MOVE_NONE;
        Error error = {""};
        if (movetext_parse(&pos, MOVE_NONE, str_of(cases[i].text), &move, &error) != STATUS_OK)
            fail_msg("%s: %s", cases[i].text, error.text);
        char text[MOVE_TEXT_MAX];
        move_format(&pos, move, text);
        if (strcmp(text, cases[i].move) != 0)
            fail_msg("%s is read as %s", cases[i].text, text);
    }
}

static void test_refused(void **state) {
    (void)state;
    const Refused *cases = GAME_IS_CHESS   ? CHESS_REFUSED
                           : GAME_IS_SHOGI ? SHOGI_REFUSED
                                           : MINISHOGI_REFUSED;
    const size_t count = GAME_IS_CHESS   ? ARRAY_LEN(CHESS_REFUSED)
                         : GAME_IS_SHOGI ? ARRAY_LEN(SHOGI_REFUSED)
                                         : ARRAY_LEN(MINISHOGI_REFUSED);
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(cases[i].position));
        const Str text = str_of(cases[i].text);
        Move move;
        if (movetext_parse(&pos, MOVE_NONE, text, &move, NULL) == STATUS_OK)
            fail_msg("%s is accepted", cases[i].text);
        const MoveRefusal refusal = movetext_refusal(&pos, MOVE_NONE, text);
        if (refusal.fault != cases[i].fault)
            fail_msg("%s %s: fault %d", cases[i].position, cases[i].text, (int)refusal.fault);
        if (refusal.fault == FAULT_AMBIGUOUS)
            assert_true(refusal.count > 1);
    }
}

// Whatever is typed, a move that is read is legal, and a move as it is written is read.
static void visit_any(Position *pos, Rng *rng) {
    Move moves[MOVE_MAX], move = MOVE_NONE;
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count && i < 20; i++) {
        char text[MOVETEXT_MAX];
        movetext_format(pos, MOVE_NONE, moves[i], false, text);
        assert_ok(movetext_parse(pos, MOVE_NONE, str_of(text), &move, error));
        assert_int_equal(move, moves[i]);
        text[rng_below(rng, (uint32_t)strlen(text))] = (char)rng_below(rng, 256);
        if (movetext_parse(pos, MOVE_NONE, str_of(text), &move, NULL) == STATUS_OK)
            assert_true(pos_is_legal(pos, move));
        else
            movetext_refusal(pos, MOVE_NONE, str_of(text));
    }
}

static void test_any(void **state) {
    (void)state;
    random_play(7, 1000, visit_any);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_typed),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
