// feature.h (drop games) — a position as a set of piece features, for evaluators with relations of
// pieces.
//
// A feature is one piece in one place, seen from one side ("view"): `own` is the viewer's. The
// numbers are those of Apery and YaneuraOu (there called BonaPiece), so that their tables can be
// read and written unchanged: the n-th piece of a kind in hand at hand_offset + n, then a block of
// squares for each kind, own and enemy in turn. Promoted pawns, lances, knights and silvers count
// as golds. Kings come last, from FEATURE_KINGS on; evaluators that do not treat kings as pieces
// stop there.
//
// Features are computed from the position; no list is updated incrementally.
#pragma once

#include "position.h"

enum {
    FEATURE_HAND_NB = GAME_IS_SHOGI ? 90 : 20,  // places in hand, both sides
    FEATURE_BLOCK_NB = GAME_IS_SHOGI ? 18 : 14, // kinds on the board, both sides
    FEATURE_KINGS = FEATURE_HAND_NB + FEATURE_BLOCK_NB * SQUARE_NB,
    FEATURE_NB = FEATURE_KINGS + 2 * SQUARE_NB,
    FEATURE_ACTIVE_MAX = GAME_IS_SHOGI ? 40 : 12, // pieces in the set
};

typedef struct FeatureTables {
    Feature board[COLOR_NB][KIND_NB][SQUARE_NB]; // of a piece of a colour, seen by FIRST
    Feature hand[COLOR_NB][HAND_KIND_NB];        // add n for the n-th piece of the kind, n from 1
    Feature turned[FEATURE_NB];                  // the same piece seen from the other side
    Feature mirrored[FEATURE_NB];                // the same piece with left and right exchanged
    int16_t value[FEATURE_NB]; // piece value in exchanges: own positive, enemy negative, kings 0
} FeatureTables;

extern FeatureTables FEATURES;

// All pieces as FIRST sees them, kings last; returns how many.
int features_active(const Position *pos, Feature features[FEATURE_ACTIVE_MAX]);

// What a legal move changes, as FIRST sees it. `pos` is the position before the move.
void features_change(const Position *pos, Move move, FeatureChange *change);

// The square as a viewer sees it: the board is rotated by 180 degrees for SECOND.
static inline int square_seen(Color viewer, int square) {
    return viewer == FIRST ? square : SQUARE_NB - 1 - square;
}
