#include "tree_leaf.h"

#include <math.h>
#include <stdlib.h>

#include "search/alphabeta/ab_settings.h"
#include "search/alphabeta/alphabeta.h"

struct Leaf {
    Search *alphabeta;
    int depth;  // 0: captures only
    int margin; // children this much worse than the best need no exact value
};

int leaf_megabytes(const SearchSetup *setup, const TreeSettings *settings) {
    enum { SHARE = 4, MOST = 64 };
    if (settings->leaf_search == LEAF_STATIC)
        return 0;
    const int share = setup->hash_mb / SHARE / setup->threads;
    return share < 1 ? 1 : share > MOST ? MOST : share;
}

// Mates by checks are looked for before a leaf is expanded, not in the small searches.
static Status configure(Search *search, const SearchSetup *setup, int megabytes, Error *error) {
    AbSettings settings;
    option_defaults(&AB_OPTIONS, &settings);
    settings.mate_search = false;
    SearchSetup small = *setup;
    small.hash_mb = megabytes;
    small.threads = small.multi_pv = 1;
    return search->kind->configure(search, &small, &settings, error);
}

void leaf_free(Leaf *leaf) {
    if (leaf && leaf->alphabeta)
        leaf->alphabeta->kind->destroy(leaf->alphabeta);
    free(leaf);
}

Status leaf_new(const SearchSetup *setup, const TreeSettings *settings, double margin, Leaf **leaf,
                Error *error) {
    *leaf = NULL;
    if (settings->leaf_search == LEAF_STATIC)
        return STATUS_OK;
    Leaf *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    fresh->margin = (int)fmin(margin, EVAL_LIMIT);
    fresh->depth = settings->leaf_search - LEAF_QUIESCENCE;
    Status status = SEARCH_ALPHABETA.create(&fresh->alphabeta, error);
    if (status == STATUS_OK)
        status = configure(fresh->alphabeta, setup, leaf_megabytes(setup, settings), error);
    if (status == STATUS_OK)
        *leaf = fresh;
    else
        leaf_free(fresh);
    return status;
}

void leaf_new_game(Leaf *leaf) {
    if (leaf)
        leaf->alphabeta->kind->new_game(leaf->alphabeta);
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

// Children with the best static values come first; the others need an exact value only within the
// margin of the best.
int64_t leaf_improve(Leaf *leaf, const Position *pos, const void *frame,
                     const SearchControl *control, const Move *moves, int count, int *values) {
    int order[MOVE_MAX], enough = VALUE_INFINITE; // for the opponent
    sort_indices(values, count, order);
    alphabeta_visit(leaf->alphabeta, pos, frame, control);
    for (int i = 0; i < count; i++) {
        const int child = order[i];
        const int value =
            alphabeta_look(leaf->alphabeta, moves[child], leaf->depth, -VALUE_INFINITE, enough);
        if (value == VALUE_NONE)
            break;
        values[child] = eval_clamp(value);
        if (values[child] + leaf->margin < enough)
            enough = values[child] + leaf->margin;
    }
    return alphabeta_looked(leaf->alphabeta);
}
