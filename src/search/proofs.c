#include "search/proofs.h"

#include "base/pages.h"

enum { BUCKET_ENTRIES = 4, BUCKET_BITS = 14 }; // 1 MiB

typedef struct ProofWords {
    _Atomic uint64_t check, data; // check is key ^ data; data 0 is no proof
} ProofWords;

typedef struct ProofBucket {
    _Alignas(64) ProofWords entries[BUCKET_ENTRIES];
} ProofBucket;
_Static_assert(sizeof(ProofBucket) == 64, "one cache line");

static const size_t BYTES = sizeof(ProofBucket) << BUCKET_BITS;

Status proofs_init(Proofs *proofs, Error *error) {
    *proofs = (Proofs){.buckets = pages_new(BYTES)};
    return proofs->buckets ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for proofs");
}

void proofs_release(Proofs *proofs) {
    pages_free(proofs->buckets, BYTES);
    *proofs = (Proofs){0};
}

void proofs_clear(Proofs *proofs) {
    if (proofs_is_empty(proofs))
        return;
    // Proofs of other generations are not found, so the memory itself is cleared seldom.
    if (++proofs->generation == 0)
        pages_clear(proofs->buckets, BYTES);
    atomic_store_explicit(&proofs->has_any, false, memory_order_relaxed);
}

static ProofBucket *bucket_of(const Proofs *proofs, Key key) {
    return &proofs->buckets[key >> (64 - BUCKET_BITS)];
}

// The entry of the same position, else an empty one, else one chosen by the key.
static ProofWords *find_place(ProofBucket *bucket, Key key) {
    ProofWords *place = &bucket->entries[key % BUCKET_ENTRIES];
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        ProofWords *words = &bucket->entries[i];
        const uint64_t data = atomic_load_explicit(&words->data, memory_order_relaxed);
        if (data && (atomic_load_explicit(&words->check, memory_order_relaxed) ^ data) == key)
            return words;
        if (!data)
            place = words;
    }
    return place;
}

void proofs_store(Proofs *proofs, Key key, Proof proof) {
    const uint64_t data = (uint64_t)proof.kind | (uint64_t)proofs->generation << 8 |
                          (uint64_t)(uint32_t)proof.plies << 16;
    ProofWords *words = find_place(bucket_of(proofs, key), key);
    atomic_store_explicit(&words->data, data, memory_order_relaxed);
    atomic_store_explicit(&words->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&proofs->has_any, true, memory_order_relaxed);
}

bool proofs_probe(const Proofs *proofs, Key key, Proof *proof) {
    if (proofs_is_empty(proofs))
        return false;
    const ProofBucket *bucket = bucket_of(proofs, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        const ProofWords *words = &bucket->entries[i];
        const uint64_t data = atomic_load_explicit(&words->data, memory_order_relaxed);
        if (data && (uint8_t)(data >> 8) == proofs->generation &&
            (atomic_load_explicit(&words->check, memory_order_relaxed) ^ data) == key) {
            *proof = (Proof){(ProofKind)(data & 0xff), (int)(data >> 16)};
            return true;
        }
    }
    return false;
}
