#include "softmax_worker.h"

#include <math.h>
#include <sched.h>

#include "base/clock.h"
#include "base/macros.h"
#include "game/mate1.h"
#include "search/gameover.h"
#include "search/softmax/softmax_decide.h"
#include "search/softmax/softmax_leaf.h"
#include "search/softmax/softmax_policy.h"

// ---- selection ----

static bool is_root(const Softmax *shared, const Block *children) {
    return tree_link(&shared->tree, children) == edge_link(tree_root(&shared->tree));
}

void softmax_siblings(const Softmax *shared, const Block *children, Siblings *siblings) {
    siblings_read(siblings, children);
    if (UNLIKELY(shared->has_excluded) && is_root(shared, children))
        for (int i = 0; i < children->count; i++)
            if (shared->is_root_excluded[i])
                siblings->value[i] = SIMD_PAD;
}

static void drop_closed(const Block *children, float *objective) {
    for (int i = 0; i < children->count; i++)
        if (atomic_load_explicit(&block_links(children)[i], memory_order_relaxed) == LINK_CLOSED)
            objective[i] = SIMD_PAD;
}

static void fill_visits(const Block *children, size_t padded, float *visits) {
    for (size_t i = 0; i < padded; i++)
        visits[i] = i < children->count ? (float)atomic_load_explicit(&block_visits(children)[i],
                                                                      memory_order_relaxed)
                                        : 0;
}

// UCB1 in hundredths of a pawn.
static void fill_uct(const Softmax *shared, float parent_visits, const Siblings *siblings,
                     const float *visits, float *objective) {
    const float log_parent = logf(parent_visits > 1 ? parent_visits : 1);
    const float c = (float)shared->settings.uct_c;
    for (size_t i = 0; i < siblings->padded; i++)
        objective[i] = value_is_proven(siblings->value[i])
                           ? SIMD_PAD
                           : siblings->value[i] + c * sqrtf(log_parent / (visits[i] + 1));
}

static void fill_objective(const Softmax *shared, Edge node, const Block *children,
                           float *objective) {
    const SoftmaxSettings *settings = &shared->settings;
    Siblings siblings;
    _Alignas(SIMD_ALIGN) float static_value[MOVE_MAX + SIMD_LANES], visits[MOVE_MAX + SIMD_LANES];
    softmax_siblings(shared, children, &siblings);
    const bool is_uct = settings->method != METHOD_SOFTMAX;
    if (is_uct || objective_needs_visits(settings->objective))
        fill_visits(children, siblings.padded, visits);
    if (is_uct) {
        fill_uct(shared, (float)edge_visits(node), &siblings, visits, objective);
    } else {
        const int16_t *stored = block_static_values(children);
        for (size_t i = 0; i < siblings.padded; i++)
            static_value[i] = stored[i];
        const ObjectiveParent parent = {edge_depth(node), (float)edge_visits(node)};
        const float c = settings->objective_c > 0 ? (float)settings->objective_c
                                                  : OBJECTIVE_C[settings->objective];
        objective_fill(settings->objective, c, &parent, siblings.value, siblings.depth,
                       static_value, visits, siblings.padded, objective);
    }
    if (atomic_load_explicit(&children->has_closed, memory_order_relaxed))
        drop_closed(children, objective);
}

static float node_temperature(const Softmax *shared, Edge node, const float *objective,
                              size_t padded, float temperature) {
    const SoftmaxSettings *settings = &shared->settings;
    if (settings->method != METHOD_SOFTMAX)
        return 0;
    if (settings->temperature_mode == TEMPERATURE_TARGET)
        return temperature_from_target(objective, padded, (float)settings->temperature_q);
    if (settings->ts_alpha != 1)
        return temperature * powf((float)settings->ts_alpha, edge_depth(node));
    return temperature;
}

// Selection weights and their sum; 0: there is nothing to choose.
static float selection_weights(const Softmax *shared, Edge node, const Block *children,
                               float temperature, float *weights) {
    const size_t padded = block_padded(children);
    fill_objective(shared, node, children, weights);
    const float here = node_temperature(shared, node, weights, padded, temperature);
    return boltzmann_weights(weights, padded, here, weights);
}

void softmax_weigh(const Softmax *shared, Edge node, const Block *children, float temperature,
                   float *probabilities) {
    const float sum = selection_weights(shared, node, children, temperature, probabilities);
    for (int i = 0; i < children->count; i++)
        probabilities[i] = sum > 0 ? probabilities[i] / sum : 0;
}

void softmax_visit_shares(const Block *children, float *shares) {
    float sum = 0;
    for (int i = 0; i < children->count; i++)
        sum += shares[i] =
            (float)atomic_load_explicit(&block_visits(children)[i], memory_order_relaxed);
    for (int i = 0; sum > 0 && i < children->count; i++)
        shares[i] /= sum;
}

static int choose(SoftmaxWorker *worker, Edge node, const Block *children) {
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    const float sum =
        selection_weights(worker->shared, node, children, worker->temperature, weights);
    return sum > 0 ? boltzmann_draw(weights, block_padded(children), sum, &worker->rng) : -1;
}

// ---- the position ----

static void back_to(SoftmaxWorker *worker, int ply) {
    while (worker->ply > ply) {
        const SoftmaxPly *last = &worker->path[--worker->ply];
        history_pop(&worker->history);
        pos_undo(&worker->pos, last->move, &last->undo);
    }
}

// Plays `move` as number `ply` of the path. The last sample often began with the same moves.
static void play_move(SoftmaxWorker *worker, int ply, Move move) {
    SoftmaxPly *here = &worker->path[ply];
    if (worker->ply > ply && here->move == move)
        return;
    back_to(worker, ply);
    here->move = move;
    const void *frame = softmax_frame(worker);
    worker->ply++;
    eval_advance(worker->shared->setup.eval, &worker->pos, move, frame, softmax_frame(worker));
    pos_do(&worker->pos, move, &here->undo);
    pos_record(&worker->pos, &worker->history);
}

static int draw_value(const SoftmaxWorker *worker) {
    const Softmax *shared = worker->shared;
    const int value = shared->setup.draw_value;
    return pos_side(&worker->pos) == shared->root_side ? value : -value;
}

// ---- backup ----

// What is proven stays proven, whatever a slower worker still believes. It may write in between,
// but then the next sample finds the proof again. A plain store, because nobody has to wait for it:
// an exchange on a line that other processors write too costs as much as a level of the tree.
static void put_value(Edge edge, float value) {
    _Atomic float *place = &block_values(edge.block)[edge.child];
    if (!value_is_proven(atomic_load_explicit(place, memory_order_relaxed)))
        atomic_store_explicit(place, value, memory_order_relaxed);
}

// The same where the node may be closed, after which no sample would mend it.
static void put_open_value(Edge edge, float value) {
    _Atomic float *place = &block_values(edge.block)[edge.child];
    float old = atomic_load_explicit(place, memory_order_relaxed);
    while (!value_is_proven(old) && edge_link(edge) != LINK_CLOSED &&
           !atomic_compare_exchange_weak_explicit(place, &old, value, memory_order_relaxed,
                                                  memory_order_relaxed))
        ;
}

static void put_depth(Edge edge, float depth) {
    atomic_store_explicit(&block_depths(edge.block)[edge.child], depth, memory_order_relaxed);
}

static void put_link(Edge edge, Link link) {
    atomic_store_explicit(&block_links(edge.block)[edge.child], link, memory_order_release);
}

// Where selection goes by them all visits count; elsewhere one that is lost when two threads meet
// costs less than waiting for each other.
static void add_visit(Edge edge, bool is_exact) {
    _Atomic uint32_t *visits = &block_visits(edge.block)[edge.child];
    if (is_exact)
        atomic_fetch_add_explicit(visits, 1, memory_order_relaxed);
    else
        atomic_store_explicit(visits, atomic_load_explicit(visits, memory_order_relaxed) + 1,
                              memory_order_relaxed);
}

// Nothing below needs to be looked at again. The link first: from then on nobody else writes.
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

// The running mean of everything seen below, for UCTH.
static void add_to_mean(Edge node, float seen) {
    const float visits = (float)edge_visits(node), old = edge_value(node);
    put_value(node, old + (seen - old) / (visits + 1));
}

// Recomputes one node from its children.
static void update_node(const Softmax *shared, Edge node, const Block *children, bool is_at_root,
                        float seen) {
    Siblings siblings;
    softmax_siblings(shared, children, &siblings);
    NodeValue fresh = backup(siblings.value, siblings.depth, siblings.padded, &shared->settings);
    const bool has_closed = atomic_load_explicit(&children->has_closed, memory_order_relaxed);
    const bool is_known = value_is_proven(fresh.value);
    if (has_closed && !is_known && !is_at_root && all_solved(children)) {
        fresh.value = simd_best()->max(siblings.value, siblings.padded);
        close_edge(node, value_from_above(fresh.value));
    } else if (shared->settings.method == METHOD_UCTH && !is_known) {
        add_to_mean(node, seen);
    } else {
        (has_closed ? put_open_value : put_value)(node, value_from_above(fresh.value));
    }
    put_depth(node, fresh.depth);
}

// Renews every node of the path up to the one at `ply`, which has just got children or changed.
static void backpropagate(SoftmaxWorker *worker, int ply, float seen) {
    const Softmax *shared = worker->shared;
    const SoftmaxSettings *settings = &shared->settings;
    const bool counts =
        settings->method != METHOD_SOFTMAX || objective_needs_visits(settings->objective);
    for (; ply >= 0; ply--, seen = -seen) {
        const Edge node = worker->path[ply].node;
        const Link link = edge_link(node);
        if (link >= LINK_FIRST)
            update_node(shared, node, tree_block(&shared->tree, link), ply == 0, seen);
        add_visit(node, counts);
    }
}

// ---- expansion ----

// The leaf's value is known for good: proven, or fixed by the rules.
static void solve_leaf(Edge leaf, int value) {
    const float seen = value_from_above((float)value);
    if (value_is_decided(value)) {
        put_value(leaf, seen);
        put_link(leaf, LINK_LEAF);
    } else {
        close_edge(leaf, seen);
    }
}

// What can be said of a leaf without children, or VALUE_NONE. Distances are counted from the leaf.
static int judge_leaf(SoftmaxWorker *worker) {
    const int verdict = gameover_by_rules(&worker->pos, &worker->history,
                                          &worker->shared->setup.rules, draw_value(worker), 0);
    if (verdict != VALUE_NONE)
        return verdict;
    return pos_mate_in_one(&worker->pos) != MOVE_NONE ? value_win_in(1) : VALUE_NONE;
}

static void fill_block(Block *block, const Move *moves, const int *values) {
    const size_t padded = block_padded(block);
    for (size_t i = 0; i < padded; i++) {
        const bool is_child = i < block->count;
        atomic_store_explicit(&block_values(block)[i], is_child ? (float)-values[i] : SIMD_PAD,
                              memory_order_relaxed);
        atomic_store_explicit(&block_depths(block)[i], 0, memory_order_relaxed);
        block_static_values(block)[i] = is_child ? (int16_t)-values[i] : 0;
    }
    for (int i = 0; i < block->count; i++) {
        atomic_store_explicit(&block_visits(block)[i], 0, memory_order_relaxed);
        atomic_store_explicit(&block_links(block)[i], LINK_LEAF, memory_order_relaxed);
        block_moves(block)[i] = (uint16_t)moves[i];
    }
}

static void count_nodes(SoftmaxWorker *worker, int64_t count) {
    atomic_store_explicit(&worker->nodes, softmax_nodes(worker) + count, memory_order_relaxed);
}

// The children of the present position in a block of their own. SAMPLE_FULL, SAMPLE_OVER: there is
// none.
static Sampled make_children(SoftmaxWorker *worker, const Move *moves, int count, Block **block) {
    const Eval *eval = worker->shared->setup.eval;
    int values[MOVE_MAX];
    *block = tree_take(&worker->shared->tree, &worker->region, count);
    if (!*block)
        return SAMPLE_FULL;
    eval_children(eval, &worker->pos, softmax_frame(worker), moves, count, values);
    count_nodes(worker, count);
    // Where it was stopped in between the block stays: it is a good one, with static values.
    if (worker->leaf)
        count_nodes(worker, leaf_improve(worker->leaf, worker, moves, count, values));
    fill_block(*block, moves, values);
    return SAMPLE_DONE;
}

static Sampled expand(SoftmaxWorker *worker, int ply) {
    const Edge leaf = worker->path[ply].node;
    Link expected = LINK_LEAF;
    if (!atomic_compare_exchange_strong_explicit(&block_links(leaf.block)[leaf.child], &expected,
                                                 LINK_BUSY, memory_order_acquire,
                                                 memory_order_relaxed))
        return SAMPLE_LOST;
    back_to(worker, ply); // the last sample went further if this is a leaf only since a collection
    const float static_value = edge_value(leaf);
    int verdict = judge_leaf(worker);
    if (verdict == VALUE_NONE && ply >= PLY_MAX - 2)
        verdict = (int)lrintf(-static_value); // no line is longer
    Move moves[MOVE_MAX];
    const int count = verdict == VALUE_NONE ? gen_useful(&worker->pos, moves) : 0;
    if (verdict == VALUE_NONE && !count)
        verdict = gameover_no_moves(&worker->pos, draw_value(worker), 0);
    if (verdict != VALUE_NONE) {
        solve_leaf(leaf, verdict);
        count_nodes(worker, 1);
        // Those above a proof take it from there; a mean could make nothing of such a value.
        backpropagate(worker, ply, value_is_decided(verdict) ? static_value : edge_value(leaf));
        return SAMPLE_DONE;
    }
    Block *block;
    const Sampled made = make_children(worker, moves, count, &block);
    put_link(leaf, made == SAMPLE_DONE ? tree_link(&worker->shared->tree, block) : LINK_LEAF);
    if (made == SAMPLE_DONE)
        backpropagate(worker, ply, static_value);
    return made;
}

// A mate in one is a child like the others, but proven.
static void prove_mate(SoftmaxWorker *worker, Block *block) {
    const Move mate = pos_mate_in_one(&worker->pos);
    for (int i = 0; mate != MOVE_NONE && i < block->count; i++)
        if (block_moves(block)[i] == mate)
            put_value((Edge){block, i}, (float)value_win_in(1));
}

static bool is_among(const Move *moves, int count, Move move) {
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

bool worker_expand_root(SoftmaxWorker *worker) {
    const SearchLimits *limits = worker->shared->limits;
    Move moves[MOVE_MAX];
    int count = gen_useful(&worker->pos, moves);
    for (int i = 0; i < limits->move_count; i++)
        if (!is_among(moves, count, limits->moves[i]))
            moves[count++] = limits->moves[i];
    if (!count)
        return false;
    Block *block;
    worker->path[0].node = tree_root(&worker->shared->tree);
    // The memory was empty before and has room for one.
    make_children(worker, moves, count, &block);
    prove_mate(worker, block);
    put_link(worker->path[0].node, tree_link(&worker->shared->tree, block));
    backpropagate(worker, 0, edge_value(worker->path[0].node));
    return true;
}

// ---- a sample ----

Sampled worker_sample(SoftmaxWorker *worker) {
    const Softmax *shared = worker->shared;
    Edge node = tree_root(&shared->tree);
    for (int ply = 0;; ply++) {
        worker->path[ply].node = node;
        const Link link = edge_link(node);
        if (link == LINK_LEAF)
            return expand(worker, ply);
        if (link < LINK_FIRST)
            return SAMPLE_LOST;
        Block *children = tree_block(&shared->tree, link);
        const int child = choose(worker, node, children);
        if (child < 0) { // those above do not know yet that all is settled here
            backpropagate(worker, ply, edge_value(node));
            return ply ? SAMPLE_DONE : SAMPLE_OVER;
        }
        node = (Edge){children, child};
        play_move(worker, ply, edge_move(node));
    }
}

// ---- proofs from elsewhere ----

bool worker_take_proof(SoftmaxWorker *worker, const Move *moves, int count, int value) {
    const Softmax *shared = worker->shared;
    Edge node = tree_root(&shared->tree);
    for (int ply = 0; ply < count; ply++) {
        if (ply >= PLY_MAX || edge_link(node) < LINK_FIRST)
            return false;
        worker->path[ply].node = node;
        node = tree_find_child(&shared->tree, node, moves[ply]);
        if (!node.block)
            return false;
    }
    back_to(worker, 0);      // the nodes of its last sample are no longer those of the path
    solve_leaf(node, value); // whatever was below, nobody needs to look there
    backpropagate(worker, count - 1, edge_value(node));
    return true;
}

// ---- a run ----

static void collect(void *context) {
    Softmax *shared = context;
    softmax_collect(shared);
}

static void stop_all(Softmax *shared) {
    atomic_store_explicit(&shared->is_stopped, true, memory_order_relaxed);
}

static bool is_stopped(const Softmax *shared) {
    return atomic_load_explicit(&shared->is_stopped, memory_order_relaxed);
}

void worker_run(SoftmaxWorker *worker) {
    enum { PATIENCE = 64 };
    Softmax *shared = worker->shared;
    int lost = 0;
    gate_enter(&shared->gate);
    while (!is_stopped(shared)) {
        if (UNLIKELY(gate_is_wanted(&shared->gate)))
            gate_gather(&shared->gate, collect, shared);
        if (worker->index == 0 && softmax_is_over(shared)) {
            stop_all(shared);
            break;
        }
        const Sampled sampled = worker_sample(worker);
        if (sampled == SAMPLE_FULL)
            gate_gather(&shared->gate, collect, shared);
        else if (sampled == SAMPLE_OVER)
            stop_all(shared);
        // With more threads than there are leaves worth a look they only hinder each other.
        lost = sampled == SAMPLE_LOST ? lost + 1 : 0;
        if (lost >= PATIENCE) {
            lost = 0;
            sched_yield();
        }
    }
    gate_leave(&shared->gate);
}
