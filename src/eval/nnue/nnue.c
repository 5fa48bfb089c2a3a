#include "nnue.h"

#include "base/filemap.h"
#include "nnue_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    // Rows are read at random from 64 MB; with pages of this size the TLB covers them all.
    HUGE_PAGE = 2 << 20,
    // Where a king starts, as its owner sees the board: 5i.
    KING_START = 44,
    ROW_LINES = NET_HALF * sizeof(int16_t) / 64,
};

_Static_assert(!GAME_IS_SHOGI || (FEATURE_KINGS == 1548 && FEATURE_NB == 1710),
               "rows have the numbers of features");

static const Nnue *nnue_of(const Eval *eval) {
    return (const Nnue *)(const void *)eval;
}

// ---- opening and closing ----

bool nnue_recognises(const char *path) {
    FileMap map = {0};
    if (filemap_open(&map, path, NULL) != STATUS_OK)
        return false;
    const bool is_net = netfile_is(map.data, map.size);
    filemap_release(&map);
    return is_net;
}

// The tables are copied, not used in place. In the file they are unaligned, where every second load
// crosses a cache line: that cost a fifth of the refreshes and a tenth of the children a second,
// and small pages cost another tenth of the refreshes. Also, another program may truncate a mapped
// file.
static Status load(const NetFile *file, const char *path, Nnue **result, Error *error) {
    const size_t row_bytes = NET_HALF * sizeof(int16_t);
    const size_t rows_bytes = netfile_rows(file->shape) * row_bytes;
    const size_t bytes = rows_bytes + row_bytes + sizeof(NetLayers);
    const size_t rounded = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    unsigned char *memory = aligned_alloc(HUGE_PAGE, rounded);
    Nnue *nnue = malloc(sizeof *nnue);
    if (!memory || !nnue) {
        free(memory);
        free(nnue);
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for a net of %zu bytes", path,
                         bytes);
    }
    // A failure is ignored: without huge pages the net works, a little slower.
    (void)madvise(memory, rounded, MADV_HUGEPAGE);
    memcpy(memory, file->rows, rows_bytes);
    memcpy(memory + rows_bytes, file->bias, row_bytes);
    NetLayers *layers = (NetLayers *)(void *)(memory + rows_bytes + row_bytes);
    netops_pack(file, layers);
    *nnue = (Nnue){
        .eval = {&EVAL_NNUE, sizeof(NnueFrame)},
        .ops = netops_best(),
        .shape = file->shape,
        .layers = layers,
        .bias = (const int16_t *)(void *)(memory + rows_bytes),
        .rows = (const int16_t *)(void *)memory,
        .memory = memory,
    };
    *result = nnue;
    return STATUS_OK;
}

Status nnue_open(const char *path, Eval **eval, Error *error) {
    if (!GAME_IS_SHOGI)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: NNUE nets of this format are for shogi, this program plays %s", path,
                         GAME_NAME);
    FileMap map = {0};
    TRY(filemap_open(&map, path, error));
    NetFile file = {0};
    Nnue *nnue = NULL;
    Status status = netfile_read(&file, path, map.data, map.size, error);
    if (status == STATUS_OK)
        status = load(&file, path, &nnue, error);
    filemap_release(&map);
    if (status == STATUS_OK)
        *eval = &nnue->eval;
    return status;
}

static void nnue_close(Eval *eval) {
    if (!eval)
        return;
    Nnue *nnue = (Nnue *)(void *)eval;
    free(nnue->memory);
    free(nnue);
}

// ---- rows ----

// The pieces of a position as FIRST sees them, the two kings last, FIRST's before SECOND's.
typedef struct PieceList {
    Feature piece[FEATURE_ACTIVE_MAX];
    int count;
} PieceList;

// A net always sees two kings. A side without a king, as in mate problems, gets one on its start
// square; no move changes it, so no other code handles this case.
static void pieces_list(const Position *pos, PieceList *pieces) {
    Feature king[COLOR_NB];
    for (Color color = FIRST; color < COLOR_NB; color++)
        king[color] =
            (Feature)(FEATURE_KINGS + (int)color * SQUARE_NB + square_seen(color, KING_START));
    int count = features_active(pos, pieces->piece);
    while (count > 0 && pieces->piece[count - 1] >= FEATURE_KINGS) {
        const Feature found = pieces->piece[--count];
        king[found >= FEATURE_KINGS + SQUARE_NB] = found;
    }
    for (Color color = FIRST; color < COLOR_NB; color++)
        pieces->piece[count++] = king[color];
    pieces->count = count;
}

static void pieces_change(PieceList *pieces, const FeatureChange *change) {
    assert(change->removed_count == change->added_count);
    for (int i = 0; i < pieces->count; i++)
        for (int j = 0; j < change->removed_count; j++)
            if (pieces->piece[i] == change->removed[j]) {
                pieces->piece[i] = change->added[j];
                break;
            }
}

static Feature feature_seen(Color view, Feature feature) {
    return view == FIRST ? feature : FEATURES.turned[feature];
}

static const int16_t *row_at(const Nnue *nnue, uint32_t row) {
    return nnue->rows + (size_t)row * NET_HALF;
}

// The row of a feature, or NULL for a king that has none.
static const int16_t *row_of(const Nnue *nnue, uint32_t block, Color view, Feature feature) {
    const Feature seen = feature_seen(view, feature);
    return seen < nnue->shape->features ? row_at(nnue, block + seen) : NULL;
}

// All rows of a view; returns its block. A piece missing from a full set, as in handicap games,
// counts as feature 0, "no pawn in hand", which nets have not learned; the engines these nets come
// from do the same, and the values must equal theirs.
static uint32_t rows_all(const Nnue *nnue, const PieceList *pieces, Color view, RowList *rows) {
    const Feature king = feature_seen(view, pieces->piece[pieces->count - COLOR_NB + (int)view]);
    const uint32_t square = (uint32_t)(king - FEATURE_KINGS);
    const uint32_t block = nnue->shape->blocks > 1 ? square * (uint32_t)nnue->shape->features : 0;
    rows->added_count = rows->removed_count = 0;
    for (int i = 0; i < pieces->count; i++) {
        const int16_t *row = row_of(nnue, block, view, pieces->piece[i]);
        if (row)
            rows->added[rows->added_count++] = row;
    }
    for (int i = pieces->count - COLOR_NB; i < NET_PIECES; i++)
        rows->added[rows->added_count++] = row_at(nnue, block);
    return block;
}

// The changed rows of a view whose block stays, from the removed feature number `skip` on.
static void rows_changed(const Nnue *nnue, uint32_t block, Color view, const FeatureChange *change,
                         int skip, RowList *rows) {
    assert(change->removed_count <= (int)ARRAY_LEN(rows->removed));
    rows->added_count = rows->removed_count = 0;
    for (int i = skip; i < change->removed_count; i++) {
        const int16_t *row = row_of(nnue, block, view, change->removed[i]);
        if (row)
            rows->removed[rows->removed_count++] = row;
    }
    for (int i = 0; i < change->added_count; i++) {
        const int16_t *row = row_of(nnue, block, view, change->added[i]);
        if (row)
            rows->added[rows->added_count++] = row;
    }
}

// Whether a move of the viewer's own side takes the view to another block.
static bool is_block_left(const Nnue *nnue, const FeatureChange *change) {
    return change->moves_king && nnue->shape->blocks > 1;
}

// ---- frames ----

static void refresh(const Eval *eval, const Position *pos, void *frame) {
    const Nnue *nnue = nnue_of(eval);
    NnueFrame *to = frame;
    PieceList pieces;
    pieces_list(pos, &pieces);
    for (Color view = FIRST; view < COLOR_NB; view++) {
        RowList rows;
        to->block[view] = rows_all(nnue, &pieces, view, &rows);
        nnue->ops->sum(nnue->bias, &rows, to->sum[view]);
    }
}

// Only asserts call this, and a release build has none.
__attribute__((unused)) static bool is_current(const Nnue *nnue, const Position *pos,
                                               const NnueFrame *frame) {
    NnueFrame fresh;
    refresh(&nnue->eval, pos, &fresh);
    return memcmp(fresh.sum, frame->sum, sizeof fresh.sum) == 0 &&
           memcmp(fresh.block, frame->block, sizeof fresh.block) == 0;
}

static void advance(const Eval *eval, const Position *pos, Move move, const void *from, void *to) {
    const Nnue *nnue = nnue_of(eval);
    const NnueFrame *before = from;
    NnueFrame *after = to;
    assert(is_current(nnue, pos, before));
    const Color us = pos_side(pos);
    FeatureChange change;
    features_change(pos, move, &change);
    for (Color view = FIRST; view < COLOR_NB; view++) {
        RowList rows;
        if (view == us && is_block_left(nnue, &change)) {
            PieceList pieces;
            pieces_list(pos, &pieces);
            pieces_change(&pieces, &change);
            after->block[view] = rows_all(nnue, &pieces, view, &rows);
            nnue->ops->sum(nnue->bias, &rows, after->sum[view]);
        } else {
            after->block[view] = before->block[view];
            rows_changed(nnue, before->block[view], view, &change, 0, &rows);
            nnue->ops->sum(before->sum[view], &rows, after->sum[view]);
        }
    }
}

static int run(const Nnue *nnue, const uint8_t input[NET_INPUTS]) {
    return eval_clamp(nnue->ops->run(nnue->layers, input) / NNUE_SCALE);
}

static int value(const Eval *eval, const Position *pos, const void *frame) {
    const Nnue *nnue = nnue_of(eval);
    const NnueFrame *now = frame;
    assert(is_current(nnue, pos, now));
    _Alignas(NET_ALIGN) uint8_t input[NET_INPUTS];
    const RowList none = {.added_count = 0};
    const Color us = pos_side(pos);
    nnue->ops->clip(now->sum[us], &none, input);
    nnue->ops->clip(now->sum[color_other(us)], &none, input + NET_HALF);
    return run(nnue, input);
}

// ---- all children of a position ----

// The moves of one piece all remove the piece from its square. So they are evaluated piece by
// piece, on sums without that piece; the rows that a child adds go straight into the clipped input
// of the layers, and its sums are never stored.
typedef struct Family {
    const Nnue *nnue;
    Color us;
    PieceList pieces; // of the parent, for king moves
    int count;
    FeatureChange change[MOVE_MAX];
    uint16_t order[MOVE_MAX]; // the moves, grouped by piece
    NnueFrame without;        // the parent without the piece that moves
} Family;

// Counting sort: a slot for each piece that moves, in the order of first appearance.
static void group(Family *family) {
    uint8_t slot_of[FEATURE_NB] = {0};                // from 1; 0: none yet
    int end[FEATURE_ACTIVE_MAX + 1] = {0}, slots = 0; // of each slot's moves in the order
    for (int i = 0; i < family->count; i++) {
        uint8_t *slot = &slot_of[family->change[i].removed[0]];
        if (!*slot)
            *slot = (uint8_t)++slots;
        assert(slots <= FEATURE_ACTIVE_MAX);
        end[*slot]++;
    }
    for (int slot = 1; slot <= slots; slot++)
        end[slot] += end[slot - 1];
    for (int i = family->count - 1; i >= 0; i--)
        family->order[--end[slot_of[family->change[i].removed[0]]]] = (uint16_t)i;
}

// Prefetches the rows of a child while the child before is computed.
static void prefetch(const Family *family, const FeatureChange *change) {
    for (Color view = FIRST; view < COLOR_NB; view++)
        for (int i = 0; i < change->added_count; i++) {
            const int16_t *row =
                row_of(family->nnue, family->without.block[view], view, change->added[i]);
            for (size_t line = 0; row && line < ROW_LINES; line++)
                __builtin_prefetch((const char *)row + 64 * line);
        }
}

static void take_away(Family *family, const NnueFrame *parent, Feature piece) {
    const Nnue *nnue = family->nnue;
    for (Color view = FIRST; view < COLOR_NB; view++) {
        RowList rows = {.added_count = 0};
        const int16_t *row = row_of(nnue, parent->block[view], view, piece);
        if (row)
            rows.removed[rows.removed_count++] = row;
        nnue->ops->sum(parent->sum[view], &rows, family->without.sum[view]);
    }
}

static int child(const Family *family, const FeatureChange *change) {
    const Nnue *nnue = family->nnue;
    const Color us = family->us;
    _Alignas(NET_ALIGN) uint8_t input[NET_INPUTS];
    for (Color view = FIRST; view < COLOR_NB; view++) {
        // The opponent is to move in the child, so its view comes first.
        uint8_t *half = view == us ? input + NET_HALF : input;
        RowList rows;
        if (view == us && is_block_left(nnue, change)) {
            PieceList pieces = family->pieces;
            pieces_change(&pieces, change);
            rows_all(nnue, &pieces, view, &rows);
            nnue->ops->clip(nnue->bias, &rows, half);
        } else {
            rows_changed(nnue, family->without.block[view], view, change, 1, &rows);
            nnue->ops->clip(family->without.sum[view], &rows, half);
        }
    }
    return run(nnue, input);
}

static void children(const Eval *eval, const Position *pos, const void *frame, const Move *moves,
                     int count, int *values) {
    assert(count >= 0 && count <= MOVE_MAX);
    const NnueFrame *parent = frame;
    Family family;
    family.nnue = nnue_of(eval);
    family.us = pos_side(pos);
    family.count = count;
    assert(is_current(family.nnue, pos, parent));
    memcpy(family.without.block, parent->block, sizeof parent->block);
    bool has_king_moves = false;
    for (int i = 0; i < count; i++) {
        features_change(pos, moves[i], &family.change[i]);
        has_king_moves |= is_block_left(family.nnue, &family.change[i]);
    }
    if (has_king_moves)
        pieces_list(pos, &family.pieces);
    group(&family);
    int taken = -1;
    for (int i = 0; i < count; i++) {
        const FeatureChange *change = &family.change[family.order[i]];
        if (i + 1 < count)
            prefetch(&family, &family.change[family.order[i + 1]]);
        if (change->removed[0] != taken)
            take_away(&family, parent, change->removed[0]);
        taken = change->removed[0];
        values[family.order[i]] = child(&family, change);
    }
}

const EvalKind EVAL_NNUE = {
    .name = "nnue",
    .close = nnue_close,
    .refresh = refresh,
    .advance = advance,
    .value = value,
    .children = children,
};
