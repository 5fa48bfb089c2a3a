// Information content against its formula.
#include "testing.h"

#include <math.h>

#include "search/alphabeta/ab_margin.h"

static double logistic(double a, double value) {
    return 1 / (1 + exp(-a * value));
}

static double term(double p) {
    return p > 0 ? -p * log2(p) : 0;
}

static void test_without_draws(void **state) {
    (void)state;
    static AbInformation information;
    information_fill(&information, 0.0074, 0);
    assert_int_equal(information_at(&information, 0), INFORMATION_ONE);
    for (int value = -3000; value <= 3000; value += 4) {
        const double p = logistic(0.0074, value);
        assert_true(fabs(information_at(&information, value) -
                         INFORMATION_ONE * (term(p) + term(1 - p))) < 0.51);
        assert_int_equal(information_at(&information, value), information_at(&information, -value));
    }
    // Mates and "no value" are looked up too.
    assert_int_equal(information_at(&information, VALUE_INFINITE), 0);
    assert_int_equal(information_at(&information, VALUE_NONE), 0);
}

static void test_with_draws(void **state) {
    (void)state;
    static AbInformation information;
    information_fill(&information, 0.0065, 155);
    for (int value = 0; value <= 3000; value += 4) {
        const double win = logistic(0.0065, value - 155), loss = logistic(0.0065, -value - 155);
        const double whole = (term(win) + term(loss) + term(1 - win - loss)) / log2(3);
        assert_true(fabs(information_at(&information, value) - INFORMATION_ONE * whole) < 0.51);
        assert_true(information_at(&information, value) <= INFORMATION_ONE);
    }
}

// The paper: (2 - I) M extends, I M prunes; at equality both are M.
static void test_margins(void **state) {
    (void)state;
    static AbInformation information;
    information_fill(&information, 0.0074, 0);
    assert_int_equal(margin_shrunk(&information, true, 150, 0), 150);
    assert_int_equal(margin_grown(&information, true, 75, 0), 75);
    assert_int_equal(margin_shrunk(&information, true, 150, 29000), 0);
    assert_int_equal(margin_grown(&information, true, 75, 29000), 150);
    assert_int_equal(margin_shrunk(&information, false, 150, 29000), 150);
    assert_int_equal(margin_grown(&information, false, 75, 29000), 75);
    // A pawn ahead on the paper's curve: p = 0.677, I = 0.907.
    assert_int_equal(margin_shrunk(&information, true, 1000, 100), 907);
    assert_int_equal(margin_grown(&information, true, 1000, 100), 1092);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_draws),
        cmocka_unit_test(test_with_draws),
        cmocka_unit_test(test_margins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
