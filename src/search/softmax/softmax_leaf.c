#include "softmax_leaf.h"

#include <math.h>
#include <stdlib.h>

#include "search/alphabeta/alphabeta.h"

enum {
    QUIET_PLIES = 8,  // of captures, as far as the authors look
    ALPHABETA_MB = 4, // for its table
};

struct SoftmaxLeaf {
    const Eval *eval;
    int64_t nodes; // evaluated for the present parent
    int margin;    // children this much worse than the best cannot matter
    // Of the quiescence search: a frame a ply.
    char *frames;
    size_t frame_stride;
    // Of the alpha-beta search, or null.
    Search *alphabeta;
    GameLine line;
    int depth;
};

// ---- quiescence ----

// The capture that wins most next; the order of equals does not change.
static void bring_forward(const Position *pos, Move *moves, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (capture_value(pos_captured(pos, moves[i])) >
            capture_value(pos_captured(pos, moves[best])))
            best = i;
    const Move move = moves[best];
    moves[best] = moves[from];
    moves[from] = move;
}

// Captures and promotions that lose nothing, and every move out of a check. A mate seen here is no
// proof, since quiet moves are left out, so its value is only very good.
static int quiesce(SoftmaxLeaf *leaf, Position *pos, int ply, int alpha, int beta) {
    void *frame = leaf->frames + (size_t)ply * leaf->frame_stride;
    const bool is_in_check = pos_in_check(pos);
    leaf->nodes++;
    int best = is_in_check ? -EVAL_LIMIT : eval_value(leaf->eval, pos, frame);
    if (ply >= QUIET_PLIES || (!is_in_check && best >= beta))
        return is_in_check ? eval_value(leaf->eval, pos, frame) : best;
    Move moves[MOVE_MAX];
    const int count = is_in_check ? gen_evasions(pos, moves) : gen_tactical(pos, moves);
    for (int i = 0; i < count && best < beta; i++) {
        bring_forward(pos, moves, i, count);
        if (!is_in_check && !pos_exchange_reaches(pos, moves[i], 0))
            continue;
        Undo undo;
        eval_advance(leaf->eval, pos, moves[i], frame, (char *)frame + leaf->frame_stride);
        pos_do(pos, moves[i], &undo);
        const int value = -quiesce(leaf, pos, ply + 1, -beta, best > alpha ? -best : -alpha);
        pos_undo(pos, moves[i], &undo);
        if (value > best)
            best = value;
    }
    return best;
}

static int quiet_value(SoftmaxLeaf *leaf, SoftmaxWorker *worker, Move move, int beta) {
    Undo undo;
    Position *pos = &worker->pos;
    eval_advance(leaf->eval, pos, move, softmax_frame(worker), leaf->frames);
    pos_do(pos, move, &undo);
    const int value = quiesce(leaf, pos, 0, -EVAL_LIMIT, beta);
    pos_undo(pos, move, &undo);
    return value;
}

// ---- alpha-beta ----

static int searched_value(SoftmaxLeaf *leaf, SoftmaxWorker *worker, Move move, int fallback) {
    static const SearchReport silence;
    const SearchLimits limits = {.depth = leaf->depth};
    Position pos = worker->pos;
    Undo undo;
    Error error;
    SearchResult result;
    pos_do(&pos, move, &undo);
    if (line_begin(&leaf->line, &pos, &error) != STATUS_OK ||
        leaf->alphabeta->kind->run(leaf->alphabeta, &leaf->line, &limits, worker->shared->control,
                                   &silence, &result, &error) != STATUS_OK)
        return fallback;
    leaf->nodes += result.nodes;
    return result.value;
}

static Status open_alphabeta(SoftmaxLeaf *leaf, const SearchSetup *setup, Error *error) {
    const SearchKind *kind = &SEARCH_ALPHABETA;
    TRY(kind->create(&leaf->alphabeta, error));
    void *settings = calloc(1, kind->settings_bytes);
    if (!settings)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    option_defaults(kind->options, kind->option_count, settings);
    SearchSetup small = *setup;
    small.hash_mb = ALPHABETA_MB;
    small.threads = small.multi_pv = 1;
    const Status status = kind->configure(leaf->alphabeta, &small, settings, error);
    free(settings);
    return status;
}

// ---- both ----

void leaf_free(SoftmaxLeaf *leaf) {
    if (!leaf)
        return;
    if (leaf->alphabeta)
        leaf->alphabeta->kind->destroy(leaf->alphabeta);
    line_release(&leaf->line);
    free(leaf->frames);
    free(leaf);
}

Status leaf_new(const SearchSetup *setup, const SoftmaxSettings *settings, SoftmaxLeaf **leaf,
                Error *error) {
    *leaf = NULL;
    if (settings->leaf_search == LEAF_STATIC)
        return STATUS_OK;
    SoftmaxLeaf *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    line_init(&fresh->line);
    fresh->eval = setup->eval;
    fresh->margin = (int)fmin(8 * fmax(settings->ts, fmax(settings->tb, settings->td)), EVAL_LIMIT);
    fresh->frame_stride = eval_frame_stride(setup->eval);
    fresh->frames = eval_frames_new(setup->eval, QUIET_PLIES + 1);
    Status status = fresh->frames
                        ? STATUS_OK
                        : error_set(error, STATUS_NO_MEMORY, "no memory for the evaluator");
    if (status == STATUS_OK && settings->leaf_search >= LEAF_ALPHABETA) {
        fresh->depth = settings->leaf_search - LEAF_ALPHABETA + 1;
        status = open_alphabeta(fresh, setup, error);
    }
    if (status == STATUS_OK)
        *leaf = fresh;
    else
        leaf_free(fresh);
    return status;
}

// The order of `values`, smallest first: the opponent's worst is our best.
static void sort_indices(const int *values, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int j = i;
        for (; j > 0 && values[order[j - 1]] > values[i]; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
}

// Searching a child can only show that the opponent has more than the static value said. So those
// that look best come first, one that looks far worse than the best of them stays as it is, and how
// much worse one turns out to be is of no interest beyond that.
int64_t leaf_improve(SoftmaxLeaf *leaf, SoftmaxWorker *worker, const Move *moves, int count,
                     int *values) {
    leaf->nodes = 0;
    int order[MOVE_MAX], enough = EVAL_LIMIT; // for the opponent
    sort_indices(values, count, order);
    for (int i = 0; i < count; i++) {
        const int child = order[i];
        if (values[child] > enough || control_is_over(worker->shared->control))
            break;
        const int value = leaf->alphabeta
                              ? searched_value(leaf, worker, moves[child], values[child])
                              : quiet_value(leaf, worker, moves[child], enough);
        values[child] = eval_clamp(value);
        if (values[child] + leaf->margin < enough)
            enough = values[child] + leaf->margin;
    }
    return leaf->nodes;
}
