// SPSA: the gains are Spall's, the same seed gives the same values also through a file, and tuning
// by games finds a known maximum.
#include "testing.h"

#include <math.h>

#include "base/macros.h"
#include "base/rng.h"
#include "stats/spsa.h"

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not within %g of %.9g", value, tolerance, expected);
}

static const SpsaParameter REAL = {"slope", 0.5, 0, 2, 0.125, 0.002, false, 0};
static const SpsaParameter WHOLE = {"Margin", 100, 0, 300, 10, 0.002, true, 0};

static Spsa *new_spsa(int64_t iterations, uint64_t seed) {
    Spsa *spsa = malloc(sizeof *spsa);
    assert_non_null(spsa);
    spsa_init(spsa, iterations, seed);
    assert_ok(spsa_add(spsa, &REAL, error));
    assert_ok(spsa_add(spsa, &WHOLE, error));
    return spsa;
}

// c = step N^0.101, a = rate step^2 (A + N)^0.602, as the header says.
static void test_gains(void **state) {
    (void)state;
    Spsa *spsa = new_spsa(1000, 1);
    assert_true(spsa->stability == 100);
    const double c = 10 * pow(1000, 0.101), a = 0.002 * 100 * pow(1100, 0.602);
    static const int64_t numbers[] = {1, 2, 17, 500, 1000, 1500};
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        const double k = (double)numbers[i], c_k = c / pow(k, 0.101);
        const double a_k = a / pow(100 + k, 0.602);
        assert_near(spsa_push(spsa, &WHOLE, numbers[i]), c_k, 1e-9);
        assert_near(spsa_gain(spsa, &WHOLE, numbers[i]), a_k / c_k, 1e-9);
    }
    assert_near(spsa_push(spsa, &WHOLE, 1000), 10, 1e-9);
    assert_near(spsa_gain(spsa, &WHOLE, 1000), 0.002 * 10, 1e-9);
    free(spsa);
}

static void test_step(void **state) {
    (void)state;
    Spsa *spsa = new_spsa(1000, 3);
    int ups = 0, equal = 0;
    for (int64_t k = 1; k <= 1000; k++) {
        double upper[2], lower[2];
        spsa_perturb(spsa, k, upper, lower);
        const double push = spsa_push(spsa, &REAL, k);
        assert_near(fabs(upper[0] - 0.5), push, 1e-12);
        assert_near(upper[0] + lower[0], 1, 1e-12);
        assert_true(floor(upper[1]) == upper[1] && floor(lower[1]) == lower[1]);
        assert_true(fabs(fabs(upper[1] - lower[1]) - 2 * spsa_push(spsa, &WHOLE, k)) < 1);
        ups += upper[0] > lower[0];
        equal += (upper[0] > lower[0]) == (upper[1] > lower[1]);
    }
    // Signs are balanced, and independent between parameters.
    assert_in_range(ups, 430, 570);
    assert_in_range(equal, 430, 570);
    // A win of the upper player moves the values towards its own; a draw changes nothing.
    double upper[2], lower[2];
    spsa_perturb(spsa, 5, upper, lower);
    spsa_update(spsa, 5, 0);
    assert_true(spsa->parameters[0].value == 0.5 && spsa->done == 1);
    spsa_update(spsa, 5, 2);
    const double sign = upper[0] > 0.5 ? 1 : -1;
    assert_near(spsa->parameters[0].value, 0.5 + 2 * sign * spsa_gain(spsa, &REAL, 5), 1e-12);
    free(spsa);
}

// Between two integers the players get one or the other, on average the value.
static void test_rounding(void **state) {
    (void)state;
    Spsa spsa;
    spsa_init(&spsa, 1, 5);
    spsa.iterations = 100000;
    const SpsaParameter parameter = {"n", 7.3, 0, 20, 0.5, 0.002, true, 0};
    assert_ok(spsa_add(&spsa, &parameter, error));
    double sum = 0, gap = 0, expected = 0;
    for (int64_t k = 1; k <= 100000; k++) {
        double upper, lower;
        spsa_perturb(&spsa, k, &upper, &lower);
        sum += (upper + lower) / 2;
        gap += fabs(upper - lower);
        expected += 2 * spsa_push(&spsa, &parameter, k);
    }
    assert_near(sum / 1e5, 7.3, 0.01);
    assert_near(gap / expected, 1, 0.01);
}

static void test_clamped(void **state) {
    (void)state;
    Spsa spsa;
    spsa_init(&spsa, 100, 8);
    const SpsaParameter edge = {"edge", 1, -1, 1, 0.5, 10, false, 0};
    assert_ok(spsa_add(&spsa, &edge, error));
    for (int64_t k = 1; k <= 100; k++) {
        double upper, lower;
        spsa_perturb(&spsa, k, &upper, &lower);
        assert_true(-1 <= upper && upper <= 1 && -1 <= lower && lower <= 1);
        spsa_update(&spsa, k, k % 3 ? 2 : -2);
        assert_true(-1 <= spsa.parameters[0].value && spsa.parameters[0].value <= 1);
    }
}

// A pair of games whose result depends on the distance of each player from the best values.
static int play(Rng *rng, const double *upper, const double *lower) {
    static const double BEST[] = {1.3, 180}, WIDTH[] = {0.5, 60};
    double elo = 0;
    for (int i = 0; i < 2; i++) {
        const double up = (upper[i] - BEST[i]) / WIDTH[i], down = (lower[i] - BEST[i]) / WIDTH[i];
        elo += 100 * (down * down - up * up);
    }
    const double win = 1 / (1 + pow(10, -elo / 400));
    int result = 0;
    for (int game = 0; game < 2; game++)
        result += rng_unit(rng) < 0.4 ? 0 : rng_unit(rng) < win ? 1 : -1;
    return result;
}

static void tune(Spsa *spsa, Rng *rng, int64_t until) {
    while (spsa->done < until) {
        double upper[2], lower[2];
        const int64_t k = spsa->done + 1;
        spsa_perturb(spsa, k, upper, lower);
        spsa_update(spsa, k, play(rng, upper, lower));
    }
}

static void test_climbs(void **state) {
    (void)state;
    Spsa *spsa = new_spsa(20000, 11);
    Rng rng;
    rng_init(&rng, 12);
    tune(spsa, &rng, 20000);
    testing_note("after 20000 pairs of games: %.3f (best 1.3), %.1f (best 180)\n",
                 spsa->parameters[0].value, spsa->parameters[1].value);
    assert_near(spsa->parameters[0].value, 1.3, 0.15);
    assert_near(spsa->parameters[1].value, 180, 18);
    free(spsa);
}

// A run that is interrupted, written, read and resumed gives the same bits.
static void test_resumed(void **state) {
    (void)state;
    Spsa *whole = new_spsa(300, 1ull << 63 | 77), *parts = new_spsa(300, 1ull << 63 | 77);
    Rng rng_whole, rng_parts;
    rng_init(&rng_whole, 6);
    rng_init(&rng_parts, 6);
    tune(whole, &rng_whole, 300);
    char *memory = malloc(SPSA_TEXT_MAX);
    assert_non_null(memory);
    for (int64_t until = 50; until <= 300; until += 50) {
        tune(parts, &rng_parts, until);
        StrBuf text = strbuf_init(memory, SPSA_TEXT_MAX);
        spsa_write(parts, &text);
        memset(parts, 0x5a, sizeof *parts);
        assert_ok(spsa_read(parts, str_of(memory), error));
    }
    assert_memory_equal(whole, parts, sizeof *whole);
    assert_true(parts->parameters[0].start == REAL.value &&
                parts->parameters[0].value != REAL.value);
    free(memory);
    free(whole);
    free(parts);
}

static void test_largest_fits(void **state) {
    (void)state;
    Spsa *spsa = malloc(sizeof *spsa);
    char *memory = malloc(SPSA_TEXT_MAX);
    assert_true(spsa && memory);
    spsa_init(spsa, INT64_MAX / 2, UINT64_MAX);
    for (int i = 0; i < SPSA_PARAMETERS_MAX; i++) {
        SpsaParameter parameter = {"",           -1.0 / 3e-200, -2.0 / 3e-200, 2.0 / 3e-200,
                                   1.0 / 3e-100, 1.0 / 3e-100,  false,         0};
        snprintf(parameter.name, sizeof parameter.name, "%063d", i);
        assert_ok(spsa_add(spsa, &parameter, error));
    }
    StrBuf text = strbuf_init(memory, SPSA_TEXT_MAX);
    spsa_write(spsa, &text);
    assert_false(text.is_cut);
    Error error;
    assert_int_equal(spsa_add(spsa, &REAL, &error), STATUS_BAD_INPUT);
    free(memory);
    free(spsa);
}

static void test_refused(void **state) {
    (void)state;
    static const SpsaParameter bad[] = {
        {"", 1, 0, 2, 1, 1, false, 0},      {"a b", 1, 0, 2, 1, 1, false, 0},
        {"a", 3, 0, 2, 1, 1, false, 0},     {"a", 1, 2, 0, 1, 1, false, 0},
        {"a", 1, 0, 2, 0, 1, false, 0},     {"a", 1, 0, 2, 3, 1, false, 0},
        {"a", 1, 0, 2, 1, 0, false, 0},     {"a", 1, 0, 2, 1, (double)NAN, false, 0},
        {"a", 1, 0, 2, 0.4, 1, true, 0},    {"a", 1, 0.5, 2, 1, 1, true, 0},
        {"slope", 1, 0, 2, 1, 1, false, 0}, {"a", 1, 0, (double)INFINITY, 1, 1, false, 0},
    };
    Spsa *spsa = new_spsa(10, 1);
    Error said;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        assert_int_equal(spsa_add(spsa, &bad[i], &said), STATUS_BAD_INPUT);
    static const char *const texts[] = {
        "",
        "spsa 2\n",
        "spsa 1\n",
        "spsa 1\niterations 0\n",
        "spsa 1\niterations 5 5\n",
        "spsa 1\niterations 5\nseed 12\n",
        "spsa 1\niterations 5\nseed 00000000000000XX\n",
        "spsa 1\niterations 5\ndone -1\n",
        "spsa 1\niterations 5\nstability nan\n",
        "spsa 1\niterations 5\nodd a 1 from 0 to 2 step 1 rate 1 start 1\n",
        "spsa 1\niterations 5\nreal a 1 from 0 to 2 step 1\n",
        "spsa 1\niterations 5\nreal a 1 from 0 to 2 step 1 rate 1\n",
        "spsa 1\niterations 5\nreal a 1 from 0 to 2 step 1 rate 1 start 1 more\n",
        "spsa 1\niterations 5\nreal a 9 from 0 to 2 step 1 rate 1 start 1\n",
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        assert_int_equal(spsa_read(spsa, str_of(texts[i]), &said), STATUS_BAD_INPUT);
    assert_ok(spsa_read(
        spsa, str_of("spsa 1\r\n\niterations 5\nreal a 1 from 0 to 2 step 1 rate 1 start 0"),
        error));
    assert_int_equal(spsa->count, 1);
    free(spsa);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gains),        cmocka_unit_test(test_step),
        cmocka_unit_test(test_rounding),     cmocka_unit_test(test_clamped),
        cmocka_unit_test(test_climbs),       cmocka_unit_test(test_resumed),
        cmocka_unit_test(test_largest_fits), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
