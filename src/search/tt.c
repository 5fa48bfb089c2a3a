#include "search/tt.h"

#include <assert.h>

#include "base/pages.h"

enum {
    BUCKET_ENTRIES = 4,
    GENERATION_NB = 32,
    AGE_COST = 8, // plies of depth that one generation of age counts
    // Games with short clocks use small tables; committing more would only delay the start of a
    // long game.
    WARM_BYTES_MAX = 256 << 20,
};

typedef struct TtWords {
    _Atomic uint64_t check, data; // check is key ^ data
} TtWords;

typedef struct TtBucket {
    _Alignas(64) TtWords entries[BUCKET_ENTRIES];
} TtBucket;
_Static_assert(sizeof(TtBucket) == 64, "one cache line");

Status tt_init(Tt *tt, size_t megabytes, Error *error) {
    const size_t bytes = megabytes << 20;
    void *memory = pages_new(bytes);
    if (!memory)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a table of %zu MiB", megabytes);
    *tt = (Tt){.buckets = memory, .count = bytes / sizeof(TtBucket), .mapped = bytes};
    return STATUS_OK;
}

void tt_release(Tt *tt) {
    pages_free(tt->buckets, tt->mapped);
    *tt = (Tt){0};
}

void tt_clear(Tt *tt) {
    if (tt->buckets)
        pages_clear(tt->buckets, tt->mapped);
    tt->generation = 0;
}

void tt_warm(Tt *tt) {
    if (tt->buckets)
        pages_commit(tt->buckets, tt->mapped < WARM_BYTES_MAX ? tt->mapped : WARM_BYTES_MAX);
}

void tt_new_generation(Tt *tt) {
    tt->generation = (uint8_t)((tt->generation + 1) % GENERATION_NB);
}

static TtBucket *bucket_of(const Tt *tt, Key key) {
    return &tt->buckets[(size_t)(((unsigned __int128)key * tt->count) >> 64)];
}

void tt_prefetch(const Tt *tt, Key key) {
    __builtin_prefetch(bucket_of(tt, key));
}

static uint64_t pack(const TtEntry *entry, uint8_t generation) {
    assert(entry->depth >= TT_DEPTH_MIN && entry->depth - TT_DEPTH_MIN < 256);
    return (uint64_t)(entry->move & 0xffff) | (uint64_t)(uint16_t)entry->value << 16 |
           (uint64_t)(uint16_t)entry->eval << 32 | (uint64_t)(entry->depth - TT_DEPTH_MIN) << 48 |
           (uint64_t)entry->bound << 56 | (uint64_t)entry->is_pv << 58 | (uint64_t)generation << 59;
}

static TtEntry unpack(uint64_t data) {
    return (TtEntry){
        .move = (Move)(data & 0xffff),
        .value = (int16_t)(data >> 16),
        .eval = (int16_t)(data >> 32),
        .depth = (int)(data >> 48 & 0xff) + TT_DEPTH_MIN,
        .bound = (Bound)(data >> 56 & 3),
        .is_pv = data >> 58 & 1,
    };
}

// Outside the table a win is counted from the root, inside from the node.
static int value_to_table(int value, int ply) {
    if (value == VALUE_NONE || !value_is_decided(value))
        return value;
    return value > 0 ? value + ply : value - ply;
}

static int value_from_table(int value, int ply) {
    if (value == VALUE_NONE || !value_is_decided(value))
        return value;
    return value > 0 ? value - ply : value + ply;
}

bool tt_probe(const Tt *tt, Key key, int ply, TtEntry *entry) {
    const TtBucket *bucket = bucket_of(tt, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        const uint64_t data = atomic_load_explicit(&bucket->entries[i].data, memory_order_relaxed);
        const uint64_t check =
            atomic_load_explicit(&bucket->entries[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data) {
            *entry = unpack(data);
            entry->value = value_from_table(entry->value, ply);
            return true;
        }
    }
    return false;
}

// The priority of keeping an entry.
static int keep_priority(const Tt *tt, uint64_t data) {
    const int age = (int)(tt->generation - (data >> 59)) & (GENERATION_NB - 1);
    return (int)(data >> 48 & 0xff) - AGE_COST * age;
}

void tt_store(Tt *tt, Key key, int ply, TtEntry entry) {
    TtBucket *bucket = bucket_of(tt, key);
    TtWords *worst = NULL;
    int worst_priority = INT32_MAX;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        TtWords *words = &bucket->entries[i];
        const uint64_t data = atomic_load_explicit(&words->data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&words->check, memory_order_relaxed);
        if ((check ^ data) == key && data) {
            const TtEntry old = unpack(data);
            if (entry.move == MOVE_NONE)
                entry.move = old.move;
            const bool is_deeper = entry.yields
                                       ? old.depth > entry.depth
                                       : entry.bound != BOUND_EXACT && old.depth > entry.depth + 3;
            if (is_deeper && data >> 59 == tt->generation)
                return;
            worst = words;
            break;
        }
        const int priority = data ? keep_priority(tt, data) : INT32_MIN;
        if (priority < worst_priority) {
            worst = words;
            worst_priority = priority;
        }
    }
    entry.value = value_to_table(entry.value, ply);
    const uint64_t data = pack(&entry, tt->generation);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}

int tt_permille(const Tt *tt) {
    enum { SAMPLE = 250 };
    assert(tt->count);
    const size_t buckets = tt->count < SAMPLE ? tt->count : SAMPLE;
    int filled = 0;
    for (size_t i = 0; i < buckets; i++)
        for (int j = 0; j < BUCKET_ENTRIES; j++) {
            const uint64_t data =
                atomic_load_explicit(&tt->buckets[i].entries[j].data, memory_order_relaxed);
            filled += data && data >> 59 == tt->generation;
        }
    return (int)((size_t)filled * 1000 / (buckets * BUCKET_ENTRIES));
}
