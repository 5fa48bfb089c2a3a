// Our net: all ways to compute a value and all sets of operations give the same value, that of the
// definition.
#include "net_testing.h"

#include <unistd.h>

#include "eval/eval_file.h"
#include "eval/net/smallnet_ops.h"

static SmallnetFile *file;
static Eval *eval;

static Weights weights_of(const SmallnetFile *tables) {
    return (Weights){.shape = SHAPE_NET,
                     .scale = SMALLNET_SCALE,
                     .provenance = str_of("a test"),
                     .tables = (const unsigned char *)tables,
                     .table_bytes = sizeof *tables};
}

static int setup(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 5);
    float *master = malloc(MASTER_NET.weight_count * sizeof *master);
    file = malloc(sizeof *file);
    if (!master || !file)
        return 1;
    net_fill(master, &rng);
    MASTER_NET.quantise(master, false, file);
    free(master);
    const Weights weights = weights_of(file);
    assert_ok(eval_from_weights(&weights, "test", &eval, error));
    assert_ptr_equal(eval->kind, &EVAL_NET);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    eval->kind->close(eval);
    free(file);
    return 0;
}

// Directly from the file's tables, in numbers that cannot overflow.
static int value_literally(const SmallnetFile *tables, const Position *pos) {
    Feature list[FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, list);
    int64_t out = 0, psqt = tables->out_bias;
    for (int view = 0; view < 2; view++) { // the mover's, the opponent's
        const bool is_first = (pos_side(pos) == FIRST) == (view == 0);
        const int16_t *weights = view == 0 ? tables->own : tables->other;
        for (int j = 0; j < SMALLNET_WIDTH; j++) {
            int64_t sum = tables->bias[j];
            for (int i = 0; i < count; i++)
                sum += tables->row[is_first ? list[i] : FEATURES.turned[list[i]]][j];
            sum = sum < 0 ? 0 : sum > SMALLNET_ONE ? SMALLNET_ONE : sum;
            out += sum * sum / 16 * weights[j];
        }
        for (int i = 0; i < count; i++)
            psqt +=
                (view == 0 ? 1 : -1) * tables->psqt[is_first ? list[i] : FEATURES.turned[list[i]]];
    }
    // In hundredths: out / (511 * 511 / 16 * 2048) * 400 + psqt / 16.
    const int64_t one = SMALLNET_ONE * SMALLNET_ONE;
    return eval_clamp((out * SMALLNET_UNIT + psqt * 8 * one) / (128 * one));
}

static void assert_every_way(const Eval *net, const SmallnetFile *tables, Position *pos) {
    unsigned char *frames = eval_frames_new(net, 3);
    assert_non_null(frames);
    void *frame = frames, *next = frames + eval_frame_stride(net),
         *fresh = frames + 2 * eval_frame_stride(net);
    net->kind->refresh(net, pos, frame);
    assert_int_equal(net->kind->value(net, pos, frame), value_literally(tables, pos));
    Move moves[MOVE_MAX];
    int values[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    net->kind->children(net, pos, frame, moves, count, values);
    for (int i = 0; i < count; i++) {
        net->kind->advance(net, pos, moves[i], frame, next);
        Undo undo;
        pos_do(pos, moves[i], &undo);
        assert_int_equal(net->kind->value(net, pos, next), values[i]);
        net->kind->refresh(net, pos, fresh);
        assert_int_equal(net->kind->value(net, pos, fresh), values[i]);
        if (i % 8 == 0)
            assert_int_equal(value_literally(tables, pos), values[i]);
        pos_undo(pos, moves[i], &undo);
    }
    free(frames);
}

static void visit(Position *pos, Rng *rng) {
    (void)rng;
    assert_every_way(eval, file, pos);
}

static void test_every_way(void **state) {
    (void)state;
    random_play(31, 600, visit);
}

// A frame that was advanced through a whole game is still exact.
static void test_long_way(void **state) {
    (void)state;
    unsigned char *frames = eval_frames_new(eval, 3);
    assert_non_null(frames);
    const size_t stride = eval_frame_stride(eval);
    Rng rng;
    rng_init(&rng, 8);
    Position pos;
    pos_start(&pos);
    eval->kind->refresh(eval, &pos, frames);
    for (int ply = 0; ply < 2000; ply++) {
        Move moves[MOVE_MAX];
        const int count = gen_legal(&pos, moves);
        if (!count) {
            pos_start(&pos);
            eval->kind->refresh(eval, &pos, frames);
            continue;
        }
        const Move move = moves[rng_below(&rng, (uint32_t)count)];
        eval->kind->advance(eval, &pos, move, frames, frames + stride);
        Undo undo;
        pos_do(&pos, move, &undo);
        eval->kind->refresh(eval, &pos, frames + 2 * stride);
        assert_int_equal(eval->kind->value(eval, &pos, frames + stride),
                         eval->kind->value(eval, &pos, frames + 2 * stride));
        memcpy(frames, frames + stride, eval->frame_bytes);
    }
    free(frames);
}

// ---- every set of operations ----

typedef struct OpsSample {
    _Alignas(SMALLNET_ALIGN) int16_t row[FEATURE_ACTIVE_MAX + 1][SMALLNET_WIDTH];
    int16_t weights[COLOR_NB][SMALLNET_WIDTH];
    SmallnetSums sums;
} OpsSample;

// Sums over the whole 16 bits, and output weights up to their limit.
static void fill_sample(OpsSample *sample, Rng *rng) {
    int16_t *numbers = sample->row[0];
    for (int i = 0; i < (FEATURE_ACTIVE_MAX + 1) * SMALLNET_WIDTH; i++)
        numbers[i] = (int16_t)rng_next(rng);
    const uint32_t range = rng_below(rng, 2) ? 1 << 16 : 2 * SMALLNET_ONE;
    for (Color view = FIRST; view < COLOR_NB; view++)
        for (int j = 0; j < SMALLNET_WIDTH; j++) {
            const int limit = SMALLNET_OUT_LIMIT;
            sample->weights[view][j] =
                (int16_t)(rng_below(rng, 3) ? (int)rng_below(rng, 2 * limit + 1) - limit : limit);
            sample->sums.view[view][j] = (int16_t)rng_below(rng, range);
        }
}

static void assert_same_ops(const SmallnetOps *ops, const OpsSample *sample, int added,
                            int removed) {
    const SmallnetOps *plain = &SMALLNET_SCALAR;
    const int16_t *rows[FEATURE_ACTIVE_MAX];
    for (int i = 0; i < FEATURE_ACTIVE_MAX; i++)
        rows[i] = sample->row[i + 1];
    SmallnetSums left, right;
    for (int view = 0; view < COLOR_NB; view++) {
        plain->gather(sample->row[0], rows, FEATURE_ACTIVE_MAX - view, left.view[view]);
        ops->gather(sample->row[0], rows, FEATURE_ACTIVE_MAX - view, right.view[view]);
    }
    assert_memory_equal(&left, &right, sizeof left);

    SmallnetChange change = {.added_count = added, .removed_count = removed};
    for (int view = 0; view < COLOR_NB; view++)
        for (int i = 0; i < FEATURE_CHANGE_MAX; i++) {
            change.added[view][i] = sample->row[4 * view + 2 * i];
            change.removed[view][i] = sample->row[4 * view + 2 * i + 1];
        }
    plain->change(&sample->sums, &change, &left);
    ops->change(&sample->sums, &change, &right);
    assert_memory_equal(&left, &right, sizeof left);
    const SmallnetOut out = {{sample->weights[FIRST], sample->weights[SECOND]}};
    assert_true(plain->output(&left, &out) == ops->output(&left, &out));
    assert_true(ops->output_after(&sample->sums, &change, &out) == ops->output(&left, &out));
    assert_true(plain->output_after(&sample->sums, &change, &out) == plain->output(&left, &out));
    assert_true(plain->output(&sample->sums, &out) == ops->output(&sample->sums, &out));
}

static void test_ops(void **state) {
    (void)state;
    const SmallnetOps *ops = smallnet_ops_best();
    testing_note("scalar against %s\n", ops->name);
    OpsSample *sample = aligned_alloc(SMALLNET_ALIGN, sizeof *sample);
    assert_non_null(sample);
    Rng rng;
    rng_init(&rng, 77);
    for (int i = 0; i < 400; i++) {
        fill_sample(sample, &rng);
        assert_same_ops(ops, sample, 1 + i % 2, 1 + i / 2 % 2);
    }
    free(sample);
}

// ---- before anything is learned ----

static float *fresh_master;
static double furthest;
static long inside, units;

static void visit_fresh(Position *pos, Rng *rng) {
    (void)rng;
    Feature list[FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, list);
    double material = 0;
    for (int i = 0; i < count; i++)
        material += FEATURES.value[list[i]];
    if (pos_side(pos) == SECOND)
        material = -material;
    furthest = fmax(furthest, fabs(net_twin(fresh_master, pos).value - material));
    for (int j = 0; j < SMALLNET_WIDTH; j++) {
        double sum = net_weight(fresh_master, NET_BIAS, j);
        for (int i = 0; i < count; i++)
            sum += net_weight(fresh_master, list[i], j);
        inside += sum > 0 && sum < 1;
        units++;
    }
}

// It has the piece values, and its units are in the range where they learn.
static void test_begin(void **state) {
    (void)state;
    fresh_master = calloc(MASTER_NET.weight_count, sizeof *fresh_master);
    assert_non_null(fresh_master);
    Rng rng;
    rng_init(&rng, 2);
    MASTER_NET.begin(fresh_master, &rng);
    random_play(6, 500, visit_fresh);
    testing_note("%.0f hundredths from the material; %.1f %% of the units between 0 and 1\n",
                 furthest, 100 * (double)inside / (double)units);
    assert_true(furthest < 100);
    assert_true(inside > units * 9 / 10);
    Position pos;
    pos_start(&pos);
    // Both sides see the same position.
    assert_true(fabs(net_twin(fresh_master, &pos).value) < 1e-3);
    free(fresh_master);
}

// ---- files ----

// The largest accepted numbers, with every sign: values may be meaningless, sums are exact.
static void test_extremes(void **state) {
    (void)state;
    SmallnetFile *loud = malloc(sizeof *loud);
    assert_non_null(loud);
    for (int sign = 0; sign < 4; sign++) {
        const int up = sign & 1 ? 1 : -1, out = sign & 2 ? 1 : -1;
        for (int i = 0; i < FEATURE_NB; i++) {
            loud->psqt[i] = (FEATURES.turned[i] < i ? -out : out) * SMALLNET_PSQT_LIMIT;
            for (int j = 0; j < SMALLNET_WIDTH; j++)
                loud->row[i][j] = (int16_t)(up * SMALLNET_ROW_LIMIT);
        }
        for (int j = 0; j < SMALLNET_WIDTH; j++) {
            loud->bias[j] = (int16_t)(up * SMALLNET_ROW_LIMIT);
            loud->own[j] = loud->other[j] = (int16_t)(out * SMALLNET_OUT_LIMIT);
        }
        loud->out_bias = out > 0 ? INT32_MAX : INT32_MIN;
        Eval *net = NULL;
        const Weights weights = weights_of(loud);
        assert_ok(smallnet_from_weights(&weights, "loud", &net, error));
        Rng rng;
        rng_init(&rng, 4);
        for (int i = 0; i < 20; i++) {
            Position pos = random_start(&rng);
            assert_every_way(net, loud, &pos);
        }
        net->kind->close(net);
    }
    free(loud);
}

static void assert_refused(const Weights *weights, const char *why) {
    Eval *none = NULL;
    Error error = {""};
    assert_int_equal(eval_from_weights(weights, "it", &none, &error), STATUS_BAD_INPUT);
    assert_null(none);
    assert_non_null(strstr(error.text, why));
    assert_null(strchr(error.text, '\n'));
}

static void test_refusals(void **state) {
    (void)state;
    SmallnetFile *bad = malloc(sizeof *bad);
    assert_non_null(bad);
    memcpy(bad, file, sizeof *bad);
    Weights weights = weights_of(bad);
    weights.table_bytes -= 4;
    assert_refused(&weights, "it: shape 4");
    weights.table_bytes += 4;
    weights.scale = 32;
    assert_refused(&weights, "it: scale 32, a net has 16");
    weights.scale = SMALLNET_SCALE;
    weights.shape = (WeightShape)77;
    assert_refused(&weights, "it: weights of shape 77");
    weights.shape = SHAPE_NET;
    bad->row[1][3] = INT16_MIN;
    assert_refused(&weights, "of the rows is -32768");
    bad->row[1][3] = 0;
    bad->bias[0] = SMALLNET_ROW_LIMIT + 1;
    assert_refused(&weights, "number 0 of the bias");
    bad->bias[0] = 0;
    bad->own[7] = SMALLNET_OUT_LIMIT + 1;
    assert_refused(&weights, "number 7 of the mover's outputs");
    bad->own[7] = 0;
    bad->other[8] = -SMALLNET_OUT_LIMIT - 1;
    assert_refused(&weights, "number 8 of the opponent's outputs");
    bad->other[8] = 0;
    bad->psqt[5] = INT32_MIN;
    assert_refused(&weights, "it: feature 5 alone");
    free(bad);
}

static void assert_file_refused(const char *path, const char *why) {
    Eval *none = NULL;
    Error error = {""};
    assert_int_equal(eval_from_file(path, &none, &error), STATUS_BAD_INPUT);
    assert_null(none);
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, why));
    assert_null(strchr(error.text, '\n'));
}

static void change_byte(const char *path, long at, int to) {
    FILE *opened = fopen(path, "r+b");
    assert_non_null(opened);
    assert_int_equal(fseek(opened, at, SEEK_SET), 0);
    assert_int_equal(fputc(to, opened), to);
    assert_int_equal(fclose(opened), 0);
}

static void damage_byte(const char *path, long at) {
    FILE *opened = fopen(path, "rb");
    assert_non_null(opened);
    assert_int_equal(fseek(opened, at, SEEK_SET), 0);
    const int byte = fgetc(opened);
    fclose(opened);
    change_byte(path, at, byte ^ 1);
}

static void test_files(void **state) {
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "/tmp/yuragi-net-%s-%d.weights", GAME_NAME, (int)getpid());
    const Weights weights = weights_of(file);
    assert_ok(weights_write(&weights, path, error));
    assert_int_equal(weights_shape_of(path), SHAPE_NET);
    Eval *opened = NULL;
    assert_ok(eval_from_file(path, &opened, error));
    Position pos;
    pos_start(&pos);
    assert_every_way(opened, file, &pos);
    opened->kind->close(opened);

    damage_byte(path, 2000);
    assert_file_refused(path, "damaged");
    change_byte(path, 16, 'x'); // the name of the game
    assert_file_refused(path, "expected " GAME_NAME);
    assert_int_equal(truncate(path, 5000), 0);
    change_byte(path, 16, GAME_NAME[0]);
    assert_file_refused(path, "bytes long");
    assert_int_equal(truncate(path, 40), 0);
    assert_file_refused(path, "no weights that this program knows");
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way), cmocka_unit_test(test_long_way),
        cmocka_unit_test(test_ops),       cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_begin),     cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests_name("net " GAME_NAME, tests, setup, teardown);
}
