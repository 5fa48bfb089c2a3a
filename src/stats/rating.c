#include "stats/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double Z95 = 1.959963984540054;
static const double ELO_UNIT = 173.7177927613007; // 400 / ln 10: Elo of a natural logarithm
enum { STEPS_MAX = 100, HALVINGS_MAX = 40 };

// The iteration stops when a step gains less than GAIN_MIN: all ratings are then within a millionth
// of their standard errors. If rounding prevents that, GAIN_ENOUGH, a thousandth, is accepted.
static const double GAIN_MIN = 1e-12, GAIN_ENOUGH = 1e-6;

// All the memory of a fit. Parameters are the players' natural strengths; matrices are square over
// them.
typedef struct Table {
    const RatingDuel *duels;
    size_t duel_count;
    int players;
    const Rating *ratings; // for the groups
    double *at, *gradient, *step, *next;
    double *information; // then its Cholesky factor
    double *group_share; // one over the number of players in each player's group
} Table;

// The results of a duel, with the additional game if its group needs it.
typedef struct Results {
    double win, draw, loss;
} Results;

static Results results_of(const Table *table, const RatingDuel *duel) {
    const double more = table->ratings[duel->first].has_more_game ? 0.5 : 0;
    return (Results){(double)duel->win + more, (double)duel->draw, (double)duel->loss + more};
}

static bool is_played(const RatingDuel *duel) {
    return duel->win + duel->draw + duel->loss > 0;
}

// ---- groups of players that can be compared ----

// Finds the lowest player of every group by passing the smaller number along games until nothing
// changes; then numbers the groups.
static void find_groups(const RatingDuel *duels, size_t count, int players, Rating *ratings) {
    for (int i = 0; i < players; i++)
        ratings[i].group = i;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < count; i++) {
            int *a = &ratings[duels[i].first].group, *b = &ratings[duels[i].second].group;
            if (!is_played(&duels[i]) || *a == *b)
                continue;
            *a = *b = *a < *b ? *a : *b;
            has_changed = true;
        }
    }
    int next = 0;
    for (int i = 0; i < players; i++)
        ratings[i].group = ratings[i].group == i ? next++ : ratings[ratings[i].group].group;
}

// Marks all players reachable from the first player of each group by steps from a player who scored
// to the one scored against, or backwards. The first players are marked already.
static void spread(const RatingDuel *duels, size_t count, bool is_backwards, bool *is_reached) {
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < count; i++) {
            const RatingDuel *duel = &duels[i];
            bool *first = &is_reached[duel->first], *second = &is_reached[duel->second];
            const bool first_scored = duel->win + duel->draw > 0;
            const bool second_scored = duel->loss + duel->draw > 0;
            const bool to_second = is_backwards ? second_scored : first_scored;
            const bool to_first = is_backwards ? first_scored : second_scored;
            if (to_second && *first && !*second)
                *second = has_changed = true;
            if (to_first && *second && !*first)
                *first = has_changed = true;
        }
    }
}

// Ford's condition: the first player of a group reaches all others and is reached by them.
static void find_unbounded(const RatingDuel *duels, size_t count, int players, Rating *ratings) {
    for (int way = 0; way < 2; way++) {
        bool is_reached[RATING_PLAYERS_MAX] = {false};
        for (int i = 0, next = 0; i < players; i++)
            if (ratings[i].group == next) {
                is_reached[i] = true;
                next++;
            }
        spread(duels, count, way, is_reached);
        for (int i = 0; i < players; i++)
            for (int j = 0; !is_reached[i] && j < players; j++)
                ratings[j].has_more_game |= ratings[j].group == ratings[i].group;
    }
}

// ---- the likelihood ----

// One game between two players whose strengths differ by `gap`. The larger exponential is divided
// out, so that nothing overflows, and the logarithm of a probability near 1 keeps its digits.
typedef struct Game {
    double log_win, log_loss;
    double expected, variance; // of the score
} Game;

static Game game_at(double gap) {
    const double log_less = -fabs(gap), less = exp(log_less);
    const double sum = 1 + less, log_sum = log1p(less);
    const double win = (gap < 0 ? less : 1) / sum, loss = (gap < 0 ? 1 : less) / sum;
    return (Game){.log_win = (gap < 0 ? log_less : 0) - log_sum,
                  .log_loss = (gap < 0 ? 0 : log_less) - log_sum,
                  .expected = win,
                  .variance = win * loss};
}

static double times(double count, double log_odds) {
    return count > 0 ? count * log_odds : 0;
}

static double duel_likelihood(const Results *results, const Game *game) {
    const double half = results->draw / 2;
    return times(results->win + half, game->log_win) + times(results->loss + half, game->log_loss);
}

static double *cell(const Table *table, int row, int column) {
    return &table->information[(size_t)row * (size_t)table->players + (size_t)column];
}

static void add_duel(const Table *table, const RatingDuel *duel, const Results *results,
                     const Game *game) {
    const int i = duel->first, j = duel->second;
    const double games = results->win + results->draw + results->loss;
    const double seen = results->win + results->draw / 2;
    const double residual = seen - games * game->expected, weight = games * game->variance;
    table->gradient[i] += residual;
    table->gradient[j] -= residual;
    *cell(table, i, i) += weight;
    *cell(table, j, j) += weight;
    *cell(table, i, j) -= weight;
    *cell(table, j, i) -= weight;
}

// The log-likelihood at table->at; with its gradient and information if `has_derivatives`. The
// likelihood does not depend on the mean of a group: a unit of information about it makes the
// matrix regular and changes nothing else.
static double evaluate(Table *table, bool has_derivatives) {
    if (has_derivatives) {
        memset(table->gradient, 0, (size_t)table->players * sizeof *table->gradient);
        for (int i = 0; i < table->players; i++)
            for (int j = 0; j < table->players; j++)
                *cell(table, i, j) =
                    table->ratings[i].group == table->ratings[j].group ? table->group_share[i] : 0;
    }
    double sum = 0;
    for (size_t k = 0; k < table->duel_count; k++) {
        const RatingDuel *duel = &table->duels[k];
        if (!is_played(duel))
            continue;
        const Results results = results_of(table, duel);
        const Game game = game_at(table->at[duel->first] - table->at[duel->second]);
        sum += duel_likelihood(&results, &game);
        if (has_derivatives)
            add_duel(table, duel, &results, &game);
    }
    return sum;
}

// ---- Newton ----

// Cholesky decomposition, in the lower half. False if the matrix is not positive definite in
// floating point.
static bool factorise(Table *table) {
    for (int j = 0; j < table->players; j++)
        for (int i = j; i < table->players; i++) {
            double sum = *cell(table, i, j);
            for (int k = 0; k < j; k++)
                sum -= *cell(table, i, k) * *cell(table, j, k);
            if (i > j)
                *cell(table, i, j) = sum / *cell(table, j, j);
            else if (sum > 0)
                *cell(table, i, i) = sqrt(sum);
            else
                return false;
        }
    return true;
}

// x becomes the solution of information * solution = x.
static void solve(const Table *table, double *x) {
    for (int i = 0; i < table->players; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= *cell(table, i, k) * x[k];
        x[i] /= *cell(table, i, i);
    }
    for (int i = table->players - 1; i >= 0; i--) {
        for (int k = i + 1; k < table->players; k++)
            x[i] -= *cell(table, k, i) * x[k];
        x[i] /= *cell(table, i, i);
    }
}

// Newton's method; ends with the factor of the information at the maximum. False if it is not
// found; it exists under the conditions above.
static bool maximise(Table *table) {
    const size_t bytes = (size_t)table->players * sizeof(double);
    double gain = HUGE_VAL;
    for (int round = 0; round < STEPS_MAX && gain >= GAIN_MIN; round++) {
        const double now = evaluate(table, true);
        if (!factorise(table))
            return false;
        memcpy(table->step, table->gradient, bytes);
        solve(table, table->step);
        gain = 0;
        for (int i = 0; i < table->players; i++)
            gain += table->step[i] * table->gradient[i];
        memcpy(table->next, table->at, bytes);
        double part = 1;
        for (int halving = 0; halving < HALVINGS_MAX; halving++, part /= 2) {
            for (int i = 0; i < table->players; i++)
                table->at[i] = table->next[i] + part * table->step[i];
            if (evaluate(table, false) >= now - 1e-13 * fabs(now))
                break;
        }
    }
    return gain < GAIN_ENOUGH;
}

// ---- ratings ----

// Makes the mean of every group 0.
static void centre(Table *table) {
    for (int i = 0; i < table->players; i++) {
        double mean = 0;
        for (int j = 0; j < table->players; j++)
            if (table->ratings[j].group == table->ratings[i].group)
                mean += table->at[j] * table->group_share[i];
        table->next[i] = table->at[i] - mean;
    }
    memcpy(table->at, table->next, (size_t)table->players * sizeof *table->at);
}

// The variance of a player's strength against its reference: the mean of the group, whose own unit
// of variance is subtracted, or the anchored player.
static double variance_of(const Table *table, int player, int anchor) {
    memset(table->step, 0, (size_t)table->players * sizeof *table->step);
    table->step[player] = 1;
    if (anchor != RATING_MEAN)
        table->step[anchor] -= 1;
    solve(table, table->step);
    if (anchor != RATING_MEAN)
        return table->step[player] - table->step[anchor];
    return table->step[player] - table->group_share[player];
}

static void write_ratings(Table *table, int anchor, Rating *ratings) {
    centre(table);
    for (int i = 0; i < table->players; i++) {
        const bool is_anchored = anchor != RATING_MEAN && ratings[i].group == ratings[anchor].group;
        const double elo = ELO_UNIT * (table->at[i] - (is_anchored ? table->at[anchor] : 0));
        double margin = 0;
        if (!is_anchored || i != anchor)
            margin = Z95 * ELO_UNIT *
                     sqrt(fmax(0, variance_of(table, i, is_anchored ? anchor : RATING_MEAN)));
        if (!ratings[i].games && !is_anchored)
            margin = HUGE_VAL;
        ratings[i].elo = elo;
        ratings[i].low = elo - margin;
        ratings[i].high = elo + margin;
    }
}

static Status check(const RatingDuel *duels, size_t count, int players, int anchor, Error *error) {
    if (players < 1 || players > RATING_PLAYERS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "ratings of %d players: 1 to %d will do", players,
                         RATING_PLAYERS_MAX);
    if (anchor < RATING_MEAN || anchor >= players)
        return error_set(error, STATUS_BAD_INPUT, "ratings anchored at player %d, out of %d",
                         anchor, players);
    for (size_t i = 0; i < count; i++) {
        const RatingDuel *duel = &duels[i];
        if (duel->first < 0 || duel->first >= players || duel->second < 0 ||
            duel->second >= players || duel->first == duel->second)
            return error_set(error, STATUS_BAD_INPUT, "results of player %d against %d, out of %d",
                             duel->first, duel->second, players);
        if (duel->win < 0 || duel->draw < 0 || duel->loss < 0)
            return error_set(error, STATUS_BAD_INPUT,
                             "a negative number of games between players %d and %d", duel->first,
                             duel->second);
    }
    return STATUS_OK;
}

static void count_games(const RatingDuel *duels, size_t count, Rating *ratings) {
    for (size_t i = 0; i < count; i++) {
        const RatingDuel *duel = &duels[i];
        const int64_t games = duel->win + duel->draw + duel->loss;
        ratings[duel->first].games += games;
        ratings[duel->second].games += games;
        ratings[duel->first].points += (double)duel->win + (double)duel->draw / 2;
        ratings[duel->second].points += (double)duel->loss + (double)duel->draw / 2;
    }
}

static void share_groups(Table *table) {
    for (int i = 0; i < table->players; i++) {
        int count = 0;
        for (int j = 0; j < table->players; j++)
            count += table->ratings[j].group == table->ratings[i].group;
        table->group_share[i] = 1.0 / count;
    }
}

Status rating_fit(const RatingDuel *duels, size_t duel_count, int players, int anchor,
                  Rating *ratings, Error *error) {
    TRY(check(duels, duel_count, players, anchor, error));
    const size_t size = (size_t)players;
    memset(ratings, 0, size * sizeof *ratings);
    count_games(duels, duel_count, ratings);
    find_groups(duels, duel_count, players, ratings);
    find_unbounded(duels, duel_count, players, ratings);

    double *memory = calloc(size * (size + 5), sizeof *memory);
    if (!memory)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the ratings of %d players",
                         players);
    Table table = {.duels = duels,
                   .duel_count = duel_count,
                   .players = players,
                   .ratings = ratings,
                   .at = memory,
                   .gradient = memory + size,
                   .step = memory + 2 * size,
                   .next = memory + 3 * size,
                   .group_share = memory + 4 * size,
                   .information = memory + 5 * size};
    share_groups(&table);
    Status status = STATUS_OK;
    if (maximise(&table))
        write_ratings(&table, anchor, ratings);
    else
        status = error_set(error, STATUS_BAD_INPUT,
                           "the ratings of %d players did not settle after %d steps", players,
                           STEPS_MAX);
    free(memory);
    return status;
}
