// ab_margin.h — margins scaled by the information content of the outcome.
//
// The same difference of values means less when the game is decided. With p the win rate of a value
// by the evaluation curve, I = -p log2 p - (1-p) log2 (1-p) is 1 at equality and 0 at certainty. A
// margin that prunes is multiplied by I, a margin that extends by (2 - I). I is in a table by
// value.
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include "search/alphabeta/ab_settings.h"
#include "search/search.h"

enum { INFORMATION_ONE = 1024, INFORMATION_STEP = 4 };

typedef struct AbInformation {
    uint16_t table[VALUE_NONE / INFORMATION_STEP + 1]; // by the absolute value
} AbInformation;

// `draw` is 0 for the curve without draws; otherwise I is the entropy of win, draw and loss divided
// by that of three equal probabilities.
void information_fill(AbInformation *information, double a, double draw);

static inline int information_at(const AbInformation *information, int value) {
    return information->table[abs(value) / INFORMATION_STEP];
}

static inline int margin_shrunk(const AbInformation *information, bool is_on, int margin,
                                int value) {
    return is_on ? margin * information_at(information, value) / INFORMATION_ONE : margin;
}

static inline int margin_grown(const AbInformation *information, bool is_on, int margin,
                               int value) {
    return is_on ? margin * (2 * INFORMATION_ONE - information_at(information, value)) /
                       INFORMATION_ONE
                 : margin;
}
