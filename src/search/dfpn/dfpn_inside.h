// dfpn_inside.h — shared by the files of this folder.
#pragma once

#include "dfpn.h"
#include "dfpn_table.h"

enum {
    CHILDREN_MAX = 1 << 17, // of all positions of a path
    SLOT_NB = 1 << 12,
    LENGTH_MAX = DFPN_LINE_MAX - 1, // plies of the longest mate: an odd number
};

// A move of a position on the path, with what is known of the position after it.
typedef struct DfpnChild {
    MateValue value;
    uint16_t move;
    uint16_t waits; // for a similar move, children[waits - 1], to be refuted; 0: does not wait
} DfpnChild;
_Static_assert(sizeof(DfpnChild) == 20, "three children fit into a cache line");

typedef struct PathStep {
    Key board_key;
    Key path_key;    // of all positions so far, in their order
    Hand hand;       // of the attacker
    int16_t earlier; // the ply of the step before this one in the same slot, or -1
    uint16_t mating; // the attacker's move, if the last search of this step proved a mate
} PathStep;

struct Dfpn {
    DfpnTable table;
    // Of the present run.
    Position pos;
    Color attacker;
    Key salt; // of all board keys: what is known of a board depends on the attacker and the set
    DfpnLimits limits;
    int length_limit;         // plies: longer mates do not count
    int64_t nodes, next_look; // at this count of nodes the control is asked again
    bool is_over;
    // path[0] is the root. The attacker moves at even plies.
    PathStep path[DFPN_LINE_MAX + 1];
    int16_t slots[SLOT_NB]; // the last ply of the path whose board key has these bits, or -1
    DfpnChild children[CHILDREN_MAX];
    int child_count;
    Move line[DFPN_LINE_MAX]; // of the mate that was found first
};

static inline bool dfpn_is_attacker(int ply) {
    return ply % 2 == 0;
}

static inline bool dfpn_is_solved(const MateValue *value) {
    return !value->proof || !value->disproof;
}

// Makes the position on the board step `ply` of the path, and takes it off again.
void dfpn_enter(Dfpn *dfpn, int ply);
void dfpn_leave(Dfpn *dfpn, int ply);

void dfpn_do(Dfpn *dfpn, Move move, Undo *undo);
// What is known of the position after a move; it would be step `ply` of the path.
MateValue dfpn_look(Dfpn *dfpn, Move move, int ply);
// The same, from the tables only. False: they do not know the position.
bool dfpn_find(const Dfpn *dfpn, Move move, int ply, MateValue *value);
// Whether the position after a check is a mate within `plies`, even with this hand only.
bool dfpn_proves(Dfpn *dfpn, Move check, Hand hand, int plies);
// Searches the position on the board, step `ply` of the path, until it is solved or the run is
// over.
MateValue dfpn_search(Dfpn *dfpn, int ply);
// Whether the run is over: its nodes, its time, or the caller stopped it.
bool dfpn_is_over(Dfpn *dfpn);

// Whether the defender, in check, has no reply but futile interpositions: drops that a check takes,
// after which the same is true. True of a mated position.
bool dfpn_is_futile(Dfpn *dfpn);

// The mating line of the root, which is proved; where result->is_shortest, one of exactly the
// length that is the limit. False: the run was over before the end of the line.
bool dfpn_find_line(Dfpn *dfpn, DfpnResult *result);
