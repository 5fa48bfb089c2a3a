// kppt.h — an evaluator of triples: a king with two pieces, both kings with a piece; with a term
// for the turn.
//
// The definition, in stored units. list0 are the pieces but kings as FIRST sees them, list1 the
// same as SECOND sees them, k0 and k1 the kings' squares as FIRST sees them, and k1' the square of
// SECOND's king as SECOND sees it:
//
//   board = sum of kpp[k0][i][j].board over the pairs of list0
//         - sum of kpp[k1'][i][j].board over the pairs of list1
//         + sum of kkp[k0][k1][i].board + one[i].board over list0, + kk[k0][k1].board
//   turn  = all the .turn terms of the same sums, added
//   value = (board + turn) / scale for FIRST, (turn - board) / scale for SECOND, cut towards zero
//
// It is the definition of Apery and YaneuraOu, with their material as the table `one`, so that the
// code has no constants. A side without a king has no view: its kpp sum is 0, and kkp and kk are 0
// if either king is missing; `one` always counts.
//
// A pair has one value: kpp[k][i][j] = kpp[k][j][i], which every loop here relies on. Files store
// both triangles, so kppt_settle compares them once; where they differ the triangle i > j is used
// and the tables are copied. kpp[k][i][i] adds nothing.
//
// The tables take megabytes to most of a gigabyte: they are used in the mapped file where possible.
// An evaluator owns its maps and memory, never changes after it is opened, and any thread may use
// it.
//
// Our own file (SHAPE_KPPT) has the tables in the order of KpptTables: one, kk, kkp, kpp.
#pragma once

#include "base/filemap.h"
#include "eval/eval.h"
#include "eval/weights.h"

extern const EvalKind EVAL_KPPT;

enum { KPPT_PIECE_NB = FEATURE_KINGS };

// The tables, in the order of our own file.
typedef enum KpptPart { KPPT_ONE, KPPT_KK, KPPT_KKP, KPPT_KPP, KPPT_PART_NB } KpptPart;

typedef struct KpptTerm {
    int32_t board, turn;
} KpptTerm;

typedef struct KpptPair {
    int16_t board, turn;
} KpptPair;

_Static_assert(sizeof(KpptTerm) == 8 && sizeof(KpptPair) == 4, "read in place from files");

#define KPPT_ONE_NB   ((size_t)KPPT_PIECE_NB)
#define KPPT_KK_NB    ((size_t)SQUARE_NB * SQUARE_NB)
#define KPPT_KKP_NB   (KPPT_KK_NB * KPPT_PIECE_NB)
#define KPPT_SLICE_NB ((size_t)KPPT_PIECE_NB * KPPT_PIECE_NB) // the pairs beside one king
#define KPPT_KPP_NB   (SQUARE_NB * KPPT_SLICE_NB)
#define KPPT_TABLE_BYTES                                                                           \
    ((KPPT_ONE_NB + KPPT_KK_NB + KPPT_KKP_NB) * sizeof(KpptTerm) + KPPT_KPP_NB * sizeof(KpptPair))

typedef struct KpptTables {
    const KpptTerm *one; // [KPPT_PIECE_NB]
    const KpptTerm *kk;  // [SQUARE_NB][SQUARE_NB]
    const KpptTerm *kkp; // [SQUARE_NB][SQUARE_NB][KPPT_PIECE_NB]
    const KpptPair *kpp; // [SQUARE_NB][KPPT_PIECE_NB][KPPT_PIECE_NB]
} KpptTables;

typedef struct Kppt {
    Eval base;
    KpptTables tables;
    uint32_t scale, flags; // see weights.h
    // Pairs (as one king sees them) for which the file had two values.
    uint64_t unsettled;
    FileMap map[KPPT_PART_NB];  // maps of the tables; our own file is one map
    void *memory[KPPT_PART_NB]; // tables that are not in a map
} Kppt;

// For readers of files: an evaluator without tables, closed by EVAL_KPPT.close.
Status kppt_new(Kppt **kppt, const char *name, Error *error);
// The last step of reading: gives every pair one value.
Status kppt_settle(Kppt *kppt, const char *name, Error *error);
// Sets kpp[k][i][j] to kpp[k][j][i] for every i < j.
void kppt_mirror(KpptPair *kpp);

// Whether `path` (a file or a directory) looks like one of the formats read here. Cheap; if true, a
// failure of kppt_open is the error to report.
bool kppt_recognises(const char *path);
Status kppt_open(const char *path, Eval **eval, Error *error);
// From weights in memory, which the evaluator borrows.
Status kppt_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error);
void kppt_close(Eval *eval);

// Writes our own format, atomically.
Status kppt_write(const Eval *eval, const char *path, Str provenance, Error *error);

// A position as this evaluator sees it.
typedef struct KpptPieces {
    Feature list[COLOR_NB][FEATURE_ACTIVE_MAX]; // pieces but kings, as each side sees them
    int count;
    int king[COLOR_NB]; // squares as FIRST sees them, -1: none
} KpptPieces;

// What a move changes in a KpptPieces.
typedef struct KpptChange {
    Feature removed[COLOR_NB][FEATURE_CHANGE_MAX], added[COLOR_NB][FEATURE_CHANGE_MAX];
    int removed_count, added_count;
    int king[COLOR_NB]; // after the move
    int mover;          // the side whose king moved, -1: none
} KpptChange;

typedef struct KpptSum {
    int64_t board, turn;
} KpptSum;

// The parts of the sum that a move changes independently of each other.
typedef struct KpptFrame {
    _Alignas(EVAL_ALIGN) KpptSum view[COLOR_NB]; // kpp, as each side sees it
    KpptSum both;                                // one, kk and kkp
} KpptFrame;

_Static_assert(sizeof(KpptFrame) == EVAL_ALIGN, "one line of cache a ply");

void kppt_pieces(const Position *pos, KpptPieces *pieces);
void kppt_change(const Position *pos, const KpptPieces *pieces, Move move, KpptChange *change);
void kppt_apply(const KpptPieces *before, const KpptChange *change, KpptPieces *after);

// From scratch: all pairs of one side's view, and all terms that are not pairs.
KpptSum kppt_view(const Kppt *kppt, const KpptPieces *pieces, Color viewer);
KpptSum kppt_both(const Kppt *kppt, const KpptPieces *pieces);

void kppt_children(const Eval *eval, const Position *pos, const void *frame, const Move *moves,
                   int count, int *values);

// The pairs beside the king of `viewer` on `square` (as FIRST sees it).
static inline const KpptPair *kppt_slice(const Kppt *kppt, Color viewer, int square) {
    return kppt->tables.kpp + (size_t)square_seen(viewer, square) * KPPT_SLICE_NB;
}

static inline const KpptPair *kppt_row(const KpptPair *slice, Feature feature) {
    return slice + (size_t)feature * KPPT_PIECE_NB;
}

static inline const KpptTerm *kppt_kkp_row(const Kppt *kppt, const int king[COLOR_NB]) {
    return kppt->tables.kkp +
           ((size_t)king[FIRST] * SQUARE_NB + (size_t)king[SECOND]) * KPPT_PIECE_NB;
}

static inline KpptSum kppt_plus(KpptSum a, KpptSum b) {
    return (KpptSum){a.board + b.board, a.turn + b.turn};
}

static inline KpptSum kppt_minus(KpptSum a, KpptSum b) {
    return (KpptSum){a.board - b.board, a.turn - b.turn};
}

static inline void kppt_add_pair(KpptSum *sum, KpptPair pair, int sign) {
    sum->board += sign * pair.board;
    sum->turn += sign * pair.turn;
}

static inline void kppt_add_term(KpptSum *sum, KpptTerm term, int sign) {
    sum->board += sign * (int64_t)term.board;
    sum->turn += sign * (int64_t)term.turn;
}

// The change of the sum of all pairs of a view by a move. removed_with and added_with have, for
// each changed feature, the sum of its pairs with the whole list before the move, itself included
// where it is on the list.
KpptSum kppt_delta(const KpptPair *slice, const KpptChange *change, Color viewer,
                   const KpptSum removed_with[FEATURE_CHANGE_MAX],
                   const KpptSum added_with[FEATURE_CHANGE_MAX]);

// The same for one, kk and kkp, when no king moves.
KpptSum kppt_both_delta(const Kppt *kppt, const KpptChange *change);

int kppt_frame_value(const Kppt *kppt, const KpptFrame *frame, Color side);
