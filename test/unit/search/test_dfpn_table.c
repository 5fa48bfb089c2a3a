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
    return (MateValue){proof, disproof, 3, PLY_NONE};
}

static bool has(const DfpnTable *table, Key key, Hand hand, uint32_t proof, uint32_t disproof) {
    MateValue value;
    return dfpn_table_probe(table, key, hand, &value) && value.proof == proof &&
           value.disproof == disproof && value.ply == PLY_NONE;
}

static void test_store_and_probe(void **state) {
    (void)state;
    DfpnTable table = table_of();
    MateValue value = value_of(5, 7);
    assert_false(dfpn_table_probe(&table, BOARD, NONE, &value));
    dfpn_table_store(&table, BOARD, NONE, &value, 1);
    assert_true(has(&table, BOARD, NONE, 5, 7));
    value = value_of(0, NUMBER_MAX);
    dfpn_table_store(&table, BOARD, NONE, &value, 1);
    assert_true(has(&table, BOARD, NONE, 0, NUMBER_MAX));
    assert_false(dfpn_table_probe(&table, BOARD + 1, NONE, &value));
    dfpn_table_empty(&table);
    assert_false(dfpn_table_probe(&table, BOARD, NONE, &value));
    dfpn_table_release(&table);
}

static void test_hands(void **state) {
    (void)state;
    if (!GAME_HAS_DROPS)
        return;
    DfpnTable table = table_of();
    const MateValue mate = value_of(0, NUMBER_MAX), no_mate = value_of(NUMBER_MAX, 0);
    const MateValue open = value_of(4, 4);
    MateValue value;
    dfpn_table_store(&table, BOARD, ONE_PAWN, &mate, 1);
    assert_true(has(&table, BOARD, TWO_PAWNS, 0, NUMBER_MAX));
    assert_false(dfpn_table_probe(&table, BOARD, NONE, &value));
    dfpn_table_store(&table, BOARD + 1, ONE_PAWN, &no_mate, 1);
    assert_true(has(&table, BOARD + 1, NONE, NUMBER_MAX, 0));
    assert_false(dfpn_table_probe(&table, BOARD + 1, TWO_PAWNS, &value));
    // Numbers that prove nothing belong to their hand alone.
    dfpn_table_store(&table, BOARD + 2, ONE_PAWN, &open, 1);
    assert_true(has(&table, BOARD + 2, ONE_PAWN, 4, 4));
    assert_false(dfpn_table_probe(&table, BOARD + 2, NONE, &value));
    assert_false(dfpn_table_probe(&table, BOARD + 2, TWO_PAWNS, &value));
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

static void test_paths(void **state) {
    (void)state;
    DfpnTable table = table_of();
    MateValue value;
    assert_false(dfpn_table_probe_path(&table, BOARD, &value));
    dfpn_table_store_path(&table, BOARD, 4);
    assert_true(dfpn_table_probe_path(&table, BOARD, &value));
    assert_int_equal(value.ply, 4);
    assert_int_equal(value.disproof, 0);
    assert_false(dfpn_table_probe(&table, BOARD, NONE, &value)); // never without its path
    dfpn_table_empty(&table);
    assert_false(dfpn_table_probe_path(&table, BOARD, &value));
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
        assert_false(dfpn_table_probe(&table, BOARD, NONE, &value));
    }
    dfpn_table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_and_probe),       cmocka_unit_test(test_hands),
        cmocka_unit_test(test_full_table_keeps_work), cmocka_unit_test(test_paths),
        cmocka_unit_test(test_generations_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
