// strength.h — the strength of weights: a match against other weights, in this process.
//
// The match plays pairs of games from random openings that depend on the seed alone, so all weights
// of a run play the same openings. One thread calls; the match has threads of its own.
#pragma once

#include "play/match.h"

typedef struct StrengthConfig {
    int games; // rounded up to pairs; 0: no match
    int64_t nodes;
    int threads; // games at a time; the result does not depend on it
    uint64_t seed;
} StrengthConfig;

// The score of the weights of one file against those of another. *is_whole: all games were played;
// otherwise `stop` was set before, and there is no score.
Status strength_measure(const StrengthConfig *config, const char *weights, const char *rival,
                        const SearchControl *stop, Score *score, bool *is_whole, Error *error);
