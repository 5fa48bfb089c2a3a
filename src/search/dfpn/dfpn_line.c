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

// The check that mates soonest, as far as the table knows. What the table has lost is searched
// again.
static Move choose_check(Dfpn *dfpn, int ply) {
    Move checks[MOVE_MAX], best = MOVE_NONE;
    const int count = gen_checks(&dfpn->pos, checks);
    int least = INT16_MAX;
    for (int i = 0; i < count; i++) {
        const MateValue value = dfpn_look(dfpn, checks[i], ply + 1);
        if (!value.proof && value.plies < least) {
            least = value.plies;
            best = checks[i];
        }
    }
    if (best)
        return best;
    return dfpn_search(dfpn, ply).proof ? (Move)MOVE_NONE : dfpn->path[ply].mating;
}

// The value of the position after a reply, which must be a mate. What the table has lost is
// searched again.
static MateValue prove_reply(Dfpn *dfpn, Move reply, int ply) {
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

// The reply that is mated latest, as far as the table knows. False: not every reply is mated.
static bool choose_reply(Dfpn *dfpn, int ply, Move *reply) {
    Move replies[MOVE_MAX];
    const int count = gen_evasions(&dfpn->pos, replies);
    int most = -1;
    *reply = MOVE_NONE;
    for (int i = 0; i < count; i++) {
        const MateValue value = prove_reply(dfpn, replies[i], ply);
        if (value.proof)
            return false;
        if (value.plies > most) {
            most = value.plies;
            *reply = replies[i];
        }
    }
    return true;
}

static bool follow(Dfpn *dfpn, DfpnResult *result) {
    for (;;) {
        const int ply = result->count;
        Move move = MOVE_NONE;
        if (ply >= DFPN_LINE_MAX)
            return false;
        if (dfpn_is_attacker(ply))
            move = choose_check(dfpn, ply);
        else if (choose_reply(dfpn, ply, &move) && !move)
            return true;
        if (!move)
            return false;
        pos_play(&dfpn->pos, move);
        result->line[result->count++] = move;
        dfpn_enter(dfpn, result->count);
    }
}

bool dfpn_find_line(Dfpn *dfpn, DfpnResult *result) {
    const Position root = dfpn->pos;
    const bool has_line = follow(dfpn, result);
    for (int ply = result->count; ply > 0; ply--)
        dfpn_leave(dfpn, ply);
    dfpn->pos = root;
    return has_line;
}
