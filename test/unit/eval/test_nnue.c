// NNUE nets against a slow and literal implementation of their format.
//
// The reference below shares no code with the evaluator: it has its own feature numbers, reads the
// bytes of the file in place, adds up every row and runs the layers in plain loops. The number of
// positions for each net and each set of operations is YURAGI_NNUE_PLIES.
#include "eval/nnue/nnue_inside.h"
#include "nnue_synthetic.h"
#include "positions.h"

static unsigned char *net; // the file being tested
static bool is_half_kp;
static Eval *eval;

// ---- the reference ----

// The first piece in hand and square 1a, own and enemy, as YaneuraOu lists them.
static const int HAND_FIRST[HAND_KIND_NB][2] = {
    [PAWN] = {1, 20},  [LANCE] = {39, 44},  [KNIGHT] = {49, 54}, [SILVER] = {59, 64},
    [GOLD] = {69, 74}, [BISHOP] = {79, 82}, [ROOK] = {85, 88},
};
static const int BOARD_FIRST[KIND_NB][2] = {
    [PAWN] = {90, 171},        [LANCE] = {252, 333},     [KNIGHT] = {414, 495},
    [SILVER] = {576, 657},     [GOLD] = {738, 819},      [BISHOP] = {900, 981},
    [HORSE] = {1062, 1143},    [ROOK] = {1224, 1305},    [DRAGON] = {1386, 1467},
    [TOKIN] = {738, 819},      [PRO_LANCE] = {738, 819}, [PRO_KNIGHT] = {738, 819},
    [PRO_SILVER] = {738, 819},
};

static int int16_at(const unsigned char *at) {
    return (int16_t)(at[0] | at[1] << 8);
}

static int32_t int32_at(const unsigned char *at) {
    return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                     (uint32_t)at[3] << 24);
}

static const unsigned char *reference_transformer(void) {
    return net + 12 + int32_at(net + 8) + 4;
}

static int king_seen(const Position *pos, Color color, Color view) {
    const int start = color == FIRST ? 44 : 36;
    const int square = pos_has_king(pos, color) ? pos->king[color] : start;
    return view == FIRST ? square : 80 - square;
}

// The features of a view, without kings: always 38.
static void reference_pieces(const Position *pos, Color view, int pieces[38]) {
    int count = 0;
    for (int square = 0; square < 81; square++) {
        const Piece piece = pos->board[square];
        if (piece && piece_kind(piece) != KING)
            pieces[count++] = BOARD_FIRST[piece_kind(piece)][piece_color(piece) != view] +
                              (view == FIRST ? square : 80 - square);
    }
    for (Color color = FIRST; color < COLOR_NB; color++)
        for (Kind kind = PAWN; kind <= GOLD; kind++)
            for (int n = 0; n < hand_count(pos->hand[color], kind); n++)
                pieces[count++] = HAND_FIRST[kind][color != view] + n;
    while (count < 38)
        pieces[count++] = 0;
}

static void reference_sum(const Position *pos, Color view, int16_t sum[256]) {
    int rows[40], count = 38;
    reference_pieces(pos, view, rows);
    const int own = king_seen(pos, view, view), enemy = king_seen(pos, color_other(view), view);
    if (is_half_kp) {
        for (int i = 0; i < 38; i++)
            rows[i] += own * 1548;
    } else {
        rows[count++] = 1548 + own;
        rows[count++] = 1548 + 81 + enemy;
    }
    for (int j = 0; j < 256; j++) {
        int total = int16_at(reference_transformer() + 2 * j);
        for (int i = 0; i < count; i++)
            total += int16_at(reference_transformer() + 512 + 512 * (size_t)rows[i] + 2 * j);
        sum[j] = (int16_t)total;
    }
}

static const unsigned char *reference_layer(const unsigned char *at, const int *input, int inputs,
                                            int *output, int outputs) {
    const unsigned char *weights = at + 4 * outputs;
    for (int i = 0; i < outputs; i++) {
        output[i] = int32_at(at + 4 * i);
        for (int j = 0; j < inputs; j++)
            output[i] += input[j] * (int8_t)weights[i * inputs + j];
    }
    return weights + inputs * outputs;
}

static int clipped(int x) {
    return x < 0 ? 0 : x > 127 ? 127 : x;
}

static int reference_value(const Position *pos) {
    int input[512], first[32], second[32], output;
    for (int half = 0; half < 2; half++) {
        int16_t sum[256];
        reference_sum(pos, half ? color_other(pos_side(pos)) : pos_side(pos), sum);
        for (int j = 0; j < 256; j++)
            input[256 * half + j] = clipped(sum[j]);
    }
    const size_t rows = is_half_kp ? SYNTHETIC_ROWS_HALF_KP : SYNTHETIC_ROWS_KP;
    const unsigned char *layers = reference_transformer() + 512 + 512 * rows + 4;
    layers = reference_layer(layers, input, 512, first, 32);
    for (int i = 0; i < 32; i++)
        first[i] = clipped(first[i] >> 6);
    layers = reference_layer(layers, first, 32, second, 32);
    for (int i = 0; i < 32; i++)
        second[i] = clipped(second[i] >> 6);
    reference_layer(layers, second, 32, &output, 1);
    return eval_clamp(output / NNUE_SCALE);
}

// ---- the checks ----

static void assert_same_frame(const NnueFrame *left, const NnueFrame *right) {
    assert_memory_equal(left->sum, right->sum, sizeof left->sum);
    assert_memory_equal(left->block, right->block, sizeof left->block);
}

static void check_children(Position *pos, const NnueFrame *frame, Rng *rng) {
    Move moves[MOVE_MAX];
    int values[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    // Any subset of the moves is allowed, in any order.
    for (int i = count - 1; i > 0; i--) {
        const uint32_t other = rng_below(rng, (uint32_t)i + 1);
        const Move move = moves[i];
        moves[i] = moves[other];
        moves[other] = move;
    }
    const int asked = rng_below(rng, 4) ? count : count / 2;
    EVAL_NNUE.children(eval, pos, frame, moves, asked, values);
    const int sample = count ? (int)rng_below(rng, (uint32_t)count) : 0;
    for (int i = 0; i < asked; i++) {
        NnueFrame advanced, fresh;
        EVAL_NNUE.advance(eval, pos, moves[i], frame, &advanced);
        Undo undo;
        pos_do(pos, moves[i], &undo);
        EVAL_NNUE.refresh(eval, pos, &fresh);
        assert_same_frame(&advanced, &fresh);
        assert_int_equal(values[i], EVAL_NNUE.value(eval, pos, &advanced));
        if (i == sample)
            assert_int_equal(values[i], reference_value(pos));
        pos_undo(pos, moves[i], &undo);
    }
}

static long spread; // of the values seen, so that the test does not compare only zeros

static void visit(Position *pos, Rng *rng) {
    NnueFrame frame;
    EVAL_NNUE.refresh(eval, pos, &frame);
    for (Color view = FIRST; view < COLOR_NB; view++) {
        int16_t sum[256];
        reference_sum(pos, view, sum);
        assert_memory_equal(frame.sum[view], sum, sizeof sum);
    }
    const int value = EVAL_NNUE.value(eval, pos, &frame);
    assert_int_equal(value, reference_value(pos));
    spread += labs(value);
    check_children(pos, &frame, rng);
    if (!pos_in_check(pos)) {
        // A frame does not depend on the side to move.
        Undo undo;
        pos_pass(pos, &undo);
        assert_int_equal(EVAL_NNUE.value(eval, pos, &frame), reference_value(pos));
        pos_unpass(pos, &undo);
    }
}

static void with_net(const Synthetic *synthetic, void (*check)(void)) {
    char path[SYNTHETIC_PATH_MAX];
    net = synthetic_bytes(synthetic);
    is_half_kp = synthetic->is_half_kp;
    synthetic_write(net, synthetic_size(synthetic), path);
    const bool is_recognised = nnue_recognises(path);
    Error error = {""};
    const Status status = nnue_open(path, &eval, &error);
    unlink(path);
    assert_true(is_recognised);
    assert_string_equal(error.text, "");
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(eval->frame_bytes, sizeof(NnueFrame));
    check();
    EVAL_NNUE.close(eval);
    free(net);
}

// Positions without a king or without some of the pieces, which random games seldom reach.
static void check_sparse(void) {
    static const char *const texts[] = {
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "3rkr3/9/8p/4N4/1B7/9/1SG6/2S6/9 b LPp 1",
        "9/9/9/9/9/4g4/9/9/4K4 w G 1",
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    };
    Rng rng;
    rng_init(&rng, 8);
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        Position pos = position_of(str_of(texts[i]));
        Move moves[MOVE_MAX];
        int count = gen_legal(&pos, moves);
        for (int ply = 0; ply < 10 && count; ply++, count = gen_legal(&pos, moves)) {
            visit(&pos, &rng);
            Undo undo;
            pos_do(&pos, moves[rng_below(&rng, (uint32_t)count)], &undo);
        }
    }
}

static void check_play(void) {
    Nnue *nnue = (Nnue *)(void *)eval;
    const NetOps *sets[] = {&NETOPS_SCALAR, netops_best()};
    for (size_t i = 0; i < ARRAY_LEN(sets); i++) {
        nnue->ops = sets[i];
        spread = 0;
        const long plies = testing_count("YURAGI_NNUE_PLIES", 1000);
        random_play(20261115, plies, visit);
        testing_note("%s %s: mean size of a value %ld\n", nnue->shape->name, sets[i]->name,
                     spread / plies);
        assert_true(spread > 0);
        check_sparse();
    }
}

static void test_half_kp(void **state) {
    (void)state;
    with_net(&(Synthetic){true, false, 178, 1}, check_play);
}

static void test_half_kp_wild(void **state) {
    (void)state;
    with_net(&(Synthetic){true, true, 201, 2}, check_play);
}

static void test_k_p(void **state) {
    (void)state;
    with_net(&(Synthetic){false, false, 165, 3}, check_play);
}

static void test_k_p_wild(void **state) {
    (void)state;
    with_net(&(Synthetic){false, true, 0, 4}, check_play);
}

// Weights of the first layer: each group of 16 inputs has a size of its own, around the size at
// which sums of the group exceed 16 bits (8 weights of 32 and a quarter).
static void random_layers(unsigned char *layers, Rng *rng) {
    static const int sizes[] = {1, 31, 32, 33, 64, 127};
    unsigned char *weights = synthetic_biases(layers, 32, 1u << rng_below(rng, 32), rng);
    for (int group = 0; group < 32; group++) {
        const int size = sizes[rng_below(rng, ARRAY_LEN(sizes))];
        const uint32_t sign = rng_below(rng, 3);
        const int last = size == 32 ? 34 + (int)rng_below(rng, 2) : size; // 258 just fits
        for (int output = 0; output < 32; output++)
            for (int i = 0; i < 16; i++) {
                const bool is_below = sign == 2 ? rng_below(rng, 2) : sign;
                const int weight = i == 15 ? last : size;
                weights[512 * output + 16 * group + i] =
                    (unsigned char)(is_below ? -weight - (size == 127) : weight);
            }
    }
    weights = synthetic_biases(weights + 32 * 512, 32, 1u << rng_below(rng, 32), rng);
    weights = synthetic_weights(weights, 32 * 32, true, rng);
    weights = synthetic_biases(weights, 1, 1u << rng_below(rng, 32), rng);
    synthetic_weights(weights, 32, true, rng);
}

// Both sets of operations on numbers at the ends of their ranges, where saturation would show.
static void test_extremes(void **state) {
    (void)state;
    static NetLayers layers;
    static unsigned char bytes[SYNTHETIC_LAYER_BYTES];
    _Alignas(NET_ALIGN) uint8_t input[NET_INPUTS];
    Rng rng;
    rng_init(&rng, 6);
    bool is_mixed = false;
    for (int round = 0; round < 500; round++) {
        random_layers(bytes, &rng);
        netops_pack(&(NetFile){.layers = bytes}, &layers);
        is_mixed |= layers.tame_count > 4 && layers.tame_count < 28;
        for (int i = 0; i < 10; i++) {
            const uint32_t kind = rng_below(&rng, 3);
            for (int j = 0; j < NET_INPUTS; j++)
                input[j] = (uint8_t)(kind == 0   ? 127
                                     : kind == 1 ? 127 * rng_below(&rng, 2)
                                                 : rng_below(&rng, 128));
            assert_int_equal(NETOPS_SCALAR.run(&layers, input), netops_best()->run(&layers, input));
        }
    }
    assert_true(is_mixed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half_kp),  cmocka_unit_test(test_half_kp_wild),
        cmocka_unit_test(test_k_p),      cmocka_unit_test(test_k_p_wild),
        cmocka_unit_test(test_extremes),
    };
    return cmocka_run_group_tests_name("nnue " GAME_NAME, tests, NULL, NULL);
}
