// tree_kind.h — the functions of a SearchKind that are the same for every search which grows a
// tree: memory, settings, reuse of the tree, runs and their results.
#pragma once

#include "search/tree/tree_search.h"
#include "search/tree/tree_view.h"

// `bytes` is the size of the kind's own struct, which begins with a TreeSearch and is all zero.
Status tree_kind_create(const SearchKind *kind, const TreePolicy *policy, size_t bytes,
                        Search **base, Error *error);

// For TREE_KIND_FUNCTIONS alone; search.h says what they promise.
void tree_kind_destroy(Search *base);
int tree_kind_table_mb(const SearchSetup *setup, const void *settings);
Status tree_kind_configure(Search *base, const SearchSetup *setup, const void *settings,
                           Error *error);
void tree_kind_new_game(Search *base);
void tree_kind_warm(Search *base);
Status tree_kind_run(Search *base, const GameLine *line, const SearchLimits *limits,
                     const SearchControl *control, const SearchReport *report, SearchResult *result,
                     Error *error);

// Rows of the SearchKind of a tree search; name, summary, options and `create` are its own.
#define TREE_KIND_FUNCTIONS                                                                        \
    .ponders_on_all = true, .destroy = tree_kind_destroy, .table_mb = tree_kind_table_mb,          \
    .configure = tree_kind_configure, .new_game = tree_kind_new_game, .warm = tree_kind_warm,      \
    .run = tree_kind_run, .tree = tree_view
