// Triples with a king, for learners. The weights follow the order of the file: one, kk, kkp, kpp,
// each a board term and its turn term; but a pair of kpp occurs once, where the file has it twice.
//
// kpp is antisymmetric by construction: both sides read the same table. one, kk and kkp are read
// once, as FIRST sees them, and only the training data makes the numbers of the two sides agree; so
// files of other programs are loaded unchanged.
#include "eval/master.h"
#include "eval/relation/kppt.h"
#include "eval/relation/pp.h"

enum {
    SCALE = 32, // of the files saved, as Apery's
    TERM_LIMIT = 1 << 24,
    PAIR_NB = KPPT_PIECE_NB * (KPPT_PIECE_NB - 1) / 2,
    // one and kkp of every piece, kk, both views of every pair: board and turn.
    TERM_MAX = 4 * FEATURE_ACTIVE_MAX + 2 + 2 * FEATURE_ACTIVE_MAX * (FEATURE_ACTIVE_MAX - 1),
};

#define KK_START  (2 * KPPT_ONE_NB)
#define KKP_START (KK_START + 2 * KPPT_KK_NB)
#define KPP_START (KKP_START + 2 * KPPT_KKP_NB)
#define WEIGHT_NB (KPP_START + 2 * (size_t)SQUARE_NB * PAIR_NB)

_Static_assert(WEIGHT_NB <= UINT32_MAX, "a gradient's entry can name every weight");

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

// The index of the board term of a relation; the turn term follows.
static size_t one_weight(int feature, bool is_tied) {
    const int mirror = FEATURES.mirrored[feature];
    return 2 * (size_t)(is_tied && mirror < feature ? mirror : feature);
}

static size_t kk_index(int k0, int k1) {
    return (size_t)k0 * SQUARE_NB + (size_t)k1;
}

static size_t kk_weight(int k0, int k1, bool is_tied) {
    size_t index = kk_index(k0, k1);
    if (is_tied)
        index = smaller(index, kk_index(master_mirrored_square(k0), master_mirrored_square(k1)));
    return KK_START + 2 * index;
}

static size_t kkp_index(int k0, int k1, int feature) {
    return kk_index(k0, k1) * KPPT_PIECE_NB + (size_t)feature;
}

static size_t kkp_weight(int k0, int k1, int feature, bool is_tied) {
    size_t index = kkp_index(k0, k1, feature);
    if (is_tied)
        index = smaller(index, kkp_index(master_mirrored_square(k0), master_mirrored_square(k1),
                                         FEATURES.mirrored[feature]));
    return KKP_START + 2 * index;
}

static size_t kpp_index(int king, int a, int b) {
    return (size_t)king * PAIR_NB + pp_pair_index(a, b);
}

static size_t kpp_weight(int king, int a, int b, bool is_tied) {
    size_t index = kpp_index(king, a, b);
    if (is_tied)
        index = smaller(index, kpp_index(master_mirrored_square(king), FEATURES.mirrored[a],
                                         FEATURES.mirrored[b]));
    return KPP_START + 2 * index;
}

static int terms(bool is_tied, const Position *pos, GradientEntry *entries) {
    KpptPieces pieces;
    kppt_pieces(pos, &pieces);
    const int k0 = pieces.king[FIRST], k1 = pieces.king[SECOND];
    const bool has_kings = k0 >= 0 && k1 >= 0;
    const float turn = 1, first = pos_side(pos) == FIRST ? turn : -turn;
    GradientEntry *entry = entries;
    if (has_kings)
        entry = master_add_terms(entry, kk_weight(k0, k1, is_tied), first, turn);
    for (int i = 0; i < pieces.count; i++) {
        const Feature feature = pieces.list[FIRST][i];
        entry = master_add_terms(entry, one_weight(feature, is_tied), first, turn);
        if (has_kings)
            entry = master_add_terms(entry, kkp_weight(k0, k1, feature, is_tied), first, turn);
    }
    for (Color view = FIRST; view < COLOR_NB; view++) {
        if (pieces.king[view] < 0)
            continue;
        const int king = square_seen(view, pieces.king[view]);
        const Feature *list = pieces.list[view];
        const float board = view == FIRST ? first : -first;
        for (int i = 1; i < pieces.count; i++)
            for (int j = 0; j < i; j++)
                entry = master_add_terms(entry, kpp_weight(king, list[i], list[j], is_tied), board,
                                         turn);
    }
    return (int)(entry - entries);
}

static void begin(float *weights, Rng *rng) {
    (void)rng;
    for (int i = 0; i < KPPT_PIECE_NB; i++)
        weights[2 * i] = (float)FEATURES.value[i];
}

// ---- saving ----

static KpptTerm term_of(const float *weight, int64_t *cut) {
    return (KpptTerm){master_quantise(weight[0], SCALE, TERM_LIMIT, cut),
                      master_quantise(weight[1], SCALE, TERM_LIMIT, cut)};
}

static int64_t quantise_terms(const float *weights, bool is_tied, KpptTerm *one, KpptTerm *kk,
                              KpptTerm *kkp) {
    int64_t cut = 0;
    for (int i = 0; i < KPPT_PIECE_NB; i++)
        one[i] = term_of(weights + one_weight(i, is_tied), &cut);
    for (int k0 = 0; k0 < SQUARE_NB; k0++)
        for (int k1 = 0; k1 < SQUARE_NB; k1++) {
            *kk++ = term_of(weights + kk_weight(k0, k1, is_tied), &cut);
            for (int i = 0; i < KPPT_PIECE_NB; i++)
                *kkp++ = term_of(weights + kkp_weight(k0, k1, i, is_tied), &cut);
        }
    return cut;
}

static int64_t quantise_pairs(const float *weights, bool is_tied, KpptPair *kpp) {
    int64_t cut = 0;
    for (int king = 0; king < SQUARE_NB; king++) {
        KpptPair *slice = kpp + (size_t)king * KPPT_SLICE_NB;
        for (int i = 0; i < KPPT_PIECE_NB; i++) {
            slice[(size_t)i * KPPT_PIECE_NB + (size_t)i] = (KpptPair){0, 0};
            for (int j = 0; j < i; j++) {
                const float *weight = weights + kpp_weight(king, i, j, is_tied);
                slice[(size_t)i * KPPT_PIECE_NB + (size_t)j] =
                    (KpptPair){(int16_t)master_quantise(weight[0], SCALE, INT16_MAX, &cut),
                               (int16_t)master_quantise(weight[1], SCALE, INT16_MAX, &cut)};
            }
        }
    }
    kppt_mirror(kpp);
    return cut;
}

static int64_t quantise(const float *weights, bool is_tied, void *tables) {
    KpptTerm *one = tables, *kk = one + KPPT_ONE_NB, *kkp = kk + KPPT_KK_NB;
    const int64_t cut = quantise_terms(weights, is_tied, one, kk, kkp);
    return cut + quantise_pairs(weights, is_tied, (KpptPair *)(void *)(kkp + KPPT_KKP_NB));
}

// ---- loading ----

// If a file has two values of a pair, the one in the row of the larger feature is used (kppt.h).
static void restore_pairs(const KpptPair *kpp, float unit, float *weight) {
    for (int king = 0; king < SQUARE_NB; king++, kpp += KPPT_SLICE_NB)
        for (int i = 1; i < KPPT_PIECE_NB; i++)
            for (int j = 0; j < i; j++) {
                const KpptPair pair = kpp[(size_t)i * KPPT_PIECE_NB + (size_t)j];
                *weight++ = pair.board * unit;
                *weight++ = pair.turn * unit;
            }
}

static void restore(const void *tables, float unit, float *weights) {
    const KpptTerm *terms = tables;
    const size_t term_count = KPPT_ONE_NB + KPPT_KK_NB + KPPT_KKP_NB;
    for (size_t i = 0; i < term_count; i++) {
        weights[2 * i] = (float)terms[i].board * unit;
        weights[2 * i + 1] = (float)terms[i].turn * unit;
    }
    restore_pairs((const KpptPair *)(const void *)(terms + term_count), unit, weights + KPP_START);
}

const MasterKind MASTER_KPPT = {
    .name = "kppt",
    .relations = "triples with a king",
    .shape = SHAPE_KPPT,
    .scale = SCALE,
    .weight_count = WEIGHT_NB,
    .table_bytes = KPPT_TABLE_BYTES,
    .row = 2,
    .rate = 0.5,
    .begin = begin,
    .term_max = TERM_MAX,
    .terms = terms,
    .quantise = quantise,
    .restore = restore,
};
