#include "ab_margin.h"

#include <math.h>

#include "base/macros.h"
#include "eval/winrate.h"

static double entropy_term(double p) {
    return p > 0 ? -p * log2(p) : 0;
}

void information_fill(AbInformation *information, double a, double draw) {
    for (size_t i = 0; i < ARRAY_LEN(information->table); i++) {
        const double value = (double)i * INFORMATION_STEP;
        double content;
        if (draw > 0) {
            const WinDrawLoss wdl = winrate_wdl(a, draw, value);
            content =
                (entropy_term(wdl.win) + entropy_term(wdl.loss) + entropy_term(wdl.draw)) / log2(3);
        } else {
            const double win = winrate_logistic(a, value);
            content = entropy_term(win) + entropy_term(1 - win);
        }
        information->table[i] = (uint16_t)lround(content * INFORMATION_ONE);
    }
}
