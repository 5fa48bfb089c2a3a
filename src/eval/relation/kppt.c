#include "kppt.h"

#include <assert.h>
#include <string.h>

void kppt_pieces(const Position *pos, KpptPieces *pieces) {
    Feature *own = pieces->list[FIRST], *other = pieces->list[SECOND];
    int count = features_active(pos, own);
    pieces->king[FIRST] = pieces->king[SECOND] = -1;
    while (count && own[count - 1] >= FEATURE_KINGS) {
        const int place = own[--count] - FEATURE_KINGS;
        pieces->king[place / SQUARE_NB] = place % SQUARE_NB;
    }
    for (int i = 0; i < count; i++)
        other[i] = FEATURES.turned[own[i]];
    pieces->count = count;
}

void kppt_change(const Position *pos, const KpptPieces *pieces, Move move, KpptChange *change) {
    FeatureChange all;
    features_change(pos, move, &all);
    *change = (KpptChange){.king = {pieces->king[FIRST], pieces->king[SECOND]}, .mover = -1};
    for (int i = 0; i < all.removed_count; i++) {
        const Feature feature = all.removed[i];
        if (feature >= FEATURE_KINGS)
            continue;
        change->removed[FIRST][change->removed_count] = feature;
        change->removed[SECOND][change->removed_count++] = FEATURES.turned[feature];
    }
    for (int i = 0; i < all.added_count; i++) {
        const Feature feature = all.added[i];
        if (feature >= FEATURE_KINGS) {
            change->mover = (feature - FEATURE_KINGS) / SQUARE_NB;
            change->king[change->mover] = (feature - FEATURE_KINGS) % SQUARE_NB;
            continue;
        }
        change->added[FIRST][change->added_count] = feature;
        change->added[SECOND][change->added_count++] = FEATURES.turned[feature];
    }
}

void kppt_apply(const KpptPieces *before, const KpptChange *change, KpptPieces *after) {
    *after = *before;
    after->king[FIRST] = change->king[FIRST];
    after->king[SECOND] = change->king[SECOND];
    for (int i = 0; i < change->removed_count; i++) {
        int at = 0;
        while (after->list[FIRST][at] != change->removed[FIRST][i])
            at++;
        assert(at < after->count);
        after->count--;
        for (Color viewer = FIRST; viewer < COLOR_NB; viewer++)
            after->list[viewer][at] = after->list[viewer][after->count];
    }
    for (int i = 0; i < change->added_count; i++, after->count++)
        for (Color viewer = FIRST; viewer < COLOR_NB; viewer++)
            after->list[viewer][after->count] = change->added[viewer][i];
}

// Four pairs as 32-bit numbers: the low half is the board's, the high half the turn's. A portable
// vector type; the compiler chooses the instructions.
typedef int32_t Four __attribute__((vector_size(16)));
typedef uint32_t FourBits __attribute__((vector_size(16)));

static uint32_t pair_bits(KpptPair pair) {
    uint32_t bits;
    memcpy(&bits, &pair, sizeof bits);
    return bits;
}

// The pairs of one feature with those of a list. 32 bits are enough for so few 16-bit numbers.
static KpptSum with_list(const KpptPair *row, const Feature *list, int count) {
    Four board = {0}, turn = {0};
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        const FourBits pairs = {pair_bits(row[list[i]]), pair_bits(row[list[i + 1]]),
                                pair_bits(row[list[i + 2]]), pair_bits(row[list[i + 3]])};
        board += (Four)(pairs << 16) >> 16;
        turn += (Four)pairs >> 16;
    }
    KpptSum sum = {board[0] + board[1] + board[2] + board[3],
                   turn[0] + turn[1] + turn[2] + turn[3]};
    for (; i < count; i++)
        kppt_add_pair(&sum, row[list[i]], 1);
    return sum;
}

KpptSum kppt_view(const Kppt *kppt, const KpptPieces *pieces, Color viewer) {
    KpptSum sum = {0, 0};
    if (pieces->king[viewer] < 0)
        return sum;
    const KpptPair *slice = kppt_slice(kppt, viewer, pieces->king[viewer]);
    const Feature *list = pieces->list[viewer];
    for (int i = 1; i < pieces->count; i++)
        sum = kppt_plus(sum, with_list(kppt_row(slice, list[i]), list, i));
    return sum;
}

KpptSum kppt_both(const Kppt *kppt, const KpptPieces *pieces) {
    const int *king = pieces->king;
    const Feature *list = pieces->list[FIRST];
    KpptSum sum = {0, 0};
    for (int i = 0; i < pieces->count; i++)
        kppt_add_term(&sum, kppt->tables.one[list[i]], 1);
    if (king[FIRST] < 0 || king[SECOND] < 0)
        return sum;
    kppt_add_term(&sum, kppt->tables.kk[king[FIRST] * SQUARE_NB + king[SECOND]], 1);
    const KpptTerm *kkp = kppt_kkp_row(kppt, king);
    for (int i = 0; i < pieces->count; i++)
        kppt_add_term(&sum, kkp[list[i]], 1);
    return sum;
}

// A removed feature was counted with itself. The pair of two removed features is subtracted once,
// not twice; an added one has no pair with a removed one; two added ones have a pair. It reads the
// rows of removed features, which the sum over the list has left in the cache, not those of added
// ones.
KpptSum kppt_delta(const KpptPair *slice, const KpptChange *change, Color viewer,
                   const KpptSum removed_with[FEATURE_CHANGE_MAX],
                   const KpptSum added_with[FEATURE_CHANGE_MAX]) {
    const Feature *removed = change->removed[viewer], *added = change->added[viewer];
    KpptSum sum = {0, 0};
    for (int i = 0; i < change->removed_count; i++) {
        const KpptPair *row = kppt_row(slice, removed[i]);
        sum = kppt_minus(sum, removed_with[i]);
        kppt_add_pair(&sum, row[removed[i]], 1);
        for (int j = 0; j < change->added_count; j++)
            kppt_add_pair(&sum, row[added[j]], -1);
    }
    for (int i = 0; i < change->added_count; i++)
        sum = kppt_plus(sum, added_with[i]);
    if (change->removed_count == 2)
        kppt_add_pair(&sum, kppt_row(slice, removed[0])[removed[1]], 1);
    if (change->added_count == 2)
        kppt_add_pair(&sum, kppt_row(slice, added[0])[added[1]], 1);
    return sum;
}

KpptSum kppt_both_delta(const Kppt *kppt, const KpptChange *change) {
    const Feature *removed = change->removed[FIRST], *added = change->added[FIRST];
    const KpptTerm *one = kppt->tables.one;
    KpptSum sum = {0, 0};
    for (int i = 0; i < change->removed_count; i++)
        kppt_add_term(&sum, one[removed[i]], -1);
    for (int i = 0; i < change->added_count; i++)
        kppt_add_term(&sum, one[added[i]], 1);
    if (change->king[FIRST] < 0 || change->king[SECOND] < 0)
        return sum;
    const KpptTerm *kkp = kppt_kkp_row(kppt, change->king);
    for (int i = 0; i < change->removed_count; i++)
        kppt_add_term(&sum, kkp[removed[i]], -1);
    for (int i = 0; i < change->added_count; i++)
        kppt_add_term(&sum, kkp[added[i]], 1);
    return sum;
}

int kppt_frame_value(const Kppt *kppt, const KpptFrame *frame, Color side) {
    const KpptSum *view = frame->view;
    const int64_t board = view[FIRST].board - view[SECOND].board + frame->both.board;
    const int64_t turn = view[FIRST].turn + view[SECOND].turn + frame->both.turn;
    return eval_clamp(((side == FIRST ? board : -board) + turn) / (int64_t)kppt->scale);
}

static void refresh(const Eval *eval, const Position *pos, void *frame) {
    const Kppt *kppt = (const Kppt *)eval;
    KpptFrame *to = frame;
    KpptPieces pieces;
    kppt_pieces(pos, &pieces);
    for (Color viewer = FIRST; viewer < COLOR_NB; viewer++)
        to->view[viewer] = kppt_view(kppt, &pieces, viewer);
    to->both = kppt_both(kppt, &pieces);
}

// One view after a move that leaves its king where it is: two or three rows of one slice.
static KpptSum view_delta(const Kppt *kppt, const KpptPieces *pieces, const KpptChange *change,
                          Color viewer) {
    if (pieces->king[viewer] < 0)
        return (KpptSum){0, 0};
    const KpptPair *slice = kppt_slice(kppt, viewer, pieces->king[viewer]);
    const Feature *list = pieces->list[viewer];
    KpptSum removed[FEATURE_CHANGE_MAX], added[FEATURE_CHANGE_MAX];
    for (int i = 0; i < change->removed_count; i++)
        removed[i] = with_list(kppt_row(slice, change->removed[viewer][i]), list, pieces->count);
    for (int i = 0; i < change->added_count; i++)
        added[i] = with_list(kppt_row(slice, change->added[viewer][i]), list, pieces->count);
    return kppt_delta(slice, change, viewer, removed, added);
}

static void advance(const Eval *eval, const Position *pos, Move move, const void *from, void *to) {
    const Kppt *kppt = (const Kppt *)eval;
    const KpptFrame *before = from;
    KpptFrame *next = to;
    KpptPieces pieces, after;
    KpptChange change;
    kppt_pieces(pos, &pieces);
    kppt_change(pos, &pieces, move, &change);
    for (Color viewer = FIRST; viewer < COLOR_NB; viewer++)
        if ((int)viewer != change.mover)
            next->view[viewer] =
                kppt_plus(before->view[viewer], view_delta(kppt, &pieces, &change, viewer));
    if (change.mover < 0) {
        next->both = kppt_plus(before->both, kppt_both_delta(kppt, &change));
        return;
    }
    kppt_apply(&pieces, &change, &after);
    next->view[change.mover] = kppt_view(kppt, &after, (Color)change.mover);
    next->both = kppt_both(kppt, &after);
}

static int value(const Eval *eval, const Position *pos, const void *frame) {
    return kppt_frame_value((const Kppt *)eval, frame, pos_side(pos));
}

const EvalKind EVAL_KPPT = {
    .name = "kppt",
    .close = kppt_close,
    .refresh = refresh,
    .advance = advance,
    .value = value,
    .children = kppt_children,
};
