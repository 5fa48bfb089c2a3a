// ppk.h — the evaluator of pairs (pp.h), plus pairs of large pieces beside a king: every two pieces
// of a silver's value or more add a number that depends on the square of the viewer's king (the
// shape of ym-shogi).
//
// The definition, in stored units. P is the sum of pp.h as FIRST sees it; big0 are the large pieces
// as FIRST sees them and big1 the same as SECOND sees them; k0 is the square of FIRST's king, k1'
// that of SECOND's king as SECOND sees it:
//
//   board = P.board + sum of kpp[k0][i][j] over the pairs of big0
//                   - sum of kpp[k1'][i][j] over the pairs of big1
//   value = (board + P.turn) / scale for FIRST, (P.turn - board) / scale for SECOND, cut towards
//   zero
//
// A side without a king has no kpp sum. kpp has no turn term: PP has the turn term of two pieces.
//
// Large pieces are few, so kpp costs little: a position has a dozen of them, and the table is a
// tenth of KPPT's. In the file a pair is stored once; in memory both ways, so that neighbouring
// features are adjacent and `children` adds sixteen of them at a time.
//
// An evaluator owns its tables, never changes after it is opened, and any thread may use it.
#pragma once

#include "eval/eval.h"
#include "eval/relation/pp.h"
#include "eval/weights.h"

extern const EvalKind EVAL_PPK;

// Large pieces are the last ones in hand and the last blocks of the board before the kings, so
// their numbers need no table. The test compares with FEATURES.value.
enum {
    PPK_VALUE_MIN = 300, // the least value of a large piece
    PPK_HAND_NB = GAME_IS_SHOGI       ? 32
                  : GAME_IS_MINISHOGI ? 16
                                      : 0,          // places in hand
    PPK_SMALL_KIND_NB = GAME_IS_SHOGI ? 3 : 1,      // kinds on the board
    PPK_HAND_FIRST = FEATURE_HAND_NB - PPK_HAND_NB, // features
    PPK_BOARD_FIRST = FEATURE_HAND_NB + 2 * PPK_SMALL_KIND_NB * SQUARE_NB,
    PPK_BIG_NB = PPK_HAND_NB + FEATURE_KINGS - PPK_BOARD_FIRST,
    PPK_PAIR_NB = PPK_BIG_NB * (PPK_BIG_NB - 1) / 2,
    PPK_STRIDE = (PPK_BIG_NB + 15) / 16 * 16, // a row in memory, padded to whole groups
    // A sum of FEATURE_ACTIVE_MAX of these still fits 16 bits.
    PPK_LIMIT = INT16_MAX / FEATURE_ACTIVE_MAX,
};

// The tables of the file. The pair of large pieces i > j is at pp_pair_index(i, j).
typedef struct PpkFile {
    PpFile pp;
    int16_t kpp[SQUARE_NB][PPK_PAIR_NB];
} PpkFile;

_Static_assert(sizeof(PpkFile) == PP_TABLE_BYTES + 2 * SQUARE_NB * (size_t)PPK_PAIR_NB,
               "the tables lie in the file as in memory");

// The number of a feature among the large ones, -1 if it is not one.
static inline int ppk_big(int feature) {
    if (feature >= FEATURE_KINGS)
        return -1;
    if (feature >= PPK_BOARD_FIRST)
        return PPK_HAND_NB + feature - PPK_BOARD_FIRST;
    return feature >= PPK_HAND_FIRST && feature < FEATURE_HAND_NB ? feature - PPK_HAND_FIRST : -1;
}

// A position as kpp sees it.
typedef struct PpkPieces {
    uint16_t big[COLOR_NB][FEATURE_ACTIVE_MAX]; // numbers of large pieces, as each side sees them
    int count;
    int king[COLOR_NB]; // each as its owner sees it, -1: none
} PpkPieces;

// `list` is from features_active.
void ppk_pieces(const Feature *list, int count, PpkPieces *pieces);

// An evaluator from weights in memory, which are not needed afterwards. `name` is for the error.
Status ppk_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error);
