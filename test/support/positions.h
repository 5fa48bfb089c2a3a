// positions.h — positions for tests of one game: parsed or reached by random play.
#pragma once

#include "base/rng.h"
#include "game/line.h"
#include "testing.h"

static inline Position position_of(Str text) {
    Position pos;
    Error error = {""};
    if (pos_parse(&pos, text, &error) != STATUS_OK)
        fail_msg("%.*s: %s", (int)text.len, text.at, error.text);
    return pos;
}

static inline int move_compare(const void *a, const void *b) {
    const Move left = *(const Move *)a, right = *(const Move *)b;
    return (left > right) - (left < right);
}

static inline void moves_sort(Move *moves, int count) {
    qsort(moves, (size_t)count, sizeof *moves, move_compare);
}

static inline void assert_same_moves(const Position *pos, const Move *left, int left_count,
                                     const Move *right, int right_count) {
    char text[POS_TEXT_MAX], move[MOVE_TEXT_MAX];
    pos_format(pos, text);
    for (int i = 0; i < left_count && i < right_count; i++)
        if (left[i] != right[i]) {
            move_format(pos, left[i] < right[i] ? left[i] : right[i], move);
            fail_msg("%s: %s is only in the %s list", text, move, left[i] < right[i] ? "first" : "second");
        }
    if (left_count != right_count)
        fail_msg("%s: %d moves and %d moves", text, left_count, right_count);
}

// Calls `visit` with every position of random games until `plies` have been seen. A game ends by mate or
// after 300 plies.
static inline void random_play(uint64_t seed, long plies, void (*visit)(Position *pos, Rng *rng)) {
    Rng rng;
    rng_init(&rng, seed);
    Position pos;
    pos_start(&pos);
    int length = 0;
    for (long ply = 0; ply < plies; ply++) {
        visit(&pos, &rng);
        Move moves[MOVE_MAX];
        const int count = gen_legal(&pos, moves);
        if (!count || ++length > 300) {
            pos_start(&pos);
            length = 0;
            continue;
        }
        Undo undo;
        pos_do(&pos, moves[rng_below(&rng, (uint32_t)count)], &undo);
    }
}
