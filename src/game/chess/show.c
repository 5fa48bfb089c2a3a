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

void pos_show(const Position *pos, const BoardView *view, FILE *out) {
    for (unsigned rank = RANK_NB; rank-- > 0;) {
        fprintf(out, "%u ", rank + 1);
        for (unsigned file = 0; file < FILE_NB; file++)
            show_piece(pos->board[square_make(file, rank)], view->is_ascii, out);
        fputc('\n', out);
    }
    fputs("   a b c d e f g h\n", out);
    char text[POS_TEXT_MAX];
    pos_format(pos, text);
    Str rest = str_of(text);
    str_word(&rest), str_word(&rest);
    const Str castling = str_word(&rest), en_passant = str_word(&rest);
    fprintf(out, "%s: %.*s\n", view->is_japanese ? "キャスリング" : "castling", STR_ARG(castling));
    fprintf(out, "%s: %.*s\n", view->is_japanese ? "アンパッサン" : "en passant",
            STR_ARG(en_passant));
}

static void draw_square(const Position *pos, const BoardView *view, Square square, FILE *out) {
    const Piece piece = pos->board[square];
    const bool is_last = view->last != MOVE_NONE &&
                         (move_to(view->last) == square || move_from(view->last) == square);
    const bool is_second = piece && piece_color(piece) == SECOND;
    if (view->has_color && is_last)
        fputs(VIEW_LAST, out);
    else if (view->has_color && is_second)
        fputs(VIEW_SECOND, out);
    fputc(is_last ? '[' : ' ', out);
    if (!piece)
        fputs(view->is_ascii ? "." : "·", out);
    else if (view->is_ascii)
        fputc(piece_letter(piece), out);
    else
        fputs(FIGURES[piece_color(piece)][piece_kind(piece)], out);
    fputc(is_last ? ']' : ' ', out);
    if (view->has_color && (is_last || is_second))
        fputs(VIEW_PLAIN, out);
}

void pos_draw(const Position *pos, const BoardView *view, FILE *out) {
    static const char FRAME[] = "    +------------------------+\n";
    fputs(FRAME, out);
    for (unsigned i = 0; i < RANK_NB; i++) {
        const unsigned rank = view->is_flipped ? i : RANK_NB - 1 - i;
        fprintf(out, "  %u |", rank + 1);
        for (unsigned j = 0; j < FILE_NB; j++)
            draw_square(pos, view, square_make(view->is_flipped ? FILE_NB - 1 - j : j, rank), out);
        fputs("|\n", out);
    }
    fputs(FRAME, out);
    fputs("     ", out);
    for (unsigned j = 0; j < FILE_NB; j++)
        fprintf(out, " %c ", (int)('a' + (view->is_flipped ? FILE_NB - 1 - j : j)));
    fputc('\n', out);
}
