// apery.h — the weights of Apery and YaneuraOu (shogi): a directory of bare arrays.
//
//   KK_synthesized.bin   int32[2] kk[81][81]            or int16[2] (Apery of WCSC27)
//   KKP_synthesized.bin  int32[2] kkp[81][81][1548]     or int16[2]
//   KPP_synthesized.bin  int16[2] kpp[81][1548][1548]
// or, of later Apery, apery_rust and ShogiStudyThird, KKP.bin and KPP.bin of the same shapes, and
// no KK.
//
// There is no header: names and sizes identify the format. Element [0] is the board term, [1] the
// turn term. Squares and pieces are numbered as in game/drops/feature.h. Those programs add the
// material in code; here it becomes the table `one`. The other games have no such files and are
// refused.
#pragma once

#include "kppt.h"

enum {
    APERY_SQUARE_NB = 81,
    APERY_HAND_NB = 90, // features of pieces in hand, then come those on the board
    APERY_PIECE_NB = 1548,
    APERY_SCALE = 32, // "FVScale"
};

// The kinds in Apery's order; promoted pawns, lances, knights and silvers are golds.
typedef enum AperyKind {
    APERY_PAWN,
    APERY_LANCE,
    APERY_KNIGHT,
    APERY_SILVER,
    APERY_GOLD,
    APERY_BISHOP,
    APERY_HORSE,
    APERY_ROOK,
    APERY_DRAGON,
    APERY_KIND_NB
} AperyKind;

// The meaning of a feature number. These numbers belong to the file formats, so the builds of all
// games have them.
typedef struct AperyPlace {
    AperyKind kind;
    bool is_own, is_hand;
    int at; // the square, or how many are in hand (0 is unused)
} AperyPlace;

AperyPlace apery_place(int feature);

// The table `one` of piece values, in memory of the Kppt.
Status apery_material(Kppt *kppt, const int16_t values[APERY_KIND_NB], const char *name,
                      Error *error);

bool apery_recognises(const char *directory);

// Fills a new Kppt.
Status apery_read(Kppt *kppt, const char *directory, Error *error);

// Writes the three _synthesized files for other programs. Each appears complete, and none before
// all are written. The difference of our table `one` to their material goes into KKP, so positions
// with both kings keep their values; the scale must be APERY_SCALE.
Status apery_write(const Eval *eval, const char *directory, Error *error);
