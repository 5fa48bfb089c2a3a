#include "zobrist.h"

#include "base/rng.h"

ZobristTables ZOBRIST;

__attribute__((constructor)) static void zobrist_fill(void) {
    uint64_t index = 0;
    for (Color color = FIRST; color < COLOR_NB; color++)
        for (Kind kind = PAWN; kind < KIND_NB; kind++)
            for (int square = 0; square < SQUARE_NB; square++)
                ZOBRIST.board[color][kind][square] = rng_mix(++index);
    for (Color color = FIRST; color < COLOR_NB; color++)
        for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
            ZOBRIST.hand[color][kind] = rng_mix(++index);
    ZOBRIST.side = rng_mix(++index);
}
