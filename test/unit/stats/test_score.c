// Statistics of matches: published figures of other programs are reproduced, intervals have their
// coverage, the sequential test has its error rates.
#include "testing.h"

#include <math.h>

#include "base/macros.h"
#include "base/rng.h"
#include "stats/score.h"

static const double ENDLESS = HUGE_VAL;

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not within %g of %.9g", value, tolerance, expected);
}

static void test_counting(void **state) {
    (void)state;
    Tally tally = {0};
    for (int a = -1; a <= 1; a++)
        for (int b = -1; b <= 1; b++) {
            score_add_game(&tally, a);
            score_add_game(&tally, b);
            score_add_pair(&tally, a, b);
        }
    score_add_game(&tally, 1);
    assert_int_equal(score_games(&tally), 19);
    assert_int_equal(score_pairs(&tally), 9);
    assert_true(tally.win == 7 && tally.draw == 6 && tally.loss == 6);
    static const int64_t pairs[SCORE_PAIR_NB] = {1, 2, 3, 2, 1};
    assert_memory_equal(tally.pairs, pairs, sizeof pairs);
    // The game without a partner does not count.
    const Score score = score_of(&tally);
    assert_near(score.score.value, 0.5, 1e-12);
    assert_true(score.games == 19 && score.pairs == 9);
    assert_near(score.draw_rate, 6.0 / 19, 1e-12);
    Tally sum = score_turned(&tally);
    assert_true(sum.win == 6 && sum.loss == 7);
    score_add(&sum, &tally);
    assert_true(sum.win == 13 && sum.loss == 13 && sum.pairs[2] == 6);
}

// The "raw statistics" page of montytest's run 69d3c8dc7c5b3724e29d2712 (a fishtest): exact
// generalised ratios of both scales, score, variance and normalised Elo.
static void test_fishtest_statistics(void **state) {
    (void)state;
    const Tally tally = {.win = 58, .draw = 108, .loss = 90, .pairs = {13, 37, 50, 25, 3}};
    const Score score = score_of(&tally);
    assert_near(score.score.value, 0.4375, 1e-12);
    assert_near(score.error, sqrt(0.05762 / 128), 1e-6);
    assert_near(score.elo.value, -43.6578, 1e-4);
    assert_near(score.normalised.value, -63.97, 0.005);
    assert_near(score.draw_rate, 0.42188, 1e-5);
    const Sprt logistic = {0, 2.716, 0.05, 0.05, SPRT_LOGISTIC};
    const Sprt normalised = {0, 4, 0.05, 0.05, SPRT_NORMALISED};
    assert_near(sprt_judge(&logistic, &tally).llr, -0.53772, 1e-4);
    assert_near(sprt_judge(&normalised, &tally).llr, -0.54912, 2e-5);
    assert_near(sprt_judge(&logistic, &tally).upper, 2.9444, 1e-4);
    assert_near(sprt_judge(&logistic, &tally).lower, -2.9444, 1e-4);
}

// Tests of Stockfish as their pull requests report them, to two digits. Bounds in braces were of
// logistic Elo, those in angles (since 2021) of normalised Elo.
static void test_stockfish_tests(void **state) {
    (void)state;
    static const struct {
        Tally tally;
        Sprt sprt;
        double llr;
    } tests[] = {
        // 6019
        {{.pairs = {320, 12431, 27275, 12858, 316}}, {0, 2, 0.05, 0.05, SPRT_NORMALISED}, 2.95},
        {{.pairs = {197, 45541, 117722, 46579, 228}},
         {0.5, 2.5, 0.05, 0.05, SPRT_NORMALISED},
         2.96},
        // 6285
        {{.pairs = {289, 26459, 62934, 26379, 331}},
         {-1.75, 0.25, 0.05, 0.05, SPRT_NORMALISED},
         2.94},
        // 3098
        {{.pairs = {491, 7345, 29693, 7670, 465}}, {-0.25, 1.25, 0.05, 0.05, SPRT_LOGISTIC}, 2.96},
        {{.pairs = {53, 2220, 21459, 2445, 47}}, {0.25, 1.25, 0.05, 0.05, SPRT_LOGISTIC}, 2.97},
        // 2951
        {{.pairs = {59, 754, 2467, 865, 75}}, {-0.5, 1.5, 0.05, 0.05, SPRT_LOGISTIC}, 2.95},
    };
    for (size_t i = 0; i < ARRAY_LEN(tests); i++) {
        const SprtReport report = sprt_judge(&tests[i].sprt, &tests[i].tally);
        assert_near(report.llr, tests[i].llr, 0.0101);
        if (report.llr >= report.upper)
            assert_int_equal(report.state, SPRT_H1_ACCEPTED);
    }
}

// Matches as fastchess prints them, from public logs. Its intervals are normal approximations; ours
// are from the likelihood and not symmetric, so they agree roughly, and better with more games.
static void test_fastchess_matches(void **state) {
    (void)state;
    static const struct {
        int64_t pairs[SCORE_PAIR_NB];
        double elo, margin, normalised, normalised_margin;
    } matches[] = {
        {{73, 79, 296, 91, 118}, 27.02, 15.81, 32.26, 18.79},
        {{40, 67, 295, 123, 54}, 25.25, 13.92, 36.44, 20.01},
        {{578, 1352, 1985, 1283, 564}, -2.92, 5.02, -3.70, 6.34},
        {{19, 23, 269, 81, 108}, 83.57, 16.15, 115.89, 21.53},
        {{4, 3, 34, 42, 117}, 277.00, 40.90, 345.17, 34.05},
    };
    for (size_t i = 0; i < ARRAY_LEN(matches); i++) {
        Tally tally = {0};
        memcpy(tally.pairs, matches[i].pairs, sizeof tally.pairs);
        const Score score = score_of(&tally);
        assert_near(score.elo.value, matches[i].elo, 0.006);
        assert_near(score.normalised.value, matches[i].normalised, 0.006);
        const double margin = (score.elo.high - score.elo.low) / 2;
        assert_near(margin / matches[i].margin, 1, 0.02);
        // The usual margin of normalised Elo treats the deviation as known, which is right only for
        // small differences.
        if (matches[i].normalised < 50)
            assert_near((score.normalised.high - score.normalised.low) / 2,
                        matches[i].normalised_margin, 0.02 * matches[i].normalised_margin);
    }
}

// Without draws a game has two outcomes, and the mean determines the distribution: the ratio is
// Wald's.
static void test_sprt_by_hand(void **state) {
    (void)state;
    const Tally tally = {.win = 60, .loss = 45};
    const Sprt sprt = {-5, 20, 0.05, 0.1, SPRT_LOGISTIC};
    const double s0 = score_of_elo(-5), s1 = score_of_elo(20);
    const double expected = 60 * log(s1 / s0) + 45 * log((1 - s1) / (1 - s0));
    const SprtReport report = sprt_judge(&sprt, &tally);
    assert_near(report.llr, expected, 1e-3);
    assert_near(report.lower, log(0.1 / 0.95), 1e-12);
    assert_near(report.upper, log(0.9 / 0.05), 1e-12);
    assert_int_equal(report.state, SPRT_UNDECIDED);
    assert_string_equal(sprt_state_name(report.state), "undecided");
    const Tally none = {0};
    assert_true(sprt_judge(&sprt, &none).llr == 0);

    // The same for normalised Elo, where a ratio r of mean to deviation is a mean of
    // (1 + r / sqrt(1 + r^2)) / 2; far from 0 too.
    const Sprt far = {-700, 300, 0.05, 0.1, SPRT_NORMALISED};
    const double unit = 800 / log(10), r0 = far.elo0 / unit, r1 = far.elo1 / unit;
    const double q0 = (1 + r0 / sqrt(1 + r0 * r0)) / 2, q1 = (1 + r1 / sqrt(1 + r1 * r1)) / 2;
    const double ratio = 60 * log(q1 / q0) + 45 * log((1 - q1) / (1 - q0));
    assert_near(sprt_judge(&far, &tally).llr, ratio, 0.02);
    assert_int_equal(sprt_judge(&far, &tally).state, SPRT_H1_ACCEPTED);
}

static void test_elo(void **state) {
    (void)state;
    assert_near(score_of_elo(0), 0.5, 0);
    assert_near(score_of_elo(400), 10.0 / 11, 1e-12);
    assert_near(score_elo(0.75), 190.848501888, 1e-6);
    assert_true(score_elo(1) == ENDLESS && score_elo(0) == -ENDLESS);
    for (double elo = -900; elo <= 900; elo += 37)
        assert_near(score_elo(score_of_elo(elo)), elo, 1e-9);
}

// n wins only: the likelihood of a mean m is m^n, so the lower bound is exp(-3.8415 / 2n);
// superiority is Phi(sqrt(n)).
static void test_extremes(void **state) {
    (void)state;
    for (int64_t n = 1; n <= 10000; n *= 10) {
        const Tally won = {.win = n}, lost = score_turned(&won), drawn = {.draw = n};
        const Score good = score_of(&won), bad = score_of(&lost), even = score_of(&drawn);
        assert_near(good.score.low, exp(-3.841458820694124 / (2.0 * (double)n)), 0.01);
        assert_true(good.score.high == 1 && good.elo.value == ENDLESS);
        assert_true(isfinite(good.elo.low) && good.elo.high == ENDLESS && good.error == 0);
        assert_true(isfinite(good.normalised.low) && good.normalised.high == ENDLESS);
        assert_near(good.los, 0.5 * erfc(-sqrt((double)n / 2)), 1e-12);
        assert_true(bad.elo.value == -ENDLESS && bad.elo.low == -ENDLESS);
        assert_near(bad.elo.high, -good.elo.low, 1e-6 * fabs(good.elo.low));
        assert_near(bad.los, 1 - good.los, 1e-12);
        assert_true(even.elo.value == 0 && even.los == 0.5 && even.draw_rate == 1);
        assert_near(even.elo.high, -even.elo.low, 1e-6 * even.elo.high);
        assert_true(isfinite(even.normalised.low) && even.normalised.high > 0);
    }
    const Tally none = {0};
    const Score nothing = score_of(&none);
    assert_true(nothing.score.value == 0.5 && nothing.score.low == 0 && nothing.score.high == 1);
    assert_true(nothing.elo.low == -ENDLESS && nothing.elo.high == ENDLESS);
}

// For any counts: finite numbers in order, and the other player's side is the mirror image.
static void test_any_tally(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 2);
    for (int run = 0; run < 3000; run++) {
        Tally tally = {0};
        const uint32_t most = 1 + rng_below(&rng, run % 3 ? 6 : 5000);
        for (int i = 0; i < SCORE_PAIR_NB; i++)
            tally.pairs[i] = rng_below(&rng, 2) ? rng_below(&rng, most) : 0;
        if (run % 4 == 0)
            tally = (Tally){.win = tally.pairs[0], .draw = tally.pairs[1], .loss = tally.pairs[2]};
        const Tally turned = score_turned(&tally);
        const Score score = score_of(&tally);
        assert_true(score.score.low <= score.score.value && score.score.value <= score.score.high);
        assert_true(score.normalised.low <= score.normalised.value);
        assert_true(score.normalised.value <= score.normalised.high);
        assert_true(0 <= score.los && score.los <= 1);
        for (SprtScale scale = SPRT_LOGISTIC; scale <= SPRT_NORMALISED; scale++) {
            const Sprt sprt = {-3, 40, 0.05, 0.05, scale}, other = {-40, 3, 0.05, 0.05, scale};
            const double llr = sprt_judge(&sprt, &tally).llr;
            assert_true(isfinite(llr));
            assert_near(llr, -sprt_judge(&other, &turned).llr, 1e-6 * (1 + fabs(llr)));
        }
    }
}

static void test_refused(void **state) {
    (void)state;
    static const Sprt bad[] = {
        {5, 5, 0.05, 0.05, SPRT_LOGISTIC},
        {5, 0, 0.05, 0.05, SPRT_LOGISTIC},
        {0, 5, 0, 0.05, SPRT_LOGISTIC},
        {0, 5, 0.05, 0.5, SPRT_LOGISTIC},
        {0, (double)NAN, 0.05, 0.05, SPRT_LOGISTIC},
        {0, 2000, 0.05, 0.05, SPRT_NORMALISED},
    };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        Error error = {""};
        assert_int_equal(sprt_check(&bad[i], &error), STATUS_BAD_INPUT);
        assert_true(*error.text);
    }
}

// ---- simulated matches ----

typedef struct Pairs {
    double p[SCORE_PAIR_NB];
} Pairs;

// Typical pairs of similar players, shifted to the given mean.
static Pairs pairs_of_mean(double mean) {
    static const double BASE[SCORE_PAIR_NB] = {0.04, 0.2, 0.5, 0.2, 0.06};
    double low = -20, high = 20;
    Pairs pairs = {{0}};
    for (int step = 0; step < 100; step++) {
        const double push = (low + high) / 2;
        double sum = 0, points = 0;
        for (int i = 0; i < SCORE_PAIR_NB; i++) {
            pairs.p[i] = BASE[i] * exp(push * i);
            sum += pairs.p[i];
            points += pairs.p[i] * i / 4;
        }
        for (int i = 0; i < SCORE_PAIR_NB; i++)
            pairs.p[i] /= sum;
        if (points / sum < mean)
            low = push;
        else
            high = push;
    }
    return pairs;
}

static double normalised_of(const Pairs *pairs) {
    double mean = 0, square = 0;
    for (int i = 0; i < SCORE_PAIR_NB; i++) {
        mean += pairs->p[i] * i / 4;
        square += pairs->p[i] * i * i / 16;
    }
    return 800 / log(10) * (mean - 0.5) / sqrt(2 * (square - mean * mean));
}

static void play_pairs(Rng *rng, const Pairs *pairs, int count, Tally *tally) {
    for (int n = 0; n < count; n++) {
        double u = rng_unit(rng);
        int i = 0;
        while (i < SCORE_PAIR_NB - 1 && u >= pairs->p[i])
            u -= pairs->p[i++];
        tally->pairs[i]++;
    }
}

static void test_coverage(void **state) {
    (void)state;
    enum { RUNS = 2000 };
    static const struct {
        int pairs;
        double mean;
    } matches[] = {{10, 0.5}, {30, 0.6}, {200, 0.51}, {200, 0.8}, {1000, 0.5}};
    Rng rng;
    rng_init(&rng, 9);
    for (size_t m = 0; m < ARRAY_LEN(matches); m++) {
        const Pairs pairs = pairs_of_mean(matches[m].mean);
        const double elo = score_elo(matches[m].mean), normalised = normalised_of(&pairs);
        int holds = 0, holds_normalised = 0;
        for (int run = 0; run < RUNS; run++) {
            Tally tally = {0};
            play_pairs(&rng, &pairs, matches[m].pairs, &tally);
            const Score score = score_of(&tally);
            holds += score.elo.low <= elo && elo <= score.elo.high;
            holds_normalised +=
                score.normalised.low <= normalised && normalised <= score.normalised.high;
        }
        testing_note("%d pairs of mean %.2f, %d matches: Elo inside %d times, normalised %d\n",
                     matches[m].pairs, matches[m].mean, RUNS, holds, holds_normalised);
        // 95 % of 2000 is 1900, with a deviation of 9.7; ten pairs are few for an asymptotic
        // interval.
        assert_in_range(holds, 1860, 1960);
        assert_in_range(holds_normalised, 1860, 1960);
    }
}

// Plays until the test decides; how many of a thousand matches it accepts.
static int accepted_of_1000(Rng *rng, const Sprt *sprt, double mean, double *pairs_played) {
    const Pairs pairs = pairs_of_mean(mean);
    int accepted = 0;
    *pairs_played = 0;
    for (int run = 0; run < 1000; run++) {
        Tally tally = {0};
        SprtReport report;
        do {
            // Several games run at once, so a few end together.
            play_pairs(rng, &pairs, 4, &tally);
            report = sprt_judge(sprt, &tally);
        } while (report.state == SPRT_UNDECIDED);
        accepted += report.state == SPRT_H1_ACCEPTED;
        *pairs_played += (double)score_pairs(&tally) / 1000;
    }
    return accepted;
}

static void test_sprt_errors(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 21);
    const double mean1 = score_of_elo(10);
    const Pairs pairs1 = pairs_of_mean(mean1);
    const Sprt tests[] = {
        {0, 10, 0.05, 0.05, SPRT_LOGISTIC},
        {0, normalised_of(&pairs1), 0.05, 0.05, SPRT_NORMALISED},
    };
    for (size_t i = 0; i < ARRAY_LEN(tests); i++) {
        double length0, length1, length;
        const int at0 = accepted_of_1000(&rng, &tests[i], 0.5, &length0);
        const int at1 = accepted_of_1000(&rng, &tests[i], mean1, &length1);
        const int between = accepted_of_1000(&rng, &tests[i], score_of_elo(5), &length);
        testing_note("[0, %.2f]: accepted at elo0 %d, halfway %d, at elo1 %d of 1000; pairs a "
                     "match %.0f, %.0f, %.0f\n",
                     tests[i].elo1, at0, between, at1, length0, length, length1);
        // 50 are allowed, with a deviation of 6.9.
        assert_in_range(at0, 20, 70);
        assert_in_range(1000 - at1, 20, 70);
        assert_in_range(between, 430, 570);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting),        cmocka_unit_test(test_fishtest_statistics),
        cmocka_unit_test(test_stockfish_tests), cmocka_unit_test(test_fastchess_matches),
        cmocka_unit_test(test_sprt_by_hand),    cmocka_unit_test(test_elo),
        cmocka_unit_test(test_extremes),        cmocka_unit_test(test_any_tally),
        cmocka_unit_test(test_refused),         cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_sprt_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
