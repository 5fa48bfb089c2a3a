// The table gives back what was stored, keeps what is worth keeping, and survives many writers.
#include "positions.h"

#include "base/workers.h"
#include "eval/eval.h"
#include "search/tt.h"

static Tt fresh_table(void) {
    Tt tt;
    assert_ok(tt_init(&tt, 1, error));
    return tt;
}

static void test_what_is_stored_comes_back(void **state) {
    (void)state;
    Tt tt = fresh_table();
    const TtEntry stored = {.move = 0xabcd,
                            .value = -1234,
                            .eval = 567,
                            .depth = 17,
                            .bound = BOUND_EXACT,
                            .is_pv = true};
    TtEntry found = {0};
    assert_false(tt_probe(&tt, 42, 0, &found));
    tt_store(&tt, 42, 0, stored);
    assert_true(tt_probe(&tt, 42, 0, &found));
    assert_int_equal(found.move, stored.move);
    assert_int_equal(found.value, stored.value);
    assert_int_equal(found.eval, stored.eval);
    assert_int_equal(found.depth, stored.depth);
    assert_int_equal(found.bound, stored.bound);
    assert_true(found.is_pv);
    assert_false(tt_probe(&tt, 43, 0, &found));
    tt_clear(&tt);
    assert_false(tt_probe(&tt, 42, 0, &found));
    tt_release(&tt);
}

static void test_extremes_fit(void **state) {
    (void)state;
    Tt tt = fresh_table();
    const int values[] = {VALUE_NONE, VALUE_INFINITE, -VALUE_INFINITE, EVAL_LIMIT, -EVAL_LIMIT, 0};
    for (size_t i = 0; i < ARRAY_LEN(values); i++)
        for (int depth = TT_DEPTH_MIN; depth <= PLY_MAX; depth += 12) {
            TtEntry found;
            tt_clear(&tt);
            tt_store(&tt, 7, 0,
                     (TtEntry){.value = values[i], .eval = VALUE_NONE, .depth = depth, .bound = 1});
            assert_true(tt_probe(&tt, 7, 0, &found));
            assert_int_equal(found.value, values[i]);
            assert_int_equal(found.eval, VALUE_NONE);
            assert_int_equal(found.depth, depth);
        }
    tt_release(&tt);
}

// A win in n plies from the root is stored by its distance from the node.
static void test_wins_are_counted_from_the_node(void **state) {
    (void)state;
    Tt tt = fresh_table();
    TtEntry found;
    tt_store(&tt, 1, 6, (TtEntry){.value = value_win_in(9), .eval = 0, .depth = 3, .bound = 2});
    assert_true(tt_probe(&tt, 1, 2, &found));
    assert_int_equal(found.value, value_win_in(5));
    tt_store(&tt, 2, 6, (TtEntry){.value = value_loss_in(8), .eval = 0, .depth = 3, .bound = 1});
    assert_true(tt_probe(&tt, 2, 0, &found));
    assert_int_equal(found.value, value_loss_in(2));
    tt_release(&tt);
}

static void test_a_result_without_move_keeps_the_move(void **state) {
    (void)state;
    Tt tt = fresh_table();
    TtEntry found;
    tt_store(&tt, 5, 0, (TtEntry){.move = 99, .value = 1, .eval = 0, .depth = 4, .bound = 2});
    tt_store(&tt, 5, 0, (TtEntry){.move = 0, .value = 2, .eval = 0, .depth = 5, .bound = 1});
    assert_true(tt_probe(&tt, 5, 0, &found));
    assert_int_equal(found.move, 99);
    assert_int_equal(found.value, 2);
    // A much deeper result of this search is not overwritten by a shallow bound.
    tt_store(&tt, 5, 0, (TtEntry){.move = 3, .value = 3, .eval = 0, .depth = 0, .bound = 1});
    assert_true(tt_probe(&tt, 5, 0, &found));
    assert_int_equal(found.value, 2);
    tt_release(&tt);
}

// Old and shallow entries give way; a deep one of this search stays.
static void test_deep_entries_outlive_shallow_ones(void **state) {
    (void)state;
    Tt tt = fresh_table();
    Rng rng;
    rng_init(&rng, 1);
    TtEntry found;
    tt_store(&tt, 123456789, 0, (TtEntry){.value = 11, .eval = 0, .depth = 60, .bound = 3});
    for (int i = 0; i < 500000; i++)
        tt_store(&tt, rng_next(&rng), 0, (TtEntry){.value = 1, .eval = 0, .depth = 1, .bound = 1});
    assert_true(tt_probe(&tt, 123456789, 0, &found));
    assert_int_equal(found.value, 11);
    assert_true(tt_permille(&tt) > 950);
    for (int i = 0; i < 12; i++)
        tt_new_generation(&tt);
    assert_int_equal(tt_permille(&tt), 0);
    for (int i = 0; i < 500000; i++)
        tt_store(&tt, rng_next(&rng), 0, (TtEntry){.value = 1, .eval = 0, .depth = 1, .bound = 1});
    assert_false(tt_probe(&tt, 123456789, 0, &found));
    tt_release(&tt);
}

// A result that yields leaves a deeper one of this generation alone, even if it is exact; of an
// earlier generation it does not.
static void test_some_results_yield(void **state) {
    (void)state;
    Tt tt = fresh_table();
    const TtEntry deep = {.value = 11, .eval = 0, .depth = 9, .bound = BOUND_LOWER};
    const TtEntry exact = {.value = 22, .eval = 0, .depth = 4, .bound = BOUND_EXACT};
    TtEntry weak = exact, found;
    weak.yields = true;
    tt_store(&tt, 77, 0, deep);
    tt_store(&tt, 77, 0, weak);
    assert_true(tt_probe(&tt, 77, 0, &found));
    assert_int_equal(found.value, 11);
    tt_store(&tt, 77, 0, exact);
    assert_true(tt_probe(&tt, 77, 0, &found));
    assert_int_equal(found.value, 22);
    tt_store(&tt, 77, 0, deep);
    tt_new_generation(&tt);
    tt_store(&tt, 77, 0, weak);
    assert_true(tt_probe(&tt, 77, 0, &found));
    assert_int_equal(found.value, 22);
    tt_release(&tt);
}

// Whatever several writers do to one bucket, nobody reads what nobody wrote.
enum { WRITERS = 3, ROUNDS = 40000, KEYS = 64 };

static TtEntry entry_of(Key key, int round) {
    return (TtEntry){.move = (Move)((unsigned)round & 0xffff),
                     .value = (int)(key % 1000) + round % 7,
                     .eval = (int)(key % 1000),
                     .depth = round % 60,
                     .bound = (Bound)(1 + round % 3)};
}

static void write_and_read(void *context, int index) {
    Tt *tt = context;
    for (int i = 0; i < ROUNDS; i++) {
        const Key key = rng_mix((uint64_t)(i * WRITERS + index) % KEYS) >> 20;
        TtEntry found;
        if (tt_probe(tt, key, 0, &found) && found.eval != (int)(key % 1000))
            abort();
        tt_store(tt, key, 0, entry_of(key, i));
    }
}

static void test_many_writers(void **state) {
    (void)state;
    Tt tt = fresh_table();
    Workers workers;
    assert_ok(workers_init(&workers, WRITERS, error));
    workers_start(&workers, write_and_read, &tt);
    workers_wait(&workers);
    workers_release(&workers);
    tt_release(&tt);
}

static void test_too_much_memory_is_refused(void **state) {
    (void)state;
    Tt tt;
    Error error;
    assert_int_not_equal(tt_init(&tt, (size_t)1 << 43, &error), STATUS_OK);
    assert_non_null(strstr(error.text, "MiB"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_stored_comes_back),
        cmocka_unit_test(test_extremes_fit),
        cmocka_unit_test(test_wins_are_counted_from_the_node),
        cmocka_unit_test(test_a_result_without_move_keeps_the_move),
        cmocka_unit_test(test_deep_entries_outlive_shallow_ones),
        cmocka_unit_test(test_some_results_yield),
        cmocka_unit_test(test_many_writers),
        cmocka_unit_test(test_too_much_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
