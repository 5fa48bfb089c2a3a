// dfpn.h — df-pn, the search for mates by checks.
//
// The attacker is the side to move. It may have no king. Every move of the attacker is a check,
// every legal reply of the defender is considered; a position that occurs again on the path is no
// mate. (A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002.)
//
// A Dfpn owns fixed memory and belongs to one thread; other threads may touch only the
// SearchControl. Unless the limits say otherwise, dfpn_solve begins with an empty table, so the
// answer depends on its arguments alone.
#pragma once

#include "search/search.h"

typedef struct Dfpn Dfpn;

enum { DFPN_LINE_MAX = 2048 }; // plies; no longer mate is found

typedef enum DfpnAnswer {
    DFPN_UNKNOWN, // a limit or the control ended the search
    DFPN_MATE,
    DFPN_NO_MATE, // disproved: there is no mate by checks
} DfpnAnswer;

typedef struct DfpnLimits {
    int64_t nodes; // 0: no limit
    const SearchControl *control;
    bool keeps_table;     // use what earlier calls have found, for either side as the attacker
    bool is_shortest;     // of all mates a shortest one
    bool wants_move_only; // of a mate the first move is enough; the line is not looked for
} DfpnLimits;

typedef struct DfpnResult {
    DfpnAnswer answer;
    int64_t nodes, time_ns; // a node is a move done on the board
    // Of a mate: the attacker mates within so many plies, whatever the defender plays.
    int plies;
    // Plies of the mate as problems count them: without the futile interpositions at its end. 0 if
    // there is no line.
    int length;
    bool is_shortest; // proved: no mate takes fewer plies, futile interpositions counted
    int count;        // moves of the line, or 0
    // Of a mate. It has been replayed: legal moves, the attacker's are checks, the last one mates.
    // Not always the shortest mate. One move only if the limits say so.
    Move line[DFPN_LINE_MAX];
} DfpnResult;

// Null if there is no memory. The table has `size_mb` MiB, 1 or more; 4 more are for the path.
Dfpn *dfpn_new(int size_mb);
void dfpn_free(Dfpn *dfpn);  // null is allowed
void dfpn_clear(Dfpn *dfpn); // forgets what it has found

void dfpn_solve(Dfpn *dfpn, const Position *pos, const DfpnLimits *limits, DfpnResult *result);

// Whether `line` is a mating line of the side to move: legal moves, those of the attacker checks,
// and checkmate after the last one.
bool dfpn_is_mate(const Position *pos, const Move *line, int count);
