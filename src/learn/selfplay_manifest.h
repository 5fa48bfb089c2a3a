// selfplay_manifest.h — what the games of self-play depend on, for manifest.h: the seed, the player
// with its weights, the openings, the adjudication. The number of threads and of games do not
// matter. Stateless.
#pragma once

#include "learn/selfplay.h"

// `player` is one of those that will play.
Status selfplay_manifest_keep(const SelfplayConfig *config, const Player *player, Error *error);
