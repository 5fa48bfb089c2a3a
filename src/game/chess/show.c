#include "show.h"

#include "notation.h"

// The outlined figures for White, the filled ones for Black, as on a white page.
static const char *const FIGURES[COLOR_NB][KIND_NB] = {
    {"", "♙", "♘", "♗", "♖", "♕", "♔"},
    {"", "♟", "♞", "♝", "♜", "♛", "♚"},
};

static void show_piece(Piece piece, bool is_ascii, FILE *out) {
    if (!piece)
        fputs(is_ascii ? " ." : " ·", out);
    else if (is_ascii)
        fprintf(out, " %c", piece_letter(piece));
    else
        fprintf(out, " %s", FIGURES[piece_color(piece)][piece_kind(piece)]);
}

void pos_show(const Position *pos, bool is_ascii, FILE *out) {
    for (unsigned rank = RANK_NB; rank-- > 0;) {
        fprintf(out, "%u ", rank + 1);
        for (unsigned file = 0; file < FILE_NB; file++)
            show_piece(pos->board[square_make(file, rank)], is_ascii, out);
        fputc('\n', out);
    }
    fputs("   a b c d e f g h\n", out);
    char text[POS_TEXT_MAX];
    pos_format(pos, text);
    Str rest = str_of(text);
    str_word(&rest), str_word(&rest);
    const Str castling = str_word(&rest), en_passant = str_word(&rest);
    fprintf(out, "castling: %.*s\n", STR_ARG(castling));
    fprintf(out, "en passant: %.*s\n", STR_ARG(en_passant));
}
