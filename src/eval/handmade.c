// All terms are written once, as the owner of a piece sees the board; the evaluator adds the other
// side.
#include "eval/handmade.h"

#include <stdlib.h>
#include <string.h>

const char HANDMADE_PROVENANCE[] =
    "Made by hand for " GAME_NAME
    ": material, advancement, and pieces near kings. Nothing learned.";

// How far a square is from the owner's edge of the board, and from the middle file.
static int height(int square) {
    return GAME_IS_CHESS ? square / FILE_NB : RANK_NB - 1 - square % RANK_NB;
}

static int file_of(int square) {
    return GAME_IS_CHESS ? square % FILE_NB : square / RANK_NB;
}

static int off_centre(int square) {
    return abs(2 * file_of(square) - (FILE_NB - 1)) / 2;
}

static int distance(int a, int b) {
    const int files = abs(file_of(a) - file_of(b)), ranks = abs(height(a) - height(b));
    return files > ranks ? files : ranks;
}

// Pawns gain by advancing, minor pieces by advancing to the middle rank; in chess also by being
// near the middle file.
static int placement(int value, int square) {
    const int up = height(square), half = RANK_NB / 2;
    if (value > 500)
        return 0;
    if (GAME_IS_CHESS) {
        const int aside = off_centre(square);
        return value <= 100 ? up * up + 2 * up - 2 * aside
                            : 4 * (up < half ? up : half) - 6 * aside;
    }
    return 3 * (value <= 100 || up < half ? up : half);
}

static void set_board(PpFile *file, int own_block) {
    for (int square = 0; square < SQUARE_NB; square++) {
        const int value = FEATURES.value[own_block + square];
        file->one[own_block + square].board = (value + placement(value, square)) * HANDMADE_SCALE;
    }
}

// Own pieces near a king guard it, enemy pieces there threaten it. In minishogi this matters most,
// as no king can escape. (The numbers were tuned one after the other by matches.)
static void set_king_pairs(PpFile *file, int own_block) {
    static const int by_distance[] = {0, 4, 2, GAME_IS_MINISHOGI ? 0 : 1};
    const int enemy_block = own_block + SQUARE_NB, value = FEATURES.value[own_block];
    const int weight = GAME_IS_MINISHOGI ? (value <= 100 ? 30 : 90)
                       : value <= 100    ? 3
                       : value <= 500    ? 10
                                         : 6;
    for (int king = 0; king < SQUARE_NB; king++)
        for (int square = 0; square < SQUARE_NB; square++) {
            const int near = distance(king, square);
            if (!near || near > 3)
                continue;
            const int amount = by_distance[near] * weight * HANDMADE_SCALE / 4;
            const int own_king = FEATURE_KINGS + king;
            file->pair[pp_pair_index(own_king, own_block + square)].board = (int16_t)amount;
            file->pair[pp_pair_index(own_king, enemy_block + square)].board = (int16_t)-amount;
        }
}

void handmade_fill(PpFile *file) {
    // A piece in hand can be dropped anywhere, so its value is higher; in minishogi, with few
    // squares, a piece on the board has the higher value.
    const int in_hand = GAME_IS_MINISHOGI ? 14 : 21; // twentieths
    memset(file, 0, sizeof *file);
    for (int feature = 0; feature < FEATURE_HAND_NB; feature++)
        if (FEATURES.value[feature] > 0)
            file->one[feature].board = FEATURES.value[feature] * in_hand / 20 * HANDMADE_SCALE;
    for (int block = 0; block < FEATURE_BLOCK_NB; block += 2) {
        set_board(file, FEATURE_HAND_NB + block * SQUARE_NB);
        set_king_pairs(file, FEATURE_HAND_NB + block * SQUARE_NB);
    }
    // A small bonus for the side to move, half on each king.
    for (int square = 0; square < SQUARE_NB; square++)
        file->one[FEATURE_KINGS + square].turn = 5 * HANDMADE_SCALE;
}
