// Levels and ratings as limits of nodes.
#include "testing.h"

#include "search/level.h"

static void test_levels_double(void **state) {
    (void)state;
    assert_int_equal(level_nodes(LEVEL_MIN), 100);
    for (int level = LEVEL_MIN + 1; level < LEVEL_MAX; level++)
        assert_int_equal(level_nodes(level), 2 * level_nodes(level - 1));
    assert_int_equal(level_nodes(LEVEL_MAX), 0);
}

// The ends of the scale are levels, and a higher rating never has fewer nodes.
static void test_ratings(void **state) {
    (void)state;
    assert_int_equal(level_elo_nodes(LEVEL_ELO_MIN), level_nodes(0));
    assert_int_equal(level_elo_nodes(LEVEL_ELO_MAX), level_nodes(10));
    for (int elo = LEVEL_ELO_MIN + 1; elo <= LEVEL_ELO_MAX; elo++)
        assert_true(level_elo_nodes(elo) >= level_elo_nodes(elo - 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_double),
        cmocka_unit_test(test_ratings),
    };
    return cmocka_run_group_tests_name("level", tests, NULL, NULL);
}
