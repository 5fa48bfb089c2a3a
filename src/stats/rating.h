// rating.h — ratings of several players from the table of their results.
//
// The model of Bradley and Terry ("Rank analysis of incomplete block designs", 1952): the odds of a
// win are those of the two strengths, in Elo a logistic curve. A draw is half a win for each, or,
// with Davidson's extension ("On extending the Bradley-Terry model to accommodate ties in paired
// comparison experiments", 1970), an outcome of its own whose share is estimated along. Draws as
// half wins keep the usual meaning of Elo, but as an outcome of ½ varies less than the model
// believes the intervals are too wide where there are many; Davidson's are right, but its Elo is
// that of wins against losses, draws apart, and so it is larger.
//
// Ratings are compared through games, so players that no chain of games connects have nothing to do
// with each other: each such group has a mean of 0 for itself. A likeliest rating is finite only
// where, within a group, everyone has scored against everyone by some chain of results (Ford,
// 1957). Where that fails, and only there, every pairing of the group is given one more game, half
// won and half lost, and the ratings of the group say so. Davidson's weight of draws asks for a
// little more: results that surprise, such as a win and a loss in one pairing. Where there are
// none, every group gets the additional games.
//
// Everything belongs to the caller; scratch memory is freed on return. Any thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { RATING_PLAYERS_MAX = 512 };

// Games between two players, as the first one sees them. A pairing may occur several times.
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

// Fills `ratings`, one a player. A player without games is a group alone, its bounds infinite.
// `draw_weight` is Davidson's parameter (between equals a draw is likely draw_weight / (2 +
// draw_weight)); it may be null. Where no draw or nothing but draws was seen it has no finite
// likeliest value, and draws are half wins after all; it is then 0.
Status rating_fit(const RatingDuel *duels, size_t duel_count, int players, const RatingRule *rule,
                  Rating *ratings, double *draw_weight, Error *error);
