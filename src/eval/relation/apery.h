// apery.h — the weights of Apery and YaneuraOu (shogi): a directory of bare arrays.
//
//   KK_synthesized.bin   int32[2] kk[81][81]            or int16[2] (Apery of WCSC27)
//   KKP_synthesized.bin  int32[2] kkp[81][81][1548]     or int16[2]
//   KPP_synthesized.bin  int16[2] kpp[81][1548][1548]
// or, of later Apery, apery_rust and ShogiStudyThird, KKP.bin and KPP.bin of the same shapes, and
// no KK.
//
// There is no header: the names and the sizes say which it is. Element [0] is the board term, [1]
// the turn's. The numbers of squares and pieces are ours (game/drops/feature.h). Their programs add
// the material themselves; here it becomes the table `one`. The other games have no such files and
// are refused.
#pragma once

#include "kppt.h"

enum {
    APERY_SQUARE_NB = 81,
    APERY_HAND_NB = 90, // features of pieces in hand, then come those on the board
    APERY_PIECE_NB = 1548,
    APERY_SCALE = 32, // "FVScale"
};

// Their order of the kinds; promoted pawns, lances, knights and silvers are golds.
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

// What a feature means. These numbers belong to the file formats, so every build knows them.
typedef struct AperyPlace {
    AperyKind kind;
    bool is_own, is_hand;
    int at; // the square, or how many are in hand: 0 is a place without use
} AperyPlace;

AperyPlace apery_place(int feature);

// The table `one` of piece values, in memory of the Kppt.
Status apery_material(Kppt *kppt, const int16_t values[APERY_KIND_NB], const char *name,
                      Error *error);

bool apery_recognises(const char *directory);

// Fills a new Kppt.
Status apery_read(Kppt *kppt, const char *directory, Error *error);

// The three _synthesized files, for other programs to play with. Each appears whole, and none
// before all are written. What our table `one` says beyond their material goes into KKP, so
// positions with both kings keep their values; the scale must be theirs.
Status apery_write(const Eval *eval, const char *directory, Error *error);
