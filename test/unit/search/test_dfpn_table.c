// The table of the search for mates: hands, work, paths, generations.
#include "testing.h"

#include "base/rng.h"
#include "search/dfpn/dfpn_table.h"

enum { SMALL_MB = 1, STORES = 200000, BIG_WORK = 1000 };

// The low bits of a hand count its pawns.
static const Hand NONE = 0, ONE_PAWN = 1, TWO_PAWNS = 2;
static const Key BOARD = 0x123456789abcdef0;

static DfpnTable table_of(void) {
    DfpnTable table;
    assert_true(dfpn_table_init(&table, SMALL_MB));
    return table;
}

static MateValue value_of(uint32_t proof, uint32_t disproof) {
    return (MateValue){proof, disproof, 0, proof ? PLIES_ANY : 3, PLY_NONE};
}

static MateValue with_hand(MateValue value, Hand hand) {
    value.hand = hand;
    return value;
}

static bool probe(const DfpnTable *table, Key key, Hand hand, MateValue *value) {
    return dfpn_table_probe(table, key, hand, PLIES_ANY, value);
}

static bool has(const DfpnTable *table, Key key, Hand hand, uint32_t proof, uint32_t disproof) {
    MateValue value;
    return probe(table, key, hand, &value) && value.proof == proof && value.disproof == disproof &&
           value.ply == PLY_NONE;
}

static void test_store_and_probe(void **state) {
    (void)state;
    DfpnTable table = table_of();
    MateValue value = value_of(5, 7);
    assert_false(probe(&table, BOARD, NONE, &value));
    dfpn_table_store(&table, BOARD, NONE, &value, 1);
    assert_true(has(&table, BOARD, NONE, 5, 7));
    value = value_of(0, NUMBER_MAX);
    dfpn_table_store(&table, BOARD, NONE, &value, 1);
    assert_true(has(&table, BOARD, NONE, 0, NUMBER_MAX));
    assert_false(probe(&table, BOARD + 1, NONE, &value));
    dfpn_table_empty(&table);
    assert_false(probe(&table, BOARD, NONE, &value));
    dfpn_table_release(&table);
}

static void test_hands(void **state) {
    (void)state;
    if (!GAME_HAS_DROPS)
        return;
    DfpnTable table = table_of();
    // The hands of proofs and disproofs are their own, not those of the position.
    const MateValue mate = with_hand(value_of(0, NUMBER_MAX), ONE_PAWN);
    const MateValue no_mate = with_hand(value_of(NUMBER_MAX, 0), ONE_PAWN);
    const MateValue open = value_of(4, 4);
    MateValue value;
    dfpn_table_store(&table, BOARD, TWO_PAWNS, &mate, 1);
    assert_true(has(&table, BOARD, ONE_PAWN, 0, NUMBER_MAX));
    assert_true(has(&table, BOARD, TWO_PAWNS, 0, NUMBER_MAX));
    assert_false(probe(&table, BOARD, NONE, &value));
    dfpn_table_store(&table, BOARD + 1, NONE, &no_mate, 1);
    assert_true(has(&table, BOARD + 1, NONE, NUMBER_MAX, 0));
    assert_true(has(&table, BOARD + 1, ONE_PAWN, NUMBER_MAX, 0));
    assert_false(probe(&table, BOARD + 1, TWO_PAWNS, &value));
    // Numbers that prove nothing belong to their hand alone.
    dfpn_table_store(&table, BOARD + 2, ONE_PAWN, &open, 1);
    assert_true(has(&table, BOARD + 2, ONE_PAWN, 4, 4));
    assert_false(probe(&table, BOARD + 2, NONE, &value));
    assert_false(probe(&table, BOARD + 2, TWO_PAWNS, &value));
    dfpn_table_release(&table);
}

// Questions about mates within so many plies.
static void test_lengths(void **state) {
    (void)state;
    DfpnTable table = table_of();
    MateValue value = {0, NUMBER_MAX, NONE, 7, PLY_NONE};
    dfpn_table_store(&table, BOARD, NONE, &value, 1);
    assert_true(dfpn_table_probe(&table, BOARD, NONE, 7, &value));
    assert_false(dfpn_table_probe(&table, BOARD, NONE, 5, &value));
    const MateValue open = value_of(6, 8);
    dfpn_table_store(&table, BOARD, NONE, &open, 1); // beside the proof
    assert_true(dfpn_table_probe(&table, BOARD, NONE, 5, &value) && value.proof == 6);
    assert_true(dfpn_table_probe(&table, BOARD, NONE, 9, &value) && value.proof == 0);
    value = (MateValue){NUMBER_MAX, 0, NONE, 5, PLY_NONE};
    dfpn_table_store(&table, BOARD, NONE, &value, 1);
    assert_true(dfpn_table_probe(&table, BOARD, NONE, 5, &value) && value.disproof == 0);
    assert_true(dfpn_table_probe(&table, BOARD, NONE, 3, &value) && value.disproof == 0);
    assert_true(dfpn_table_probe(&table, BOARD, NONE, 7, &value) && value.proof == 0);
    dfpn_table_release(&table);
}

static void test_full_table_keeps_work(void **state) {
    (void)state;
    DfpnTable table = table_of();
    const MateValue precious = value_of(0, NUMBER_MAX), small = value_of(1, 1);
    dfpn_table_store(&table, BOARD, NONE, &precious, BIG_WORK);
    Rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < STORES; i++) {
        const Key key = rng_next(&rng);
        dfpn_table_store(&table, key, NONE, &small, 1);
        assert_true(has(&table, key, NONE, 1, 1)); // the newest is there
    }
    assert_true(has(&table, BOARD, NONE, 0, NUMBER_MAX));
    dfpn_table_release(&table);
}

// What was stored survives the moves to larger parts of the memory, with rare exceptions.
static void test_growth(void **state) {
    (void)state;
    enum { GROWN_MB = 16, KEYS = 100000 };
    DfpnTable table;
    assert_true(dfpn_table_init(&table, GROWN_MB));
    const MateValue open = value_of(2, 3);
    const size_t count = table.count;
    Rng rng;
    rng_init(&rng, 2);
    for (int i = 0; i < KEYS; i++)
        dfpn_table_store(&table, rng_next(&rng), NONE, &open, 1);
    assert_true(table.count > count);
    int found = 0;
    rng_init(&rng, 2);
    for (int i = 0; i < KEYS; i++)
        found += has(&table, rng_next(&rng), NONE, 2, 3);
    assert_true(found > KEYS - KEYS / 1000);
    dfpn_table_empty(&table);
    assert_int_equal(table.count, count);
    dfpn_table_release(&table);
}

static void test_paths(void **state) {
    (void)state;
    DfpnTable table = table_of();
    MateValue value;
    assert_false(dfpn_table_probe_path(&table, BOARD, 9, &value));
    dfpn_table_store_path(&table, BOARD, &(MateValue){NUMBER_MAX, 0, TWO_PAWNS, 9, 4});
    assert_true(dfpn_table_probe_path(&table, BOARD, 9, &value));
    assert_int_equal(value.ply, 4);
    assert_int_equal(value.hand, TWO_PAWNS);
    assert_int_equal(value.disproof, 0);
    assert_false(probe(&table, BOARD, NONE, &value));               // never without its path
    assert_false(dfpn_table_probe_path(&table, BOARD, 11, &value)); // mates of 9 plies only
    dfpn_table_empty(&table);
    assert_false(dfpn_table_probe_path(&table, BOARD, 9, &value));
    assert_false(probe(&table, BOARD, NONE, &value)); // never without its path
    dfpn_table_release(&table);
}

static void test_generations_wrap(void **state) {
    (void)state;
    DfpnTable table = table_of();
    const MateValue mate = value_of(0, NUMBER_MAX);
    MateValue value;
    dfpn_table_store(&table, BOARD, NONE, &mate, 1);
    for (int i = 0; i <= UINT16_MAX; i++) {
        dfpn_table_empty(&table);
        assert_int_not_equal(table.generation, 0);
        assert_false(probe(&table, BOARD, NONE, &value));
    }
    dfpn_table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_and_probe),  cmocka_unit_test(test_hands),
        cmocka_unit_test(test_lengths),          cmocka_unit_test(test_full_table_keeps_work),
        cmocka_unit_test(test_growth),           cmocka_unit_test(test_paths),
        cmocka_unit_test(test_generations_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
