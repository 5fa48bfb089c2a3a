// tt.h — the transposition table: search results by position key.
//
// Buckets of four entries fill a cache line. An entry is two 64-bit words: the data, and the
// position's key xor-ed with the data. Both are written and read with relaxed atomics and no lock:
// if two threads write the same entry at once, the words do not match and the entry is not found;
// nothing worse can happen. (Hyatt and Mann, "A lockless transposition-table implementation for
// parallel search", 2002.)
//
//     word 1   move 0–15 | value 16–31 | static value 32–47 | depth 48–55 | bound 56–57 | PV 58 |
//              generation 59–63
//
// Every run of a search begins a new generation; entries of old generations and of small depth are
// replaced first. The owner initialises, resizes and clears; any thread may probe and store.
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

// The contents of an entry. In `value`, distances to a win are counted from the root.
typedef struct TtEntry {
    Move move; // may be illegal: check with pos_is_legal
    int value; // VALUE_NONE: only the static value is known
    int eval;  // or VALUE_NONE
    int depth;
    Bound bound;
    bool is_pv;
    bool yields; // for tt_store: a deeper result of this generation stays, whatever the bounds
} TtEntry;

enum { TT_DEPTH_MIN = -16 }; // depths are stored above this

// Reserves about `megabytes`; huge pages where the system grants them. On failure *tt is unchanged.
Status tt_init(Tt *tt, size_t megabytes, Error *error);
void tt_release(Tt *tt); // this and the next two: also allowed on a zeroed Tt
// Fast for any size: large tables give their pages back to the system.
void tt_clear(Tt *tt);
// Commits the memory, up to a size that is enough for short clocks. Contents unchanged.
void tt_warm(Tt *tt);
void tt_new_generation(Tt *tt);

void tt_prefetch(const Tt *tt, Key key);
// False leaves *entry unchanged. `ply` is the distance from the root, to convert the distances of
// wins.
bool tt_probe(const Tt *tt, Key key, int ply, TtEntry *entry);
// Keeps the old move if the entry has none, and a deeper result of this generation if the new value
// is not exact.
void tt_store(Tt *tt, Key key, int ply, TtEntry entry);

// Entries of the present generation, per thousand.
int tt_permille(const Tt *tt);
