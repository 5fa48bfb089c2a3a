// Ratings: published estimates and known strengths are recovered, and tables without a finite
// estimate get one with the additional games.
#include "testing.h"

#include <math.h>

#include "base/macros.h"
#include "base/rng.h"
#include "stats/rating.h"

static const double ELO_UNIT = 173.7177927613007, Z95 = 1.959963984540054, ENDLESS = HUGE_VAL;

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not within %g of %.9g", value, tolerance, expected);
}

// Baseball, American League East 1987 (Agresti, "Categorical data analysis"), abilities and
// standard errors against Baltimore from the manual of R's BradleyTerry2.
static void test_baseball(void **state) {
    (void)state;
    enum { TEAMS = 7, BALTIMORE = 6 };
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: wins against each.
    static const int wins[TEAMS][TEAMS] = {
        {0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12},
        {6, 8, 6, 0, 6, 7, 10}, {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
        {2, 4, 1, 3, 1, 7, 0},
    };
    static const double ability[TEAMS] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
    static const double error_of[TEAMS] = {0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0};
    RatingDuel duels[TEAMS * TEAMS];
    size_t count = 0;
    for (int i = 0; i < TEAMS; i++)
        for (int j = 0; j < i; j++)
            duels[count++] = (RatingDuel){i, j, wins[i][j], 0, wins[j][i]};
    Rating ratings[TEAMS];
    assert_ok(rating_fit(duels, count, TEAMS, BALTIMORE, ratings, error));
    for (int i = 0; i < TEAMS; i++) {
        assert_near(ratings[i].elo / ELO_UNIT, ability[i], 6e-5);
        assert_near((ratings[i].high - ratings[i].low) / (2 * Z95 * ELO_UNIT), error_of[i], 6e-5);
        assert_int_equal(ratings[i].games, 6 * 13);
        assert_true(ratings[i].group == 0 && !ratings[i].has_more_game);
    }
    // The mean as reference shifts all ratings by the same amount.
    Rating centred[TEAMS];
    assert_ok(rating_fit(duels, count, TEAMS, RATING_MEAN, centred, error));
    double sum = 0;
    for (int i = 0; i < TEAMS; i++) {
        sum += centred[i].elo;
        assert_near(centred[i].elo - centred[BALTIMORE].elo, ratings[i].elo, 1e-6);
        assert_true(centred[i].high - centred[i].low > 0);
    }
    assert_near(sum, 0, 1e-6);
}

// Two players: the model fits exactly, and the difference is that of the score.
static void test_two(void **state) {
    (void)state;
    // In two parts, one from the other player's side.
    static const RatingDuel duels[] = {{0, 1, 30, 10, 20}, {1, 0, 0, 30, 10}};
    Rating ratings[2];
    assert_ok(rating_fit(duels, 2, 2, 1, ratings, error));
    assert_near(ratings[0].elo, 400 * log10(0.6 / 0.4), 1e-6);
    assert_near(ratings[0].high - ratings[0].elo, Z95 * ELO_UNIT / sqrt(100 * 0.6 * 0.4), 1e-6);
    assert_true(ratings[1].elo == 0 && ratings[1].low == 0 && ratings[1].high == 0);
    assert_true(ratings[0].points == 60 && ratings[1].points == 40);
    assert_ok(rating_fit(duels, 2, 2, RATING_MEAN, ratings, error));
    assert_near(ratings[0].elo, 200 * log10(0.6 / 0.4), 1e-6);
    assert_near(ratings[0].high - ratings[0].elo, Z95 * ELO_UNIT / sqrt(100 * 0.6 * 0.4) / 2, 1e-6);

    // Wins and draws, and draws only, have finite estimates.
    static const RatingDuel unbeaten[] = {{0, 1, 30, 8, 0}}, drawn[] = {{0, 1, 0, 5, 0}};
    assert_ok(rating_fit(unbeaten, 1, 2, 1, ratings, error));
    assert_near(ratings[0].elo, 400 * log10(34.0 / 4), 1e-6);
    assert_false(ratings[0].has_more_game);
    assert_ok(rating_fit(drawn, 1, 2, 1, ratings, error));
    assert_true(fabs(ratings[0].elo) < 1e-9 && isfinite(ratings[0].low));
}

static void test_unconnected(void **state) {
    (void)state;
    // 0 and 2 play, 1, 4 and 5 play, 3 does not; an entry without games connects nothing.
    static const RatingDuel duels[] = {
        {0, 2, 6, 2, 2}, {1, 4, 5, 0, 5}, {4, 5, 10, 0, 0}, {0, 3, 0, 0, 0}, {2, 1, 0, 0, 0}};
    Rating ratings[6];
    assert_ok(rating_fit(duels, ARRAY_LEN(duels), 6, 2, ratings, error));
    static const int groups[] = {0, 1, 0, 2, 1, 1};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(ratings[i].group, groups[i]);
        assert_int_equal(ratings[i].has_more_game, groups[i] == 1);
    }
    assert_near(ratings[0].elo, 400 * log10(0.7 / 0.3), 1e-6);
    // 5 lost all games: with the additional game it has half a point of 11.
    assert_near(ratings[4].elo - ratings[5].elo, 400 * log10(10.5 / 0.5), 1e-6);
    assert_near(ratings[1].elo - ratings[4].elo, 0, 1e-6);
    assert_near(ratings[1].elo + ratings[4].elo + ratings[5].elo, 0, 1e-6);
    assert_true(isfinite(ratings[5].low) && isfinite(ratings[5].high));
    assert_true(ratings[3].elo == 0 && ratings[3].low == -ENDLESS && ratings[3].high == ENDLESS);
    Rating alone[1];
    assert_ok(rating_fit(NULL, 0, 1, RATING_MEAN, alone, error));
    assert_true(alone[0].elo == 0 && alone[0].high == ENDLESS);
}

// A chain of many players, each with games only against its neighbours.
static void test_chain(void **state) {
    (void)state;
    enum { PLAYERS = 200 };
    static RatingDuel duels[PLAYERS - 1];
    static Rating ratings[PLAYERS];
    for (int i = 0; i + 1 < PLAYERS; i++)
        duels[i] = (RatingDuel){i + 1, i, 64, 0, 36};
    assert_ok(rating_fit(duels, PLAYERS - 1, PLAYERS, 0, ratings, error));
    const double step = 400 * log10(0.64 / 0.36), variance = 1 / (100 * 0.64 * 0.36);
    for (int i = 0; i < PLAYERS; i++) {
        assert_near(ratings[i].elo, i * step, 1e-4);
        assert_near(ratings[i].high - ratings[i].elo, Z95 * ELO_UNIT * sqrt(i * variance), 1e-3);
    }
}

// A tournament of players of known strength.
static void test_coverage(void **state) {
    (void)state;
    enum { PLAYERS = 5, RUNS = 400, GAMES = 40 };
    static const double strength[PLAYERS] = {-0.8, -0.2, 0, 0.3, 0.7};
    Rng rng;
    rng_init(&rng, 4);
    int holds = 0;
    for (int run = 0; run < RUNS; run++) {
        RatingDuel duels[PLAYERS * PLAYERS];
        size_t count = 0;
        for (int i = 0; i < PLAYERS; i++)
            for (int j = 0; j < i; j++) {
                const double win = exp((strength[i] - strength[j]) / 2), sum = win + 1 / win;
                RatingDuel duel = {i, j, 0, 0, 0};
                for (int game = 0; game < GAMES; game++)
                    *(rng_unit(&rng) * sum < win ? &duel.win : &duel.loss) += 1;
                duels[count++] = duel;
            }
        Rating ratings[PLAYERS];
        assert_ok(rating_fit(duels, count, PLAYERS, RATING_MEAN, ratings, error));
        for (int i = 0; i < PLAYERS; i++)
            holds += ratings[i].low <= ELO_UNIT * strength[i] &&
                     ELO_UNIT * strength[i] <= ratings[i].high;
    }
    testing_note("inside %d of %d\n", holds, RUNS * PLAYERS);
    // 95 % of 2000; players of one tournament are correlated, so the range is a little wider.
    assert_in_range(holds, 1850, 1950);
}

// Any table of results has ratings; if maximum-likelihood ratings exist, the points of every player
// equal their expectation.
static void test_any_table(void **state) {
    (void)state;
    enum { PLAYERS = 8 };
    static const uint32_t most[] = {3, 50, 1000000};
    Rng rng;
    rng_init(&rng, 5);
    for (int run = 0; run < 6000; run++) {
        RatingDuel duels[PLAYERS * PLAYERS];
        size_t count = 0;
        for (int i = 0; i < PLAYERS; i++)
            for (int j = 0; j < i; j++) {
                int64_t games[3] = {0};
                for (int k = 0; k < 3; k++)
                    games[k] = rng_below(&rng, 2) ? rng_below(&rng, most[run % 3]) : 0;
                if (rng_below(&rng, 3) == 0)
                    duels[count++] = (RatingDuel){i, j, games[0], games[1], games[2]};
            }
        Rating ratings[PLAYERS];
        double expected[PLAYERS] = {0};
        const int anchor = (int)rng_below(&rng, PLAYERS + 1) - 1;
        assert_ok(rating_fit(duels, count, PLAYERS, anchor, ratings, error));
        for (size_t k = 0; k < count; k++) {
            const RatingDuel *duel = &duels[k];
            const double gap = ratings[duel->first].elo - ratings[duel->second].elo;
            const double games = (double)(duel->win + duel->draw + duel->loss);
            const double score = 1 / (1 + pow(10, -gap / 400));
            expected[duel->first] += games * score;
            expected[duel->second] += games * (1 - score);
        }
        for (int i = 0; i < PLAYERS; i++) {
            const Rating *rating = &ratings[i];
            assert_true(isfinite(rating->elo));
            assert_true(rating->low <= rating->elo && rating->elo <= rating->high);
            if (!rating->has_more_game)
                assert_near(expected[i], rating->points, 1e-5 * (1 + rating->points));
        }
    }
}

static void test_refused(void **state) {
    (void)state;
    static const RatingDuel bad[] = {
        {0, 0, 1, 0, 0}, {0, 2, 1, 0, 0}, {-1, 0, 1, 0, 0}, {0, 1, -1, 0, 2}};
    Rating ratings[2];
    Error error;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        assert_int_equal(rating_fit(&bad[i], 1, 2, RATING_MEAN, ratings, &error), STATUS_BAD_INPUT);
    assert_int_equal(rating_fit(NULL, 0, 0, RATING_MEAN, ratings, &error), STATUS_BAD_INPUT);
    assert_int_equal(rating_fit(NULL, 0, RATING_PLAYERS_MAX + 1, RATING_MEAN, ratings, &error),
                     STATUS_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_baseball),    cmocka_unit_test(test_two),
        cmocka_unit_test(test_unconnected), cmocka_unit_test(test_chain),
        cmocka_unit_test(test_coverage),    cmocka_unit_test(test_any_table),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
