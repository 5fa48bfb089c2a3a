// The values of all children of a node at once.
//
// A move that removes or adds a feature f needs the sum of its pairs with all pieces of the node,
// S(f) = sum over the list of kpp[k][l][f], and the moves of a node share most of these sums. So
// the needed features are collected first, in groups of neighbours; a group is summed over the rows
// of the list with vector additions; then a child is a few loads. Only the own view of a king that
// moves is built from scratch.
#include "kppt.h"

#include <assert.h>
#include <string.h>

enum {
    GROUP = 8, // features: 32 bytes of a row
    ROWS = 8,  // summed at a time
    GROUP_NB = (KPPT_PIECE_NB + GROUP - 1) / GROUP,
};

// Pairs of one group as 32-bit numbers: the low half is the board's, the high half the turn's. A
// portable vector type; the compiler chooses the instructions.
typedef int32_t Vector __attribute__((vector_size(4 * GROUP)));
typedef uint32_t Bits __attribute__((vector_size(4 * GROUP)));

// S(f) of the needed groups.
typedef struct View {
    bool is_needed[GROUP_NB];
    Vector board[GROUP_NB], turn[GROUP_NB];
} View;

typedef struct Sums {
    View view[COLOR_NB];
    KpptChange change[MOVE_MAX];
} Sums;

// The last group would exceed the end of a row (and in the last row the end of the table), so it
// starts earlier and overlaps the group before.
static size_t group_start(int group) {
    const size_t start = (size_t)group * GROUP, last = KPPT_PIECE_NB - GROUP;
    return start < last ? start : last;
}

static size_t place_in_group(Feature feature) {
    return feature - group_start(feature / GROUP);
}

static void mark(View *view, const Feature *features, int count) {
    for (int i = 0; i < count; i++)
        view->is_needed[features[i] / GROUP] = true;
}

// Adds some rows to the sums of one group. Neighbouring groups of a row are adjacent in memory, so
// the loop goes along a few rows at a time; one group over all rows was a tenth slower.
static void add_group(const KpptPair *const rows[ROWS], int group, View *view) {
    const size_t start = group_start(group);
    Vector board = view->board[group], turn = view->turn[group];
    for (int i = 0; i < ROWS; i++) {
        Bits pairs;
        memcpy(&pairs, rows[i] + start, sizeof pairs);
        board += (Vector)(pairs << 16) >> 16;
        turn += (Vector)pairs >> 16;
    }
    view->board[group] = board;
    view->turn[group] = turn;
}

_Static_assert(sizeof(Vector) == GROUP * sizeof(KpptPair), "a group is a vector");

static void sum_view(const Kppt *kppt, const KpptPieces *pieces, Color viewer, View *view) {
    static const KpptPair nothing[KPPT_PIECE_NB];
    const KpptPair *slice = kppt_slice(kppt, viewer, pieces->king[viewer]);
    int groups[GROUP_NB], group_count = 0;
    for (int group = 0; group < GROUP_NB; group++)
        if (view->is_needed[group]) {
            view->board[group] = view->turn[group] = (Vector){0};
            groups[group_count++] = group;
        }
    for (int i = 0; i < pieces->count; i += ROWS) {
        const KpptPair *rows[ROWS];
        for (int j = 0; j < ROWS; j++)
            rows[j] =
                i + j < pieces->count ? kppt_row(slice, pieces->list[viewer][i + j]) : nothing;
        for (int n = 0; n < group_count; n++) {
            // The rows of the next round are prefetched while these are added.
            const int ahead = i + ROWS + n;
            if (n < ROWS && ahead < pieces->count)
                __builtin_prefetch(kppt_row(slice, pieces->list[viewer][ahead]) +
                                   group_start(groups[0]));
            add_group(rows, groups[n], view);
        }
    }
}

// Sums all groups that any of the moves needs, in both views.
static void prepare(const Kppt *kppt, const Position *pos, const KpptPieces *pieces,
                    const Move *moves, int count, Sums *sums) {
    for (Color viewer = FIRST; viewer < COLOR_NB; viewer++)
        memset(sums->view[viewer].is_needed, 0, sizeof sums->view[viewer].is_needed);
    for (int i = 0; i < count; i++) {
        KpptChange *change = &sums->change[i];
        kppt_change(pos, pieces, moves[i], change);
        for (Color viewer = FIRST; viewer < COLOR_NB; viewer++) {
            if ((int)viewer == change->mover)
                continue;
            mark(&sums->view[viewer], change->removed[viewer], change->removed_count);
            mark(&sums->view[viewer], change->added[viewer], change->added_count);
        }
    }
    for (Color viewer = FIRST; viewer < COLOR_NB; viewer++)
        if (pieces->king[viewer] >= 0)
            sum_view(kppt, pieces, viewer, &sums->view[viewer]);
}

static KpptSum looked_up(const View *view, Feature feature) {
    const size_t place = place_in_group(feature);
    return (KpptSum){view->board[feature / GROUP][place], view->turn[feature / GROUP][place]};
}

static KpptSum view_delta(const Kppt *kppt, const Sums *sums, const KpptChange *change,
                          Color viewer) {
    if (change->king[viewer] < 0)
        return (KpptSum){0, 0};
    const View *view = &sums->view[viewer];
    KpptSum removed[FEATURE_CHANGE_MAX], added[FEATURE_CHANGE_MAX];
    for (int i = 0; i < change->removed_count; i++)
        removed[i] = looked_up(view, change->removed[viewer][i]);
    for (int i = 0; i < change->added_count; i++)
        added[i] = looked_up(view, change->added[viewer][i]);
    return kppt_delta(kppt_slice(kppt, viewer, change->king[viewer]), change, viewer, removed,
                      added);
}

static int child_value(const Kppt *kppt, const KpptPieces *pieces, const KpptFrame *frame,
                       const Sums *sums, const KpptChange *change, Color side) {
    KpptFrame child;
    for (Color viewer = FIRST; viewer < COLOR_NB; viewer++)
        if ((int)viewer != change->mover)
            child.view[viewer] =
                kppt_plus(frame->view[viewer], view_delta(kppt, sums, change, viewer));
    if (change->mover < 0) {
        child.both = kppt_plus(frame->both, kppt_both_delta(kppt, change));
    } else {
        KpptPieces after;
        kppt_apply(pieces, change, &after);
        child.view[change->mover] = kppt_view(kppt, &after, (Color)change->mover);
        child.both = kppt_both(kppt, &after);
    }
    return kppt_frame_value(kppt, &child, side);
}

void kppt_children(const Eval *eval, const Position *pos, const void *frame, const Move *moves,
                   int count, int *values) {
    const Kppt *kppt = (const Kppt *)eval;
    assert(count <= MOVE_MAX);
    KpptPieces pieces;
    Sums sums;
    kppt_pieces(pos, &pieces);
    prepare(kppt, pos, &pieces, moves, count, &sums);
    for (int i = 0; i < count; i++)
        values[i] =
            child_value(kppt, &pieces, frame, &sums, &sums.change[i], color_other(pos_side(pos)));
}
