#include "search/level.h"

#include <assert.h>
#include <math.h>

#include "base/macros.h"

enum {
    LEAST_NODES = 100,
    STEP = 2, // levels from one measured rating to the next
};

// Of alpha-beta at levels 0, 2, 4, 6, 8, 10 with the weights inside, measured by matches of
// neighbours; one level of Fairy-Stockfish anchors the scale (doc/strength.md).
static const int MEASURED_ELO[] = {
    LEVEL_ELO_MIN, 1300, 1600, 1900, 2200, LEVEL_ELO_MAX,
};

int64_t level_nodes(int level) {
    assert(level >= LEVEL_MIN && level <= LEVEL_MAX);
    return level < LEVEL_MAX ? (int64_t)LEAST_NODES << level : 0;
}

int64_t level_elo_nodes(int elo) {
    assert(elo >= LEVEL_ELO_MIN && elo <= LEVEL_ELO_MAX);
    size_t next = 1;
    while (next + 1 < ARRAY_LEN(MEASURED_ELO) && MEASURED_ELO[next] < elo)
        next++;
    const double low = MEASURED_ELO[next - 1], high = MEASURED_ELO[next];
    const double level = STEP * ((double)(next - 1) + ((double)elo - low) / (high - low));
    return llround(LEAST_NODES * exp2(level));
}
