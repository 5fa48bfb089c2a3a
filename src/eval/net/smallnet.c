#include "smallnet.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "smallnet_ops.h"

// The tables for play: aligned, and both views of the linear path folded into one.
typedef struct NetEval {
    Eval base;
    const SmallnetOps *ops;
    int32_t out_bias;
    int32_t psqt[FEATURE_NB]; // as FIRST sees it minus as SECOND sees it
    _Alignas(SMALLNET_ALIGN) int16_t bias[SMALLNET_WIDTH];
    int16_t own[SMALLNET_WIDTH], other[SMALLNET_WIDTH];
    int16_t row[FEATURE_NB][SMALLNET_WIDTH];
} NetEval;

typedef struct NetFrame {
    SmallnetSums sums;
    int32_t psqt; // for FIRST
} NetFrame;

static int value_of(const NetEval *eval, int64_t output, int32_t psqt, Color side) {
    return smallnet_value(output, (int64_t)eval->out_bias + (side == FIRST ? psqt : -psqt));
}

static SmallnetOut out_for(const NetEval *eval, Color side) {
    return side == FIRST ? (SmallnetOut){{eval->own, eval->other}}
                         : (SmallnetOut){{eval->other, eval->own}};
}

static void refresh(const Eval *base, const Position *pos, void *frame) {
    const NetEval *eval = (const NetEval *)base;
    NetFrame *fresh = frame;
    Feature list[FEATURE_ACTIVE_MAX];
    const int16_t *rows[COLOR_NB][FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, list);
    fresh->psqt = 0;
    for (int i = 0; i < count; i++) {
        rows[FIRST][i] = eval->row[list[i]];
        rows[SECOND][i] = eval->row[FEATURES.turned[list[i]]];
        fresh->psqt += eval->psqt[list[i]];
    }
    for (Color view = FIRST; view < COLOR_NB; view++)
        eval->ops->gather(eval->bias, rows[view], count, fresh->sums.view[view]);
}

// The rows that a move changes; returns the change of the linear path.
static int32_t change_of(const NetEval *eval, const Position *pos, Move move,
                         SmallnetChange *change) {
    FeatureChange features;
    features_change(pos, move, &features);
    change->removed_count = features.removed_count;
    change->added_count = features.added_count;
    int32_t psqt = 0;
    for (int i = 0; i < features.removed_count; i++) {
        change->removed[FIRST][i] = eval->row[features.removed[i]];
        change->removed[SECOND][i] = eval->row[FEATURES.turned[features.removed[i]]];
        psqt -= eval->psqt[features.removed[i]];
    }
    for (int i = 0; i < features.added_count; i++) {
        change->added[FIRST][i] = eval->row[features.added[i]];
        change->added[SECOND][i] = eval->row[FEATURES.turned[features.added[i]]];
        psqt += eval->psqt[features.added[i]];
    }
    return psqt;
}

static void advance(const Eval *base, const Position *pos, Move move, const void *from, void *to) {
    const NetEval *eval = (const NetEval *)base;
    const NetFrame *before = from;
    NetFrame *after = to;
    SmallnetChange change;
    after->psqt = before->psqt + change_of(eval, pos, move, &change);
    eval->ops->change(&before->sums, &change, &after->sums);
}

static int value(const Eval *base, const Position *pos, const void *frame) {
    const NetEval *eval = (const NetEval *)base;
    const NetFrame *here = frame;
    const SmallnetOut out = out_for(eval, pos_side(pos));
    return value_of(eval, eval->ops->output(&here->sums, &out), here->psqt, pos_side(pos));
}

static void children(const Eval *base, const Position *pos, const void *frame, const Move *moves,
                     int count, int *values) {
    const NetEval *eval = (const NetEval *)base;
    const NetFrame *here = frame;
    const Color side = color_other(pos_side(pos));
    const SmallnetOut out = out_for(eval, side);
    for (int i = 0; i < count; i++) {
        SmallnetChange change;
        const int32_t psqt = here->psqt + change_of(eval, pos, moves[i], &change);
        values[i] = value_of(eval, eval->ops->output_after(&here->sums, &change, &out), psqt, side);
    }
}

static Status check_limit(const int16_t *numbers, size_t count, int limit, const char *what,
                          const char *name, Error *error) {
    for (size_t i = 0; i < count; i++)
        if (abs(numbers[i]) > limit)
            return error_set(error, STATUS_BAD_INPUT,
                             "%s: number %zu of the %s is %d, at most %d fits", name, i, what,
                             numbers[i], limit);
    return STATUS_OK;
}

// Refuses weights that could overflow a sum, so that no sum is checked later.
static Status check_file(const SmallnetFile *file, const char *name, Error *error) {
    TRY(check_limit(file->row[0], (size_t)FEATURE_NB * SMALLNET_WIDTH, SMALLNET_ROW_LIMIT, "rows",
                    name, error));
    TRY(check_limit(file->bias, SMALLNET_WIDTH, SMALLNET_ROW_LIMIT, "bias", name, error));
    TRY(check_limit(file->own, SMALLNET_WIDTH, SMALLNET_OUT_LIMIT, "mover's outputs", name, error));
    TRY(check_limit(file->other, SMALLNET_WIDTH, SMALLNET_OUT_LIMIT, "opponent's outputs", name,
                    error));
    for (int i = 0; i < FEATURE_NB; i++)
        if (file->psqt[i] < -SMALLNET_PSQT_LIMIT || file->psqt[i] > SMALLNET_PSQT_LIMIT)
            return error_set(error, STATUS_BAD_INPUT, "%s: feature %d alone is %d, at most %d fits",
                             name, i, file->psqt[i], SMALLNET_PSQT_LIMIT);
    return STATUS_OK;
}

Status smallnet_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error) {
    TRY(weights_expect(weights, name, SHAPE_NET, sizeof(SmallnetFile), error));
    if (weights->scale != SMALLNET_SCALE)
        return error_set(error, STATUS_BAD_INPUT, "%s: scale %u, a net has %d", name,
                         weights->scale, SMALLNET_SCALE);
    const SmallnetFile *file = (const SmallnetFile *)(const void *)weights->tables;
    TRY(check_file(file, name, error));
    NetEval *fresh = pages_new(sizeof *fresh);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for its tables", name);
    fresh->base = (Eval){.kind = &EVAL_NET, .frame_bytes = sizeof(NetFrame)};
    fresh->ops = smallnet_ops_best();
    fresh->out_bias = file->out_bias;
    for (int i = 0; i < FEATURE_NB; i++)
        fresh->psqt[i] = file->psqt[i] - file->psqt[FEATURES.turned[i]];
    memcpy(fresh->bias, file->bias, sizeof fresh->bias);
    memcpy(fresh->own, file->own, sizeof fresh->own);
    memcpy(fresh->other, file->other, sizeof fresh->other);
    memcpy(fresh->row, file->row, sizeof fresh->row);
    *eval = &fresh->base;
    return STATUS_OK;
}

static void close_eval(Eval *eval) {
    pages_free(eval, sizeof(NetEval));
}

const EvalKind EVAL_NET = {
    .name = "net",
    .close = close_eval,
    .refresh = refresh,
    .advance = advance,
    .value = value,
    .children = children,
};
