#include "pp.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/simd.h"

// The tables for play: both views folded into one, pairs as a full square.
typedef struct PpEval {
    Eval base;
    int32_t scale;
    PpTerm one[FEATURE_NB];
    _Alignas(64) PpPair pair[FEATURE_NB][PP_STRIDE];
} PpEval;

// Sums over all pieces and all pairs, and the pieces, as FIRST sees them. After the last piece the
// list is filled with NO_FEATURE.
typedef struct PpFrame {
    PpTerm sum;
    int32_t count;
    Feature list[FEATURE_ACTIVE_MAX];
} PpFrame;

enum { NO_FEATURE = FEATURE_NB };

enum { GROUP = 8, GROUP_NB = PP_STRIDE / GROUP };

_Static_assert(sizeof(PpPair) * GROUP == SIMD_ROW_BYTES, "a group of pairs is one vector");

static int value_of(const PpEval *eval, PpTerm sum, Color side) {
    const int32_t seen = side == FIRST ? sum.board : -sum.board;
    return eval_clamp((seen + sum.turn) / eval->scale);
}

// A term in a register: board and turn are added by one instruction.
typedef int32_t Term __attribute__((vector_size(8)));
typedef int16_t Pair __attribute__((vector_size(4)));

static inline Term term_of(PpTerm stored) {
    return (Term){stored.board, stored.turn};
}

static inline PpTerm stored(Term term) {
    return (PpTerm){term[0], term[1]};
}

static inline Term widen(const PpPair *pair) {
    Pair narrow;
    memcpy(&narrow, pair, sizeof narrow);
    return __builtin_convertvector(narrow, Term);
}

// A feature alone and its pairs with `count` others, itself included. A feature forms no pair with
// itself: that entry is 0.
static Term with_all(const PpEval *eval, Feature feature, const Feature *list, int count) {
    PpTerm sum = eval->one[feature];
    const PpPair *row = eval->pair[feature];
    for (int i = 0; i < count; i++) {
        sum.board += row[list[i]].board;
        sum.turn += row[list[i]].turn;
    }
    return term_of(sum);
}

PpTerm pp_sum(const Eval *base, const Feature *list, int pieces) {
    const PpEval *eval = (const PpEval *)base;
    Term sum = {0, 0};
    for (int i = 0; i < pieces; i++)
        sum += with_all(eval, list[i], list, i);
    return stored(sum);
}

static void refresh(const Eval *eval, const Position *pos, void *frame) {
    PpFrame *fresh = frame;
    fresh->count = features_active(pos, fresh->list);
    for (int i = fresh->count; i < FEATURE_ACTIVE_MAX; i++)
        fresh->list[i] = NO_FEATURE;
    fresh->sum = pp_sum(eval, fresh->list, fresh->count);
}

// The sum after a change, given for each changed feature its terms with all pieces of the position
// before. The pair of two removed features was subtracted twice; an added one has no pair with a
// removed one; two added ones have a pair.
ALWAYS_INLINE Term changed_sum(const PpEval *eval, Term sum, const FeatureChange *change,
                               const Term removed[FEATURE_CHANGE_MAX],
                               const Term added[FEATURE_CHANGE_MAX]) {
    const PpPair *row = eval->pair[change->removed[0]];
    sum += added[0] - removed[0] - widen(&row[change->added[0]]);
    if (change->removed_count == 2) {
        const PpPair *second = eval->pair[change->removed[1]];
        sum += widen(&row[change->removed[1]]) - removed[1] - widen(&second[change->added[0]]);
        if (change->added_count == 2)
            sum -= widen(&second[change->added[1]]);
    }
    if (change->added_count == 2)
        sum += added[1] + widen(&eval->pair[change->added[0]][change->added[1]]) -
               widen(&row[change->added[1]]);
    return sum;
}

PpTerm pp_sum_after(const Eval *base, const Feature *list, int pieces, const FeatureChange *change,
                    PpTerm sum) {
    const PpEval *eval = (const PpEval *)base;
    Term removed[FEATURE_CHANGE_MAX], added[FEATURE_CHANGE_MAX];
    for (int i = 0; i < change->removed_count; i++)
        removed[i] = with_all(eval, change->removed[i], list, pieces);
    for (int i = 0; i < change->added_count; i++)
        added[i] = with_all(eval, change->added[i], list, pieces);
    return stored(changed_sum(eval, term_of(sum), change, removed, added));
}

// Where a feature is in a list that has it once. The length is constant, so the compiler can
// vectorise it.
static int list_find(const Feature list[FEATURE_ACTIVE_MAX], Feature feature) {
    int at = 0;
    for (int i = 0; i < FEATURE_ACTIVE_MAX; i++)
        at |= list[i] == feature ? i : 0;
    return at;
}

static void advance(const Eval *eval, const Position *pos, Move move, const void *from, void *to) {
    const PpFrame *before = from;
    PpFrame *after = to;
    FeatureChange change;
    features_change(pos, move, &change);
    *after = *before;
    after->sum = pp_sum_after(eval, before->list, before->count, &change, before->sum);
    // A capture in chess removes a piece; otherwise every removed piece is added elsewhere.
    for (int i = 0; i < change.removed_count; i++) {
        const int at = list_find(after->list, change.removed[i]);
        if (i < change.added_count) {
            after->list[at] = change.added[i];
        } else {
            after->list[at] = after->list[--after->count];
            after->list[after->count] = NO_FEATURE;
        }
    }
}

static int value(const Eval *base, const Position *pos, const void *frame) {
    return value_of((const PpEval *)base, ((const PpFrame *)frame)->sum, pos_side(pos));
}

// The groups of features that the moves of a node touch, each once.
typedef struct GroupSet {
    uint64_t seen[(GROUP_NB + 63) / 64];
    uint32_t columns[GROUP_NB]; // byte offset of the group in a row
    int count;
} GroupSet;

static void group_add(GroupSet *set, Feature feature) {
    const unsigned group = feature / GROUP;
    const uint64_t bit = (uint64_t)1 << (group % 64);
    if (set->seen[group / 64] & bit)
        return;
    set->seen[group / 64] |= bit;
    set->columns[set->count++] = group * SIMD_ROW_BYTES;
}

static inline Term alone_and_beside(const PpEval *eval, const PpPair *beside, Feature feature) {
    return term_of(eval->one[feature]) + widen(&beside[feature]);
}

void pp_children_sums(const Eval *base, const Position *pos, const Feature *list, int pieces,
                      PpTerm sum, const Move *moves, int count, FeatureChange *changes,
                      PpTerm *sums) {
    const PpEval *eval = (const PpEval *)base;
    const int16_t *rows[FEATURE_ACTIVE_MAX];
    for (int i = 0; i < pieces; i++)
        rows[i] = &eval->pair[list[i]][0].board;
    GroupSet groups = {.count = 0};
    for (int i = 0; i < count; i++) {
        features_change(pos, moves[i], &changes[i]);
        for (int j = 0; j < changes[i].removed_count; j++)
            group_add(&groups, changes[i].removed[j]);
        for (int j = 0; j < changes[i].added_count; j++)
            group_add(&groups, changes[i].added[j]);
    }
    _Alignas(64) PpPair beside[PP_STRIDE]; // only the requested groups are filled
    simd_best()->sum_rows(rows, pieces, groups.columns, groups.count, &beside[0].board);

    const Term before = term_of(sum);
    for (int i = 0; i < count; i++) {
        const FeatureChange *change = &changes[i];
        Term removed[FEATURE_CHANGE_MAX], added[FEATURE_CHANGE_MAX];
        for (int j = 0; j < change->removed_count; j++)
            removed[j] = alone_and_beside(eval, beside, change->removed[j]);
        for (int j = 0; j < change->added_count; j++)
            added[j] = alone_and_beside(eval, beside, change->added[j]);
        sums[i] = stored(changed_sum(eval, before, change, removed, added));
    }
}

static void children(const Eval *eval, const Position *pos, const void *frame, const Move *moves,
                     int count, int *values) {
    const Color side = color_other(pos_side(pos));
    const PpFrame *here = frame;
    FeatureChange changes[MOVE_MAX];
    PpTerm sums[MOVE_MAX];
    pp_children_sums(eval, pos, here->list, here->count, here->sum, moves, count, changes, sums);
    for (int i = 0; i < count; i++)
        values[i] = value_of((const PpEval *)eval, sums[i], side);
}

static Status fold_ones(PpEval *eval, const PpFile *file, const char *name, Error *error) {
    for (int i = 0; i < FEATURE_NB; i++) {
        const PpTerm own = file->one[i], other = file->one[FEATURES.turned[i]];
        if (own.board < -PP_ONE_LIMIT || own.board > PP_ONE_LIMIT || own.turn < -PP_ONE_LIMIT ||
            own.turn > PP_ONE_LIMIT)
            return error_set(error, STATUS_BAD_INPUT,
                             "%s: feature %d alone is %d and %d, at most %d fits", name, i,
                             own.board, own.turn, PP_ONE_LIMIT);
        eval->one[i] = (PpTerm){own.board - other.board, own.turn + other.turn};
    }
    return STATUS_OK;
}

static Status fold_pairs(PpEval *eval, const PpFile *file, const char *name, Error *error) {
    for (int i = 0; i < FEATURE_NB; i++)
        for (int j = 0; j < i; j++) {
            const int turned_i = FEATURES.turned[i], turned_j = FEATURES.turned[j];
            const PpPair own = file->pair[pp_pair_index(i, j)];
            PpPair other = {0, 0};
            if (turned_i != turned_j)
                other = file->pair[pp_pair_index(turned_i, turned_j)];
            const int board = own.board - other.board, turn = own.turn + other.turn;
            if (abs(board) > PP_PAIR_LIMIT || abs(turn) > PP_PAIR_LIMIT)
                return error_set(error, STATUS_BAD_INPUT,
                                 "%s: the pair of features %d and %d is %d and %d, at most %d fits",
                                 name, i, j, board, turn, PP_PAIR_LIMIT);
            eval->pair[i][j] = eval->pair[j][i] = (PpPair){(int16_t)board, (int16_t)turn};
        }
    return STATUS_OK;
}

Status pp_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error) {
    TRY(weights_expect(weights, name, SHAPE_PP, PP_TABLE_BYTES, error));
    PpEval *fresh = pages_new(sizeof *fresh);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for its tables", name);
    fresh->base = (Eval){.kind = &EVAL_PP, .frame_bytes = sizeof(PpFrame)};
    fresh->scale = (int32_t)weights->scale;
    const PpFile *file = (const PpFile *)(const void *)weights->tables;
    Status status = fold_ones(fresh, file, name, error);
    if (status == STATUS_OK)
        status = fold_pairs(fresh, file, name, error);
    if (status != STATUS_OK) {
        pages_free(fresh, sizeof *fresh);
        return status;
    }
    *eval = &fresh->base;
    return STATUS_OK;
}

static void close_eval(Eval *eval) {
    pages_free(eval, sizeof(PpEval));
}

const EvalKind EVAL_PP = {
    .name = "pp",
    .close = close_eval,
    .refresh = refresh,
    .advance = advance,
    .value = value,
    .children = children,
};
