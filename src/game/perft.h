// perft.h — counts the paths of legal moves of a given length: the strictest test of a move
// generator.
#pragma once

#include "game/contract.h"

// The last ply is counted, not played. The position is the same afterwards.
uint64_t perft_count(Position *pos, int depth);

// The same on several threads. counts[i] (may be null) receives the paths that begin with moves[i]
// of gen_legal. Depth at least 1.
Status perft_parallel(const Position *pos, int depth, int threads, uint64_t *total,
                      uint64_t *counts, Error *error);
