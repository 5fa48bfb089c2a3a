// uct_playtree.h — the tree above the playouts: UCB1-TUNED over win rates, and what a node is
// worth.
//
// Win rates are from 0 to 1, for the player who chooses among siblings; the tree has them as values
// in centipawns, by the curve of winrate.h. Pure functions and a policy.
#pragma once

#include "search/uct/uct_settings.h"

extern const TreePolicy UCT_PLAYOUT_POLICY;

// The weight of `visits` playouts where each counts `discount` times the next: the number itself
// for 1.
float playtree_weight(float visits, float discount);

// UCB1-TUNED (Auer, Cesa-Bianchi and Fischer 2002) of a child with this win rate after playouts of
// this weight; `log_all` is the logarithm of the weight of all siblings:
//     rate + c sqrt(log_all / weight * min(1/4, rate (1 - rate) + sqrt(2 log_all / weight)))
float playtree_bound(float rate, float weight, float log_all, float c);

// The win rate of a node: that of its best child, which `best_weight` playouts have passed, mixed
// with the plain mean while they are few. The best child counts half at `mixing` playouts.
float playtree_mix(float mean, float best, float best_weight, float mixing);
