// Master weights: gradients against finite differences, saved weights against their master.
#include "net_testing.h"

#include <unistd.h>

#include "base/filemap.h"
#include "eval/eval_file.h"
#include "eval/relation/kppt.h"
#include "eval/relation/pp.h"
#include "eval/relation/ppk.h"

// A master, and the evaluator that opens its files.
typedef struct Shape {
    const MasterKind *master;
    const EvalKind *eval;
} Shape;

static const Shape SHAPES[] = {{&MASTER_PP, &EVAL_PP},
                               {&MASTER_PPK, &EVAL_PPK},
                               {&MASTER_KPPT, &EVAL_KPPT},
                               {&MASTER_NET, &EVAL_NET}};

// Shogi's triples take most of a gigabyte of weights: only their indices are tested.
static bool is_too_large(const Shape *shape) {
    return GAME_IS_SHOGI && shape->master == &MASTER_KPPT;
}

static bool is_net(const MasterKind *kind) {
    return kind == &MASTER_NET;
}

// Relations are within half of `range`; a net has its own ranges.
static float *random_master(const MasterKind *kind, uint64_t seed, float range) {
    Rng rng;
    rng_init(&rng, seed);
    float *weights = malloc(kind->weight_count * sizeof *weights);
    assert_non_null(weights);
    if (is_net(kind)) {
        net_fill(weights, &rng);
        return weights;
    }
    for (size_t i = 0; i < kind->weight_count; i++)
        weights[i] = (rng_unit_f(&rng) - 0.5f) * range;
    return weights;
}

static int weight_compare(const void *a, const void *b) {
    const uint32_t left = ((const GradientEntry *)a)->weight;
    const uint32_t right = ((const GradientEntry *)b)->weight;
    return (left > right) - (left < right);
}

// Merges entries of the same weight; returns how many remain.
static int merge(GradientEntry *entries, int count) {
    qsort(entries, (size_t)count, sizeof *entries, weight_compare);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept && entries[kept - 1].weight == entries[i].weight)
            entries[kept - 1].amount += entries[i].amount;
        else
            entries[kept++] = entries[i];
    }
    return kept;
}

static const MasterKind *master;
static float *weights;
static Gradient gradient;
static bool is_tied;
static long compared;

static double master_value(const MasterKind *kind, const float *of, bool tied,
                           const Position *pos) {
    void *work = malloc(master_work_bytes(kind));
    assert_non_null(work);
    const double value = master_forward(kind, of, tied, pos, work);
    free(work);
    return value;
}

// The same without the rounding of single precision.
static double exact_value(const Position *pos) {
    return is_net(master) ? net_twin(weights, pos).value
                          : master_value(master, weights, is_tied, pos);
}

// dValue/dWeight of all weights.
static void fill_gradient(const Position *pos) {
    gradient_clear(&gradient);
    void *work = malloc(master_work_bytes(master));
    assert_non_null(work);
    const double value = master_forward(master, weights, is_tied, pos, work);
    assert_true(fabs(value - exact_value(pos)) < 0.01);
    master_backward(master, weights, work, 1, &gradient);
    free(work);
}

static void assert_slope(uint32_t index, const Position *pos) {
    assert_true(index < master->weight_count);
    // A relation counts about once. A net's derivatives are tens of hundredths, and the error of
    // single precision is relative to them; a weight of the net must not push a sum past 1.
    const float step = is_net(master) ? 0x1p-12f : 0.5f;
    const double typical = is_net(master) ? SMALLNET_UNIT / 10 : 1;
    float *weight = &weights[index];
    const float kept = *weight;
    *weight = kept + step;
    const double above = exact_value(pos), high = (double)*weight;
    *weight = kept - step;
    const double below = exact_value(pos), low = (double)*weight;
    *weight = kept;
    const double slope = (above - below) / (high - low);
    const double error = fabs(slope - (double)gradient.sums[index]);
    assert_true(error <= 1e-5 * fmax(typical, fabs(slope)));
    compared++;
}

static void visit_gradient(Position *pos, Rng *rng) {
    if (is_net(master) && net_twin(weights, pos).margin < 0x1p-11)
        return;
    fill_gradient(pos);
    assert_true(gradient.touch_count > 0);
    for (int sample = 0; sample < 20; sample++) {
        const uint32_t row = gradient.touched[rng_below(rng, (uint32_t)gradient.touch_count)];
        assert_slope(row * gradient.row + rng_below(rng, gradient.row), pos);
    }
    // The few rows that affect every value of a net would seldom be drawn.
    for (int row = NET_BIAS; is_net(master) && row <= NET_OUT_BIAS; row++)
        assert_slope((uint32_t)row * gradient.row + rng_below(rng, gradient.row), pos);
}

static void test_gradients(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(SHAPES); i++)
        for (int tied = 0; tied < 2; tied++) {
            if (is_too_large(&SHAPES[i]))
                continue;
            master = SHAPES[i].master;
            weights = random_master(master, 3, 20);
            assert_ok(gradient_init(&gradient, master->weight_count, master->row, error));
            is_tied = tied;
            compared = 0;
            random_play(9, 150, visit_gradient);
            testing_note("%s: %ld slopes compared\n", master->name, compared);
            assert_true(compared > 1000);
            gradient_release(&gradient);
            free(weights);
        }
}

// The rest of the gradient is 0: a weight outside it does not affect the value.
static void visit_sparse(Position *pos, Rng *rng) {
    fill_gradient(pos);
    for (int sample = 0; sample < 20; sample++) {
        const uint32_t weight = rng_below(rng, (uint32_t)master->weight_count);
        if (gradient.is_touched[weight / gradient.row])
            continue;
        assert_true(gradient.sums[weight] == 0);
        const double before = master_value(master, weights, is_tied, pos);
        weights[weight] += 100;
        assert_true(master_value(master, weights, is_tied, pos) == before);
        weights[weight] -= 100;
    }
}

static void test_sparse(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(SHAPES); i++) {
        if (is_too_large(&SHAPES[i]))
            continue;
        master = SHAPES[i].master;
        is_tied = true;
        weights = random_master(master, 4, 20);
        assert_ok(gradient_init(&gradient, master->weight_count, master->row, error));
        random_play(10, 100, visit_sparse);
        gradient_release(&gradient);
        free(weights);
    }
}

static Eval *saved;
static double worst;

static void visit_saved(Position *pos, Rng *rng) {
    (void)rng;
    _Alignas(EVAL_ALIGN) unsigned char frame[4096];
    assert_true(saved->frame_bytes <= sizeof frame);
    saved->kind->refresh(saved, pos, frame);
    const double error =
        fabs(saved->kind->value(saved, pos, frame) - master_value(master, weights, is_tied, pos));
    worst = fmax(worst, error);
}

static char *temporary_path(void) {
    static char path[64];
    snprintf(path, sizeof path, "/tmp/yuragi-test-%s-%d.weights", GAME_NAME, (int)getpid());
    return path;
}

// Loading and saving again gives the same file.
static void assert_saved_again(const char *path) {
    FileMap first, second;
    Weights file;
    assert_ok(filemap_open(&first, path, error));
    assert_ok(weights_read(&file, path, first.data, first.size, error));
    assert_int_equal(file.flags, is_tied && !is_net(master) ? WEIGHTS_MIRROR_TIED : 0);
    assert_true(str_eq(file.provenance, "a test"));
    assert_ok(master_load(master, &file, path, weights, error));
    char again[80];
    snprintf(again, sizeof again, "%s.again", path);
    assert_ok(master_save(master, weights, is_tied, str_of("a test"), again, NULL, error));
    assert_ok(filemap_open(&second, again, error));
    unlink(again);
    assert_int_equal(first.size, second.size);
    assert_true(memcmp(first.data, second.data, first.size) == 0);
    filemap_release(&second);

    // Another shape's file is not loaded.
    file.table_bytes -= 4;
    Error error = {""};
    assert_int_equal(master_load(master, &file, "other", weights, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "other: not weights of "));
    filemap_release(&first);
}

// How far saved weights may be from their master, in hundredths of a pawn (doc/evaluation.md): each
// of the terms is rounded by at most half a unit, and their errors mostly cancel. So do those of a
// net whose outputs are a tenth of its unit.
static double stated_bound(void) {
    return !is_net(master) || !GAME_IS_SHOGI ? 5 : 7;
}

static void test_saved(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(SHAPES); i++)
        for (int tied = 0; tied < 2; tied++) {
            if (is_too_large(&SHAPES[i]))
                continue;
            master = SHAPES[i].master;
            is_tied = tied;
            weights = random_master(master, 5, 12);
            const char *path = temporary_path();
            assert_ok(master_save(master, weights, is_tied, str_of("a test"), path, NULL, error));
            assert_ok(eval_from_file(path, &saved, error));
            assert_ptr_equal(saved->kind, SHAPES[i].eval);
            worst = 0;
            random_play(11, 1000, visit_saved);
            assert_true(worst < stated_bound());
            testing_note("%s: at most %.2f hundredths of a pawn from the master\n", master->name,
                         worst);
            assert_saved_again(path);
            unlink(path);
            saved->kind->close(saved);
            free(weights);
        }
}

// Numbers outside the range of a table are clamped, and NaN becomes 0.
static void test_quantised(void **state) {
    (void)state;
    int64_t cut = 0;
    assert_int_equal(master_quantise(1.5f, 16, 100, &cut), 24);
    assert_int_equal(master_quantise(-1.5f, 16, 100, &cut), -24);
    assert_int_equal(master_quantise(7, 16, 100, &cut), 100);
    assert_int_equal(master_quantise(-7, 16, 100, &cut), -100);
    assert_int_equal(master_quantise(INFINITY, 16, 100, &cut), 100);
    assert_int_equal(master_quantise(-INFINITY, 16, 100, &cut), -100);
    assert_int_equal(master_quantise(NAN, 16, 100, &cut), 0);
    assert_int_equal(cut, 5);
    assert_int_equal(master_quantise(6.26f, 16, 100, &cut), 100); // in range
    assert_int_equal(cut, 5);
}

// ---- left and right ----

// The pieces of one rank of the board's text, last first.
static void reverse_rank(Str rank, StrBuf *out) {
    for (size_t end = rank.len; end > 0;) {
        const size_t start = end >= 2 && rank.at[end - 2] == '+' ? end - 2 : end - 1;
        strbuf_format(out, "%.*s", (int)(end - start), rank.at + start);
        end = start;
    }
}

static Position mirror_image(const Position *pos) {
    char text[POS_TEXT_MAX], image[POS_TEXT_MAX];
    pos_format(pos, text);
    Str rest = str_of(text);
    Str board = str_word(&rest);
    const Str side = str_word(&rest), hand = str_word(&rest);
    StrBuf out = strbuf_init(image, sizeof image);
    for (int i = 0; i < RANK_NB; i++) {
        if (i)
            strbuf_format(&out, "/");
        reverse_rank(str_until(&board, '/'), &out);
    }
    if (GAME_IS_CHESS)
        strbuf_format(&out, " %c - - 0 1", *side.at);
    else
        strbuf_format(&out, " %c %.*s 1", *side.at, (int)hand.len, hand.at);
    return position_of(str_of(image));
}

// With tied weights a position and its mirror image have the same gradient. It does not depend on
// the weights.
static void visit_mirrored(Position *pos, Rng *rng) {
    (void)rng;
    const size_t bytes = (size_t)master->term_max * sizeof(GradientEntry);
    GradientEntry *own = malloc(bytes), *other = malloc(bytes);
    assert_true(own && other);
    const Position image = mirror_image(pos);
    const int count = merge(own, master->terms(true, pos, own));
    assert_int_equal(merge(other, master->terms(true, &image, other)), count);
    for (int i = 0; i < count; i++) {
        assert_true(own[i].weight < master->weight_count);
        assert_int_equal(own[i].weight, other[i].weight);
        assert_true(own[i].amount == other[i].amount);
    }
    free(own);
    free(other);
}

static void test_mirrored(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(SHAPES); i++) {
        master = SHAPES[i].master;
        if (master->terms)
            random_play(12, 300, visit_mirrored);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients), cmocka_unit_test(test_sparse),
        cmocka_unit_test(test_saved),     cmocka_unit_test(test_quantised),
        cmocka_unit_test(test_mirrored),
    };
    return cmocka_run_group_tests_name("master " GAME_NAME, tests, NULL, NULL);
}
