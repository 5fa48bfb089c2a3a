// pp.h — an evaluator of pairs: every two pieces, kings among them, add a number. So does every
// piece alone.
//
// The value is antisymmetric by construction: a pair counts for the side that sees it minus the
// same pair as the other side sees it. Both views are folded into one table when the weights are
// loaded, so play reads each pair once. Besides the board term every weight has a term for the side
// to move.
//
// This shape makes `children` fast. With S(f) the sum of the pairs of a feature f with all pieces
// on the board, a move that removes r and adds a changes the value by S(a) - S(r) - pair(a, r). The
// sums S of all features that any move of the node touches are computed together: for eight
// neighbouring features at a time, one vector addition a piece. Each move then costs a few loads.
#pragma once

#include "base/rng.h"
#include "eval/eval.h"
#include "eval/weights.h"

extern const EvalKind EVAL_PP;

enum {
    PP_STRIDE = (FEATURE_NB + 7) / 8 * 8, // a row of the pair table, padded to whole groups
    // A sum of FEATURE_ACTIVE_MAX of these still fits 16 bits.
    PP_PAIR_LIMIT = INT16_MAX / FEATURE_ACTIVE_MAX,
    // Twice the sum of FEATURE_ACTIVE_MAX of these fits 32 bits.
    PP_ONE_LIMIT = 1 << 22,
    PP_PAIR_NB = FEATURE_NB * (FEATURE_NB - 1) / 2,
    PP_TABLE_BYTES = FEATURE_NB * 2 * 4 + PP_PAIR_NB * 2 * 2,
};

// A board term and a term for the side to move.
typedef struct PpTerm {
    int32_t board, turn;
} PpTerm;

typedef struct PpPair {
    int16_t board, turn;
} PpPair;

// The tables of the file, in the view of one side: the pair of i > j is at i * (i - 1) / 2 + j.
typedef struct PpFile {
    PpTerm one[FEATURE_NB];
    PpPair pair[PP_PAIR_NB];
} PpFile;

_Static_assert(sizeof(PpFile) == PP_TABLE_BYTES, "the tables lie in the file as in memory");

static inline size_t pp_pair_index(int i, int j) {
    return i > j ? (size_t)i * (size_t)(i - 1) / 2 + (size_t)j
                 : (size_t)j * (size_t)(j - 1) / 2 + (size_t)i;
}

// An evaluator from weights in memory, which are not needed afterwards. `name` is for the error.
Status pp_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error);

// For evaluators that extend the pairs: the sums in stored units, as FIRST sees them. `list` is
// from features_active for the position (before any move), and `base` from pp_from_weights.
PpTerm pp_sum(const Eval *base, const Feature *list, int pieces);
// The sum after one change, given the sum before it.
PpTerm pp_sum_after(const Eval *base, const Feature *list, int pieces, const FeatureChange *change,
                    PpTerm sum);
// The same for all children of a node at once. Also returns the change of each move.
void pp_children_sums(const Eval *base, const Position *pos, const Feature *list, int pieces,
                      PpTerm sum, const Move *moves, int count, FeatureChange *changes,
                      PpTerm *sums);

// For learners: the scale of the files they save (a pair reaches half a pawn), and the conversions
// between master weights and tables (see MasterKind).
enum { PP_MASTER_SCALE = 16 };
void pp_master_begin(float *weights, Rng *rng);
int64_t pp_master_quantise(const float *weights, bool is_tied, void *tables);
void pp_master_restore(const void *tables, float unit, float *weights);
