// playterms.h — what the games of self-play depend on, for terms.h: the seed, the player with its
// weights, the openings, the ends. Threads and the number of games are no terms.
#pragma once

#include "learn/selfplay.h"

// `player` is one of those who will play.
Status selfplay_manifest_keep(const SelfplayConfig *plan, const Player *player, Error *error);
