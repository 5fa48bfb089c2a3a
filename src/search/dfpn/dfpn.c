#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "dfpn_inside.h"

Dfpn *dfpn_new(int size_mb) {
    Dfpn *dfpn = calloc(1, sizeof *dfpn);
    if (dfpn && !dfpn_table_init(&dfpn->table, size_mb)) {
        free(dfpn);
        return NULL;
    }
    if (dfpn)
        memset(dfpn->slots, -1, sizeof dfpn->slots);
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

// The root is a mate within *plies. Looks for shorter ones, until there is none, and leaves the
// length as the limit. False: the run was over before that.
static bool shorten(Dfpn *dfpn, int *plies) {
    while (*plies > 1) {
        const uint16_t mating = dfpn->path[0].mating;
        dfpn->length_limit = *plies - 2;
        const MateValue value = dfpn_search(dfpn, 0);
        if (value.proof)
            dfpn->path[0].mating = mating;
        if (!value.disproof && value.ply == PLY_NONE)
            break;
        if (value.proof) {
            dfpn->length_limit = LENGTH_MAX;
            return false;
        }
        *plies = value.plies;
    }
    dfpn->length_limit = *plies;
    return true;
}

// A line of the root, which is a mate within `plies`.
static bool find_line(Dfpn *dfpn, int plies, bool is_shortest, DfpnResult *result) {
    result->plies = plies;
    result->is_shortest = is_shortest;
    return dfpn_find_line(dfpn, result) && dfpn_is_mate(&dfpn->pos, result->line, result->count);
}

// A shortest mate instead of the one in the result. If the run is over before that, the result
// stays as it is.
static void find_shortest(Dfpn *dfpn, DfpnResult *result) {
    int plies = result->plies;
    if (!shorten(dfpn, &plies))
        return;
    const int known_plies = result->plies, length = result->length, count = result->count;
    memcpy(dfpn->line, result->line, (size_t)count * sizeof *result->line);
    if (find_line(dfpn, plies, true, result))
        return;
    memcpy(result->line, dfpn->line, (size_t)count * sizeof *result->line);
    result->plies = known_plies;
    result->length = length;
    result->count = count;
    result->is_shortest = false;
}

static DfpnAnswer answer_of(Dfpn *dfpn, DfpnResult *result) {
    if (dfpn_is_over(dfpn))
        return DFPN_UNKNOWN;
    const MateValue value = dfpn_search(dfpn, 0);
    if (!value.disproof && value.ply == PLY_NONE && value.plies == PLIES_ANY)
        return DFPN_NO_MATE;
    if (value.proof)
        return DFPN_UNKNOWN;
    if (dfpn->limits.wants_move_only) {
        result->plies = value.plies;
        result->is_shortest = dfpn->limits.is_shortest && shorten(dfpn, &result->plies);
        result->line[result->count++] = dfpn->path[0].mating;
        return DFPN_MATE;
    }
    if (!find_line(dfpn, value.plies, false, result))
        return DFPN_UNKNOWN;
    if (dfpn->limits.is_shortest)
        find_shortest(dfpn, result);
    return DFPN_MATE;
}

void dfpn_solve(Dfpn *dfpn, const Position *pos, const DfpnLimits *limits, DfpnResult *result) {
    const int64_t start_ns = clock_ns();
    if (!limits->keeps_table)
        dfpn_table_empty(&dfpn->table);
    dfpn->pos = *pos;
    dfpn->attacker = pos_side(pos);
    dfpn->salt = rng_mix((Key)pos_piece_set(pos) << 1 | (Key)dfpn->attacker);
    dfpn->limits = *limits;
    dfpn->length_limit = LENGTH_MAX;
    dfpn->nodes = dfpn->next_look = 0;
    dfpn->is_over = false;
    dfpn->child_count = 0;
    result->count = result->length = result->plies = 0;
    result->is_shortest = false;
    dfpn_enter(dfpn, 0);
    result->answer = answer_of(dfpn, result);
    dfpn_leave(dfpn, 0);
    if (result->answer != DFPN_MATE)
        result->count = result->length = result->plies = 0;
    result->nodes = dfpn->nodes;
    result->time_ns = clock_ns() - start_ns;
}
