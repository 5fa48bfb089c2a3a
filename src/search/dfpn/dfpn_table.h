// dfpn_table.h — proof and disproof numbers by position, in fixed memory.
//
// An entry belongs to a board, with the side to move, and a hand of the attacker. The board key
// says who attacks, and which pieces there are in all, so the attacker's hand determines the
// defender's. The hand of a
// proof is the least with which it holds: it holds with every larger hand too. The hand of a
// disproof is the greatest: it holds with every smaller one. Numbers that prove nothing belong to
// their hand alone.
//
// A key has a window of TABLE_WINDOW consecutive entries, which are filled from its beginning, so
// that the first empty entry ends a search. Where the window is full, a store replaces the entry
// with the least work behind it: whatever the problem, the memory suffices.
//
// The table begins with a small part of its memory and moves to a larger part whenever half of it
// is full: short searches stay inside the processor's cache and touch no fresh memory.
//
// Disproofs that depend on the path are in a table of their own, under a key of the whole path.
//
// One thread owns a table. A new generation empties it.
#pragma once

#include "game/contract.h"

#include "hands.h"

enum {
    NUMBER_MAX = 1 << 30,  // infinity, as proof or disproof number
    PLY_NONE = INT16_MAX,  // a disproof that depends on no ply of the path
    PLY_ALWAYS = -1,       // a disproof for want of memory: it proves nothing
    PLIES_ANY = INT16_MAX, // a disproof of mates of any length
    TABLE_WINDOW = 16,
};

// What is known of a position. Proof number 0: mate; disproof number 0: no mate.
typedef struct MateValue {
    uint32_t proof, disproof;
    Hand hand;     // solved: the least or greatest hand of the attacker for which it holds
    int16_t plies; // a mate takes so many at most; a disproof denies mates within so many
    int16_t ply;   // the lowest ply of the path that the disproof depends on, or PLY_NONE
} MateValue;

typedef struct DfpnEntry {
    Key board_key;
    Hand hand; // of the attacker
    uint32_t proof, disproof;
    uint32_t work; // nodes spent on it
    int16_t plies;
    uint16_t generation; // 0: never used
    uint32_t unused;
} DfpnEntry;
_Static_assert(sizeof(DfpnEntry) == 32, "two entries fill a cache line");

typedef struct PathEntry {
    Key salted_key; // so that old entries match no path
    Hand hand;
    int16_t plies, ply; // as in MateValue
} PathEntry;
_Static_assert(sizeof(PathEntry) == 16, "four entries fill a cache line");

typedef struct DfpnTable {
    DfpnEntry *entries; // capacity + TABLE_WINDOW of them
    PathEntry *paths;
    size_t count, path_count; // in use now
    size_t capacity, path_capacity;
    size_t used;   // of the entries
    size_t bytes;  // of the memory, which begins at `entries`
    Key path_salt; // of this generation
    uint16_t generation;
} DfpnTable;

bool dfpn_table_init(DfpnTable *table, int size_mb); // false: there is no memory
void dfpn_table_release(DfpnTable *table);
void dfpn_table_empty(DfpnTable *table);

void dfpn_table_prefetch(const DfpnTable *table, Key board_key);
// What is known if mates within `plies` are wanted. False leaves *value unchanged.
bool dfpn_table_probe(const DfpnTable *table, Key board_key, Hand hand, int plies,
                      MateValue *value);
// Not for disproofs that depend on the path. `hand` is the attacker's; a solved value has its own.
void dfpn_table_store(DfpnTable *table, Key board_key, Hand hand, const MateValue *value,
                      int64_t work);

bool dfpn_table_probe_path(const DfpnTable *table, Key path_key, int plies, MateValue *value);
void dfpn_table_store_path(DfpnTable *table, Key path_key, const MateValue *value);
