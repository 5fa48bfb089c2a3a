#include "eval/winrate.h"

#include <math.h>

double winrate_logistic(double a, double value) {
    return 1 / (1 + exp(-a * value));
}

WinDrawLoss winrate_wdl(double a, double draw, double value) {
    const double win = winrate_logistic(a, value - draw), loss = winrate_logistic(a, -value - draw);
    return (WinDrawLoss){.win = win, .draw = fmax(1 - win - loss, 0), .loss = loss};
}
