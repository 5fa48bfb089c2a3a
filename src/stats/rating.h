// rating.h — ratings of several players from the table of their results.
//
// The model of Bradley and Terry ("Rank analysis of incomplete block designs", 1952): the odds of a
// win are those of the two strengths, in Elo a logistic curve. A draw is half a win for each, which
// keeps the usual meaning of Elo; but as an outcome of ½ varies less than the model assumes, the
// intervals are too wide if there are many draws.
//
// Ratings are compared through games, so players that no chain of games connects cannot be
// compared: each such group has its own mean of 0. A maximum-likelihood rating is finite only if,
// within a group, every player has scored against every other by some chain of results (Ford,
// 1957). If not, every pairing of the group gets one additional game, half won and half lost, and
// has_more_game is set for the group.
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

typedef struct Rating {
    double elo, low, high; // 95 % (Fisher information); the anchored player's are all the same
    double points;         // a draw is half
    int64_t games;
    int group;          // numbered from 0 in the order of their first players
    bool has_more_game; // the group needed the additional games
} Rating;

// Fills `ratings`, one a player. The anchor is the player whose rating is 0, or RATING_MEAN; the
// mean of every group without it is 0. A player without games is a group of its own, with infinite
// bounds.
Status rating_fit(const RatingDuel *duels, size_t duel_count, int players, int anchor,
                  Rating *ratings, Error *error);
