// feature.h (chess) — a position as a set of piece features, for evaluators with relations of
// pieces.
//
// A feature is one piece on one square, seen from one side ("view"): a block of squares for each
// kind, own and enemy in turn, in the order of the kinds. Kings come last, from FEATURE_KINGS on;
// evaluators that do not treat kings as pieces stop there. The other side sees the board with the
// ranks exchanged.
//
// Features are computed from the position; no list is updated incrementally.
#pragma once

#include "position.h"

enum {
    FEATURE_HAND_NB = 0,
    FEATURE_BLOCK_NB = 10, // kinds but the king, both sides
    FEATURE_KINGS = FEATURE_HAND_NB + FEATURE_BLOCK_NB * SQUARE_NB,
    FEATURE_NB = FEATURE_KINGS + 2 * SQUARE_NB,
    FEATURE_ACTIVE_MAX = 32,
};

typedef struct FeatureTables {
    Feature board[COLOR_NB][KIND_NB][SQUARE_NB]; // of a piece of a colour, seen by FIRST
    Feature turned[FEATURE_NB];                  // the same piece seen from the other side
    Feature mirrored[FEATURE_NB];                // the same piece with left and right exchanged
    int16_t value[FEATURE_NB]; // piece value in exchanges: own positive, enemy negative, kings 0
} FeatureTables;

extern FeatureTables FEATURES;

// All pieces as FIRST sees them, kings last; returns how many.
int features_active(const Position *pos, Feature features[FEATURE_ACTIVE_MAX]);

// What a legal move changes, as FIRST sees it. `pos` is the position before the move.
void features_change(const Position *pos, Move move, FeatureChange *change);

// The square as a viewer sees it.
static inline int square_seen(Color viewer, int square) {
    return viewer == FIRST ? square : square ^ 56;
}
