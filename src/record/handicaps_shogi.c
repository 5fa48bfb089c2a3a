#include "record/handicap.h"

#define OTHER_RANKS "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"

// Left and right are White's.
const Handicap HANDICAPS[] = {
    {"lance", "香落ち", "lnsgkgsn1/1r5b1" OTHER_RANKS, SECOND},
    {"right-lance", "右香落ち", "1nsgkgsnl/1r5b1" OTHER_RANKS, SECOND},
    {"bishop", "角落ち", "lnsgkgsnl/1r7" OTHER_RANKS, SECOND},
    {"rook", "飛車落ち", "lnsgkgsnl/7b1" OTHER_RANKS, SECOND},
    {"rook-lance", "飛香落ち", "lnsgkgsn1/7b1" OTHER_RANKS, SECOND},
    {"2-piece", "二枚落ち", "lnsgkgsnl/9" OTHER_RANKS, SECOND},
    {"3-piece", "三枚落ち", "lnsgkgsn1/9" OTHER_RANKS, SECOND},
    {"4-piece", "四枚落ち", "1nsgkgsn1/9" OTHER_RANKS, SECOND},
    {"5-piece", "五枚落ち", "2sgkgsn1/9" OTHER_RANKS, SECOND},
    {"left-5-piece", "左五枚落ち", "1nsgkgs2/9" OTHER_RANKS, SECOND},
    {"6-piece", "六枚落ち", "2sgkgs2/9" OTHER_RANKS, SECOND},
    {"left-7-piece", "左七枚落ち", "2sgkg3/9" OTHER_RANKS, SECOND},
    {"right-7-piece", "右七枚落ち", "3gkgs2/9" OTHER_RANKS, SECOND},
    {"8-piece", "八枚落ち", "3gkg3/9" OTHER_RANKS, SECOND},
    {"10-piece", "十枚落ち", "4k4/9" OTHER_RANKS, SECOND},
    {0},
};
