// dfpn_table.h — proof and disproof numbers by position, in fixed memory.
//
// An entry belongs to a board, with the side to move, and a hand of the attacker. All positions of
// one search share their pieces, so the attacker's hand determines the defender's. A proof holds
// with a larger hand of the attacker too, a disproof with a smaller one.
//
// A key has a window of TABLE_WINDOW consecutive entries. Where the window is full, a store
// replaces the entry with the least work behind it.
//
// Disproofs that depend on the path are in a table of their own, under a key of the whole path.
//
// One thread owns a table. A new generation empties it.
#pragma once

#include "game/contract.h"

#include "hands.h"

enum {
    NUMBER_MAX = 1 << 30, // infinity, as proof or disproof number
    PLY_NONE = INT16_MAX, // a disproof that depends on no ply of the path
    PLY_ALWAYS = -1,      // a disproof because the path was too long: it proves nothing
    TABLE_WINDOW = 16,
};

// What is known of a position. Proof number 0: mate; disproof number 0: no mate.
typedef struct MateValue {
    uint32_t proof, disproof;
    int16_t plies; // of the mate, if there is one
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
    Key path_key;
    int16_t ply; // as in MateValue
    uint16_t generation;
    uint32_t unused;
} PathEntry;

typedef struct DfpnTable {
    DfpnEntry *entries; // count + TABLE_WINDOW of them
    PathEntry *paths;
    size_t count, path_count;
    size_t bytes; // of the memory, which begins at `entries`
    uint16_t generation;
} DfpnTable;

bool dfpn_table_init(DfpnTable *table, int size_mb); // false: there is no memory
void dfpn_table_release(DfpnTable *table);
void dfpn_table_empty(DfpnTable *table);

// False leaves *value unchanged.
bool dfpn_table_probe(const DfpnTable *table, Key board_key, Hand hand, MateValue *value);
// Not for disproofs that depend on the path.
void dfpn_table_store(DfpnTable *table, Key board_key, Hand hand, const MateValue *value,
                      int64_t work);

bool dfpn_table_probe_path(const DfpnTable *table, Key path_key, MateValue *value);
void dfpn_table_store_path(DfpnTable *table, Key path_key, int16_t ply);
