#include "attacks.h"

#include <stddef.h>

AttackTables ATTACKS;

// A step as FIRST sees the board: ranks grow downwards.
typedef struct Step {
    int8_t file, rank;
} Step;

static const Step KING_STEPS[] = {{0, -1}, {1, -1}, {-1, -1}, {1, 0},
                                  {-1, 0}, {0, 1},  {1, 1},   {-1, 1}};
static const Step KNIGHT_STEPS[] = {{1, -2}, {-1, -2}};
static const Step SILVER_STEPS[] = {{0, -1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};

// One direction of each line, towards higher squares.
static const Step LINE_STEPS[LINE_NB] = {
    [LINE_FILE] = {0, 1}, [LINE_RANK] = {1, 0}, [LINE_RISING] = {1, -1}, [LINE_FALLING] = {1, 1}};

static bool is_on_board(int file, int rank) {
    return file >= 0 && file < FILE_NB && rank >= 0 && rank < RANK_NB;
}

static Bitboard steps_from(Color color, int square, const Step *steps, size_t count) {
    Bitboard set = 0;
    for (size_t i = 0; i < count; i++) {
        const int sign = color == FIRST ? 1 : -1;
        const int file = square_file(square) + sign * steps[i].file;
        const int rank = square_rank(square) + sign * steps[i].rank;
        if (is_on_board(file, rank))
            set |= bb_of(square_make(file, rank));
    }
    return set;
}

static void fill_steps(Color color, int square) {
    Bitboard(*step)[SQUARE_NB] = ATTACKS.step[color];
    // KING_STEPS begins with the forward step and lists the six of a gold before the two it lacks.
    step[PAWN][square] = steps_from(color, square, KING_STEPS, 1);
    step[KNIGHT][square] = steps_from(color, square, KNIGHT_STEPS, ARRAY_LEN(KNIGHT_STEPS));
    step[SILVER][square] = steps_from(color, square, SILVER_STEPS, ARRAY_LEN(SILVER_STEPS));
    step[GOLD][square] = steps_from(color, square, KING_STEPS, 6);
    step[KING][square] = steps_from(color, square, KING_STEPS, ARRAY_LEN(KING_STEPS));
    for (Kind kind = TOKIN; kind <= PRO_SILVER; kind++)
        step[kind][square] = step[GOLD][square];
    step[HORSE][square] = step[DRAGON][square] = step[KING][square];
}

static Bitboard ray(int square, Step step) {
    Bitboard set = 0;
    int file = square_file(square) + step.file, rank = square_rank(square) + step.rank;
    for (; is_on_board(file, rank); file += step.file, rank += step.rank)
        set |= bb_of(square_make(file, rank));
    return set;
}

static void fill_lines(int square) {
    for (Line line = 0; line < LINE_NB; line++) {
        const Step up = LINE_STEPS[line], down = {(int8_t)-up.file, (int8_t)-up.rank};
        const LineMask mask = {.lower = ray(square, down), .upper = ray(square, up)};
        ATTACKS.line[line][square] = mask;
        const Bitboard both = mask.lower | mask.upper;
        if (line == LINE_FILE || line == LINE_RANK)
            ATTACKS.rook_rays[square] |= both;
        else
            ATTACKS.bishop_rays[square] |= both;
        for (Bitboard rest = both; rest;) {
            const int other = bb_pop(&rest);
            const Step towards = other > square ? up : down;
            const Step back = other > square ? down : up;
            ATTACKS.through[square][other] = both | bb_of(square);
            ATTACKS.between[square][other] = ray(square, towards) & ray(other, back);
        }
    }
}

__attribute__((constructor)) static void attacks_fill(void) {
    for (int square = 0; square < SQUARE_NB; square++) {
        fill_steps(FIRST, square);
        fill_steps(SECOND, square);
        fill_lines(square);
    }
}
