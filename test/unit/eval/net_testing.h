// net_testing.h — shared by the tests of our net: its formula in double precision on the weights of
// a master, and weights like those of a trained net.
#pragma once

#include <math.h>

#include "eval/master.h"
#include "eval/net/smallnet.h"
#include "positions.h"

// Where the parts of a master begin, in rows.
enum {
    NET_BIAS = FEATURE_NB,
    NET_OUT, // the mover's, then the opponent's
    NET_PSQT = NET_OUT + 2,
    NET_OUT_BIAS = NET_PSQT + (FEATURE_NB + SMALLNET_WIDTH - 1) / SMALLNET_WIDTH,
};

typedef struct NetTwin {
    double value;
    double margin; // the distance of the sums from 1, where the derivative of a unit jumps
} NetTwin;

static inline double net_weight(const float *weights, int row, int j) {
    return (double)weights[(size_t)row * SMALLNET_WIDTH + (size_t)j];
}

static inline NetTwin net_twin(const float *weights, const Position *pos) {
    Feature list[FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, list);
    double out = net_weight(weights, NET_OUT_BIAS, 0);
    NetTwin twin = {.margin = HUGE_VAL};
    for (int view = 0; view < 2; view++) { // the mover's, the opponent's
        const bool is_first = (pos_side(pos) == FIRST) == (view == 0);
        double sum[SMALLNET_WIDTH];
        for (int j = 0; j < SMALLNET_WIDTH; j++)
            sum[j] = net_weight(weights, NET_BIAS, j);
        for (int i = 0; i < count; i++) {
            const Feature seen = is_first ? list[i] : FEATURES.turned[list[i]];
            out += (view == 0 ? 1 : -1) * net_weight(weights, NET_PSQT, seen);
            for (int j = 0; j < SMALLNET_WIDTH; j++)
                sum[j] += net_weight(weights, seen, j);
        }
        for (int j = 0; j < SMALLNET_WIDTH; j++) {
            const double v = fmin(fmax(sum[j], 0), 1);
            out += net_weight(weights, NET_OUT + view, j) * v * v;
            twin.margin = fmin(twin.margin, fabs(sum[j] - 1));
        }
    }
    twin.value = SMALLNET_UNIT * out;
    return twin;
}

// As after some training: sums on both sides of the clamp, outputs of a tenth, piece values that
// depend on the square.
static inline void net_fill(float *weights, Rng *rng) {
    memset(weights, 0, MASTER_NET.weight_count * sizeof *weights);
    MASTER_NET.begin(weights, rng);
    for (int row = 0; row < NET_OUT_BIAS; row++) {
        const float range = row < NET_OUT ? 0.1f : 0.2f;
        for (int j = 0; j < SMALLNET_WIDTH; j++)
            weights[(size_t)row * SMALLNET_WIDTH + (size_t)j] += (rng_unit_f(rng) - 0.5f) * range;
    }
    weights[(size_t)NET_OUT_BIAS * SMALLNET_WIDTH] = 0.05f;
    // The weights after the last feature are unused.
    for (size_t i = (size_t)NET_PSQT * SMALLNET_WIDTH + FEATURE_NB;
         i < (size_t)NET_OUT_BIAS * SMALLNET_WIDTH; i++)
        weights[i] = 0;
}
