// proofs.h — the table of proofs: positions whose outcome is certain, written and read by all
// searches.
//
// A proof does not depend on the path to the position: a search stores only what no repetition can
// change. Buckets of four entries fill a cache line; an entry is two 64-bit words, the proof and
// the key xor-ed with it, as in tt.h, so that no lock is needed and a torn entry is not found. A
// store into a full bucket replaces an entry. The owner initialises, clears and releases; any
// thread stores and probes.
#pragma once

#include <stdatomic.h>

#include "base/status.h"
#include "game/types.h"

typedef enum ProofKind {
    PROOF_WIN = 1, // the side to move wins
    PROOF_LOSS,    // the side to move loses
    PROOF_NO_MATE, // the side to move cannot mate by checks alone; nothing else is known
} ProofKind;

typedef struct Proof {
    ProofKind kind;
    int plies; // to the end of the game; 0 for PROOF_NO_MATE
} Proof;

typedef struct Proofs {
    struct ProofBucket *buckets;
    uint8_t generation;  // of the proofs that count; written by proofs_clear only
    atomic_bool has_any; // false: no probe is needed
} Proofs;

Status proofs_init(Proofs *proofs, Error *error);
void proofs_release(Proofs *proofs); // also allowed on zeroed Proofs
void proofs_clear(Proofs *proofs);

static inline bool proofs_is_empty(const Proofs *proofs) {
    return !atomic_load_explicit(&proofs->has_any, memory_order_relaxed);
}

void proofs_store(Proofs *proofs, Key key, Proof proof);
// False leaves *proof unchanged.
bool proofs_probe(const Proofs *proofs, Key key, Proof *proof);
