#include "ab_margin.h"

#include <math.h>

#include "base/macros.h"

static double entropy_term(double p) {
    return p > 0 ? -p * log2(p) : 0;
}

static double curve(double a, double value) {
    return 1 / (1 + exp(-a * value));
}

void information_fill(AbInformation *information, double a, double draw) {
    for (size_t i = 0; i < ARRAY_LEN(information->table); i++) {
        const double value = (double)i * INFORMATION_STEP;
        double content;
        if (draw > 0) {
            const double win = curve(a, value - draw), loss = curve(a, -value - draw);
            const double rest = fmax(1 - win - loss, 0);
            content = (entropy_term(win) + entropy_term(loss) + entropy_term(rest)) / log2(3);
        } else {
            const double win = curve(a, value);
            content = entropy_term(win) + entropy_term(1 - win);
        }
        information->table[i] = (uint16_t)lround(content * INFORMATION_ONE);
    }
}
