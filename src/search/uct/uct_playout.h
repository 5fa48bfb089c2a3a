// uct_playout.h — playouts: moves drawn by their scores from a leaf on, until the game ends or the
// evaluation decides.
//
// A worker's playouts change its random numbers, its counts and the shared history, nothing else.
#pragma once

#include "search/uct/uct_settings.h"

// An index drawn with probability proportional to exp(score / T), where the score is the bound and
// the loss of uct_score.h. Losses are computed only for moves that the bounds draw, which changes
// no probability: a drawn move is kept with probability exp(loss / T), or else its weight becomes
// the true one and the draw is repeated. There is at least one move.
int playout_draw(const ScoreContext *context, const Move *moves, int count, float temperature,
                 Rng *rng);

// The better scored of `best_of` draws.
Move playout_choose(const ScoreContext *context, const Move *moves, int count,
                    const UctSettings *settings, Rng *rng);

// The result that a value stands for: 1 is a win. `draw` is the result of a draw.
float playout_result(const UctSettings *settings, int value, float draw);

// Plays the worker's position out; the result is for the side that moved there.
float playout_play(TreeWorker *worker, int ply);

// A win rate from 0 to 1 and the value in centipawns that stands for it, by the curve of
// winrate.h. The value of a certain win is bounded.
float playout_rate_of(float value);
float playout_value_of(float rate);
