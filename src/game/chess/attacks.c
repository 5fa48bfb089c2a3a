#include "attacks.h"

AttackTables ATTACKS;

// The square `files` and `ranks` away, or an empty set beyond the edge.
static Bitboard step_bit(Square square, int files, int ranks) {
    const int file = (int)square_file(square) + files;
    const int rank = (int)square_rank(square) + ranks;
    const bool is_inside = file >= 0 && file < FILE_NB && rank >= 0 && rank < RANK_NB;
    return is_inside ? bb_of(square_make((unsigned)file, (unsigned)rank)) : 0;
}

static Bitboard ray_bits(Square square, int files, int ranks) {
    Bitboard ray = 0;
    for (int n = 1; n < FILE_NB; n++)
        ray |= step_bit(square, n * files, n * ranks);
    return ray;
}

// Steps upwards in square number along each line.
static const int LINE_STEPS[LINE_NB][2] = {
    [LINE_FILE] = {0, 1}, [LINE_RANK] = {1, 0}, [LINE_RISING] = {1, 1}, [LINE_FALLING] = {-1, 1}};

static void fill_lines(Square square) {
    for (int line = 0; line < LINE_NB; line++) {
        const int files = LINE_STEPS[line][0], ranks = LINE_STEPS[line][1];
        LineMask *mask = &ATTACKS.masks[square][line];
        mask->upper = ray_bits(square, files, ranks);
        mask->lower = ray_bits(square, -files, -ranks);
        mask->both = mask->lower | mask->upper;
        ATTACKS.lines[square][line] = mask->both | bb_of(square);
    }
    const LineMask *masks = ATTACKS.masks[square];
    ATTACKS.straight[square] = masks[LINE_FILE].both | masks[LINE_RANK].both;
    ATTACKS.diagonal[square] = masks[LINE_RISING].both | masks[LINE_FALLING].both;
}

static void fill_leapers(Square square) {
    static const int LEAPS[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    for (int i = 0; i < 8; i++)
        ATTACKS.knight[square] |= step_bit(square, LEAPS[i][0], LEAPS[i][1]);
    for (int files = -1; files <= 1; files++)
        for (int ranks = -1; ranks <= 1; ranks++)
            if (files || ranks)
                ATTACKS.king[square] |= step_bit(square, files, ranks);
    ATTACKS.pawn[FIRST][square] = step_bit(square, -1, 1) | step_bit(square, 1, 1);
    ATTACKS.pawn[SECOND][square] = step_bit(square, -1, -1) | step_bit(square, 1, -1);
}

static void fill_pairs(Square a) {
    for (Square b = 0; b < SQUARE_NB; b++) {
        for (int line = 0; line < LINE_NB; line++) {
            if (a == b || !(ATTACKS.masks[a][line].both & bb_of(b)))
                continue;
            ATTACKS.through[a][b] = ATTACKS.lines[a][line];
            ATTACKS.between[a][b] = line_attacks(&ATTACKS.masks[a][line], bb_of(b)) &
                                    line_attacks(&ATTACKS.masks[b][line], bb_of(a));
        }
    }
}

// Runs before main, so that every caller and every thread sees the tables complete.
__attribute__((constructor)) static void tables_fill(void) {
    for (Square square = 0; square < SQUARE_NB; square++) {
        fill_lines(square);
        fill_leapers(square);
    }
    for (Square square = 0; square < SQUARE_NB; square++)
        fill_pairs(square);
}
