// Pairs and large pieces beside a king, for learners. The weights of MASTER_PP come first, with its
// numbers; one weight for each king's square and pair of large pieces follows, in the order of the
// file.
#include "eval/master.h"
#include "eval/relation/ppk.h"

enum {
    ONE_WEIGHTS = 2 * FEATURE_NB,
    PP_WEIGHTS = ONE_WEIGHTS + 2 * PP_PAIR_NB,
    WEIGHT_NB = PP_WEIGHTS + SQUARE_NB * PPK_PAIR_NB,
    // Both views of every piece and every pair, board and turn; then both views of large pairs.
    PP_TERM_MAX = 4 * FEATURE_ACTIVE_MAX + 2 * FEATURE_ACTIVE_MAX * (FEATURE_ACTIVE_MAX - 1),
    TERM_MAX = PP_TERM_MAX + FEATURE_ACTIVE_MAX * (FEATURE_ACTIVE_MAX - 1),
};

// The feature of a large piece.
static int feature_of(int big) {
    return big < PPK_HAND_NB ? PPK_HAND_FIRST + big : PPK_BOARD_FIRST + big - PPK_HAND_NB;
}

static int mirrored_big(int big) {
    return ppk_big(FEATURES.mirrored[feature_of(big)]);
}

static size_t kpp_index(int king, int a, int b) {
    return (size_t)king * PPK_PAIR_NB + pp_pair_index(a, b);
}

static uint32_t kpp_weight(int king, int a, int b, bool is_tied) {
    size_t index = kpp_index(king, a, b);
    if (is_tied) {
        const size_t mirror =
            kpp_index(master_mirrored_square(king), mirrored_big(a), mirrored_big(b));
        index = mirror < index ? mirror : index;
    }
    return (uint32_t)(PP_WEIGHTS + index);
}

static int terms(bool is_tied, const Position *pos, GradientEntry *entries) {
    GradientEntry *entry = entries + MASTER_PP.terms(is_tied, pos, entries);
    Feature list[FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, list);
    PpkPieces pieces;
    ppk_pieces(list, count, &pieces);
    for (Color view = FIRST; view < COLOR_NB; view++) {
        const int king = pieces.king[view];
        if (king < 0)
            continue;
        const uint16_t *big = pieces.big[view];
        const float board = view == pos_side(pos) ? 1 : -1;
        for (int i = 1; i < pieces.count; i++)
            for (int j = 0; j < i; j++)
                *entry++ = (GradientEntry){kpp_weight(king, big[i], big[j], is_tied), board};
    }
    return (int)(entry - entries);
}

static int64_t quantise(const float *weights, bool is_tied, void *tables) {
    PpkFile *file = tables;
    int64_t cut = pp_master_quantise(weights, is_tied, &file->pp);
    for (int king = 0; king < SQUARE_NB; king++)
        for (int i = 1; i < PPK_BIG_NB; i++)
            for (int j = 0; j < i; j++)
                file->kpp[king][pp_pair_index(i, j)] = (int16_t)master_quantise(
                    weights[kpp_weight(king, i, j, is_tied)], PP_MASTER_SCALE, PPK_LIMIT, &cut);
    return cut;
}

static void restore(const void *tables, float unit, float *weights) {
    const PpkFile *file = tables;
    pp_master_restore(&file->pp, unit, weights);
    float *weight = weights + PP_WEIGHTS;
    for (int king = 0; king < SQUARE_NB; king++)
        for (int i = 0; i < PPK_PAIR_NB; i++)
            *weight++ = file->kpp[king][i] * unit;
}

const MasterKind MASTER_PPK = {
    .name = "ppk",
    .relations = "pairs and large pieces beside a king",
    .shape = SHAPE_PP_KPP,
    .scale = PP_MASTER_SCALE,
    .weight_count = WEIGHT_NB,
    .table_bytes = sizeof(PpkFile),
    .row = 1,
    .rate = 0.5,
    .begin = pp_master_begin,
    .term_max = TERM_MAX,
    .terms = terms,
    .quantise = quantise,
    .restore = restore,
};
