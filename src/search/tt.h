// tt.h — the transposition table: what searches found out about positions, by key.
//
// Buckets of four entries fill a cache line. An entry is two 64-bit words: what is known, and the
// position's key xor-ed with that. Both are written and read with plain relaxed atomics and no
// lock: when two threads write the same entry at once the words do not fit together and the entry
// is not found, which is all that may happen. (Hyatt and Mann, "A lockless transposition-table
// implementation for parallel search", 2002.)
//
//     word 1   move 0–15 | value 16–31 | static value 32–47 | depth 48–55 | bound 56–57 | PV 58 |
//              generation 59–63
//
// Every run of a search begins a new generation; entries of old ones and of small depth go first.
// The owner initialises, resizes and clears; any thread may probe and store.
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "base/status.h"
#include "game/types.h"
#include "search/value.h"

typedef struct Tt {
    struct TtBucket *buckets;
    size_t count;       // of buckets
    size_t mapped;      // bytes
    uint8_t generation; // five bits; written between runs only
} Tt;

// What an entry says. `value` is as seen from the node itself: distances to a win are counted from
// there.
typedef struct TtEntry {
    Move move; // may be anything: ask pos_is_legal
    int value; // VALUE_NONE: only the static value is known
    int eval;  // or VALUE_NONE
    int depth;
    Bound bound;
    bool is_pv;
} TtEntry;

enum { TT_DEPTH_MIN = -16 }; // depths are stored above this

// Reserves about `megabytes`; huge pages where the system grants them. On failure *tt is unchanged.
Status tt_init(Tt *tt, size_t megabytes, Error *error);
void tt_release(Tt *tt); // also of a table that is all zero, as the next two
// Quick for any size: the system hands out zeroed pages again when they are touched.
void tt_clear(Tt *tt);
// Commits its memory, or as much of it as a short clock is ever played with. Contents unchanged.
void tt_warm(Tt *tt);
void tt_new_generation(Tt *tt);

void tt_prefetch(const Tt *tt, Key key);
// False leaves *entry alone. `ply` is the distance from the root, which wins are counted from
// outside.
bool tt_probe(const Tt *tt, Key key, int ply, TtEntry *entry);
// Keeps the old move if the entry has none, and a deeper result of this generation if the new one
// is no exact value.
void tt_store(Tt *tt, Key key, int ply, TtEntry entry);

// How full the present generation has made it, of 1000.
int tt_permille(const Tt *tt);
