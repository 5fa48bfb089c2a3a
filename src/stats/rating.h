// rating.h — ratings of several players from the table of their results.
//
// The model of Bradley and Terry ("Rank analysis of incomplete block designs", 1952): the odds of a
// win are those of the two strengths, in Elo a logistic curve. A draw is half a win for each, or,
// with Davidson's extension ("On extending the Bradley-Terry model to accommodate ties in paired
// comparison experiments", 1970), an outcome of its own whose share is estimated too. Draws as half
// wins keep the usual meaning of Elo, but as an outcome of ½ varies less than the model assumes,
// the intervals are too wide if there are many draws; Davidson's are right, but its Elo is that of
// wins against losses, without draws, and so it is larger.
//
// Ratings are compared through games, so players that no chain of games connects cannot be
// compared: each such group has its own mean of 0. A maximum-likelihood rating is finite only if,
// within a group, every player has scored against every other by some chain of results (Ford,
// 1957). If not, every pairing of the group gets one additional game, half won and half lost, and
// has_more_game is set for the group. Davidson's weight of draws needs more: results that
// contradict each other, such as a win and a loss in one pairing. If there are none, every group
// gets the additional games.
//
// The caller owns all arguments; scratch memory is freed on return. Any thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { RATING_PLAYERS_MAX = 512 };

// Games between two players, from the first one's side. A pairing may occur several times.
typedef struct RatingDuel {
    int first, second;
    int64_t win, draw, loss;
} RatingDuel;

enum { RATING_MEAN = -1 };

typedef struct RatingRule {
    int anchor;        // a player, or RATING_MEAN: the mean of every group is 0
    double anchor_elo; // of the anchored player; the other groups stay at a mean of 0
    bool models_draws; // Davidson
} RatingRule;

typedef struct Rating {
    double elo, low, high; // 95 % (Fisher information); the anchored player's are all the same
    double points;         // a draw is half
    int64_t games;
    int group;          // numbered from 0 in the order of their first players
    bool has_more_game; // the group needed the additional games
} Rating;

// Fills `ratings`, one a player. A player without games is a group of its own, with infinite
// bounds. `draw_weight` is Davidson's parameter (between equals a draw is likely draw_weight / (2 +
// draw_weight)); it may be null. Without any draw, or with draws only, it has no finite estimate;
// then it is 0 and draws are half wins.
Status rating_fit(const RatingDuel *duels, size_t duel_count, int players, const RatingRule *rule,
                  Rating *ratings, double *draw_weight, Error *error);
