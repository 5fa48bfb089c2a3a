// tree_testing.h — a tree search whose tree a test can look into, and what has to hold everywhere
// in such a tree.
#pragma once

#include "positions.h"

#include "eval/eval_open.h"
#include "search/shared.h"
#include "search/softmax/softmax.h"
#include "search/softmax/softmax_policy.h"
#include "search/tree/tree_boltzmann.h"
#include "search/tree/tree_root.h"
#include "search/tree/tree_worker.h"
#include "search/uct/uct.h"

static inline uint32_t float_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double random_between(Rng *rng, double low, double high) {
    return low + (high - low) * rng_unit(rng);
}

// The defaults, but for leaves and temperatures, which are the papers': so trees are wide, quickly
// grown, and the same whatever turns out to play best.
static inline void papers_defaults(const SearchKind *kind, TreeSettings *settings) {
    memset(settings, 0, kind->settings_bytes);
    option_defaults(kind->options, settings);
    settings->leaf_search = LEAF_STATIC;
    settings->td = 100;
}

static inline SoftmaxSettings default_settings(void) {
    SoftmaxSettings settings;
    papers_defaults(&SEARCH_SOFTMAX, &settings.tree);
    settings.ts = 120;
    settings.tb = 40;
    return settings;
}

// ---- siblings ----

enum { LANES_MAX = MOVE_MAX + SIMD_LANES };

typedef struct Family {
    _Alignas(SIMD_ALIGN) float value[LANES_MAX];
    _Alignas(SIMD_ALIGN) float depth[LANES_MAX];
    _Alignas(SIMD_ALIGN) float static_value[LANES_MAX];
    _Alignas(SIMD_ALIGN) float visits[LANES_MAX];
    size_t count, padded;
} Family;

// Siblings as a block pads them; values within +-spread around a common one.
static inline Family random_family(Rng *rng, size_t count, double spread) {
    Family family = {.count = count, .padded = simd_padded(count)};
    const double middle = random_between(rng, -spread, spread) * 2;
    for (size_t i = 0; i < family.padded; i++) {
        const bool is_child = i < count;
        family.value[i] =
            is_child ? (float)(middle + random_between(rng, -spread, spread)) : SIMD_PAD;
        family.depth[i] = is_child && rng_below(rng, 3) ? (float)random_between(rng, 1, 12) : 0;
        family.static_value[i] = is_child ? rintf((float)random_between(rng, -spread, spread)) : 0;
        family.visits[i] = is_child && rng_below(rng, 4) ? (float)rng_below(rng, 1000) : 0;
    }
    return family;
}

static inline size_t random_count(Rng *rng) {
    return rng_below(rng, 8) ? 1 + rng_below(rng, 60) : 1 + rng_below(rng, MOVE_MAX);
}

// ---- a search ----

// The test changes setup and settings as it likes; rig_ready makes the search take them over.
typedef struct Rig {
    Eval *eval;
    const SearchKind *kind;
    TreeSearch *search;
    SearchSetup setup;
    SoftmaxSettings settings; // of the softmax search
    UctSettings uct;          // of the other
    SearchReport report;
} Rig;

static inline void rig_open_kind(Rig *rig, const SearchKind *kind) {
    *rig = (Rig){.kind = kind, .settings = default_settings()};
    papers_defaults(&SEARCH_UCT, &rig->uct.tree);
    assert_ok(eval_open(NULL, &rig->eval, error));
    SearchShared *memory = calloc(1, sizeof *memory);
    assert_non_null(memory);
    assert_ok(proofs_init(&memory->proofs, error));
    rig->setup = (SearchSetup){.eval = rig->eval,
                               .shared = memory,
                               .rules = {.entering_king = RULES_DEFAULT.entering_king},
                               .hash_mb = 16,
                               .threads = 1,
                               .multi_pv = 1};
    Search *search;
    assert_ok(kind->create(&search, error));
    rig->search = (TreeSearch *)search;
}

static inline void rig_open(Rig *rig) {
    rig_open_kind(rig, &SEARCH_SOFTMAX);
}

// Softmax, both forms of UCT with static values, UCT with playouts.
enum { POLICY_PLAYOUT = 3, POLICY_NB };

static inline void rig_open_policy(Rig *rig, int policy) {
    rig_open_kind(rig, policy ? &SEARCH_UCT : &SEARCH_SOFTMAX);
    rig->uct.backup = policy == 1 ? UCT_MEAN : UCT_MAX;
    rig->uct.leaf = policy == POLICY_PLAYOUT ? UCT_PLAYOUT : UCT_STATIC;
}

static inline void rig_close(Rig *rig) {
    rig->kind->destroy(&rig->search->base);
    tt_release(&rig->setup.shared->table);
    proofs_release(&rig->setup.shared->proofs);
    free(rig->setup.shared);
    eval_close(rig->eval);
}

static inline TreeSettings *rig_settings(Rig *rig) {
    return rig->kind == &SEARCH_UCT ? &rig->uct.tree : &rig->settings.tree;
}

// What the player does before it configures a search.
static inline void rig_fit_table(Rig *rig) {
    Tt *table = &rig->setup.shared->table;
    const size_t wanted = (size_t)rig->kind->table_mb(&rig->setup, rig_settings(rig));
    tt_release(table);
    if (wanted)
        assert_ok(tt_init(table, wanted, error));
}

static inline void rig_new_game(Rig *rig) {
    tt_clear(&rig->setup.shared->table);
    rig->kind->new_game(&rig->search->base);
}

static inline void rig_ready(Rig *rig) {
    rig_fit_table(rig);
    assert_ok(rig->kind->configure(&rig->search->base, &rig->setup, rig_settings(rig), error));
}

static inline SearchResult rig_go(Rig *rig, const GameLine *line, SearchLimits limits) {
    SearchControl control;
    SearchResult result;
    control_init(&control);
    assert_ok(
        rig->kind->run(&rig->search->base, line, &limits, &control, &rig->report, &result, error));
    return result;
}

static inline GameLine line_of(const char *text) {
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(text), error));
    return line;
}

static inline const char *a_position(void) {
    return GAME_IS_SHOGI       ? "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b"
           : GAME_IS_MINISHOGI ? "startpos moves 3e4d 3a2b 2e3d"
                               : "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4";
}

static inline Move move_of(const Position *pos, const char *text) {
    Move move = MOVE_NONE;
    assert_ok(move_parse(pos, str_of(text), &move, error));
    return move;
}

// ---- walking over a tree ----

// A node with the position it stands for. `children` is null where it has none.
typedef struct Visit {
    const Tree *tree;
    Edge node;
    const Block *children;
    Position *pos;
    History *history;
    int ply;
} Visit;

typedef void Visitor(const Visit *visit, void *context);

static inline void walk_below(const Visit *visit, Visitor *visitor, void *context) {
    visitor(visit, context);
    for (int i = 0; visit->children && i < visit->children->count; i++) {
        const Edge node = {(Block *)(uintptr_t)visit->children, i};
        const Link link = edge_link(node);
        const Move move = edge_move(node);
        Undo undo;
        assert_true(pos_is_legal(visit->pos, move));
        pos_do(visit->pos, move, &undo);
        pos_record(visit->pos, visit->history);
        const Visit below = {
            visit->tree, node,           link >= LINK_FIRST ? tree_block(visit->tree, link) : NULL,
            visit->pos,  visit->history, visit->ply + 1};
        walk_below(&below, visitor, context);
        history_pop(visit->history);
        pos_undo(visit->pos, move, &undo);
    }
}

// Parents come before their children.
static inline void walk_nodes(const TreeSearch *search, const GameLine *line, Visitor *visitor,
                              void *context) {
    Position pos = line->now;
    History history;
    history_init(&history);
    assert_ok(history_copy(&history, &line->history, PLY_MAX + 2, error));
    const Edge root = tree_root(&search->tree);
    const Link link = edge_link(root);
    const Visit visit = {
        &search->tree, root,     link >= LINK_FIRST ? tree_block(&search->tree, link) : NULL,
        &pos,          &history, 0};
    walk_below(&visit, visitor, context);
    history_release(&history);
}

// ---- what holds everywhere ----

typedef struct TreeCheck {
    const TreeSearch *search;
    bool is_exact;       // one thread: every node is what its children say, to the last bit
    unsigned char *used; // by grain: blocks must not overlap
    long nodes, blocks, proven, closed;
    uint64_t hash;
} TreeCheck;

static inline void check_block(const Visit *visit, TreeCheck *check) {
    const Block *block = visit->children;
    const Link at = tree_link(visit->tree, block);
    const uint32_t grains = atomic_load(&block->grains);
    assert_true(at + grains <= visit->tree->grains);
    assert_true(at + grains <= atomic_load(&visit->tree->fresh));
    assert_true(block->count > 0);
    assert_in_range(block->count, 1, MOVE_MAX);
    assert_int_equal(grains * BLOCK_GRAIN, block_bytes(block->count, visit->tree->has_means));
    for (uint32_t i = 0; i < grains; i++)
        assert_int_equal(check->used[at + i]++, 0);
    for (size_t i = block->count; i < block_padded(block); i++) {
        assert_true(block_values(block)[i] == SIMD_PAD);
        assert_true(block_depths(block)[i] == 0);
        assert_int_equal(block_static_values(block)[i], 0);
    }
    Move moves[MOVE_MAX], useful[MOVE_MAX];
    const int count = gen_useful(visit->pos, useful);
    for (int i = 0; i < block->count; i++)
        moves[i] = block_moves(block)[i];
    moves_sort(moves, block->count);
    moves_sort(useful, count);
    if (visit->ply || block->count == count) // searchmoves may ask for others too
        assert_same_moves(visit->pos, moves, block->count, useful, count);
}

static inline void check_children(const Visit *visit, TreeCheck *check) {
    assert_true(edge_depth(visit->node) >= 1);
    if (!check->is_exact)
        return;
    uint64_t visits = 0;
    for (int i = 0; i < visit->children->count; i++)
        visits += edge_visits((Edge){(Block *)(uintptr_t)visit->children, i});
    assert_true(visits < edge_visits(visit->node)); // one sample stayed to expand it
    Siblings siblings;
    tree_search_siblings(check->search, visit->children, &siblings);
    // The running mean of UCT stays what it is if the leaf that is seen is worth just that.
    const NodeValue value = check->search->policy->update(check->search, visit->node, &siblings,
                                                          edge_value(visit->node));
    assert_int_equal(float_bits(edge_depth(visit->node)), float_bits(value.depth));
    assert_int_equal(float_bits(edge_value(visit->node)),
                     float_bits(value_from_above(value.value)));
}

static inline void check_node(const Visit *visit, void *context) {
    TreeCheck *check = context;
    const float value = edge_value(visit->node), depth = edge_depth(visit->node);
    const Link link = edge_link(visit->node);
    assert_true(fabsf(value) <= (float)(value_is_proven(value) ? VALUE_WIN : EVAL_LIMIT));
    assert_true(depth >= 0 && depth <= PLY_MAX); // never a sentinel
    assert_int_not_equal(link, LINK_BUSY);
    if (value_is_proven(value)) {
        assert_true(value == rintf(value));
        assert_true((float)VALUE_WIN - fabsf(value) <= PLY_MAX);
    }
    if (link == LINK_CLOSED)
        assert_true(visit->node.block->has_closed);
    check->nodes++;
    check->proven += value_is_proven(value);
    check->closed += link == LINK_CLOSED;
    const uint64_t words[] = {float_bits(value), float_bits(depth), edge_visits(visit->node),
                              visit->ply ? edge_move(visit->node) : 0,
                              link < LINK_FIRST ? link : LINK_FIRST};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        check->hash = rng_mix(check->hash ^ words[i]);
    if (visit->children) {
        check->blocks++;
        check_block(visit, check);
        check_children(visit, check);
    }
}

// Everything above of every node, and a hash over all of it.
static inline TreeCheck check_tree(const Rig *rig, const GameLine *line) {
    TreeCheck check = {.search = rig->search,
                       .is_exact = rig->setup.threads == 1,
                       .used = calloc(rig->search->tree.grains, 1)};
    assert_non_null(check.used);
    walk_nodes(rig->search, line, check_node, &check);
    free(check.used);
    check.used = NULL;
    return check;
}
