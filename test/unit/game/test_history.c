// Repetition on artificial keys: what counts as a recurrence, how far back, and which side's
// checks.
#include "testing.h"

#include "game/history.h"

static void push(History *history, Key key, bool is_check) {
    assert_ok(history_reserve(history, 1, error));
    history_push(history, key, 0, UINT32_MAX, is_check);
}

static void test_counting(void **state) {
    (void)state;
    History history;
    history_init(&history);
    const Key cycle[] = {1, 2, 3, 4};
    for (int ply = 0; ply < 13; ply++)
        push(&history, cycle[ply % 4], false);
    assert_int_equal(history_repetition(&history, 10, SIZE_MAX).occurrences, 4);
    assert_int_equal(history_repetition(&history, 2, SIZE_MAX).occurrences, 2);
    assert_int_equal(history_repetition(&history, 10, 8).occurrences, 3);
    assert_int_equal(history_repetition(&history, 10, 7).occurrences, 2);
    assert_int_equal(history_repetition(&history, 10, 3).occurrences, 1);
    history_pop(&history);
    assert_int_equal(history_repetition(&history, 10, SIZE_MAX).occurrences, 3);
    history_release(&history);
}

// Other hands or an irreversible move in between are no recurrence.
static void test_limits(void **state) {
    (void)state;
    History history;
    history_init(&history);
    assert_ok(history_reserve(&history, 16, error));
    for (int ply = 0; ply < 5; ply++)
        history_push(&history, (Key)(ply % 4), (uint64_t)ply, UINT32_MAX, false);
    assert_int_equal(history_repetition(&history, 2, SIZE_MAX).occurrences, 1);
    history_clear(&history);
    for (uint32_t ply = 0; ply < 5; ply++)
        history_push(&history, ply % 4, 0, ply < 1 ? 0 : ply - 1, false);
    assert_int_equal(history_repetition(&history, 2, SIZE_MAX).occurrences, 1);
    history_release(&history);
}

// checks[i]: whether the move that led to position i gave check.
static Repetition with_checks(const bool checks[5]) {
    History history;
    history_init(&history);
    const Key cycle[] = {1, 2, 3, 4, 1};
    for (int ply = 0; ply < 5; ply++)
        push(&history, cycle[ply], checks[ply]);
    const Repetition found = history_repetition(&history, 2, SIZE_MAX);
    history_release(&history);
    assert_int_equal(found.occurrences, 2);
    return found;
}

static void test_checks(void **state) {
    (void)state;
    const bool none[] = {0, 0, 0, 0, 0}, opponent[] = {0, 0, 1, 0, 1}, mover[] = {0, 1, 0, 1, 0},
               both[] = {1, 1, 1, 1, 1}, broken[] = {1, 1, 0, 0, 1};
    assert_false(with_checks(none).mover_checked || with_checks(none).opponent_checked);
    assert_false(with_checks(opponent).mover_checked);
    assert_true(with_checks(opponent).opponent_checked);
    assert_true(with_checks(mover).mover_checked);
    assert_false(with_checks(mover).opponent_checked);
    assert_true(with_checks(both).mover_checked && with_checks(both).opponent_checked);
    assert_false(with_checks(broken).mover_checked || with_checks(broken).opponent_checked);
}

static void test_copy(void **state) {
    (void)state;
    History from, to;
    history_init(&from);
    history_init(&to);
    assert_ok(history_copy(&to, &from, 0, error)); // empty
    for (Key key = 0; key < 100; key++)
        push(&from, key, false);
    assert_ok(history_copy(&to, &from, 50, error));
    assert_int_equal(to.count, 100);
    assert_true(to.capacity >= 150);
    assert_memory_equal(to.entries, from.entries, 100 * sizeof *to.entries);
    history_release(&from);
    history_release(&to);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_copy),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
