// Perft on several threads; run under the thread sanitizer too.
#include "positions.h"

#include "game/perft.h"

// One thread and several, with and without the counts of each move, give the same.
static void test_parallel(void **state) {
    (void)state;
    Position pos;
    pos_start(&pos);
    static uint64_t counts[MOVE_MAX];
    for (int depth = 1; depth <= 4; depth++) {
        uint64_t total = 0, sum = 0;
        assert_ok(perft_parallel(&pos, depth, 3, &total, counts, error));
        for (int i = 0; i < pos_count_legal(&pos); i++)
            sum += counts[i];
        assert_int_equal(total, perft_count(&pos, depth));
        assert_int_equal(sum, total);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parallel)};
    return cmocka_run_group_tests_name("parallel " GAME_NAME, tests, NULL, NULL);
}
