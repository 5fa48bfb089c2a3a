// Perft counts: the start positions and all of the shared data.
#include "positions.h"

#include "game/perft.h"

static const uint64_t SHOGI_START[] = {1, 30, 900, 25470, 719731, 19861490, 547581517};
static const uint64_t MINISHOGI_START[] = {1, 14, 181, 2512, 35401, 533203, 8276188, 132680617};

// The start position goes up to ten times the limit of the others.
static void test_start(void **state) {
    (void)state;
    const uint64_t *expected = GAME_IS_SHOGI ? SHOGI_START : MINISHOGI_START;
    const int deepest = GAME_IS_SHOGI ? 6 : 7;
    const uint64_t limit = 10 * (uint64_t)testing_count("YURAGI_PERFT_LIMIT", 3000000);
    Position pos;
    pos_start(&pos);
    for (int depth = 0; depth <= deepest && expected[depth] <= limit; depth++)
        assert_int_equal(perft_count(&pos, depth), expected[depth]);
}

// Counts above YURAGI_PERFT_LIMIT paths are left to the long run.
static void test_shared(void **state) {
    (void)state;
    FILE *file = testing_open(GAME_IS_SHOGI ? "shogi/perft/perft.tsv" : "minishogi/perft.tsv");
    const uint64_t limit = (uint64_t)testing_count("YURAGI_PERFT_LIMIT", 3000000);
    char *line = NULL;
    size_t capacity = 0;
    Str text;
    int positions = 0, counts = 0, left_out = 0;
    while (testing_line(file, &line, &capacity, &text)) {
        Position pos = position_of(str_until(&text, '\t'));
        positions++;
        for (int depth = 1; text.len; depth++) {
            int64_t expected;
            assert_true(str_int(str_until(&text, '\t'), 0, INT64_MAX, &expected));
            if ((uint64_t)expected > limit) {
                left_out++;
                continue;
            }
            counts++;
            const uint64_t found = perft_count(&pos, depth);
            if (found != (uint64_t)expected)
                fail_msg("%s: perft %d is %llu, expected %lld", line, depth,
                         (unsigned long long)found, (long long)expected);
        }
    }
    free(line);
    fclose(file);
    testing_note("%d positions, %d counts, %d left to the long run\n", positions, counts, left_out);
    assert_true(positions > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests_name("perft " GAME_NAME, tests, NULL, NULL);
}
