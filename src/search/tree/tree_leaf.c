#include "tree_leaf.h"

#include <math.h>
#include <stdlib.h>

#include "search/alphabeta/ab_settings.h"
#include "search/alphabeta/alphabeta.h"

enum { LEAF_DEEPENS = -1 };

struct Leaf {
    Search *alphabeta;
    int depth;  // 0: captures only; LEAF_DEEPENS: the caller says how deep
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
    fresh->depth = settings->leaf_search == LEAF_DEEPENING
                       ? LEAF_DEEPENS
                       : settings->leaf_search - LEAF_QUIESCENCE;
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

int64_t leaf_search(Leaf *leaf, AbParent *parent, const SearchControl *control, AbChild *children,
                    int count) {
    enum { SLACK = 2 }; // plies; even, since values of even and odd depths differ
    parent->margin = leaf->margin;
    parent->reduces = leaf->depth == LEAF_DEEPENS;
    parent->slack = parent->reduces ? SLACK : 0;
    if (!parent->reduces)
        parent->depth = leaf->depth;
    return alphabeta_children(leaf->alphabeta, parent, control, children, count);
}

int leaf_bound_margin(const Leaf *leaf) {
    return leaf->margin;
}
