#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "dfpn_inside.h"

enum { LOOK_INTERVAL = 1024 }; // nodes between two looks at the control

Dfpn *dfpn_new(int size_mb) {
    Dfpn *dfpn = calloc(1, sizeof *dfpn);
    if (dfpn && !dfpn_table_init(&dfpn->table, size_mb)) {
        free(dfpn);
        return NULL;
    }
    return dfpn;
}

void dfpn_free(Dfpn *dfpn) {
    if (!dfpn)
        return;
    dfpn_table_release(&dfpn->table);
    free(dfpn);
}

void dfpn_clear(Dfpn *dfpn) {
    dfpn_table_empty(&dfpn->table);
}

// ---- the path ----

// What is known of a board as the attacker's is of no use where the other side attacks.
static const Key ATTACKER_KEYS[COLOR_NB] = {0, 0x9e3779b97f4a7c15};

static PathStep step_of(const Dfpn *dfpn, int ply) {
    const Position *pos = &dfpn->pos;
    const Key before = ply ? dfpn->path[ply - 1].path_key : 0;
    return (PathStep){.board_key = pos_board_key(pos) ^ ATTACKER_KEYS[dfpn->attacker],
                      .path_key = rng_mix(before ^ pos_key(pos)),
                      .hand = pos_hand(pos, dfpn->attacker)};
}

void dfpn_enter(Dfpn *dfpn, int ply) {
    dfpn->path[ply] = step_of(dfpn, ply);
    dfpn->filter[dfpn->path[ply].board_key % FILTER_SIZE]++;
}

void dfpn_leave(Dfpn *dfpn, int ply) {
    dfpn->filter[dfpn->path[ply].board_key % FILTER_SIZE]--;
}

// The ply of the path where the attacker had the same board, with the same hand or a larger one, or
// PLY_NONE. A shortest mate never goes through such a position.
static int repeated_ply(const Dfpn *dfpn, const PathStep *step, int ply) {
    if (!dfpn->filter[step->board_key % FILTER_SIZE])
        return PLY_NONE;
    for (int i = ply - 2; i >= 0; i -= 2)
        if (dfpn->path[i].board_key == step->board_key &&
            hand_covers(dfpn->path[i].hand, step->hand))
            return i;
    return PLY_NONE;
}

// ---- a position ----

void dfpn_do(Dfpn *dfpn, Move move, Undo *undo) {
    dfpn->nodes++;
    pos_do(&dfpn->pos, move, undo);
}

static MateValue value_of_mate(void) {
    return (MateValue){0, NUMBER_MAX, 0, PLY_NONE};
}

static MateValue value_of_no_mate(int ply) {
    return (MateValue){NUMBER_MAX, 0, 0, (int16_t)ply};
}

// A new position. The more replies the defender has, the harder is the proof; the more checks the
// attacker has, the harder is the disproof.
static MateValue first_value(const Position *pos, bool is_attacker) {
    if (!is_attacker) {
        const int replies = pos_count_legal(pos);
        return replies ? (MateValue){(uint32_t)replies, 1, 0, PLY_NONE} : value_of_mate();
    }
    Move checks[MOVE_MAX];
    const int count = gen_checks(pos, checks);
    return count ? (MateValue){1, (uint32_t)count, 0, PLY_NONE} : value_of_no_mate(PLY_NONE);
}

MateValue dfpn_look(const Dfpn *dfpn, int ply) {
    const PathStep step = step_of(dfpn, ply);
    const int repeated = repeated_ply(dfpn, &step, ply);
    if (repeated != PLY_NONE)
        return value_of_no_mate(repeated);
    MateValue value;
    if (dfpn_table_probe(&dfpn->table, step.board_key, step.hand, &value) && dfpn_is_solved(&value))
        return value;
    MateValue on_path;
    if (dfpn_table_probe_path(&dfpn->table, step.path_key, &on_path))
        return on_path;
    if (dfpn_table_probe(&dfpn->table, step.board_key, step.hand, &value))
        return value;
    return first_value(&dfpn->pos, dfpn_is_attacker(ply));
}

// Whether the side to move has reached its aim with this child: a proof or a disproof.
static bool is_good(const MateValue *child, bool is_attacker) {
    return is_attacker ? !child->proof : !child->disproof;
}

// All moves of the position at `ply`, or those up to one that reaches the aim. Returns their count.
static int expand(Dfpn *dfpn, int ply, DfpnChild *children) {
    const bool is_attacker = dfpn_is_attacker(ply);
    Position *pos = &dfpn->pos;
    Move moves[MOVE_MAX];
    const int count = is_attacker ? gen_checks(pos, moves) : gen_evasions(pos, moves);
    for (int i = 0; i < count; i++) {
        DfpnChild *child = &children[i];
        const bool is_drop = GAME_HAS_DROPS && move_is_drop(moves[i]);
        child->move = (uint16_t)moves[i];
        child->group = !is_attacker && is_drop ? (uint16_t)(move_to(moves[i]) + 1) : 0;
        Undo undo;
        dfpn_do(dfpn, moves[i], &undo);
        child->value = dfpn_look(dfpn, ply + 1);
        pos_undo(pos, moves[i], &undo);
        if (is_good(&child->value, is_attacker))
            return i + 1;
    }
    return count;
}

// ---- proof and disproof numbers ----

// The side to move looks for the child with the lowest `own` number: the proof number for the
// attacker, the disproof number for the defender. The `other` number of the position grows with
// those of all children.
typedef struct Choice {
    DfpnChild *best;
    uint32_t own, second; // the lowest own numbers
    uint32_t other;       // the greatest other number
    int open;             // children that count
} Choice;

static uint32_t own_number(const DfpnChild *child, bool is_attacker) {
    return is_attacker ? child->value.proof : child->value.disproof;
}

static uint32_t other_number(const DfpnChild *child, bool is_attacker) {
    return is_attacker ? child->value.disproof : child->value.proof;
}

// Pieces that interpose on the same square are similar: one of them counts until it is refuted, and
// then the next.
static Choice choose(DfpnChild *children, int count, bool is_attacker) {
    Choice choice = {.own = NUMBER_MAX, .second = NUMBER_MAX};
    bool has_group[SQUARE_NB + 1] = {false};
    for (DfpnChild *child = children; child < children + count; child++) {
        const uint32_t own = own_number(child, is_attacker);
        const uint32_t other = other_number(child, is_attacker);
        if (!other || (child->group && has_group[child->group]))
            continue;
        has_group[child->group] = true;
        choice.open++;
        if (other > choice.other)
            choice.other = other;
        if (!choice.best || own < choice.own) {
            choice.second = choice.own;
            choice.own = own;
            choice.best = child;
        } else if (own < choice.second) {
            choice.second = own;
        }
    }
    return choice;
}

static uint32_t at_most(uint64_t number) {
    return number < NUMBER_MAX ? (uint32_t)number : NUMBER_MAX - 1;
}

static MateValue refuted_value(const DfpnChild *children, int count, bool is_attacker) {
    MateValue value = is_attacker ? value_of_no_mate(PLY_NONE) : value_of_mate();
    for (const DfpnChild *child = children; child < children + count; child++) {
        if (is_attacker && child->value.ply < value.ply)
            value.ply = child->value.ply;
        if (!is_attacker && child->value.plies + 1 > value.plies)
            value.plies = (int16_t)(child->value.plies + 1);
    }
    return value;
}

// Weak proof numbers: the greatest number of a child and one for each other, instead of the sum,
// which counts a position again for every path that leads to it. (Ueda, Hashimoto, Hashimoto, Iida,
// "Weak proof-number search", 2008.)
static MateValue value_of(const Choice *choice, const DfpnChild *children, int count,
                          bool is_attacker) {
    if (!choice->open)
        return refuted_value(children, count, is_attacker);
    if (!choice->own) {
        MateValue value = choice->best->value;
        value.plies++;
        return value;
    }
    const uint32_t own = at_most(choice->own);
    const uint32_t other = at_most((uint64_t)choice->other + (uint32_t)choice->open - 1);
    return is_attacker ? (MateValue){own, other, 0, PLY_NONE}
                       : (MateValue){other, own, 0, PLY_NONE};
}

// ---- the search ----

static bool is_over(Dfpn *dfpn) {
    if (dfpn->is_over)
        return true;
    if (dfpn->limits.nodes && dfpn->nodes >= dfpn->limits.nodes)
        dfpn->is_over = true;
    if (dfpn->nodes >= dfpn->next_look) {
        dfpn->next_look = dfpn->nodes + LOOK_INTERVAL;
        if (control_is_over(dfpn->limits.control))
            dfpn->is_over = true;
    }
    return dfpn->is_over;
}

static void store(Dfpn *dfpn, int ply, const MateValue *value, int64_t work) {
    const PathStep *step = &dfpn->path[ply];
    if (value->disproof || value->ply >= ply)
        dfpn_table_store(&dfpn->table, step->board_key, step->hand, value, work);
    else
        dfpn_table_store_path(&dfpn->table, step->path_key, value->ply);
}

// Until the proof number or the disproof number reaches its limit.
static MateValue search(Dfpn *dfpn, int ply, uint32_t proof_limit, uint32_t disproof_limit);

// Searches the best child with limits at which another child is better by far, or the position
// reaches its own. The factor 1 + 1/4 saves changes between children of similar numbers.
// (J. Pawlewicz, L. Lew, "Improving depth-first PN-search: 1 + ε trick", 2006.)
static void search_child(Dfpn *dfpn, int ply, const Choice *choice, uint32_t own_limit,
                         uint32_t other_limit) {
    const uint64_t reach = (uint64_t)choice->second + choice->second / 4 + 1;
    const uint32_t own = reach < own_limit ? (uint32_t)reach : own_limit;
    const uint32_t other =
        other_limit == NUMBER_MAX ? NUMBER_MAX : other_limit - (uint32_t)choice->open + 1;
    DfpnChild *child = choice->best;
    Undo undo;
    dfpn_do(dfpn, child->move, &undo);
    dfpn_enter(dfpn, ply + 1);
    child->value = dfpn_is_attacker(ply) ? search(dfpn, ply + 1, own, other)
                                         : search(dfpn, ply + 1, other, own);
    dfpn_leave(dfpn, ply + 1);
    pos_undo(&dfpn->pos, child->move, &undo);
}

static MateValue search(Dfpn *dfpn, int ply, uint32_t proof_limit, uint32_t disproof_limit) {
    const bool is_attacker = dfpn_is_attacker(ply);
    const int64_t start = dfpn->nodes;
    DfpnChild *children = &dfpn->children[dfpn->child_count];
    if (ply >= DFPN_LINE_MAX || dfpn->child_count > CHILDREN_MAX - MOVE_MAX)
        return value_of_no_mate(PLY_ALWAYS);
    const int count = expand(dfpn, ply, children);
    dfpn->child_count += count;
    MateValue value;
    for (;;) {
        const Choice choice = choose(children, count, is_attacker);
        value = value_of(&choice, children, count, is_attacker);
        if (!choice.best || dfpn_is_solved(&value) || value.proof >= proof_limit ||
            value.disproof >= disproof_limit || is_over(dfpn)) {
            dfpn->path[ply].mating = choice.best && !value.proof ? choice.best->move : MOVE_NONE;
            break;
        }
        if (is_attacker)
            search_child(dfpn, ply, &choice, proof_limit, disproof_limit);
        else
            search_child(dfpn, ply, &choice, disproof_limit, proof_limit);
    }
    dfpn->child_count -= count;
    store(dfpn, ply, &value, dfpn->nodes - start);
    // A disproof by a repetition of this position itself holds on every path.
    if (!value.disproof && value.ply >= ply)
        value.ply = PLY_NONE;
    return value;
}

MateValue dfpn_search(Dfpn *dfpn, int ply) {
    return search(dfpn, ply, NUMBER_MAX, NUMBER_MAX);
}

static DfpnAnswer answer_of(Dfpn *dfpn, DfpnResult *result) {
    if (is_over(dfpn))
        return DFPN_UNKNOWN;
    const MateValue value = dfpn_search(dfpn, 0);
    if (!value.disproof && value.ply == PLY_NONE)
        return DFPN_NO_MATE;
    if (!value.proof && dfpn->limits.wants_move_only) {
        result->line[result->count++] = dfpn->path[0].mating;
        return DFPN_MATE;
    }
    if (!value.proof && dfpn_find_line(dfpn, result) &&
        dfpn_is_mate(&dfpn->pos, result->line, result->count))
        return DFPN_MATE;
    return DFPN_UNKNOWN;
}

void dfpn_solve(Dfpn *dfpn, const Position *pos, const DfpnLimits *limits, DfpnResult *result) {
    const int64_t start_ns = clock_ns();
    if (!limits->keeps_table)
        dfpn_table_empty(&dfpn->table);
    dfpn->pos = *pos;
    dfpn->attacker = pos_side(pos);
    dfpn->limits = *limits;
    dfpn->nodes = dfpn->next_look = 0;
    dfpn->is_over = false;
    dfpn->child_count = 0;
    result->count = 0;
    dfpn_enter(dfpn, 0);
    result->answer = answer_of(dfpn, result);
    dfpn_leave(dfpn, 0);
    if (result->answer != DFPN_MATE)
        result->count = 0;
    result->nodes = dfpn->nodes;
    result->time_ns = clock_ns() - start_ns;
}
