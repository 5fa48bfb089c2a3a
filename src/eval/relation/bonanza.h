// bonanza.h — reads the fv.bin of Bonanza 6 (shogi) into tables of KPPT.
//
//   int16 pc_on_sq[81][1476 * 1477 / 2]   own king and two pieces, i >= j at i(i+1)/2 + j
//   int16 kkp[81][81][738]                own king, enemy king and an own piece
//
// There is no header: only the size identifies the format. Squares go rank by rank from 9a. The
// board blocks overlap where a piece cannot stand, so their offsets are less than 81 apart. There
// is no term for the turn.
//
// Bonanza's lists differ from ours in two ways, and both are converted exactly. A hand is one
// entry, its count, zero included, where ours has one entry for each piece in hand; so the n-th
// piece gets the difference of the counts n and n - 1. And a piece forms a pair with itself (i =
// j), a number of its own beside the king; this goes into kkp, together with the pairs with the
// always present zero counts.
//
// Not exact: Bonanza values a promoted pawn at 534, lance at 489, knight at 510 and silver at 495,
// our features count them as golds, 444.
//
// The file is converted into memory (776 MB) instead of being read in place, since the conversion
// would otherwise be in the innermost loop of the evaluator.
#pragma once

#include "kppt.h"

enum {
    BONANZA_SQUARE_NB = 81,
    BONANZA_PIECE_NB = 1476,
    BONANZA_KKP_NB = 738,
    BONANZA_TRIANGLE_NB = BONANZA_PIECE_NB * (BONANZA_PIECE_NB + 1) / 2,
    BONANZA_FILE_BYTES =
        2 * BONANZA_SQUARE_NB * (BONANZA_TRIANGLE_NB + BONANZA_SQUARE_NB * BONANZA_KKP_NB),
};

_Static_assert(BONANZA_FILE_BYTES == 186268248, "the size the format is known by");

// Fills a new Kppt.
Status bonanza_read(Kppt *kppt, const char *path, Error *error);
