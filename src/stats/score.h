// score.h — what the games of a match say about its two players, and when they have said enough.
//
// Pure mathematics over counts, all as the first player sees them. Games are best played in pairs,
// the same start with the colours exchanged: the two results of a pair hang together, and judging
// whole pairs (five outcomes, "pentanomial") counts that right where judging games (three,
// "trinomial") does not. Nothing is allocated or kept; any thread.
//
// The model is the freest there is: any distribution over the outcomes. What is asked of it is the
// likeliest distribution that has a given mean (or a given normalised Elo), which is one equation
// in one unknown; the ratio of two such likelihoods is the test, and the means that are not much
// less likely than the one seen are the interval. (Van den Bergh, "Comments on normalized Elo" and
// "A practical introduction to the GSPRT"; Owen, "Empirical likelihood", 2001.)
//
// Small samples: every outcome is taken as seen a thousandth of a time more than it was. This moves
// nothing that can be noticed and keeps outcomes possible that were not seen yet, so intervals and
// tests have an answer after one game, and at 0 % and 100 %.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum { SCORE_PAIR_NB = 5 };

typedef struct Tally {
    int64_t win, draw, loss;      // all games, those of pairs too
    int64_t pairs[SCORE_PAIR_NB]; // of which these pairs: together 0, ½, 1, 1½, 2 points
} Tally;

// An outcome is 1 for a win of the first player, 0 for a draw, -1 for a loss. Every game is added
// when it ends; a pair, besides, when both of its games have ended.
void score_add_game(Tally *tally, int outcome);
void score_add_pair(Tally *tally, int outcome, int other_outcome);
void score_add(Tally *to, const Tally *from);

int64_t score_games(const Tally *tally);
int64_t score_pairs(const Tally *tally);

// The same match as the second player sees it.
Tally score_turned(const Tally *tally);

// A number with its 95 % interval. A bound that the games do not give is an infinity.
typedef struct ScoreRange {
    double value, low, high;
} ScoreRange;

// Where there is a pair, everything but the draw rate and the number of games is judged by the
// pairs alone: a game whose partner is still being played waits, since games that end early do not
// end like the others.
typedef struct Score {
    int64_t games, pairs;
    ScoreRange score; // points a game, 0 … 1; ½ without games
    double error;     // the standard error of the score; 0 where all outcomes are alike
    double draw_rate; // 0 without games
    double los;       // 0 … 1: how likely the first player is the stronger one
    // Logistic: ±infinity at 100 % and 0 %, with the one bound finite that can be.
    ScoreRange elo;
    // The difference in units of the standard deviation of one game, times 800 / ln 10, so that it
    // equals Elo where draws and pairs do not matter. It tells how many games a test will take.
    ScoreRange normalised;
} Score;

Score score_of(const Tally *tally);

// What a logistic Elo difference scores, and back: ±infinity at 1 and 0.
double score_of_elo(double elo);
double score_elo(double score);

// ---- a match that stops when it has decided ----

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

// Whether this is a test: what came from a command line is looked at once, here.
Status sprt_check(const Sprt *sprt, Error *error);

// By all games of the tally.
SprtReport sprt_judge(const Sprt *sprt, const Tally *tally);
// For a test that is judged after every game: the report stays as it is once it is decided.
void sprt_follow(const Sprt *sprt, const Tally *tally, SprtReport *report);

const char *sprt_state_name(SprtState state); // "undecided", "H1 accepted", "H0 accepted"
