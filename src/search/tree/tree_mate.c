#include "tree_mate.h"

#include "game/mate1.h"
#include "search/shared.h"

enum {
    LINE_PLIES = 12, // how far the principal variation is looked at
    LINE_SHARE = 10, // a node of df-pn for so many evaluated positions
};

int tree_mate_at_leaf(TreeWorker *worker) {
    const TreeSearch *search = worker->search;
    if (pos_mate_in_one(&worker->pos) != MOVE_NONE)
        return value_win_in(1);
    if (!search->settings->leaf_mate_nodes)
        return VALUE_NONE;
    const ProbeMate mate =
        probe_find(worker->probe, &worker->pos, search->settings->leaf_mate_nodes, false,
                   search->control, &search->setup.shared->proofs);
    return mate.plies ? value_win_in(mate.plies) : VALUE_NONE;
}

// Whether the position was not tried before; remembers it.
static bool is_new(TreeWorker *worker, Key key) {
    Key *place = &worker->tried[key % TREE_TRIED_NB];
    if (*place == key)
        return false;
    *place = key;
    return true;
}

// A mate at the root proves one of its children; no sample passes through the root's own proof.
static void prove_root(const TreeSearch *search, const ProbeMate *mate) {
    if (!mate->count)
        return;
    const Edge child = tree_find_child(&search->tree, tree_root(&search->tree), mate->line[0]);
    if (child.block)
        atomic_store_explicit(&block_values(child.block)[child.child],
                              (float)value_win_in(mate->plies), memory_order_relaxed);
}

void tree_mate_step(TreeWorker *worker) {
    const TreeSearch *search = worker->search;
    const int64_t budget = search->settings->line_mate_nodes;
    const int64_t nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
    if (!budget || worker->index || !search->has_line || nodes < worker->next_mate)
        return;
    worker->next_mate = nodes + budget; // if all are tried already
    Move line[LINE_PLIES + 1];
    const int count = tree_line(&search->tree, tree_root(&search->tree), line, LINE_PLIES + 1);
    Position pos = search->line.now;
    for (int ply = 0; ply < count; ply++) {
        if (ply)
            pos_play(&pos, line[ply]);
        if (!is_new(worker, pos_key(&pos)))
            continue;
        const ProbeMate mate = probe_find(worker->probe, &pos, budget, false, search->control,
                                          &search->setup.shared->proofs);
        worker->next_mate = nodes + LINE_SHARE * probe_nodes(worker->probe);
        if (mate.plies && !ply && !search->has_excluded)
            prove_root(search, &mate);
        return;
    }
}
