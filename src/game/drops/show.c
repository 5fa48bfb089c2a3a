#include "show.h"

#include <inttypes.h>

static const Kind HAND_ORDER[] = {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN};

static void show_hand(const Position *pos, Color color, bool is_ascii, FILE *out) {
    fprintf(out, "%s hand:", color == FIRST ? "Black" : "White");
    if (!pos->hand[color])
        fputs(" -", out);
    for (size_t i = 0; i < ARRAY_LEN(HAND_ORDER); i++) {
        const Kind kind = HAND_ORDER[i];
        const int count = hand_count(pos->hand[color], kind);
        if (!count)
            continue;
        if (is_ascii)
            fprintf(out, " %c", PIECE_INFO[kind].letter);
        else
            fprintf(out, " %s", PIECE_INFO[kind].kanji);
        if (count > 1)
            fprintf(out, "x%d", count);
    }
    fputc('\n', out);
}

static void show_square(Piece piece, bool is_ascii, FILE *out) {
    const Kind kind = piece_kind(piece);
    const bool is_white = piece_color(piece) == SECOND;
    const char letter = PIECE_INFO[kind].letter;
    if (is_ascii && !piece)
        fputs("  .", out);
    else if (is_ascii)
        fprintf(out, " %c%c", kind > KING ? '+' : ' ', is_white ? letter - 'A' + 'a' : letter);
    else if (!piece)
        fputs(" ・", out);
    else
        fprintf(out, "%c%s", is_white ? 'v' : ' ', PIECE_INFO[kind].kanji);
}

void pos_show(const Position *pos, bool is_ascii, FILE *out) {
    show_hand(pos, SECOND, is_ascii, out);
    for (int file = FILE_NB; file >= 1; file--)
        fprintf(out, "  %d", file);
    fputc('\n', out);
    for (int rank = 0; rank < RANK_NB; rank++) {
        for (int file = FILE_NB - 1; file >= 0; file--)
            show_square(pos->board[square_make(file, rank)], is_ascii, out);
        fprintf(out, "  %c\n", 'a' + rank);
    }
    show_hand(pos, FIRST, is_ascii, out);
}
