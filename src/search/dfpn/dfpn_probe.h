// dfpn_probe.h — small searches for mates, inside the search for a move.
//
// A probe keeps its table from call to call, so that one position of a game helps the next. What it
// finds goes into the table of proofs, for all searches; a position that has no mate by checks is
// not searched twice. A probe belongs to one thread.
#pragma once

#include "search/dfpn/dfpn.h"
#include "search/proofs.h"

typedef struct DfpnProbe DfpnProbe;

DfpnProbe *probe_new(void);         // null if there is no memory
void probe_free(DfpnProbe *probe);  // this and the next: null is allowed
void probe_clear(DfpnProbe *probe); // for a new game

typedef struct ProbeMate {
    int plies;        // the attacker mates within so many; 0: no mate was found
    const Move *line; // until the next call
    int count;        // of the line; 0 if another search proved the mate
} ProbeMate;

int64_t probe_nodes(const DfpnProbe *probe); // of the last call

// Looks for a mate by the side to move with at most `nodes` moves done on the board. The line is
// the whole mate or, to save time, its first move.
ProbeMate probe_find(DfpnProbe *probe, const Position *pos, int64_t nodes, bool wants_line,
                     const SearchControl *control, Proofs *proofs);
