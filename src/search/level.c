#include "search/level.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "base/macros.h"

enum {
    LEAST_NODES = 100,
    STEP = 2, // levels from one measured rating to the next
};

// Of alpha-beta at levels 0, 2, 4, 6, 8 and 10 with the weights inside, from matches of neighbours
// (doc/strength.md). In chess the scale is that of Fairy-Stockfish's UCI_Elo; the other games have
// no such scale, and level 0 is called 1000.
static const int MEASURED_ELO[] = {
    LEVEL_ELO_MIN,
    BY_GAME(1080, 1095, 1600),
    BY_GAME(1375, 1370, 1957),
    BY_GAME(1803, 1752, 2317),
    BY_GAME(2334, 2106, 2705),
    LEVEL_ELO_MAX,
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
