#include "ppk.h"

#include <stdlib.h>
#include <string.h>

#include "base/simd.h"

typedef struct PpkEval {
    Eval base;
    int32_t scale;
    Eval *pp; // its own scale is never used
    // In both orders, and 0 for a piece with itself.
    _Alignas(64) int16_t kpp[SQUARE_NB][PPK_BIG_NB][PPK_STRIDE];
} PpkEval;

// The parts of the sum that a move changes independently of each other.
typedef struct PpkFrame {
    PpTerm pairs;           // as FIRST sees them
    int32_t view[COLOR_NB]; // kpp, as each side sees it
} PpkFrame;

// What a move changes among the large pieces.
typedef struct BigChange {
    uint16_t removed[COLOR_NB][FEATURE_CHANGE_MAX], added[COLOR_NB][FEATURE_CHANGE_MAX];
    int removed_count, added_count;
} BigChange;

typedef const int16_t (*Slice)[PPK_STRIDE]; // the pairs beside one king

enum { GROUP = SIMD_ROW_BYTES / sizeof(int16_t), GROUP_NB = PPK_STRIDE / GROUP };

_Static_assert(PPK_STRIDE % GROUP == 0, "a row is whole groups");

static int value_of(const PpkEval *eval, PpTerm pairs, const int32_t view[COLOR_NB], Color side) {
    const int64_t board = (int64_t)pairs.board + view[FIRST] - view[SECOND];
    return eval_clamp(((side == FIRST ? board : -board) + pairs.turn) / eval->scale);
}

// ---- positions ----

static void king_set(PpkPieces *pieces, int feature) {
    const Color color = feature < FEATURE_KINGS + SQUARE_NB ? FIRST : SECOND;
    const int square = (feature - FEATURE_KINGS) % SQUARE_NB;
    pieces->king[color] = square_seen(color, square);
}

static int big_turned(Feature feature) {
    return ppk_big(FEATURES.turned[feature]);
}

void ppk_pieces(const Feature *list, int count, PpkPieces *pieces) {
    pieces->count = 0;
    pieces->king[FIRST] = pieces->king[SECOND] = -1;
    for (int i = 0; i < count; i++) {
        const int big = ppk_big(list[i]);
        if (list[i] >= FEATURE_KINGS)
            king_set(pieces, list[i]);
        if (big < 0)
            continue;
        pieces->big[FIRST][pieces->count] = (uint16_t)big;
        pieces->big[SECOND][pieces->count++] = (uint16_t)big_turned(list[i]);
    }
}

// The large pieces among some features, as each side sees them; returns how many.
static inline int bigs_among(const Feature *features, int count,
                             uint16_t bigs[COLOR_NB][FEATURE_CHANGE_MAX]) {
    int big_count = 0;
    for (int i = 0; i < count; i++) {
        const int big = ppk_big(features[i]);
        if (big < 0)
            continue;
        bigs[FIRST][big_count] = (uint16_t)big;
        bigs[SECOND][big_count++] = (uint16_t)big_turned(features[i]);
    }
    return big_count;
}

static void big_change(const FeatureChange *all, BigChange *change) {
    change->removed_count = bigs_among(all->removed, all->removed_count, change->removed);
    change->added_count = bigs_among(all->added, all->added_count, change->added);
}

// The view of `viewer`, whose king moved, after the move; the other view is unchanged.
static void view_after(const PpkPieces *before, const FeatureChange *all, const BigChange *change,
                       Color viewer, PpkPieces *after) {
    after->count = 0;
    after->king[viewer] = before->king[viewer];
    for (int i = 0; i < all->added_count; i++)
        if (all->added[i] >= FEATURE_KINGS)
            king_set(after, all->added[i]);
    for (int i = 0; i < before->count; i++) {
        bool is_removed = false;
        for (int j = 0; j < change->removed_count; j++)
            is_removed |= before->big[viewer][i] == change->removed[viewer][j];
        if (!is_removed)
            after->big[viewer][after->count++] = before->big[viewer][i];
    }
    for (int i = 0; i < change->added_count; i++)
        after->big[viewer][after->count++] = change->added[viewer][i];
}

// ---- sums ----

static int32_t with_list(const int16_t *row, const uint16_t *list, int count) {
    int32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += row[list[i]];
    return sum;
}

static int32_t view_sum(const PpkEval *eval, const PpkPieces *pieces, Color viewer) {
    int32_t sum = 0;
    if (pieces->king[viewer] < 0)
        return sum;
    const Slice slice = eval->kpp[pieces->king[viewer]];
    const uint16_t *list = pieces->big[viewer];
    for (int i = 1; i < pieces->count; i++)
        sum += with_list(slice[list[i]], list, i);
    return sum;
}

// The change of a view, given the pairs of each changed piece with all pieces before. The pair of
// two removed pieces was subtracted twice; an added one has no pair with a removed one; two added
// ones have a pair.
static int32_t view_delta(Slice slice, const BigChange *change, Color viewer,
                          const int32_t removed_with[FEATURE_CHANGE_MAX],
                          const int32_t added_with[FEATURE_CHANGE_MAX]) {
    const uint16_t *removed = change->removed[viewer], *added = change->added[viewer];
    int32_t delta = 0;
    for (int i = 0; i < change->removed_count; i++)
        delta -= removed_with[i];
    if (change->removed_count == 2)
        delta += slice[removed[0]][removed[1]];
    for (int i = 0; i < change->added_count; i++) {
        delta += added_with[i];
        for (int j = 0; j < change->removed_count; j++)
            delta -= slice[removed[j]][added[i]];
    }
    if (change->added_count == 2)
        delta += slice[added[0]][added[1]];
    return delta;
}

static int32_t view_refreshed(const PpkEval *eval, const PpkPieces *before,
                              const FeatureChange *all, const BigChange *change, Color viewer) {
    PpkPieces after;
    view_after(before, all, change, viewer, &after);
    return view_sum(eval, &after, viewer);
}

// ---- one position at a time ----

static void refresh(const Eval *base, const Position *pos, void *frame) {
    const PpkEval *eval = (const PpkEval *)base;
    Feature list[FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, list);
    PpkPieces pieces;
    ppk_pieces(list, count, &pieces);
    *(PpkFrame *)frame = (PpkFrame){
        .pairs = pp_sum(eval->pp, list, count),
        .view = {view_sum(eval, &pieces, FIRST), view_sum(eval, &pieces, SECOND)},
    };
}

static void advance(const Eval *base, const Position *pos, Move move, const void *from, void *to) {
    const PpkEval *eval = (const PpkEval *)base;
    Feature list[FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, list);
    FeatureChange all;
    features_change(pos, move, &all);
    PpkPieces pieces;
    ppk_pieces(list, count, &pieces);
    BigChange change;
    big_change(&all, &change);

    PpkFrame next = *(const PpkFrame *)from;
    next.pairs = pp_sum_after(eval->pp, list, count, &all, next.pairs);
    for (Color viewer = FIRST; viewer < COLOR_NB; viewer++) {
        if (all.moves_king && viewer == pos_side(pos)) {
            next.view[viewer] = view_refreshed(eval, &pieces, &all, &change, viewer);
            continue;
        }
        if (pieces.king[viewer] < 0)
            continue;
        const Slice slice = eval->kpp[pieces.king[viewer]];
        const uint16_t *big = pieces.big[viewer];
        int32_t removed[FEATURE_CHANGE_MAX], added[FEATURE_CHANGE_MAX];
        for (int i = 0; i < change.removed_count; i++)
            removed[i] = with_list(slice[change.removed[viewer][i]], big, pieces.count);
        for (int i = 0; i < change.added_count; i++)
            added[i] = with_list(slice[change.added[viewer][i]], big, pieces.count);
        next.view[viewer] += view_delta(slice, &change, viewer, removed, added);
    }
    *(PpkFrame *)to = next;
}

static int value(const Eval *base, const Position *pos, const void *frame) {
    const PpkFrame *sums = frame;
    return value_of((const PpkEval *)base, sums->pairs, sums->view, pos_side(pos));
}

// ---- all children at once ----

// The moves of a node, and the views after them.
typedef struct Children {
    FeatureChange all[MOVE_MAX];
    BigChange change[MOVE_MAX];
    PpTerm pairs[MOVE_MAX];
    int32_t view[MOVE_MAX][COLOR_NB];
    int count;
} Children;

// The groups of large pieces that the moves of a node touch, each once.
typedef struct GroupSet {
    uint64_t seen[(GROUP_NB + 63) / 64];
    uint32_t columns[GROUP_NB]; // byte offset of the group in a row
    int count;
} GroupSet;

static void groups_add(GroupSet *set, const uint16_t *bigs, int count) {
    for (int i = 0; i < count; i++) {
        const unsigned group = bigs[i] / GROUP;
        const uint64_t bit = (uint64_t)1 << (group % 64);
        if (set->seen[group / 64] & bit)
            continue;
        set->seen[group / 64] |= bit;
        set->columns[set->count++] = group * SIMD_ROW_BYTES;
    }
}

// Fills one view of all children, `before` being that of the node. The pairs that a piece forms
// with all pieces of the node are summed for every piece a move touches, in groups of neighbours.
static void children_view(const PpkEval *eval, const PpkPieces *pieces, Color viewer, Color mover,
                          int32_t before, Children *children) {
    if (pieces->king[viewer] < 0) {
        for (int i = 0; i < children->count; i++)
            children->view[i][viewer] = 0;
        return;
    }
    const Slice slice = eval->kpp[pieces->king[viewer]];
    const int16_t *rows[FEATURE_ACTIVE_MAX];
    for (int i = 0; i < pieces->count; i++)
        rows[i] = slice[pieces->big[viewer][i]];
    GroupSet groups = {.count = 0};
    for (int i = 0; i < children->count; i++) {
        const BigChange *change = &children->change[i];
        groups_add(&groups, change->removed[viewer], change->removed_count);
        groups_add(&groups, change->added[viewer], change->added_count);
    }
    _Alignas(64) int16_t beside[PPK_STRIDE]; // only the requested groups are filled
    simd_best()->sum_rows(rows, pieces->count, groups.columns, groups.count, beside);

    for (int i = 0; i < children->count; i++) {
        const FeatureChange *all = &children->all[i];
        const BigChange *change = &children->change[i];
        if (all->moves_king && viewer == mover) {
            children->view[i][viewer] = view_refreshed(eval, pieces, all, change, viewer);
            continue;
        }
        int32_t removed[FEATURE_CHANGE_MAX], added[FEATURE_CHANGE_MAX];
        for (int j = 0; j < change->removed_count; j++)
            removed[j] = beside[change->removed[viewer][j]];
        for (int j = 0; j < change->added_count; j++)
            added[j] = beside[change->added[viewer][j]];
        children->view[i][viewer] = before + view_delta(slice, change, viewer, removed, added);
    }
}

static void children(const Eval *base, const Position *pos, const void *frame, const Move *moves,
                     int count, int *values) {
    const PpkEval *eval = (const PpkEval *)base;
    const PpkFrame *sums = frame;
    const Color mover = pos_side(pos);
    Feature list[FEATURE_ACTIVE_MAX];
    const int pieces_count = features_active(pos, list);
    PpkPieces pieces;
    ppk_pieces(list, pieces_count, &pieces);
    Children after;
    after.count = count;
    pp_children_sums(eval->pp, pos, list, pieces_count, sums->pairs, moves, count, after.all,
                     after.pairs);
    for (int i = 0; i < count; i++)
        big_change(&after.all[i], &after.change[i]);
    for (Color viewer = FIRST; viewer < COLOR_NB; viewer++)
        children_view(eval, &pieces, viewer, mover, sums->view[viewer], &after);
    for (int i = 0; i < count; i++)
        values[i] = value_of(eval, after.pairs[i], after.view[i], color_other(mover));
}

// ---- opening ----

static Status fill_kpp(PpkEval *eval, const PpkFile *file, const char *name, Error *error) {
    for (int king = 0; king < SQUARE_NB; king++)
        for (int i = 1; i < PPK_BIG_NB; i++)
            for (int j = 0; j < i; j++) {
                const int16_t pair = file->kpp[king][pp_pair_index(i, j)];
                if (abs(pair) > PPK_LIMIT)
                    return error_set(error, STATUS_BAD_INPUT,
                                     "%s: a king on square %d with the large pieces %d and %d is "
                                     "%d, at most %d fits",
                                     name, king, i, j, pair, PPK_LIMIT);
                eval->kpp[king][i][j] = eval->kpp[king][j][i] = pair;
            }
    return STATUS_OK;
}

static void close_eval(Eval *base) {
    PpkEval *eval = (PpkEval *)base;
    if (!eval)
        return;
    if (eval->pp)
        eval->pp->kind->close(eval->pp);
    free(eval);
}

Status ppk_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error) {
    TRY(weights_expect(weights, name, SHAPE_PP_KPP, sizeof(PpkFile), error));
    PpkEval *fresh =
        aligned_alloc(EVAL_ALIGN, (sizeof *fresh + EVAL_ALIGN - 1) / EVAL_ALIGN * EVAL_ALIGN);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for its tables", name);
    memset(fresh, 0, sizeof *fresh);
    fresh->base = (Eval){.kind = &EVAL_PPK, .frame_bytes = sizeof(PpkFrame)};
    fresh->scale = (int32_t)weights->scale;
    Weights pairs = *weights;
    pairs.shape = SHAPE_PP;
    pairs.table_bytes = PP_TABLE_BYTES;
    Status status = pp_from_weights(&pairs, name, &fresh->pp, error);
    if (status == STATUS_OK)
        status = fill_kpp(fresh, (const PpkFile *)(const void *)weights->tables, name, error);
    if (status != STATUS_OK) {
        close_eval(&fresh->base);
        return status;
    }
    *eval = &fresh->base;
    return STATUS_OK;
}

const EvalKind EVAL_PPK = {
    .name = "ppk",
    .close = close_eval,
    .refresh = refresh,
    .advance = advance,
    .value = value,
    .children = children,
};
