// The evaluation curve: its parameters agree, and probabilities sum to 1.
#include "testing.h"

#include <math.h>
#include <stdlib.h>

#include "eval/winrate.h"

static void test_parameters(void **state) {
    (void)state;
    const double a = strtod(WINRATE_A, NULL), tau = strtod(WINRATE_TAU, NULL);
    assert_true(fabs(tau - 1 / a) <= 0.5);
}

static void test_curve(void **state) {
    (void)state;
    const double a = strtod(WINRATE_A, NULL);
    double before = 0;
    for (double value = -1500; value <= 1500; value += 50) {
        const double p = winrate_logistic(a, value);
        assert_true(p > before && p < 1);
        assert_true(fabs(p + winrate_logistic(a, -value) - 1) < 1e-12);
        before = p;
    }
    assert_true(winrate_logistic(a, 0) == 0.5);
}

static void test_wdl(void **state) {
    (void)state;
    for (double value = -3000; value <= 3000; value += 50) {
        const WinDrawLoss wdl = winrate_wdl(WINRATE_WDL_A, WINRATE_WDL_DRAW, value);
        const WinDrawLoss back = winrate_wdl(WINRATE_WDL_A, WINRATE_WDL_DRAW, -value);
        assert_true(wdl.win >= 0 && wdl.draw >= 0 && wdl.loss >= 0);
        assert_true(fabs(wdl.win + wdl.draw + wdl.loss - 1) < 1e-12);
        assert_true(wdl.win == back.loss && wdl.loss == back.win);
        assert_true(GAME_IS_CHESS ? wdl.draw > 0 : wdl.draw < 1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_curve),
        cmocka_unit_test(test_wdl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
