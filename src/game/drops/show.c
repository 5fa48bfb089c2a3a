#include "show.h"

#include <inttypes.h>

static const Kind HAND_ORDER[] = {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN};

static const char *const DIGITS[] = {"",   "一", "二", "三", "四", "五",
                                     "六", "七", "八", "九", "十"};

// The count is written only if it is not one: x2, or 二 as in a Japanese diagram.
static void show_count(int count, const BoardView *view, FILE *out) {
    if (count > 1 && view->is_japanese && !view->is_ascii)
        fprintf(out, "%s%s", count > 10 ? "十" : "", DIGITS[count > 10 ? count - 10 : count]);
    else if (count > 1)
        fprintf(out, "x%d", count);
}

static void show_hand(const Position *pos, Color color, const BoardView *view, FILE *out) {
    static const char *const SIDES[COLOR_NB] = {"Black", "White"};
    const char *side = view->sides[color] ? view->sides[color] : SIDES[color];
    fprintf(out, view->is_japanese ? "%sの持駒:" : "%s hand:", side);
    if (!pos->hand[color])
        fputs(view->is_japanese ? " なし" : " -", out);
    for (size_t i = 0; i < ARRAY_LEN(HAND_ORDER); i++) {
        const Kind kind = HAND_ORDER[i];
        const int count = hand_count(pos->hand[color], kind);
        if (!count)
            continue;
        if (view->is_ascii)
            fprintf(out, " %c", PIECE_INFO[kind].letter);
        else
            fprintf(out, " %s", PIECE_INFO[kind].kanji);
        show_count(count, view, out);
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

void pos_show(const Position *pos, const BoardView *view, FILE *out) {
    show_hand(pos, SECOND, view, out);
    for (int file = FILE_NB; file >= 1; file--)
        fprintf(out, "  %d", file);
    fputc('\n', out);
    for (int rank = 0; rank < RANK_NB; rank++) {
        for (int file = FILE_NB - 1; file >= 0; file--)
            show_square(pos->board[square_make(file, rank)], view->is_ascii, out);
        if (view->is_japanese && !view->is_ascii)
            fprintf(out, "  %s\n", DIGITS[rank + 1]);
        else
            fprintf(out, "  %c\n", 'a' + rank);
    }
    show_hand(pos, FIRST, view, out);
}

static void draw_square(const Position *pos, const BoardView *view, int square, FILE *out) {
    const Piece piece = pos->board[square];
    const bool is_last = view->last != MOVE_NONE && move_to(view->last) == square;
    const bool is_second = piece && piece_color(piece) == SECOND;
    if (view->has_color && is_last)
        fputs(VIEW_LAST, out);
    else if (view->has_color && is_second)
        fputs(VIEW_SECOND, out);
    show_square(piece, view->is_ascii, out);
    fputc(is_last ? '*' : ' ', out);
    if (view->has_color && (is_last || is_second))
        fputs(VIEW_PLAIN, out);
}

static void draw_frame(const char *margin, const char *gap, FILE *out) {
    fprintf(out, "%s+", margin);
    for (int file = 0; file < FILE_NB; file++)
        fputs("----", out);
    fprintf(out, "%s+\n", *gap ? "-" : "");
}

void pos_draw(const Position *pos, const BoardView *view, FILE *out) {
    enum { WIDTH = 4 * FILE_NB + 10 }; // with its margins and the kanji of the ranks
    const bool is_narrow = view->width && view->width < WIDTH;
    const char *margin = is_narrow ? "" : "  ", *gap = is_narrow ? "" : " ";
    show_hand(pos, view->is_flipped ? FIRST : SECOND, view, out);
    fprintf(out, "%s%s", margin, gap);
    for (int i = 0; i < FILE_NB; i++)
        fprintf(out, "  %d ", view->is_flipped ? i + 1 : FILE_NB - i);
    fputc('\n', out);
    draw_frame(margin, gap, out);
    for (int i = 0; i < RANK_NB; i++) {
        const int rank = view->is_flipped ? RANK_NB - 1 - i : i;
        fprintf(out, "%s|%s", margin, gap);
        for (int j = 0; j < FILE_NB; j++)
            draw_square(pos, view, square_make(view->is_flipped ? j : FILE_NB - 1 - j, rank), out);
        fprintf(out, "|%s%c", gap, 'a' + rank);
        if (!view->is_ascii && !is_narrow)
            fprintf(out, " %s", DIGITS[rank + 1]);
        fputc('\n', out);
    }
    draw_frame(margin, gap, out);
    show_hand(pos, view->is_flipped ? SECOND : FIRST, view, out);
}
