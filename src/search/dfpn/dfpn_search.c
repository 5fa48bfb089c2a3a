#include "base/rng.h"
#include "dfpn_inside.h"

enum { LOOK_INTERVAL = 1024 }; // nodes between two looks at the control

// ---- the path ----

static Key path_key_of(const Dfpn *dfpn, int ply, Key board_key, Hand hand) {
    const Key before = ply ? dfpn->path[ply - 1].path_key : 0;
    return rng_mix(before ^ board_key ^ (Key)hand << 32);
}

void dfpn_enter(Dfpn *dfpn, int ply) {
    const Position *pos = &dfpn->pos;
    const Key board_key = pos_board_key(pos) ^ dfpn->salt;
    const Hand hand = pos_hand(pos, dfpn->attacker);
    int16_t *slot = &dfpn->slots[board_key % SLOT_NB];
    dfpn->path[ply] = (PathStep){.board_key = board_key,
                                 .path_key = path_key_of(dfpn, ply, board_key, hand),
                                 .hand = hand,
                                 .earlier = *slot};
    *slot = (int16_t)ply;
}

void dfpn_leave(Dfpn *dfpn, int ply) {
    dfpn->slots[dfpn->path[ply].board_key % SLOT_NB] = dfpn->path[ply].earlier;
}

// The ply of the path where the attacker had the same board, with the same hand or a larger one, or
// PLY_NONE. A shortest mate never goes through such a position.
static int repeated_ply(const Dfpn *dfpn, Key board_key, Hand hand) {
    for (int i = dfpn->slots[board_key % SLOT_NB]; i >= 0; i = dfpn->path[i].earlier)
        if (dfpn->path[i].board_key == board_key && hand_covers(dfpn->path[i].hand, hand))
            return i;
    return PLY_NONE;
}

// ---- a position ----

void dfpn_do(Dfpn *dfpn, Move move, Undo *undo) {
    dfpn->nodes++;
    pos_do(&dfpn->pos, move, undo);
}

static MateValue value_of_mate(Hand hand) {
    return (MateValue){0, NUMBER_MAX, hand, 0, PLY_NONE};
}

static MateValue value_of_no_mate(Hand hand, int plies, int ply) {
    return (MateValue){NUMBER_MAX, 0, hand, (int16_t)plies, (int16_t)ply};
}

// A position with the attacker to move, without any check. More pieces of the kinds in hand do not
// help.
static MateValue value_without_checks(const Position *pos) {
    const Hand hand = pos_hand(pos, pos_side(pos));
    return value_of_no_mate(hand_kinds_held(pos_hands(pos), hand), PLIES_ANY, PLY_NONE);
}

// A new position, the present one. The more replies the defender has, the harder is the proof; the
// more checks the attacker has, the harder is the disproof.
static MateValue first_value(const Dfpn *dfpn, int ply) {
    const Position *pos = &dfpn->pos;
    if (!dfpn_is_attacker(ply)) {
        const int replies = pos_count_legal(pos);
        if (!replies)
            return value_of_mate(pos_hand_withheld(pos));
        if (ply + 2 > dfpn->length_limit)
            return value_of_no_mate(pos_hand(pos, dfpn->attacker), 1, PLY_NONE);
        return (MateValue){(uint32_t)replies, 1, 0, 0, PLY_NONE};
    }
    Move checks[MOVE_MAX];
    const int count = gen_checks(pos, checks);
    return count ? (MateValue){1, (uint32_t)count, 0, 0, PLY_NONE} : value_without_checks(pos);
}

// What the path and the tables know of a position that would be step `ply` of the path.
static bool find(const Dfpn *dfpn, int ply, Key board_key, Hand hand, MateValue *value) {
    const int repeated = repeated_ply(dfpn, board_key, hand);
    const int plies = dfpn->length_limit - ply;
    if (repeated != PLY_NONE) {
        *value = value_of_no_mate(dfpn->path[repeated].hand, PLIES_ANY, repeated);
        return true;
    }
    if (dfpn_is_attacker(ply) && plies < 1) {
        *value = value_of_no_mate(hand, 0, PLY_NONE);
        return true;
    }
    const bool is_known = dfpn_table_probe(&dfpn->table, board_key, hand, plies, value);
    if (is_known && dfpn_is_solved(value))
        return true;
    const Key path_key = path_key_of(dfpn, ply, board_key, hand);
    return dfpn_table_probe_path(&dfpn->table, path_key, plies, value) || is_known;
}

// The same after a move.
static bool find_after(const Dfpn *dfpn, Move move, int ply, Key board_key, MateValue *value) {
    const Hand before = dfpn->path[ply - 1].hand;
    const bool is_check = !dfpn_is_attacker(ply);
    const Hand hand = is_check ? pos_hand_after(&dfpn->pos, move, before) : before;
    return find(dfpn, ply, board_key, hand, value);
}

static MateValue look(Dfpn *dfpn, Move move, int ply, Key board_key) {
    MateValue value;
    if (find_after(dfpn, move, ply, board_key, &value))
        return value;
    Undo undo;
    dfpn_do(dfpn, move, &undo);
    value = first_value(dfpn, ply);
    pos_undo(&dfpn->pos, move, &undo);
    return value;
}

static Key key_after(const Dfpn *dfpn, Move move) {
    return pos_board_key_after(&dfpn->pos, move) ^ dfpn->salt;
}

MateValue dfpn_look(Dfpn *dfpn, Move move, int ply) {
    return look(dfpn, move, ply, key_after(dfpn, move));
}

bool dfpn_find(const Dfpn *dfpn, Move move, int ply, MateValue *value) {
    return find_after(dfpn, move, ply, key_after(dfpn, move), value);
}

bool dfpn_proves(Dfpn *dfpn, Move check, Hand hand, int plies) {
    MateValue value;
    if (dfpn_table_probe(&dfpn->table, key_after(dfpn, check), hand, plies, &value) && !value.proof)
        return true;
    Undo undo;
    dfpn_do(dfpn, check, &undo);
    const bool is_mate =
        !pos_has_legal(&dfpn->pos) && hand_covers(hand, pos_hand_withheld(&dfpn->pos));
    pos_undo(&dfpn->pos, check, &undo);
    return is_mate;
}

// Whether the side to move has reached its aim with this child: a proof or a disproof.
static bool is_good(const MateValue *child, bool is_attacker) {
    return is_attacker ? !child->proof : !child->disproof;
}

// Similar moves wait for each other: pieces that the defender drops on the same square, and a move
// without its promotion, if it has no advantage, for the promotion.
static bool is_similar(Move before, Move move, bool is_attacker) {
    if (move_to(before) != move_to(move))
        return false;
    return is_attacker ? move_is_promotion(before) && move_from(before) == move_from(move)
                       : move_is_drop(before);
}

static int similar_before(const Position *pos, const Move *moves, int index, bool is_attacker) {
    if (GAME_IS_CHESS)
        return 0;
    if (is_attacker ? pos_is_useful(pos, moves[index]) : !move_is_drop(moves[index]))
        return 0;
    for (int i = index; i > 0; i--)
        if (is_similar(moves[i - 1], moves[index], is_attacker))
            return i;
    return 0;
}

// All moves of the position at `ply`, or those up to one that reaches the aim. Returns their count.
static int expand(Dfpn *dfpn, int ply, DfpnChild *children) {
    const bool is_attacker = dfpn_is_attacker(ply);
    const Position *pos = &dfpn->pos;
    Move moves[MOVE_MAX];
    Key keys[MOVE_MAX];
    const int count = is_attacker ? gen_checks(pos, moves) : gen_evasions(pos, moves);
    for (int i = 0; i < count; i++) {
        keys[i] = key_after(dfpn, moves[i]);
        dfpn_table_prefetch(&dfpn->table, keys[i]);
    }
    for (int i = 0; i < count; i++) {
        children[i].move = (uint16_t)moves[i];
        children[i].waits = (uint16_t)similar_before(pos, moves, i, is_attacker);
        children[i].value = look(dfpn, moves[i], ply + 1, keys[i]);
        if (is_good(&children[i].value, is_attacker))
            return i + 1;
    }
    return count;
}

// ---- proof and disproof numbers ----

// The side to move looks for the child with the lowest `own` number: the proof number for the
// attacker, the disproof number for the defender. The `other` number of the position grows with
// those of all children. For the proof number of the defender's positions that is the sum. For the
// disproof number of the attacker's it is the greatest number and one for each other child: checks
// often lead to the same positions in another order, and the sum counts these again and again.
// (Ueda, Hashimoto, Hashimoto, Iida, "Weak proof-number search", 2008.)
typedef struct Choice {
    DfpnChild *best;
    uint32_t own, second; // the lowest own numbers
    uint64_t other;       // of the position
} Choice;

static uint32_t own_number(const DfpnChild *child, bool is_attacker) {
    return is_attacker ? child->value.proof : child->value.disproof;
}

static uint32_t other_number(const DfpnChild *child, bool is_attacker) {
    return is_attacker ? child->value.disproof : child->value.proof;
}

static Choice choose(DfpnChild *children, int count, bool is_attacker) {
    Choice choice = {.own = NUMBER_MAX, .second = NUMBER_MAX};
    uint32_t greatest = 0;
    for (DfpnChild *child = children; child < children + count; child++) {
        const uint32_t own = own_number(child, is_attacker);
        const uint32_t other = other_number(child, is_attacker);
        if (!own)
            return (Choice){.best = child};
        if (!other || (child->waits && other_number(&children[child->waits - 1], is_attacker)))
            continue;
        choice.other += is_attacker ? 1 : other;
        if (other > greatest)
            greatest = other;
        if (!choice.best || own < choice.own) {
            choice.second = choice.own;
            choice.own = own;
            choice.best = child;
        } else if (own < choice.second) {
            choice.second = own;
        }
    }
    if (is_attacker && greatest)
        choice.other += greatest - 1;
    return choice;
}

static uint32_t at_most(uint64_t number) {
    return number < NUMBER_MAX ? (uint32_t)number : NUMBER_MAX - 1;
}

static int16_t one_more(int16_t plies) {
    return plies < PLIES_ANY ? (int16_t)(plies + 1) : plies;
}

// The attacker has failed with every check. The disproof holds with all hands that are not too
// large for one of the children, and that have no kind for new checks.
static MateValue value_of_failure(const Position *pos, const DfpnChild *children, int count) {
    MateValue value = value_without_checks(pos);
    for (const DfpnChild *child = children; child < children + count; child++) {
        value.hand = hand_common(value.hand, pos_hand_before(pos, child->move, child->value.hand));
        if (child->value.ply < value.ply)
            value.ply = child->value.ply;
        if (one_more(child->value.plies) < value.plies)
            value.plies = one_more(child->value.plies);
    }
    return value;
}

// Every reply is mated. The proof needs the pieces of the proofs of all children, and pieces that
// would give the defender new moves if he had them.
static MateValue value_of_success(const Position *pos, const DfpnChild *children, int count) {
    MateValue value = value_of_mate(pos_hand_withheld(pos));
    for (const DfpnChild *child = children; child < children + count; child++) {
        value.hand = hand_union(value.hand, child->value.hand);
        if (one_more(child->value.plies) > value.plies)
            value.plies = one_more(child->value.plies);
    }
    return value;
}

// One child decides.
static MateValue value_by(const Position *pos, const DfpnChild *child, bool is_attacker) {
    MateValue value = child->value;
    value.hand = is_attacker ? pos_hand_before(pos, child->move, value.hand)
                             : hand_common(value.hand, pos_hands(pos));
    value.plies = one_more(value.plies);
    return value;
}

static MateValue value_of(const Position *pos, const Choice *choice, const DfpnChild *children,
                          int count, bool is_attacker) {
    if (!choice->best)
        return is_attacker ? value_of_failure(pos, children, count)
                           : value_of_success(pos, children, count);
    if (!choice->own)
        return value_by(pos, choice->best, is_attacker);
    const uint32_t own = at_most(choice->own), other = at_most(choice->other);
    return is_attacker ? (MateValue){own, other, 0, 0, PLY_NONE}
                       : (MateValue){other, own, 0, 0, PLY_NONE};
}

// ---- the search ----

bool dfpn_is_over(Dfpn *dfpn) {
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
        dfpn_table_store_path(&dfpn->table, step->path_key, value);
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
    DfpnChild *child = choice->best;
    const uint64_t without = choice->other - other_number(child, dfpn_is_attacker(ply));
    const uint32_t other = other_limit > without && other_limit < NUMBER_MAX
                               ? other_limit - (uint32_t)without
                               : NUMBER_MAX;
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
    if (dfpn->child_count > CHILDREN_MAX - MOVE_MAX)
        return value_of_no_mate(dfpn->path[ply].hand, PLIES_ANY, PLY_ALWAYS);
    const int count = expand(dfpn, ply, children);
    dfpn->child_count += count;
    MateValue value;
    for (;;) {
        const Choice choice = choose(children, count, is_attacker);
        value = value_of(&dfpn->pos, &choice, children, count, is_attacker);
        if (dfpn_is_solved(&value) || value.proof >= proof_limit ||
            value.disproof >= disproof_limit || dfpn_is_over(dfpn)) {
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
