// The table of proofs: what is stored is found, full buckets lose entries and never invent one, and
// threads may store and probe at once.
#include "testing.h"

#include "base/rng.h"
#include "base/workers.h"
#include "search/proofs.h"

static void test_store_and_probe(void **state) {
    (void)state;
    Proofs proofs;
    Proof proof = {0};
    assert_ok(proofs_init(&proofs, error));
    assert_false(proofs_probe(&proofs, 1, &proof));
    proofs_store(&proofs, 1, (Proof){PROOF_WIN, 7});
    proofs_store(&proofs, 2, (Proof){PROOF_LOSS, 300});
    proofs_store(&proofs, 3, (Proof){PROOF_NO_MATE, 0});
    assert_true(proofs_probe(&proofs, 1, &proof) && proof.kind == PROOF_WIN && proof.plies == 7);
    assert_true(proofs_probe(&proofs, 2, &proof) && proof.kind == PROOF_LOSS && proof.plies == 300);
    assert_true(proofs_probe(&proofs, 3, &proof) && proof.kind == PROOF_NO_MATE && !proof.plies);
    proofs_store(&proofs, 1, (Proof){PROOF_WIN, 5});
    assert_true(proofs_probe(&proofs, 1, &proof) && proof.plies == 5);
    assert_false(proofs_probe(&proofs, 4, &proof));
    // Nothing comes back, however often it is cleared.
    for (int i = 0; i < 600; i++) {
        proofs_clear(&proofs);
        assert_false(proofs_probe(&proofs, 1, &proof));
        proofs_store(&proofs, 4, (Proof){PROOF_WIN, i});
        assert_false(proofs_probe(&proofs, 1, &proof));
        assert_true(proofs_probe(&proofs, 4, &proof) && proof.plies == i);
    }
    proofs_release(&proofs);
}

// Many more keys than there is room for. The proof of a key says which key it is.
static void test_full(void **state) {
    (void)state;
    Proofs proofs;
    assert_ok(proofs_init(&proofs, error));
    int found = 0;
    for (int i = 1; i <= 500000; i++)
        proofs_store(&proofs, rng_mix((uint64_t)i), (Proof){PROOF_WIN, i});
    for (int i = 1; i <= 500000; i++) {
        Proof proof;
        if (!proofs_probe(&proofs, rng_mix((uint64_t)i), &proof))
            continue;
        assert_int_equal(proof.plies, i);
        found++;
    }
    assert_true(found > 50000);
    proofs_release(&proofs);
}

static void hammer(void *context, int index) {
    Proofs *proofs = context;
    for (int i = 1; i <= 100000; i++) {
        Proof proof;
        const int key = 1 + (i * (index + 1)) % 64;
        proofs_store(proofs, rng_mix((uint64_t)key), (Proof){PROOF_LOSS, key});
        if (proofs_probe(proofs, rng_mix((uint64_t)(key + 1)), &proof) && proof.plies != key + 1)
            abort();
    }
}

static void test_threads(void **state) {
    (void)state;
    Proofs proofs;
    Workers workers;
    assert_ok(proofs_init(&proofs, error));
    assert_ok(workers_init(&workers, 3, error));
    workers_start(&workers, hammer, &proofs);
    workers_release(&workers);
    proofs_release(&proofs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_and_probe),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
