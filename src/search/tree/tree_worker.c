#include "tree_worker.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>

#include "base/macros.h"
#include "game/mate1.h"
#include "search/gameover.h"
#include "search/shared.h"
#include "search/tree/tree_deepen.h"
#include "search/tree/tree_mate.h"
#include "search/tree/tree_progress.h"

// ---- the position ----

static void *frame_of(const TreeWorker *worker) {
    return tree_worker_frame(worker, worker->ply);
}

static void back_to(TreeWorker *worker, int ply) {
    while (worker->ply > ply) {
        const TreePly *last = &worker->path[--worker->ply];
        history_pop(&worker->history);
        pos_undo(&worker->pos, last->move, &last->undo);
    }
}

// Plays `move` at `ply` of the path. The last sample often began with the same moves.
static void play_move(TreeWorker *worker, int ply, Move move) {
    TreePly *here = &worker->path[ply];
    if (worker->ply > ply && here->move == move)
        return;
    back_to(worker, ply);
    here->move = move;
    if (worker->leaf)
        here->piece_to = (int)pos_mover(&worker->pos, move) * (int)SQUARE_NB + (int)move_to(move);
    const void *frame = frame_of(worker);
    worker->ply++;
    eval_advance(worker->search->setup.eval, &worker->pos, move, frame, frame_of(worker));
    pos_do(&worker->pos, move, &here->undo);
    here->key = pos_key(&worker->pos);
    pos_record(&worker->pos, &worker->history);
}

static int list_moves(const TreeWorker *worker, Move *moves) {
    return worker->search->setup.generates_all ? gen_legal(&worker->pos, moves)
                                               : gen_useful(&worker->pos, moves);
}

static int draw_value(const TreeWorker *worker) {
    const TreeSearch *search = worker->search;
    const int value = search->draw_value;
    return pos_side(&worker->pos) == search->root_side ? value : -value;
}

// ---- backpropagation ----

// edge_put_value where the node may be closed, after which no sample would correct it.
static void put_open_value(Edge edge, float value) {
    _Atomic float *place = &block_values(edge.block)[edge.child];
    float old = atomic_load_explicit(place, memory_order_relaxed);
    while (!value_is_proven(old) && edge_link(edge) != LINK_CLOSED &&
           !atomic_compare_exchange_weak_explicit(place, &old, value, memory_order_relaxed,
                                                  memory_order_relaxed))
        ;
}

static void put_link(Edge edge, Link link) {
    atomic_store_explicit(&block_links(edge.block)[edge.child], link, memory_order_release);
}

// Where selection does not look at visits, a visit that is lost between two threads costs less than
// an atomic addition.
static void add_visit(Edge edge, bool is_exact) {
    _Atomic uint32_t *visits = &block_visits(edge.block)[edge.child];
    if (is_exact)
        atomic_fetch_add_explicit(visits, 1, memory_order_relaxed);
    else
        atomic_store_explicit(visits, atomic_load_explicit(visits, memory_order_relaxed) + 1,
                              memory_order_relaxed);
}

// No sample enters the node again. The link first: from then on no other worker writes.
static void close_edge(Edge edge, float value) {
    atomic_store_explicit(&edge.block->has_closed, true, memory_order_relaxed);
    put_link(edge, LINK_CLOSED);
    atomic_store_explicit(&block_values(edge.block)[edge.child], value, memory_order_relaxed);
}

static bool all_solved(const Block *children) {
    for (int i = 0; i < children->count; i++)
        if (!edge_is_solved((Edge){(Block *)(uintptr_t)children, i}))
            return false;
    return true;
}

// Recomputes one node from its children.
static void update_node(const TreeSearch *search, Edge node, const Block *children, bool is_at_root,
                        float seen) {
    Siblings siblings;
    tree_search_siblings(search, children, &siblings);
    const NodeValue fresh = search->policy->update(search, node, &siblings, seen);
    const bool has_closed = atomic_load_explicit(&children->has_closed, memory_order_relaxed);
    if (has_closed && !value_is_proven(fresh.value) && !is_at_root && all_solved(children))
        close_edge(node, value_from_above(simd_best()->max(siblings.value, siblings.padded)));
    else
        (has_closed ? put_open_value : edge_put_value)(node, value_from_above(fresh.value));
    edge_put_depth(node, fresh.depth);
}

// Tells other searches of a node that is proven now.
static void share_proof(const TreeWorker *worker, int ply) {
    const float value = edge_value(worker->path[ply].node);
    if (LIKELY(!value_is_proven(value)) || !ply)
        return;
    // The value is seen from the player who moved here, a ply further away.
    const int plies = VALUE_WIN - abs((int)value) - 1;
    proofs_store(&worker->search->setup.shared->proofs, worker->path[ply - 1].key,
                 (Proof){value > 0 ? PROOF_LOSS : PROOF_WIN, plies});
}

// Tells alpha-beta, which searches beside this tree, the best move of a node now and then. What it
// has found itself at more depth stays in the table.
static void share_order(TreeWorker *worker, int ply, const Block *children) {
    enum { SAMPLES = 64 }; // between two stores
    if (!ply || edge_visits(worker->path[ply].node) % SAMPLES)
        return;
    int best = 0;
    for (int i = 1; i < children->count; i++)
        if (edge_value((Edge){(Block *)(uintptr_t)children, i}) >
            edge_value((Edge){(Block *)(uintptr_t)children, best}))
            best = i;
    tt_store(&worker->search->setup.shared->table, worker->path[ply - 1].key, 0,
             (TtEntry){.move = block_moves(children)[best],
                       .value = VALUE_NONE,
                       .eval = VALUE_NONE,
                       .depth = TT_DEPTH_MIN + 1,
                       .bound = BOUND_NONE});
}

// Counts a result. A result that is lost between two threads costs less than an exchange.
static void add_result(const TreeSearch *search, Edge node, float result) {
    const float mean = search->policy->playouts->mean_with(search, node, result);
    atomic_store_explicit(&block_means(node.block)[node.child], mean, memory_order_relaxed);
    add_visit(node, true);
}

// Searches leaves that have fallen behind, if leaves deepen.
static void search_again(TreeWorker *worker, int ply, Block *children) {
    if (!deepen_is_on(worker) || !deepen_is_behind(worker, ply, children))
        return;
    back_to(worker, ply);
    deepen_again(worker, ply, children, worker->path[ply + 1].node.child);
}

// Updates every node of the path from the one at `ply` to the root. `seen` is the value of the leaf
// that the sample reached, or the result of its playout, from the player who moved to the node at
// `ply`.
static void backpropagate(TreeWorker *worker, int ply, float seen) {
    const TreeSearch *search = worker->search;
    const int last = ply;
    for (; ply >= 0; ply--, seen = -seen) {
        const Edge node = worker->path[ply].node;
        const Link link = edge_link(node);
        if (search->has_playouts)
            add_result(search, node, seen);
        if (link >= LINK_FIRST) {
            Block *children = tree_block(&search->tree, link);
            if (ply < last)
                search_again(worker, ply, children);
            update_node(search, node, children, ply == 0, seen);
            share_proof(worker, ply);
            if (UNLIKELY(search->setup.shares_order))
                share_order(worker, ply, children);
        } else if (search->has_playouts) {
            put_open_value(node, search->policy->playouts->leaf_value(search, node));
        }
        if (!search->has_playouts)
            add_visit(node, search->counts_visits);
    }
}

// What a sample sees in a node whose value it takes as it is.
static float seen_in(const TreeSearch *search, Edge node) {
    const float value = edge_value(node);
    return search->has_playouts ? search->policy->playouts->result_of(value) : value;
}

void tree_worker_reset_root(TreeWorker *worker) {
    const TreeSearch *search = worker->search;
    const Edge root = tree_root(&search->tree);
    const Block *children = tree_block(&search->tree, edge_link(root));
    Siblings siblings;
    tree_search_siblings(search, children, &siblings);
    const float best = value_from_above(simd_best()->max(siblings.value, siblings.padded));
    atomic_store_explicit(&block_values(root.block)[0], best, memory_order_relaxed);
    update_node(search, root, children, true, best);
}

// ---- expansion ----

// The leaf's value is final: proven, or fixed by the rules.
static void solve_leaf(Edge leaf, int value) {
    const float seen = value_from_above((float)value);
    if (value_is_decided(value)) {
        edge_put_value(leaf, seen);
        put_link(leaf, LINK_LEAF);
    } else {
        close_edge(leaf, seen);
    }
}

// What another search has proved of a position, for the side to move there; or VALUE_NONE.
static int proven_value(const TreeWorker *worker, Key key) {
    const Proofs *proofs = &worker->search->setup.shared->proofs;
    Proof proof;
    if (LIKELY(proofs_is_empty(proofs)) || !proofs_probe(proofs, key, &proof) ||
        proof.kind == PROOF_NO_MATE)
        return VALUE_NONE;
    return proof.kind == PROOF_WIN ? value_win_in(proof.plies) : value_loss_in(proof.plies);
}

// A win or a loss that alpha-beta has stored in the table, for the side to move; or VALUE_NONE.
static int table_value(const TreeWorker *worker) {
    const Tt *table = &worker->search->setup.shared->table;
    TtEntry entry;
    if (!table->count || !tt_probe(table, pos_key(&worker->pos), 0, &entry) ||
        entry.value == VALUE_NONE || !value_is_decided(entry.value) ||
        !(entry.bound & (entry.value > 0 ? BOUND_LOWER : BOUND_UPPER)))
        return VALUE_NONE;
    return entry.value;
}

// The value of a leaf that needs no children, or VALUE_NONE. Distances are counted from the leaf.
static int judge_leaf(TreeWorker *worker) {
    const int verdict = gameover_by_rules(&worker->pos, &worker->history,
                                          &worker->search->setup.rules, draw_value(worker), 0);
    if (verdict != VALUE_NONE)
        return verdict;
    int proven = proven_value(worker, pos_key(&worker->pos));
    if (proven == VALUE_NONE)
        proven = table_value(worker);
    if (proven != VALUE_NONE)
        return proven;
    return tree_mate_at_leaf(worker);
}

static void fill_block(Block *block, const AbChild *results, bool has_means) {
    const size_t padded = block_padded(block);
    for (size_t i = 0; i < padded; i++) {
        const bool is_child = i < block->count;
        atomic_store_explicit(&block_values(block)[i],
                              is_child ? (float)results[i].value : SIMD_PAD, memory_order_relaxed);
        atomic_store_explicit(&block_depths(block)[i], is_child ? (float)results[i].depth : 0,
                              memory_order_relaxed);
        block_static_values(block)[i] = is_child ? (int16_t)results[i].value : 0;
    }
    for (int i = 0; i < block->count; i++) {
        atomic_store_explicit(&block_visits(block)[i], 0, memory_order_relaxed);
        atomic_store_explicit(&block_links(block)[i], results[i].is_bound ? LINK_BOUND : LINK_LEAF,
                              memory_order_relaxed);
        block_moves(block)[i] = (uint16_t)results[i].move;
        if (has_means)
            atomic_store_explicit(&block_means(block)[i], 0, memory_order_relaxed);
    }
}

// The values of the children of the present position. False: the search was stopped meanwhile;
// some values are then static.
static bool evaluate_children(TreeWorker *worker, int depth, const Move *moves, int count,
                              AbChild *results) {
    TreeSearch *search = worker->search;
    int values[MOVE_MAX];
    if (search->has_playouts) {
        search->policy->playouts->fill_values(worker, moves, count, values);
    } else {
        eval_children(search->setup.eval, &worker->pos, frame_of(worker), moves, count, values);
        tree_worker_count(worker, count);
    }
    for (int i = 0; i < count; i++)
        results[i] = (AbChild){.move = moves[i], .value = -values[i]};
    return !worker->leaf || deepen_search(worker, depth, -VALUE_INFINITE, false, results, count);
}

// The children of the present position in a block of their own. Null: there is no memory.
static Block *make_children(TreeWorker *worker, const AbChild *results, int count, int depth) {
    TreeSearch *search = worker->search;
    Block *block = tree_take(&search->tree, &worker->region, count);
    if (!block)
        return NULL;
    atomic_store_explicit(&block->depth, (uint8_t)depth, memory_order_relaxed);
    fill_block(block, results, search->tree.has_means);
    return block;
}

static Sampled play_out(TreeWorker *worker, int ply) {
    back_to(worker, ply);
    backpropagate(worker, ply, worker->search->policy->playouts->play(worker, ply));
    return SAMPLE_DONE;
}

// Gives the leaf, which the worker has claimed, its children. `link` is what it was before.
static Sampled give_children(TreeWorker *worker, int ply, Link link, const Move *moves, int count) {
    const TreeSearch *search = worker->search;
    const Edge leaf = worker->path[ply].node;
    const int depth = deepen_is_on(worker) ? deepen_depth(worker, ply) : 0;
    AbChild results[MOVE_MAX];
    // Static values beside searched ones would be worse than no children.
    if (!evaluate_children(worker, depth, moves, count, results)) {
        put_link(leaf, link);
        return SAMPLE_LOST;
    }
    const Block *block = make_children(worker, results, count, depth);
    put_link(leaf, block ? tree_link(&search->tree, block) : link);
    return !block ? SAMPLE_FULL : search->has_playouts ? SAMPLE_GROWN : SAMPLE_DONE;
}

static Sampled expand(TreeWorker *worker, int ply) {
    const TreeSearch *search = worker->search;
    const Edge leaf = worker->path[ply].node;
    const bool has_playouts = search->has_playouts;
    const bool grows =
        !has_playouts || search->policy->playouts->grows(search, ply, edge_visits(leaf));
    if (!grows && edge_visits(leaf)) // the first sample has judged it
        return play_out(worker, ply);
    const Link before = edge_link(leaf);
    Link expected = before;
    if (!link_is_leaf(before) || !atomic_compare_exchange_strong_explicit(
                                     &block_links(leaf.block)[leaf.child], &expected, LINK_BUSY,
                                     memory_order_acquire, memory_order_relaxed))
        return SAMPLE_LOST;
    back_to(worker, ply); // the last sample went further where a collection made this a leaf
    const float static_value = edge_value(leaf);
    int verdict = judge_leaf(worker);
    if (verdict == VALUE_NONE && ply >= PLY_MAX - 2)
        verdict = (int)lrintf(-static_value); // no line is longer
    Move moves[MOVE_MAX];
    const int count = verdict == VALUE_NONE ? list_moves(worker, moves) : 0;
    if (verdict == VALUE_NONE && !count)
        verdict = gameover_no_moves(&worker->pos, draw_value(worker), 0);
    if (verdict != VALUE_NONE) {
        solve_leaf(leaf, verdict);
        tree_worker_count(worker, 1);
        // The nodes above read a proof from the leaf; a mean of values must not contain it.
        backpropagate(worker, ply,
                      value_is_decided(verdict) && !has_playouts ? static_value
                                                                 : seen_in(search, leaf));
        return SAMPLE_DONE;
    }
    if (!grows) {
        put_link(leaf, LINK_LEAF);
        return play_out(worker, ply);
    }
    const Sampled sampled = give_children(worker, ply, before, moves, count);
    if (sampled == SAMPLE_DONE)
        backpropagate(worker, ply, static_value);
    return sampled;
}

// A mate in one is a child like the others, but proven.
static void prove_mate(TreeWorker *worker, Block *block) {
    const Move mate = pos_mate_in_one(&worker->pos);
    for (int i = 0; mate != MOVE_NONE && i < block->count; i++)
        if (block_moves(block)[i] == mate)
            edge_put_value((Edge){block, i}, (float)value_win_in(1));
}

bool tree_worker_expand_root(TreeWorker *worker) {
    const SearchLimits *limits = worker->search->limits;
    Move moves[MOVE_MAX];
    int count = list_moves(worker, moves);
    for (int i = 0; i < limits->move_count; i++)
        if (!move_is_among(limits->moves[i], moves, count))
            moves[count++] = limits->moves[i];
    if (!count)
        return false;
    worker->path[0].node = tree_root(&worker->search->tree);
    const int depth = deepen_is_on(worker) ? DEEPEN_FIRST : 0;
    AbChild results[MOVE_MAX];
    evaluate_children(worker, depth, moves, count, results);     // there must be an answer
    Block *block = make_children(worker, results, count, depth); // the memory is empty
    prove_mate(worker, block);
    put_link(worker->path[0].node, tree_link(&worker->search->tree, block));
    backpropagate(worker, 0, seen_in(worker->search, worker->path[0].node));
    return true;
}

// ---- a sample ----

// Takes over what another search has proved of a node that has children. False: nothing new.
static bool take_proof(TreeWorker *worker, int ply) {
    const Edge node = worker->path[ply].node;
    const float before = edge_value(node);
    if (value_is_proven(before))
        return false;
    const int value = proven_value(worker, worker->path[ply - 1].key);
    if (value == VALUE_NONE)
        return false;
    solve_leaf(node, value);
    backpropagate(worker, ply,
                  worker->search->has_playouts ? seen_in(worker->search, node) : before);
    return true;
}

// How likely a sample was to come here.
static void fill_reach(TreeWorker *worker, int ply) {
    TreePly *here = &worker->path[ply];
    here->log_reach = ply ? here[-1].log_reach + logf(here[-1].share) : 0;
}

Sampled tree_worker_sample(TreeWorker *worker) {
    const TreeSearch *search = worker->search;
    Edge node = tree_root(&search->tree);
    for (int ply = 0;; ply++) {
        worker->path[ply].node = node;
        worker->path[ply].share = 1;
        if (worker->leaf)
            fill_reach(worker, ply);
        Link link = edge_link(node);
        if (link_is_leaf(link)) {
            if (deepen_is_on(worker) && deepen_is_far(worker, ply))
                return SAMPLE_DONE;
            const Sampled sampled = expand(worker, ply);
            if (sampled != SAMPLE_GROWN)
                return sampled;
            link = edge_link(node);
        }
        if (link < LINK_FIRST)
            return SAMPLE_LOST;
        if (ply && take_proof(worker, ply))
            return SAMPLE_DONE;
        Block *children = tree_block(&search->tree, link);
        const int child = search->policy->select(worker, ply, node, children);
        if (child < 0) { // the nodes above do not know yet that all is solved here
            backpropagate(worker, ply, seen_in(search, node));
            return ply ? SAMPLE_DONE : SAMPLE_OVER;
        }
        node = (Edge){children, child};
        play_move(worker, ply, edge_move(node));
    }
}

// ---- a run ----

static void collect(void *context) {
    tree_search_collect(context);
}

void tree_worker_run(TreeWorker *worker) {
    enum { LOST_MAX = 64 };
    TreeSearch *search = worker->search;
    int lost = 0;
    gate_enter(&search->gate);
    while (!atomic_load_explicit(&search->is_stopped, memory_order_relaxed)) {
        if (UNLIKELY(gate_is_wanted(&search->gate)))
            gate_gather(&search->gate, collect, search);
        if (worker->index == 0) {
            if (tree_progress_is_over(search)) {
                tree_search_stop(search);
                break;
            }
            tree_progress_step(search);
        }
        tree_mate_step(worker);
        const Sampled sampled = tree_worker_sample(worker);
        if (sampled == SAMPLE_DONE)
            deepen_count(worker);
        if (sampled == SAMPLE_FULL)
            gate_gather(&search->gate, collect, search);
        else if (sampled == SAMPLE_OVER)
            tree_search_stop(search);
        // Where there are more threads than leaves to expand, a thread gives way.
        lost = sampled == SAMPLE_LOST ? lost + 1 : 0;
        if (lost >= LOST_MAX) {
            lost = 0;
            sched_yield();
        }
    }
    gate_leave(&search->gate);
}
