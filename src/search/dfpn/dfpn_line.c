// The line that is printed. The attacker plays the shortest mate that the table knows, the defender
// the reply that lasts longest. Where the length of the mate is proved the shortest, so are those
// of the replies, and of replies that last equally long the defender plays the one that leaves the
// attacker the fewest pieces in hand.
//
// An interposition is futile if a capture of the dropped piece, with check, mates with the hand
// before the capture, and no later than the replies that are no drops are mated. The defender plays
// one only if every reply is futile. Then the mate counts as done; the line goes on to the real
// end.
#include "dfpn_inside.h"

static bool is_among_checks(const Position *pos, Move move) {
    Move checks[MOVE_MAX];
    return move_is_among(move, checks, gen_checks(pos, checks));
}

bool dfpn_is_mate(const Position *pos, const Move *line, int count) {
    Position now = *pos;
    for (int i = 0; i < count; i++) {
        if (dfpn_is_attacker(i) ? !is_among_checks(&now, line[i]) : !pos_is_legal(&now, line[i]))
            return false;
        pos_play(&now, line[i]);
    }
    return count % 2 == 1 && pos_in_check(&now) && !pos_has_legal(&now);
}

// ---- futile interpositions ----

static bool is_interposition(Move reply) {
    return GAME_HAS_DROPS && move_is_drop(reply);
}

bool dfpn_is_futile(Dfpn *dfpn) {
    Move replies[MOVE_MAX], checks[MOVE_MAX];
    const int count = gen_evasions(&dfpn->pos, replies);
    bool is_futile = true;
    for (int i = 0; i < count && is_futile; i++) {
        is_futile = false;
        if (!is_interposition(replies[i]))
            break;
        Undo undo, undo_check;
        dfpn_do(dfpn, replies[i], &undo);
        const int check_count = gen_checks(&dfpn->pos, checks);
        for (int k = 0; k < check_count && !is_futile; k++) {
            if (move_is_drop(checks[k]) || move_to(checks[k]) != move_to(replies[i]))
                continue;
            dfpn_do(dfpn, checks[k], &undo_check);
            is_futile = dfpn_is_futile(dfpn);
            pos_undo(&dfpn->pos, checks[k], &undo_check);
        }
        pos_undo(&dfpn->pos, replies[i], &undo);
    }
    return is_futile;
}

// Whether a drop only delays the mate that comes within `plies` without it: a capture of
// the dropped piece is a proved mate with the hand before the capture.
static bool only_delays(Dfpn *dfpn, Move reply, int plies) {
    if (!is_interposition(reply) || plies < 1)
        return false;
    const Hand hand = pos_hand(&dfpn->pos, dfpn->attacker);
    Move checks[MOVE_MAX];
    Undo undo;
    bool is_found = false;
    dfpn_do(dfpn, reply, &undo);
    const int count = gen_checks(&dfpn->pos, checks);
    for (int i = 0; i < count && !is_found; i++)
        if (!move_is_drop(checks[i]) && move_to(checks[i]) == move_to(reply))
            is_found = dfpn_proves(dfpn, checks[i], hand, plies);
    pos_undo(&dfpn->pos, reply, &undo);
    return is_found;
}

// ---- the moves ----

// What the table says of the mate of the present position, step `ply` of the path.
static int known_plies(const Dfpn *dfpn, int ply) {
    const PathStep *step = &dfpn->path[ply];
    MateValue value;
    const int limit = dfpn->length_limit - ply;
    const bool is_known =
        dfpn_table_probe(&dfpn->table, step->board_key, step->hand, limit, &value) && !value.proof;
    return is_known ? value.plies : 0;
}

// The check that mates soonest, as far as the table knows: one that keeps to the length it has for
// the position, or else the best of all. What the table has lost is searched again.
static Move choose_check(Dfpn *dfpn, int ply) {
    Move checks[MOVE_MAX], best = MOVE_NONE;
    const int count = gen_checks(&dfpn->pos, checks);
    const int plies = known_plies(dfpn, ply);
    MateValue value;
    for (int i = 0; i < count && plies > 1; i++)
        if (dfpn_find(dfpn, checks[i], ply + 1, &value) && !value.proof && value.plies < plies)
            return checks[i];
    int least = INT16_MAX;
    for (int i = 0; i < count && least > 0; i++) {
        value = dfpn_look(dfpn, checks[i], ply + 1);
        if (!value.proof && value.plies < least) {
            least = value.plies;
            best = checks[i];
        }
    }
    if (best)
        return best;
    return dfpn_search(dfpn, ply).proof ? (Move)MOVE_NONE : dfpn->path[ply].mating;
}

// The value of the position after a reply. What the table does not have is searched.
static MateValue solve_reply(Dfpn *dfpn, Move reply, int ply) {
    MateValue value = dfpn_look(dfpn, reply, ply + 1);
    if (!dfpn_is_solved(&value)) {
        Undo undo;
        dfpn_do(dfpn, reply, &undo);
        dfpn_enter(dfpn, ply + 1);
        value = dfpn_search(dfpn, ply + 1);
        dfpn_leave(dfpn, ply + 1);
        pos_undo(&dfpn->pos, reply, &undo);
    }
    return value;
}

// The plies of the shortest mate after a reply that is mated within `plies`.
static int least_plies(Dfpn *dfpn, Move reply, int ply, int plies) {
    const int limit = dfpn->length_limit;
    while (plies > 1) {
        dfpn->length_limit = ply + 1 + plies - 2;
        const MateValue value = solve_reply(dfpn, reply, ply);
        if (value.proof)
            break;
        plies = value.plies;
    }
    dfpn->length_limit = limit;
    return plies;
}

// A reply, and the plies of the mate after it; -1: there is none.
typedef struct Reply {
    Move move;
    int plies;
} Reply;

// All replies of the present position, at `ply`. Returns their count, or -1: one of them is not
// known to be mated.
static int list_replies(Dfpn *dfpn, int ply, Reply *replies) {
    Move moves[MOVE_MAX];
    const int count = gen_evasions(&dfpn->pos, moves);
    for (int i = 0; i < count; i++) {
        const MateValue value = solve_reply(dfpn, moves[i], ply);
        if (value.proof)
            return -1;
        replies[i] = (Reply){moves[i], value.plies};
    }
    return count;
}

// Without the drops that only delay. Something is left: the replies that are no drops, or all.
static int remove_delays(Dfpn *dfpn, Reply *replies, int count) {
    int plies = 0, kept = 0;
    for (int i = 0; i < count; i++)
        if (!is_interposition(replies[i].move) && replies[i].plies + 1 > plies)
            plies = replies[i].plies + 1;
    for (int i = 0; i < count; i++)
        if (!only_delays(dfpn, replies[i].move, plies))
            replies[kept++] = replies[i];
    return kept;
}

// The replies that last longest come first. Returns their count.
static int keep_longest(Dfpn *dfpn, int ply, Reply *replies, int count, bool is_exact) {
    int most = -1, kept = 0;
    for (int i = 0; i < count; i++) {
        Reply reply = replies[i];
        if (reply.plies < most)
            continue;
        if (is_exact)
            reply.plies = least_plies(dfpn, reply.move, ply, reply.plies);
        if (reply.plies > most)
            kept = 0;
        if (reply.plies >= most) {
            most = reply.plies;
            replies[kept++] = reply;
        }
    }
    return kept;
}

// ---- the line ----

typedef struct MateLine {
    bool is_exact;       // the lengths are proved
    bool compares_hands; // of replies that last equally long
    Move *moves;         // room for DFPN_LINE_MAX
    int count, length;
} MateLine;

static bool follow(Dfpn *dfpn, MateLine *line);

// The pieces in the attacker's hand after the mate that follows a reply.
static int pieces_left(Dfpn *dfpn, const MateLine *line, Reply reply) {
    Position before = dfpn->pos;
    const int limit = dfpn->length_limit, start = line->count;
    MateLine rest = {.is_exact = true, .moves = line->moves, .count = start};
    rest.moves[rest.count++] = reply.move;
    pos_play(&dfpn->pos, reply.move);
    dfpn_enter(dfpn, rest.count);
    dfpn->length_limit = rest.count + reply.plies;
    const bool has_mate = follow(dfpn, &rest);
    const int pieces = has_mate ? hand_size(pos_hand(&dfpn->pos, dfpn->attacker)) : INT16_MAX;
    for (int ply = rest.count; ply > start; ply--)
        dfpn_leave(dfpn, ply);
    dfpn->pos = before;
    dfpn->length_limit = limit;
    return pieces;
}

// False: not every reply is known to be mated. A mated position has MOVE_NONE.
static bool choose_reply(Dfpn *dfpn, MateLine *line, Move *move) {
    const int ply = line->count;
    Reply replies[MOVE_MAX];
    int count = list_replies(dfpn, ply, replies);
    *move = MOVE_NONE;
    if (count <= 0)
        return count == 0;
    count = remove_delays(dfpn, replies, count);
    count = keep_longest(dfpn, ply, replies, count, line->is_exact);
    Reply best = replies[0];
    for (int i = 0, least = INT16_MAX; line->compares_hands && count > 1 && i < count; i++) {
        const int pieces = pieces_left(dfpn, line, replies[i]);
        if (pieces < least) {
            least = pieces;
            best = replies[i];
        }
    }
    if (line->is_exact)
        dfpn->length_limit = ply + 1 + best.plies;
    *move = best.move;
    return true;
}

// To the mate. The caller takes the steps off the path.
static bool follow(Dfpn *dfpn, MateLine *line) {
    line->length = 0;
    for (;;) {
        const int ply = line->count;
        Move move = MOVE_NONE;
        if (ply >= LENGTH_MAX)
            return false;
        if (!dfpn_is_attacker(ply) && !line->length && dfpn_is_futile(dfpn))
            line->length = ply;
        if (dfpn_is_attacker(ply))
            move = choose_check(dfpn, ply);
        else if (choose_reply(dfpn, line, &move) && !move)
            return true;
        if (!move)
            return false;
        pos_play(&dfpn->pos, move);
        line->moves[line->count++] = move;
        dfpn_enter(dfpn, line->count);
    }
}

bool dfpn_find_line(Dfpn *dfpn, DfpnResult *result) {
    const Position root = dfpn->pos;
    MateLine line = {.is_exact = result->is_shortest,
                     .compares_hands = GAME_HAS_DROPS && result->is_shortest,
                     .moves = result->line};
    const bool has_line = follow(dfpn, &line);
    for (int ply = line.count; ply > 0; ply--)
        dfpn_leave(dfpn, ply);
    dfpn->pos = root;
    result->count = line.count;
    result->length = line.length;
    return has_line;
}
