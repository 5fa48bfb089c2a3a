// One node of the main search. The function is long because its steps share much state; the steps
// are numbered and named.
#include "ab_order.h"
#include "ab_worker.h"
#include "base/macros.h"
#include "game/mate1.h"

enum {
    TRIED_MAX = 64, // moves remembered for the histories
    // Up to these depths …
    RAZORING_DEPTH = 3,
    STATIC_NULL_DEPTH = 8,
    EXCHANGE_DEPTH = 8,
    MATE_IN_ONE_DEPTH = 2,
    HISTORY_PRUNING_DEPTH = 5,
    // … and from these depths on a method is used.
    SINGULAR_DEPTH = 6,
    MATE_DEPTH = 4,
    PROBCUT_DEPTH = 5,
    MULTI_CUT_DEPTH = 6,
    INTERNAL_REDUCTION_DEPTH = 4,
    PSEUDO_EXTENSION_DEPTH = 4,
    // Null move: the static value must reach beta + BASE - SLOPE * depth. The search behind it is
    // reduced by REDUCTION, a third of the depth, and a ply for every STEP above beta, up to MAX.
    NULL_MOVE_BASE = 120,
    NULL_MOVE_SLOPE = 15,
    NULL_MOVE_REDUCTION = 3,
    NULL_MOVE_SURPLUS_STEP = GAME_IS_CHESS ? 180 : 250,
    NULL_MOVE_SURPLUS_MAX = 3,
    PROBCUT_REDUCTION = 4,
    MULTI_CUT_REDUCTION = 3,
    MULTI_CUT_MOVES = 6, // tried at less depth
    MULTI_CUT_NEEDED = 3,
    TABLE_DEPTH_SLACK = 3,        // an entry this much shallower than the node is still used
    DOUBLE_EXTENSION_MARGIN = 20, // below the singular goal
    DOUBLE_EXTENSIONS_MAX = 6,
    // The material that a move may lose by exchanges: per ply for tactical moves, per ply squared
    // for quiet ones.
    EXCHANGE_LOSS_TACTICAL = GAME_IS_CHESS ? 90 : 120,
    EXCHANGE_LOSS_QUIET = GAME_IS_CHESS ? 25 : 30,
    // Quiet moves whose histories are below -(BASE + SLOPE * depth) are pruned.
    HISTORY_PRUNING_BASE = 3000,
    HISTORY_PRUNING_SLOPE = 4000,
    REFUTED_MANY = 3, // from this many children that failed high, the next is reduced more
    CORRECTION_WEIGHT_MAX = 16,
    CORRECTION_WEIGHT_ONE = 8,
    CORRECTION_STEP_SHARE = 4, // one update changes at most this part of CORRECTION_LIMIT
    LATE_MOVE_BASE = 4,        // moves that are searched at any depth
};

// The state of a node before its moves.
typedef struct Node {
    AbPly *ply;
    bool is_root, is_pv, is_cut, is_in_check, is_known, is_improving;
    int alpha, beta, depth;
    Key key;
    TtEntry known;   // if is_known
    Move table_move; // legal, or MOVE_NONE
    int raw;         // the static value from the evaluator, or VALUE_NONE
    int eval;        // corrected
    int estimate;    // the corrected static value, improved by the table entry
} Node;

typedef struct Tried {
    Move quiet[TRIED_MAX], tactical[TRIED_MAX];
    int quiet_count, tactical_count;
} Tried;

// ---- margins ----

static int futility_margin(const AlphaBeta *shared, int depth, int eval) {
    const AbSettings *options = &shared->settings;
    const bool is_scaled = options->information_margins;
    if (depth <= 1)
        return margin_shrunk(&shared->information, is_scaled && options->information_futility,
                             options->futility_margin, eval);
    const int margin = options->futility_margin + (depth - 1) * options->extended_futility_margin;
    return margin_shrunk(&shared->information, is_scaled && options->information_extended_futility,
                         margin, eval);
}

// Heinz's limited razoring has one margin, at one depth; here it grows with the depth.
static int razoring_margin(const AlphaBeta *shared, const Node *node) {
    const AbSettings *options = &shared->settings;
    const bool is_limited = options->razoring_form == RAZORING_LIMITED;
    const int margin = options->razoring_margin * (is_limited ? 2 : node->depth + 1) / 2;
    return margin_shrunk(&shared->information,
                         options->information_margins && options->information_razoring, margin,
                         node->eval);
}

// The part of `whole` that grows with 1 - I, 0 when the game is open: for methods without a margin.
static int decided_share(const AlphaBeta *shared, bool is_on, int value, int whole) {
    if (!is_on || !shared->settings.information_margins)
        return 0;
    return whole * (INFORMATION_ONE - information_at(&shared->information, value)) /
           INFORMATION_ONE;
}

static int late_move_limit(int depth, bool is_improving) {
    return (LATE_MOVE_BASE + depth * depth) / (is_improving ? 1 : 2) + (GAME_IS_CHESS ? 0 : depth);
}

// ---- histories ----

static void update_quiet(AbWorker *worker, Move move, int bonus) {
    AbHistories *histories = worker->histories;
    const AbPly *ply = worker_ply(worker);
    const int piece_to = move_piece_to(&worker->pos, move);
    history_update(&histories->quiet[pos_side(&worker->pos)][move_path(move)], bonus,
                   HISTORY_LIMIT);
    if (ply[-1].piece_to)
        history_update(&histories->counter_history[ply[-1].piece_to][piece_to], bonus,
                       HISTORY_LIMIT);
    if (ply[-2].piece_to)
        history_update(&histories->followup_history[ply[-2].piece_to][piece_to], bonus,
                       HISTORY_LIMIT);
}

static void update_tactical(AbWorker *worker, Move move, int bonus) {
    const Position *pos = &worker->pos;
    history_update(&worker->histories->capture[move_piece_to(pos, move)][pos_captured(pos, move)],
                   bonus, HISTORY_LIMIT);
}

// The best move gets a bonus, the moves tried before it a malus.
static void update_histories(AbWorker *worker, Move best, const Tried *tried, int depth) {
    const int bonus = history_bonus(depth);
    AbPly *ply = worker_ply(worker);
    if (pos_is_tactical(&worker->pos, best)) {
        update_tactical(worker, best, bonus);
    } else {
        update_quiet(worker, best, bonus);
        for (int i = 0; i < tried->quiet_count; i++)
            if (tried->quiet[i] != best)
                update_quiet(worker, tried->quiet[i], -bonus);
        if (ply->killers[0] != best) {
            ply->killers[1] = ply->killers[0];
            ply->killers[0] = best;
        }
        worker->histories->counter[pos_side(&worker->pos)][ply[-1].piece_to] = best;
    }
    for (int i = 0; i < tried->tactical_count; i++)
        if (tried->tactical[i] != best)
            update_tactical(worker, tried->tactical[i], -bonus);
}

static void update_correction(AbWorker *worker, const Node *node, int best) {
    const int weight =
        node->depth < CORRECTION_WEIGHT_MAX ? node->depth + 1 : CORRECTION_WEIGHT_MAX;
    int change = (best - node->eval) * weight / CORRECTION_WEIGHT_ONE;
    const int limit = CORRECTION_LIMIT / CORRECTION_STEP_SHARE;
    change = change > limit ? limit : change < -limit ? -limit : change;
    const Color side = pos_side(&worker->pos);
    history_update(correction_structure(worker->histories, &worker->pos), change, CORRECTION_LIMIT);
    history_update(&worker->histories->last_move[side][node->ply[-1].piece_to], change,
                   CORRECTION_LIMIT);
}

// ---- before the moves: each returns a value that ends the node, or VALUE_NONE ----

static int try_table(AbWorker *worker, Node *node) {
    node->key = pos_key(&worker->pos);
    node->is_known = tt_probe(worker->shared->table, node->key, worker->ply, &node->known);
    const TtEntry *known = &node->known;
    node->table_move = MOVE_NONE;
    if (node->is_root)
        node->table_move = worker->roots[worker->pv_index].move;
    else if (node->is_known && known->move && pos_is_legal(&worker->pos, known->move))
        node->table_move = known->move;
    if (!node->ply->excluded)
        node->ply->is_pv = node->is_pv || (node->is_known && known->is_pv);
    if (node->is_pv || node->ply->excluded || !node->is_known || known->depth < node->depth ||
        known->value == VALUE_NONE ||
        !(known->bound & (known->value >= node->beta ? BOUND_LOWER : BOUND_UPPER)))
        return VALUE_NONE;
    if (node->table_move && known->value >= node->beta &&
        !pos_is_tactical(&worker->pos, node->table_move))
        update_quiet(worker, node->table_move, history_bonus(node->depth));
    return known->value;
}

// Static value, and whether it has improved since two plies ago.
static void evaluate(AbWorker *worker, Node *node) {
    AbPly *ply = node->ply;
    if (ply->excluded) { // the same node again
        node->raw = VALUE_NONE;
        node->eval = node->estimate = ply->eval;
    } else if (node->is_in_check) {
        node->raw = node->eval = node->estimate = ply->eval = VALUE_NONE;
    } else {
        const bool is_stored = node->is_known && node->known.eval != VALUE_NONE;
        node->raw = is_stored ? node->known.eval : worker_eval(worker);
        node->eval = node->estimate = ply->eval = worker_corrected(worker, node->raw);
        const TtEntry *known = &node->known;
        if (node->is_known && known->value != VALUE_NONE && !value_is_decided(known->value) &&
            (known->bound & (known->value > node->eval ? BOUND_LOWER : BOUND_UPPER)))
            node->estimate = known->value;
    }
    const int before = ply[-2].eval != VALUE_NONE ? ply[-2].eval : ply[-4].eval;
    node->is_improving = !node->is_in_check && before != VALUE_NONE && node->eval > before;
}

static int try_mate_in_one(AbWorker *worker, const Node *node) {
    if (!worker->shared->settings.mate_in_one || node->is_root || node->is_known ||
        node->depth > MATE_IN_ONE_DEPTH)
        return VALUE_NONE;
    const Move mate = pos_mate_in_one(&worker->pos);
    if (mate == MOVE_NONE)
        return VALUE_NONE;
    const int value = value_win_in(worker->ply + 1);
    worker_store(worker, node->key,
                 (TtEntry){.move = mate,
                           .value = value,
                           .eval = node->raw,
                           .depth = PLY_MAX,
                           .bound = BOUND_EXACT,
                           .is_pv = node->ply->is_pv});
    return value;
}

// A win or a loss that another search has proved.
static int try_proof(const AbWorker *worker, const Node *node) {
    const Proofs *proofs = &worker->shared->setup.shared->proofs;
    Proof proof;
    if (LIKELY(proofs_is_empty(proofs)) || node->is_root || node->ply->excluded ||
        node->depth < MATE_DEPTH || !proofs_probe(proofs, node->key, &proof) ||
        proof.kind == PROOF_NO_MATE)
        return VALUE_NONE;
    return proof.kind == PROOF_WIN ? value_win_in(worker->ply + proof.plies)
                                   : value_loss_in(worker->ply + proof.plies);
}

// A mate by checks that df-pn finds.
static int try_mate(AbWorker *worker, const Node *node) {
    const AbSettings *options = &worker->shared->settings;
    if (!options->mate_search || !node->is_pv || node->is_root || node->ply->excluded ||
        node->depth < MATE_DEPTH || !options->mate_nodes_pv)
        return VALUE_NONE;
    const ProbeMate mate =
        probe_find(worker->probe, &worker->pos, options->mate_nodes_pv, true,
                   worker->shared->control, &worker->shared->setup.shared->proofs);
    if (!mate.plies)
        return VALUE_NONE;
    const int value = value_win_in(worker->ply + mate.plies);
    worker_store(worker, node->key,
                 (TtEntry){.move = mate.count ? mate.line[0] : MOVE_NONE,
                           .value = value,
                           .eval = VALUE_NONE,
                           .depth = PLY_MAX,
                           .bound = BOUND_LOWER,
                           .is_pv = true});
    if (mate.count)
        worker_set_line(worker, mate.line, mate.count);
    return value;
}

static int try_static(AbWorker *worker, const Node *node) {
    const AlphaBeta *shared = worker->shared;
    const AbSettings *options = &shared->settings;
    const bool is_scaled = options->information_margins;
    // Razoring: a value this low is left to the quiescence search.
    if (options->razoring && options->razoring_form == RAZORING_QUIESCENCE &&
        node->depth <= RAZORING_DEPTH && !value_is_decided(node->alpha) &&
        node->estimate + razoring_margin(shared, node) < node->alpha) {
        const int value = quiesce_search(worker, node->alpha, node->alpha + 1, 0);
        if (value <= node->alpha || worker_is_stopped(worker))
            return value;
    }
    // Reverse futility: a value this high will not fall below beta near the leaves.
    if (options->static_null_move && node->depth <= STATIC_NULL_DEPTH &&
        !value_is_decided(node->beta) && !value_is_decided(node->estimate)) {
        const int margin = margin_shrunk(
            &shared->information, is_scaled && options->information_static_null,
            options->static_null_margin * (node->depth - node->is_improving), node->eval);
        if (node->estimate - margin >= node->beta)
            return (node->estimate + node->beta) / 2;
    }
    return VALUE_NONE;
}

static int try_null_move(AbWorker *worker, const Node *node) {
    const AlphaBeta *shared = worker->shared;
    if (!shared->settings.null_move || node->depth < 2 || !node->ply[-1].piece_to ||
        node->ply->excluded || node->estimate < node->beta ||
        node->eval < node->beta + NULL_MOVE_BASE - NULL_MOVE_SLOPE * node->depth ||
        value_is_decided(node->beta) || pos_fears_zugzwang(&worker->pos))
        return VALUE_NONE;
    int surplus = (node->estimate - node->beta) / NULL_MOVE_SURPLUS_STEP;
    surplus = surplus > NULL_MOVE_SURPLUS_MAX ? NULL_MOVE_SURPLUS_MAX : surplus;
    const int reduction =
        NULL_MOVE_REDUCTION + node->depth / 3 + surplus +
        decided_share(shared, shared->settings.information_null_move, node->eval, 2);
    worker_pass(worker);
    const int value =
        -node_search(worker, -node->beta, -node->beta + 1, node->depth - reduction, !node->is_cut);
    worker_unpass(worker);
    if (worker_is_stopped(worker))
        return 0;
    if (value < node->beta)
        return VALUE_NONE;
    return value_is_decided(value) ? node->beta : value;
}

// A capture that stays above beta by a margin at much less depth cuts the node.
static int try_probcut(AbWorker *worker, const Node *node) {
    const AlphaBeta *shared = worker->shared;
    const AbSettings *options = &shared->settings;
    if (!options->probcut || node->depth < PROBCUT_DEPTH || node->ply->excluded ||
        value_is_decided(node->beta))
        return VALUE_NONE;
    const int margin = margin_shrunk(&shared->information,
                                     options->information_margins && options->information_probcut,
                                     options->probcut_margin, node->eval);
    const int goal = node->beta + margin;
    if (node->is_known && node->known.depth >= node->depth - TABLE_DEPTH_SLACK &&
        node->known.value != VALUE_NONE && node->known.value < goal)
        return VALUE_NONE;
    const bool is_table_tactical =
        node->table_move && pos_is_tactical(&worker->pos, node->table_move);
    Picker picker;
    picker_winning(&picker, &worker->pos, worker->histories,
                   is_table_tactical ? node->table_move : MOVE_NONE, goal - node->eval);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        worker_do(worker, move);
        int value = -quiesce_search(worker, -goal, -goal + 1, 0);
        if (value >= goal)
            value = -node_search(worker, -goal, -goal + 1, node->depth - PROBCUT_REDUCTION,
                                 !node->is_cut);
        worker_undo(worker);
        if (worker_is_stopped(worker))
            return 0;
        if (value < goal)
            continue;
        worker_store(worker, node->key,
                     (TtEntry){.move = move,
                               .value = value,
                               .eval = node->raw,
                               .depth = node->depth - PROBCUT_REDUCTION + 1,
                               .bound = BOUND_LOWER,
                               .is_pv = node->ply->is_pv});
        return value;
    }
    return VALUE_NONE;
}

// Bjoernsson and Marsland's multi-cut: at an expected cut node several of the first moves that fail
// high at less depth cut the node.
static int try_multi_cut(AbWorker *worker, const Node *node) {
    const AlphaBeta *shared = worker->shared;
    if (!shared->settings.multi_cut || !node->is_cut || node->depth < MULTI_CUT_DEPTH ||
        node->ply->excluded || value_is_decided(node->beta))
        return VALUE_NONE;
    const int needed = MULTI_CUT_NEEDED -
                       decided_share(shared, shared->settings.information_multi_cut, node->eval, 2);
    static const Move none[REFUTATION_NB];
    Picker picker;
    picker_main(&picker, &worker->pos, worker->histories, worker_counter_history(worker),
                worker_followup_history(worker), node->table_move, none, node->depth);
    int cuts = 0;
    for (int tried = 0; tried < MULTI_CUT_MOVES; tried++) {
        const Move move = picker_next(&picker);
        if (move == MOVE_NONE)
            break;
        worker_do(worker, move);
        const int value = -node_search(worker, -node->beta, -node->beta + 1,
                                       node->depth - 1 - MULTI_CUT_REDUCTION, false);
        worker_undo(worker);
        if (worker_is_stopped(worker))
            return 0;
        if (value >= node->beta && ++cuts >= needed)
            return node->beta;
    }
    return VALUE_NONE;
}

// ---- the moves ----

// Whether a move is pruned near the leaves. `reduced` is the depth it would get.
static bool is_pruned(const AbWorker *worker, const Node *node, Move move, bool is_tactical,
                      bool gives_check, int reduced, int history, int *best) {
    const AlphaBeta *shared = worker->shared;
    const AbSettings *options = &shared->settings;
    if (is_tactical || gives_check) {
        if (!options->see_pruning || node->depth > EXCHANGE_DEPTH)
            return false;
        return !pos_exchange_reaches(&worker->pos, move, -EXCHANGE_LOSS_TACTICAL * node->depth);
    }
    if (options->late_move_pruning && reduced <= HISTORY_PRUNING_DEPTH &&
        history < -HISTORY_PRUNING_SLOPE * reduced - HISTORY_PRUNING_BASE)
        return true;
    // Futility and, deeper, extended futility.
    const int frontier = reduced + 1;
    const bool is_on = frontier <= 1 ? options->futility : options->extended_futility;
    if (is_on && !node->is_in_check && frontier <= options->extended_futility_depth) {
        const int reach = node->eval + futility_margin(shared, frontier, node->eval);
        if (reach <= node->alpha) {
            if (reach > *best && !value_is_decided(*best))
                *best = reach;
            return true;
        }
    }
    return options->see_pruning && reduced <= EXCHANGE_DEPTH &&
           !pos_exchange_reaches(&worker->pos, move, -EXCHANGE_LOSS_QUIET * reduced * reduced);
}

// How much deeper the hash move is searched because all others are worse by a margin; or a value in
// *cut that ends the node.
static int singular_extension(AbWorker *worker, const Node *node, Move move, int *cut) {
    const AlphaBeta *shared = worker->shared;
    const AbSettings *options = &shared->settings;
    const TtEntry *known = &node->known;
    if (!options->singular_extension || node->is_root || node->ply->excluded ||
        move != node->table_move || node->depth < SINGULAR_DEPTH || !node->is_known ||
        !(known->bound & BOUND_LOWER) || known->depth < node->depth - TABLE_DEPTH_SLACK ||
        value_is_decided(known->value) || worker->ply >= 2 * worker->root_depth)
        return 0;
    const int base = options->singular_base == SINGULAR_ALPHA ? node->alpha : known->value;
    const int margin = margin_grown(&shared->information,
                                    options->information_margins && options->information_singular,
                                    options->singular_margin, base);
    const int goal = base - margin;
    if (known->value < goal || goal <= -VALUE_DECIDED)
        return 0;
    node->ply->excluded = move;
    const int value = node_search(worker, goal - 1, goal, (node->depth - 1) / 2, node->is_cut);
    node->ply->excluded = MOVE_NONE;
    if (worker_is_stopped(worker))
        return 0;
    if (value < goal) {
        const bool is_double = !node->is_pv && value < goal - DOUBLE_EXTENSION_MARGIN &&
                               node->ply[-1].double_extensions < DOUBLE_EXTENSIONS_MAX;
        return is_double ? 2 : 1;
    }
    // Without the hash move the others still fail high, so the node fails high.
    if (goal >= node->beta) {
        *cut = goal;
        return 0;
    }
    return known->value >= node->beta ? -2 : node->is_cut ? -1 : 0;
}

static int extension_of(AbWorker *worker, const Node *node, Move move, bool gives_check, int *cut) {
    const AbSettings *options = &worker->shared->settings;
    const int singular = singular_extension(worker, node, move, cut);
    if (singular || node->is_root || worker->ply >= 2 * worker->root_depth)
        return singular;
    if (options->check_extension && gives_check && pos_exchange_reaches(&worker->pos, move, 0))
        return 1;
    if (options->recapture_extension && node->is_pv && node->ply[-1].move &&
        move_to(move) == move_to(node->ply[-1].move) && pos_captured(&worker->pos, move))
        return 1;
    return 0;
}

static int reduction_of(const AbWorker *worker, const Node *node, int count, bool is_tactical,
                        bool gives_check, int history) {
    const AlphaBeta *shared = worker->shared;
    if (!shared->settings.late_move_reduction)
        return 0;
    int reduction = shared->reductions[node->depth < 255 ? node->depth : 255] *
                    shared->reductions[count < 255 ? count : 255] / REDUCTION_ONE;
    if (is_tactical)
        reduction /= 2;
    else
        reduction -= history * REDUCTION_ONE / HISTORY_PER_PLY;
    if (node->is_cut)
        reduction += REDUCTION_ONE;
    if (!node->is_improving)
        reduction += REDUCTION_ONE / 2;
    if (node->ply->is_pv)
        reduction -= REDUCTION_ONE;
    if (gives_check)
        reduction -= REDUCTION_ONE;
    if (node->ply[1].refuted > REFUTED_MANY)
        reduction += REDUCTION_ONE / 2;
    if (!node->is_in_check)
        reduction += decided_share(shared, shared->settings.information_reduction, node->eval,
                                   REDUCTION_ONE);
    return reduction;
}

// Searches one move: late ones first at reduced depth, all but the first with a null window.
static int search_move(AbWorker *worker, const Node *node, int count, int depth, int reduction) {
    const int alpha = node->alpha;
    int value = -VALUE_INFINITE;
    if (node->depth >= 2 && count > 1 + node->is_root && reduction > 0) {
        int reduced = depth - reduction / REDUCTION_ONE;
        reduced = reduced < 1 ? 1 : reduced > depth ? depth : reduced;
        value = -node_search(worker, -alpha - 1, -alpha, reduced, true);
        if (value > alpha && reduced < depth)
            value = -node_search(worker, -alpha - 1, -alpha, depth, !node->is_cut);
    } else if (!node->is_pv || count > 1) {
        value = -node_search(worker, -alpha - 1, -alpha, depth, !node->is_cut);
    }
    if (node->is_pv && (count == 1 || value > alpha))
        value = -node_search(worker, -node->beta, -alpha, depth, false);
    return value;
}

// Pseudo extension (ym-shogi): the line A, B, C is best, and B only captures what A offered. If C
// at once, which keeps A's piece, does not reach alpha, then A only delayed a loss beyond the
// horizon.
static int without_delay(AbWorker *worker, const Node *node, Move move, int value) {
    const Move *line = worker->pv[worker->ply + 1];
    if (!worker->shared->settings.pseudo_extension || !node->is_pv || node->is_root ||
        node->depth < PSEUDO_EXTENSION_DEPTH || worker->pv_count[worker->ply + 1] < 2 ||
        value_is_decided(value) || move_to(line[0]) != move_to(move) ||
        !pos_is_legal(&worker->pos, line[1]) || line[1] == move)
        return value;
    worker_do(worker, line[1]);
    const int at_once =
        -node_search(worker, -node->alpha - 1, -node->alpha, node->depth - 3, false);
    worker_undo(worker);
    return at_once <= node->alpha ? node->alpha : value;
}

static AbRootMove *root_of(const AbWorker *worker, Move move) {
    for (int i = worker->pv_index; i < worker->root_count; i++)
        if (worker->roots[i].move == move)
            return &worker->roots[i];
    return NULL;
}

static void update_root(AbWorker *worker, AbRootMove *root, int value, bool is_best,
                        int64_t nodes) {
    root->nodes += nodes;
    if (!is_best) {
        root->value = -VALUE_INFINITE;
        return;
    }
    root->value = value;
    root->deepest = worker->deepest;
    root->pv[0] = root->move;
    const int count = worker->pv_count[1] < PLY_MAX - 1 ? worker->pv_count[1] : PLY_MAX - 1;
    memcpy(&root->pv[1], worker->pv[1], (size_t)count * sizeof(Move));
    root->pv_count = count + 1;
}

static void add_tried(Tried *tried, Move move, bool is_tactical) {
    if (is_tactical && tried->tactical_count < TRIED_MAX)
        tried->tactical[tried->tactical_count++] = move;
    else if (!is_tactical && tried->quiet_count < TRIED_MAX)
        tried->quiet[tried->quiet_count++] = move;
}

int worker_quiet_history(AbWorker *worker, Move move) {
    const int piece_to = move_piece_to(&worker->pos, move);
    return worker->histories->quiet[pos_side(&worker->pos)][move_path(move)] +
           worker_counter_history(worker)[piece_to] + worker_followup_history(worker)[piece_to];
}

static int search_moves(AbWorker *worker, Node *node, Move *best_move) {
    const AbSettings *options = &worker->shared->settings;
    AbPly *ply = node->ply;
    const Move refutations[REFUTATION_NB] = {
        ply->killers[0], ply->killers[1],
        worker->histories->counter[pos_side(&worker->pos)][ply[-1].piece_to]};
    Picker picker;
    picker_main(&picker, &worker->pos, worker->histories, worker_counter_history(worker),
                worker_followup_history(worker), node->table_move, refutations, node->depth);
    // The GUI may have chosen moves of the root that are not useful.
    picker.lists_all = worker->shared->setup.generates_all ||
                       (node->is_root && worker->shared->limits->move_count);
    Tried tried = {.quiet_count = 0};
    int best = -VALUE_INFINITE, count = 0;
    *best_move = MOVE_NONE;
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        AbRootMove *root = node->is_root ? root_of(worker, move) : NULL;
        if (move == ply->excluded || (node->is_root && !root))
            continue;
        count++;
        const bool is_tactical = pos_is_tactical(&worker->pos, move);
        const bool gives_check = pos_gives_check(&worker->pos, move);
        const int history = is_tactical ? 0 : worker_quiet_history(worker, move);
        const int reduction = reduction_of(worker, node, count, is_tactical, gives_check, history);

        // Step 11: shallow pruning.
        if (!node->is_root && best > -VALUE_DECIDED) {
            if (options->late_move_pruning &&
                count >= late_move_limit(node->depth, node->is_improving))
                picker.skips_quiet = true;
            const int reduced = node->depth - 1 - reduction / REDUCTION_ONE;
            if (is_pruned(worker, node, move, is_tactical, gives_check, reduced > 0 ? reduced : 0,
                          history, &best))
                continue;
        }
        // Step 12: extensions.
        int cut = VALUE_NONE;
        const int extension = extension_of(worker, node, move, gives_check, &cut);
        if (worker_is_stopped(worker))
            return 0;
        if (cut != VALUE_NONE)
            return cut;
        // Step 13: the search of the move itself.
        const int64_t nodes = worker_nodes(worker);
        ply->double_extensions = ply[-1].double_extensions + (extension == 2);
        worker_do(worker, move);
        int value = search_move(worker, node, count, node->depth - 1 + extension, reduction);
        worker_undo(worker);
        if (!worker_is_stopped(worker) && value > node->alpha)
            value = without_delay(worker, node, move, value);
        if (worker_is_stopped(worker))
            return 0;
        if (root)
            update_root(worker, root, value, count == 1 || value > node->alpha,
                        worker_nodes(worker) - nodes);
        add_tried(&tried, move, is_tactical);
        // Step 14: the value of the move.
        if (value <= best)
            continue;
        best = value;
        if (value <= node->alpha)
            continue;
        *best_move = move;
        if (node->is_pv)
            worker_set_pv(worker, move);
        if (value >= node->beta) {
            ply->refuted++;
            break;
        }
        node->alpha = value;
    }
    if (!count)
        return ply->excluded ? node->alpha : worker_no_moves(worker);
    if (*best_move)
        update_histories(worker, *best_move, &tried, node->depth);
    return best;
}

static void show_node(const AbWorker *worker, const Node *node, int value, Bound bound) {
    const NodeSink *sink = worker->shared->setup.sink;
    sink->node(sink->context, &(SearchNode){.pos = &worker->pos,
                                            .value = value,
                                            .depth = node->depth,
                                            .ply = worker->ply,
                                            .bound = bound});
}

static void store_result(AbWorker *worker, const Node *node, int before, int best, Move best_move) {
    const Bound bound = best >= node->beta             ? BOUND_LOWER
                        : node->is_pv && best > before ? BOUND_EXACT
                                                       : BOUND_UPPER;
    if (!node->is_root || !worker->pv_index)
        worker_store(worker, node->key,
                     (TtEntry){.move = best_move,
                               .value = best,
                               .eval = node->raw,
                               .depth = node->depth < PLY_MAX ? node->depth : PLY_MAX,
                               .bound = bound,
                               .is_pv = node->ply->is_pv});
    if (worker->shared->settings.correction_history && !node->is_in_check &&
        !(best_move && pos_is_tactical(&worker->pos, best_move)) &&
        !(bound == BOUND_LOWER && best <= node->eval) &&
        !(bound == BOUND_UPPER && best >= node->eval) && !value_is_decided(best))
        update_correction(worker, node, best);
    if (UNLIKELY(worker->shared->setup.sink != NULL))
        show_node(worker, node, best, bound);
}

int node_search(AbWorker *worker, int alpha, int beta, int depth, bool is_cut) {
    if (depth <= 0)
        return quiesce_search(worker, alpha, beta, 0);
    Node node = {
        .ply = worker_ply(worker),
        .is_root = worker->ply == 0,
        .is_pv = beta - alpha > 1,
        .is_cut = is_cut,
        .is_in_check = pos_in_check(&worker->pos),
        .alpha = alpha,
        .beta = beta,
        .depth = depth < PLY_MAX ? depth : PLY_MAX - 1,
    };
    worker->pv_count[worker->ply] = 0;
    if (worker->ply > worker->deepest)
        worker->deepest = worker->ply;
    // Step 1: limits.
    if (worker_must_stop(worker))
        return 0;
    if (!node.is_root && !node.ply->excluded) {
        // Step 2: the rules.
        const int verdict = worker_gameover(worker);
        if (verdict != VALUE_NONE)
            return verdict;
        if (worker->ply >= PLY_MAX - 1)
            return node.is_in_check ? worker_draw(worker) : worker_eval(worker);
        // Step 3: mate distance pruning. No value here can be better than a mate at once.
        if (value_win_in(worker->ply + 1) < node.beta)
            node.beta = value_win_in(worker->ply + 1);
        if (value_loss_in(worker->ply) > node.alpha)
            node.alpha = value_loss_in(worker->ply);
        if (node.alpha >= node.beta)
            return node.alpha;
    }
    const int before = node.alpha;
    node.ply[1].refuted = 0;
    if (!node.ply->excluded)
        node.ply[2].killers[0] = node.ply[2].killers[1] = MOVE_NONE;
    // Step 4: the table.
    int value = try_table(worker, &node);
    if (value != VALUE_NONE)
        return value;
    // Step 5: proofs and mates by checks, then the static value.
    if ((value = try_proof(worker, &node)) != VALUE_NONE ||
        (value = try_mate(worker, &node)) != VALUE_NONE)
        return value;
    evaluate(worker, &node);
    if (!node.is_in_check && !node.ply->excluded &&
        (value = try_mate_in_one(worker, &node)) != VALUE_NONE)
        return value;
    if (!node.is_in_check && !node.is_pv) {
        // Step 6: razoring and static null move.  Step 7: null move.  Step 8: ProbCut.
        if (!node.ply->excluded && ((value = try_static(worker, &node)) != VALUE_NONE ||
                                    (value = try_null_move(worker, &node)) != VALUE_NONE ||
                                    (value = try_probcut(worker, &node)) != VALUE_NONE ||
                                    // Step 9: multi-cut.
                                    (value = try_multi_cut(worker, &node)) != VALUE_NONE))
            return value;
        if (worker_is_stopped(worker))
            return 0;
    }
    // Limited razoring: with a static value this low, the depth is reduced by a ply.
    const AbSettings *options = &worker->shared->settings;
    if (options->razoring && options->razoring_form == RAZORING_LIMITED && !node.is_pv &&
        !node.is_in_check && node.depth == RAZORING_DEPTH && !value_is_decided(node.alpha) &&
        node.eval + razoring_margin(worker->shared, &node) <= node.alpha)
        node.depth--;
    // Step 10: internal reduction.
    if (options->internal_reduction && node.depth >= INTERNAL_REDUCTION_DEPTH && !node.table_move &&
        !node.ply->excluded && (node.is_pv || node.is_cut))
        node.depth--;
    Move best_move;
    const int best = search_moves(worker, &node, &best_move);
    if (worker_is_stopped(worker))
        return 0;
    // Step 15: store into the table.
    if (!node.ply->excluded)
        store_result(worker, &node, before, best, best_move);
    return best;
}
