// score.h — the statistics of a match of two players, and the sequential test that ends it.
//
// Pure mathematics over counts, all from the first player's side. Games are best played in pairs,
// the same start with the colours exchanged: the two results of a pair are correlated, which
// statistics of pairs (five outcomes, "pentanomial") respect and statistics of games (three,
// "trinomial") do not. Nothing is allocated or kept; any thread.
//
// The model is nonparametric: any distribution over the outcomes. The likeliest distribution with a
// given mean (or a given normalised Elo) is one equation in one unknown; the ratio of two such
// likelihoods is the test, and the means that are not much less likely than the observed one are
// the interval. (Van den Bergh, "Comments on normalized Elo" and "A practical introduction to the
// GSPRT"; Owen, "Empirical likelihood", 2001.)
//
// Small samples: a thousandth is added to the count of every outcome. The effect is negligible and
// keeps outcomes possible that were not seen yet, so intervals and tests are defined after one
// game, and at 0 % and 100 %.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum { SCORE_PAIR_NB = 5 };

typedef struct Tally {
    int64_t win, draw, loss;      // all games, including those of pairs
    int64_t pairs[SCORE_PAIR_NB]; // pairs of games with 0, ½, 1, 1½, 2 points together
} Tally;

// An outcome is 1 for a win of the first player, 0 for a draw, -1 for a loss. Every game is added
// when it ends; a pair also when both of its games have ended.
void score_add_game(Tally *tally, int outcome);
void score_add_pair(Tally *tally, int outcome, int other_outcome);
void score_add(Tally *to, const Tally *from);

int64_t score_games(const Tally *tally);
int64_t score_pairs(const Tally *tally);

// The same match from the second player's side.
Tally score_turned(const Tally *tally);

// A number with its 95 % interval. A bound that the games do not determine is infinite.
typedef struct ScoreRange {
    double value, low, high;
} ScoreRange;

// If there is a pair, all but the draw rate and the number of games is computed from pairs alone: a
// game whose partner is still running does not count, since games that end early have other
// results.
typedef struct Score {
    int64_t games, pairs;
    ScoreRange score; // points a game, 0 … 1; ½ without games
    double error;     // the standard error of the score; 0 if all outcomes are equal
    double draw_rate; // 0 without games
    double los;       // 0 … 1: likelihood of superiority of the first player
    // Logistic: ±infinity at 100 % and 0 %, where one bound is finite.
    ScoreRange elo;
    // The difference in units of the standard deviation of one game, times 800 / ln 10, so that it
    // equals Elo if draws and pairs do not matter. It determines the number of games of a test.
    ScoreRange normalised;
} Score;

Score score_of(const Tally *tally);

// The expected score of a logistic Elo difference, and the inverse: ±infinity at 1 and 0.
double score_of_elo(double elo);
double score_elo(double score);

// ---- the sequential test ----

typedef enum SprtScale { SPRT_LOGISTIC, SPRT_NORMALISED } SprtScale;

// A sequential test of elo1 against elo0 (Wald, "Sequential tests of statistical hypotheses",
// 1945), by the ratio of generalised likelihoods. A player of elo0 passes with probability alpha, a
// player of elo1 fails with probability beta.
typedef struct Sprt {
    double elo0, elo1; // elo0 < elo1
    double alpha, beta;
    SprtScale scale;
} Sprt;

typedef enum SprtState {
    SPRT_UNDECIDED,
    SPRT_H1_ACCEPTED, // elo1 it is
    SPRT_H0_ACCEPTED, // elo0 it is
} SprtState;

typedef struct SprtReport {
    double llr;          // natural logarithm of the ratio
    double lower, upper; // reaching one of these decides
    SprtState state;
} SprtReport;

// Checks the parameters of a test.
Status sprt_check(const Sprt *sprt, Error *error);

// By all games of the tally.
SprtReport sprt_judge(const Sprt *sprt, const Tally *tally);
// For a test that is judged after every game: the report stays as it is once it is decided.
void sprt_follow(const Sprt *sprt, const Tally *tally, SprtReport *report);

const char *sprt_state_name(SprtState state); // "undecided", "H1 accepted", "H0 accepted"
