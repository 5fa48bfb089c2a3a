#include "lab/tree_stats.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

// A node that is still to be walked into.
typedef struct Pending {
    TreeNode node;
    double realised, sampled; // its two probabilities
    float depth;
    int level;
} Pending;

typedef struct Walk {
    const TreeView *view;
    TreeStats *stats;
    Pending *pending; // last in, first out
    size_t count, capacity;
} Walk;

static Status push(Walk *walk, const Pending *node, Error *error) {
    TRY(ARRAY_RESERVE(walk->pending, walk->capacity, walk->count + 1, "the nodes of the tree",
                      error));
    walk->pending[walk->count++] = *node;
    return STATUS_OK;
}

static void add_leaf(TreeStats *stats, int level, double realised, double sampled) {
    TreeLevel *here = &stats->levels[level];
    here->leaves++;
    here->mass += realised;
    here->drawn += sampled;
}

// Sums for now; settle() makes means of them.
static void add_expanded(TreeStats *stats, const Pending *node, int children, double entropy) {
    TreeLevel *here = &stats->levels[node->level];
    here->expanded++;
    here->children += children;
    here->entropy += entropy;
    here->entropy_drawn += node->sampled * entropy;
    here->depth += (double)node->depth;
    here->depth_drawn += node->sampled * (double)node->depth;
}

static Status enter(Walk *walk, const Pending *node, double reached[PLY_MAX + 1], Error *error) {
    TreeStats *stats = walk->stats;
    TreeChild children[MOVE_MAX];
    const int count = walk->view->children(walk->view->tree, node->node, children);
    if (!count || node->level == PLY_MAX) {
        add_leaf(stats, node->level, node->realised, node->sampled);
        return STATUS_OK;
    }
    add_expanded(stats, node, count, treeview_entropy(children, count, TREE_SELECTION));
    reached[node->level] += node->sampled;
    const int level = node->level + 1;
    if (level >= stats->level_count)
        stats->level_count = level + 1;
    for (int i = 0; i < count; i++) {
        const TreeChild *child = &children[i];
        const double realised = node->realised * (double)child->share;
        const double sampled = node->sampled * (double)child->selection;
        stats->levels[level].proven += child->is_proven;
        stats->levels[level].closed += child->is_closed;
        stats->levels[level].visits += child->visits;
        if (!child->is_expanded)
            add_leaf(stats, level, realised, sampled);
        else
            TRY(push(walk, &(Pending){child->node, realised, sampled, child->depth, level}, error));
    }
    return STATUS_OK;
}

static void settle(TreeStats *stats, const double *reached) {
    int64_t passed = 0;
    for (int i = 0; i < stats->level_count; i++) {
        TreeLevel *level = &stats->levels[i];
        // 0 / 0 is not a number, as it should be.
        level->entropy /= (double)level->expanded;
        level->depth /= (double)level->expanded;
        level->entropy_drawn /= reached[i];
        level->depth_drawn /= reached[i];
        stats->expanded += level->expanded;
        stats->leaves += level->leaves;
        stats->leaf_depth += i * level->mass;
        passed += i ? level->visits : 0;
    }
    const int64_t samples = stats->levels[0].visits;
    stats->sample_length = samples ? (double)passed / (double)samples : 0;
}

Status tree_stats_fill(const TreeView *view, TreeStats *stats, Error *error) {
    *stats = (TreeStats){.level_count = 1};
    stats->levels[0].visits = view->visits;
    stats->levels[0].proven = value_is_decided((int)view->value);
    double reached[PLY_MAX + 1] = {0};
    Walk walk = {.view = view, .stats = stats};
    Status status = push(&walk, &(Pending){view->root, 1, 1, view->depth, 0}, error);
    while (status == STATUS_OK && walk.count) {
        const Pending node = walk.pending[--walk.count];
        status = enter(&walk, &node, reached, error);
    }
    free(walk.pending);
    settle(stats, reached);
    return status;
}
