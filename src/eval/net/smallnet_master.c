// The net for learners. Hundreds of millions of samples pass through `forward` and `backward`, so
// both use vectors of eight floats; the compiler splits them where the processor has none, with the
// same results.
#include <math.h>
#include <string.h>

#include "base/macros.h"
#include "eval/master.h"
#include "eval/net/smallnet.h"

// Rows of the master, and their order.
enum {
    WIDTH = SMALLNET_WIDTH,
    BIAS_ROW = FEATURE_NB,
    OWN_ROW,   // output weights of the mover's view
    OTHER_ROW, // and of the opponent's: OWN_ROW + the view
    PSQT_ROW,  // one weight a feature, in units of SMALLNET_UNIT
    PSQT_ROW_NB = (FEATURE_NB + WIDTH - 1) / WIDTH,
    OUT_BIAS_ROW = PSQT_ROW + PSQT_ROW_NB, // its first weight; the rest is unused
    ROW_NB,
    WEIGHT_NB = ROW_NB * WIDTH,
};

// The views relative to the side to move.
enum { MOVER, OPPONENT, VIEW_NB };

typedef struct NetWork {
    _Alignas(16) float sum[VIEW_NB][WIDTH];
    Feature seen[VIEW_NB][FEATURE_ACTIVE_MAX];
    int count;
} NetWork;

enum { LANES = 8, TILE = 8 * LANES };

// Eight floats in a register, the result of a comparison, and eight unaligned floats in memory.
typedef float Lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t Mask __attribute__((vector_size(4 * LANES)));
typedef float LanesAt __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

static inline const float *row_of(const float *weights, int row) {
    return weights + (size_t)row * WIDTH;
}

// ---- the value ----

// A tile of the sums stays in registers while the rows are added; eight vectors hide the latency of
// an addition. Tiles of half the size for both views at once were an eighth slower: a row is better
// read in long pieces.
static void gather(const float *weights, const Feature *seen, int count, float *sum) {
    const float *bias = row_of(weights, BIAS_ROW);
    int at = 0;
    for (; at + TILE <= WIDTH; at += TILE) {
        const LanesAt *from = (const LanesAt *)(bias + at);
        Lanes a = from[0], b = from[1], c = from[2], d = from[3];
        Lanes e = from[4], f = from[5], g = from[6], h = from[7];
        for (int i = 0; i < count; i++) {
            const LanesAt *row = (const LanesAt *)(row_of(weights, seen[i]) + at);
            a += row[0], b += row[1], c += row[2], d += row[3];
            e += row[4], f += row[5], g += row[6], h += row[7];
        }
        LanesAt *to = (LanesAt *)(sum + at);
        to[0] = a, to[1] = b, to[2] = c, to[3] = d;
        to[4] = e, to[5] = f, to[6] = g, to[7] = h;
    }
    for (; at < WIDTH; at += LANES) {
        Lanes a = *(const LanesAt *)(bias + at);
        for (int i = 0; i < count; i++)
            a += *(const LanesAt *)(row_of(weights, seen[i]) + at);
        *(LanesAt *)(sum + at) = a;
    }
}

// Eight sums clamped to 0 … 1, by masks: a compiler would turn a condition into an unpredictable
// branch. The result is returned through a pointer, since the ABI of vectors depends on the
// processor; inlining removes it.
ALWAYS_INLINE void clamp_eight(const float *sum, Lanes *clamped) {
    const Lanes zero = {0}, one = zero + 1, x = *(const LanesAt *)sum;
    const Mask above = x > zero, below = x < one;
    *clamped = (Lanes)(((Mask)x & above & below) | ((Mask)one & ~below));
}

// One sum a lane, so that the order of the additions is the same on every processor.
static float output(const float *sum, const float *weights) {
    Lanes total = {0};
    for (int at = 0; at < WIDTH; at += LANES) {
        Lanes v;
        clamp_eight(sum + at, &v);
        total += v * v * *(const LanesAt *)(weights + at);
    }
    return ((total[0] + total[4]) + (total[2] + total[6])) +
           ((total[1] + total[5]) + (total[3] + total[7]));
}

static double forward(const float *weights, const Position *pos, void *memory) {
    NetWork *work = memory;
    Feature list[FEATURE_ACTIVE_MAX];
    const int count = work->count = features_active(pos, list);
    const int first = pos_side(pos) == FIRST ? MOVER : OPPONENT;
    const float *psqt = row_of(weights, PSQT_ROW);
    double linear = (double)row_of(weights, OUT_BIAS_ROW)[0];
    for (int i = 0; i < count; i++) {
        work->seen[first][i] = list[i];
        work->seen[!first][i] = FEATURES.turned[list[i]];
        linear += (double)(psqt[work->seen[MOVER][i]] - psqt[work->seen[OPPONENT][i]]);
    }
    double out = linear;
    for (int view = 0; view < VIEW_NB; view++) {
        gather(weights, work->seen[view], count, work->sum[view]);
        out += (double)output(work->sum[view], row_of(weights, OWN_ROW + view));
    }
    return SMALLNET_UNIT * out;
}

// ---- the gradient ----

// The derivatives by one view's sums, times `amount`; also adds the gradient of the output weights.
static void slopes(const float *sum, const float *weights, float amount, float *out, float *slope) {
    const Lanes zero = {0}, one = zero + 1;
    for (int at = 0; at < WIDTH; at += LANES) {
        Lanes v;
        clamp_eight(sum + at, &v);
        *(LanesAt *)(out + at) += amount * v * v;
        const Lanes inside = 2 * amount * *(const LanesAt *)(weights + at) * v;
        *(LanesAt *)(slope + at) = (Lanes)((Mask)inside & (v < one));
    }
}

static void add_row(const float *restrict slope, float *restrict row) {
    for (int j = 0; j < WIDTH; j++)
        row[j] += slope[j];
}

// Avoids the divisions of gradient_add, whose row length is variable.
static void add_psqt(Gradient *gradient, Feature feature, float amount) {
    gradient_row(gradient, (uint32_t)(PSQT_ROW + feature / WIDTH))[feature % WIDTH] += amount;
}

static void backward(const float *weights, const void *memory, double amount, Gradient *gradient) {
    const NetWork *work = memory;
    const float scaled = (float)(amount * SMALLNET_UNIT);
    float slope[VIEW_NB][WIDTH];
    for (int view = 0; view < VIEW_NB; view++) {
        slopes(work->sum[view], row_of(weights, OWN_ROW + view), scaled,
               gradient_row(gradient, (uint32_t)(OWN_ROW + view)), slope[view]);
        add_row(slope[view], gradient_row(gradient, BIAS_ROW));
        for (int i = 0; i < work->count; i++)
            add_row(slope[view], gradient_row(gradient, work->seen[view][i]));
    }
    for (int i = 0; i < work->count; i++) {
        add_psqt(gradient, work->seen[MOVER][i], scaled);
        add_psqt(gradient, work->seen[OPPONENT][i], -scaled);
    }
    *gradient_row(gradient, OUT_BIAS_ROW) += scaled;
}

// ---- initial weights ----

static float uniform(Rng *rng, float low, float high) {
    return low + (high - low) * rng_unit_f(rng);
}

// Sums begin at about 0.4 ± 0.2, so that nearly every unit learns. The opponent's output weights
// begin as the negatives of the mover's: before learning, a position that looks the same to both
// sides has the value 0.
static void begin(float *weights, Rng *rng) {
    const float range = 0.35f / sqrtf(FEATURE_ACTIVE_MAX), output_range = 0.02f;
    for (size_t i = 0; i < (size_t)FEATURE_NB * WIDTH; i++)
        weights[i] = uniform(rng, -range, range);
    for (int j = 0; j < WIDTH; j++) {
        weights[BIAS_ROW * WIDTH + j] = uniform(rng, 0.25f, 0.5f);
        const float out = uniform(rng, -output_range, output_range);
        weights[OWN_ROW * WIDTH + j] = out;
        weights[OTHER_ROW * WIDTH + j] = -out;
    }
    for (int i = 0; i < FEATURE_NB; i++)
        weights[PSQT_ROW * WIDTH + i] = (float)FEATURES.value[i] / (2 * SMALLNET_UNIT);
}

// ---- files ----

static void quantise_row(const float *weights, int scale, int limit, int16_t *row, int64_t *cut) {
    for (int j = 0; j < WIDTH; j++)
        row[j] = (int16_t)master_quantise(weights[j], scale, limit, cut);
}

static int64_t quantise(const float *weights, bool is_mirror_tied, void *tables) {
    (void)is_mirror_tied;
    SmallnetFile *file = tables;
    int64_t cut = 0;
    for (int i = 0; i < FEATURE_NB; i++)
        quantise_row(row_of(weights, i), SMALLNET_ONE, SMALLNET_ROW_LIMIT, file->row[i], &cut);
    quantise_row(row_of(weights, BIAS_ROW), SMALLNET_ONE, SMALLNET_ROW_LIMIT, file->bias, &cut);
    quantise_row(row_of(weights, OWN_ROW), SMALLNET_OUT_ONE, SMALLNET_OUT_LIMIT, file->own, &cut);
    quantise_row(row_of(weights, OTHER_ROW), SMALLNET_OUT_ONE, SMALLNET_OUT_LIMIT, file->other,
                 &cut);
    for (int i = 0; i < FEATURE_NB; i++)
        file->psqt[i] = master_quantise(row_of(weights, PSQT_ROW)[i],
                                        SMALLNET_UNIT * SMALLNET_SCALE, SMALLNET_PSQT_LIMIT, &cut);
    file->out_bias = master_quantise(row_of(weights, OUT_BIAS_ROW)[0],
                                     SMALLNET_UNIT * SMALLNET_SCALE, SMALLNET_PSQT_LIMIT, &cut);
    return cut;
}

static void restore_row(const int16_t *row, float unit, float *weights) {
    for (int j = 0; j < WIDTH; j++)
        weights[j] = row[j] * unit;
}

static void restore(const void *tables, float unit, float *weights) {
    const SmallnetFile *file = tables;
    memset(weights, 0, WEIGHT_NB * sizeof *weights);
    for (int i = 0; i < FEATURE_NB; i++) {
        restore_row(file->row[i], 1.0f / SMALLNET_ONE, weights + (size_t)i * WIDTH);
        weights[PSQT_ROW * WIDTH + i] = (float)file->psqt[i] * unit / SMALLNET_UNIT;
    }
    restore_row(file->bias, 1.0f / SMALLNET_ONE, weights + BIAS_ROW * WIDTH);
    restore_row(file->own, 1.0f / SMALLNET_OUT_ONE, weights + OWN_ROW * WIDTH);
    restore_row(file->other, 1.0f / SMALLNET_OUT_ONE, weights + OTHER_ROW * WIDTH);
    weights[OUT_BIAS_ROW * WIDTH] = (float)file->out_bias * unit / SMALLNET_UNIT;
}

const MasterKind MASTER_NET = {
    .name = "net",
    .relations = "a net",
    .shape = SHAPE_NET,
    .scale = SMALLNET_SCALE,
    .weight_count = WEIGHT_NB,
    .table_bytes = sizeof(SmallnetFile),
    .row = WIDTH,
    .rate = 0.001,
    .begin = begin,
    .work_bytes = sizeof(NetWork),
    .forward = forward,
    .backward = backward,
    .quantise = quantise,
    .restore = restore,
};
