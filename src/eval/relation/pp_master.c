// The pair evaluator for learners.
#include "eval/master.h"
#include "eval/relation/pp.h"

enum {
    ONE_WEIGHTS = 2 * FEATURE_NB,
    WEIGHT_NB = ONE_WEIGHTS + 2 * PP_PAIR_NB,
    // Both views of every piece and every pair, board and turn.
    TERM_MAX = 4 * FEATURE_ACTIVE_MAX + 2 * FEATURE_ACTIVE_MAX * (FEATURE_ACTIVE_MAX - 1),
};

// Board terms have even numbers; the turn term follows.
static uint32_t one_weight(Feature feature, bool is_tied) {
    const Feature mirror = FEATURES.mirrored[feature];
    return 2u * (is_tied && mirror < feature ? mirror : feature);
}

static uint32_t pair_weight(Feature a, Feature b, bool is_tied) {
    size_t index = pp_pair_index(a, b);
    if (is_tied) {
        const size_t mirror = pp_pair_index(FEATURES.mirrored[a], FEATURES.mirrored[b]);
        index = mirror < index ? mirror : index;
    }
    return (uint32_t)(ONE_WEIGHTS + 2 * index);
}

static int terms(bool is_tied, const Position *pos, GradientEntry *entries) {
    Feature seen[COLOR_NB][FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, seen[FIRST]);
    for (int i = 0; i < count; i++)
        seen[SECOND][i] = FEATURES.turned[seen[FIRST][i]];
    GradientEntry *entry = entries;
    for (Color view = FIRST; view < COLOR_NB; view++) {
        const float board = view == pos_side(pos) ? 1 : -1;
        for (int i = 0; i < count; i++) {
            entry = master_add_terms(entry, one_weight(seen[view][i], is_tied), board, 1);
            for (int j = 0; j < i; j++)
                entry = master_add_terms(entry, pair_weight(seen[view][i], seen[view][j], is_tied),
                                         board, 1);
        }
    }
    return (int)(entry - entries);
}

void pp_master_begin(float *weights, Rng *rng) {
    (void)rng;
    // Both sides see every piece, each from its own side.
    for (int i = 0; i < FEATURE_NB; i++)
        weights[2 * i] = (float)FEATURES.value[i] / 2;
}

int64_t pp_master_quantise(const float *weights, bool is_tied, void *tables) {
    PpFile *file = tables;
    const int scale = PP_MASTER_SCALE;
    int64_t cut = 0;
    for (int i = 0; i < FEATURE_NB; i++) {
        const float *weight = weights + one_weight((Feature)i, is_tied);
        file->one[i] = (PpTerm){master_quantise(weight[0], scale, PP_ONE_LIMIT, &cut),
                                master_quantise(weight[1], scale, PP_ONE_LIMIT, &cut)};
    }
    // Both views of a pair are added, so each gets half of the range.
    const int limit = PP_PAIR_LIMIT / 2;
    for (int i = 1; i < FEATURE_NB; i++)
        for (int j = 0; j < i; j++) {
            const float *weight = weights + pair_weight((Feature)i, (Feature)j, is_tied);
            file->pair[pp_pair_index(i, j)] =
                (PpPair){(int16_t)master_quantise(weight[0], scale, limit, &cut),
                         (int16_t)master_quantise(weight[1], scale, limit, &cut)};
        }
    return cut;
}

void pp_master_restore(const void *tables, float unit, float *weights) {
    const PpFile *file = tables;
    for (int i = 0; i < FEATURE_NB; i++) {
        weights[2 * i] = (float)file->one[i].board * unit;
        weights[2 * i + 1] = (float)file->one[i].turn * unit;
    }
    for (int i = 0; i < PP_PAIR_NB; i++) {
        weights[ONE_WEIGHTS + 2 * i] = file->pair[i].board * unit;
        weights[ONE_WEIGHTS + 2 * i + 1] = file->pair[i].turn * unit;
    }
}

const MasterKind MASTER_PP = {
    .name = "pp",
    .relations = "pairs",
    .shape = SHAPE_PP,
    .scale = PP_MASTER_SCALE,
    .weight_count = WEIGHT_NB,
    .table_bytes = PP_TABLE_BYTES,
    .row = 2,
    .rate = 0.5,
    .begin = pp_master_begin,
    .term_max = TERM_MAX,
    .terms = terms,
    .quantise = pp_master_quantise,
    .restore = pp_master_restore,
};
