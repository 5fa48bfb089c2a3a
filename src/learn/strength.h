// strength.h — how strong weights are: games against other weights, in this process.
//
// The games are pairs from random openings that depend on the seed alone, so that the weights of
// one run all meet the same ones. The owner makes all calls; the games have threads of their
// own.
#pragma once

#include "play/match.h"

typedef struct StrengthConfig {
    int games; // made even; 0: none are played
    int64_t nodes;
    int threads; // games at a time; they do not depend on it
    uint64_t seed;
} StrengthConfig;

// How the weights of one file score against those of another. *is_whole: all games were played;
// otherwise `stop` was pulled before, and there is no score.
Status strength_measure(const StrengthConfig *terms, const char *weights, const char *rival,
                        const SearchControl *stop, Score *score, bool *is_whole, Error *error);
