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

static const char *const RANKS[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};

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

static void draw_frame(FILE *out) {
    fputs("  +", out);
    for (int file = 0; file < FILE_NB; file++)
        fputs("----", out);
    fputs("-+\n", out);
}

void pos_draw(const Position *pos, const BoardView *view, FILE *out) {
    show_hand(pos, view->is_flipped ? FIRST : SECOND, view->is_ascii, out);
    fputs("   ", out);
    for (int i = 0; i < FILE_NB; i++)
        fprintf(out, "  %d ", view->is_flipped ? i + 1 : FILE_NB - i);
    fputc('\n', out);
    draw_frame(out);
    for (int i = 0; i < RANK_NB; i++) {
        const int rank = view->is_flipped ? RANK_NB - 1 - i : i;
        fputs("  | ", out);
        for (int j = 0; j < FILE_NB; j++)
            draw_square(pos, view, square_make(view->is_flipped ? j : FILE_NB - 1 - j, rank), out);
        fprintf(out, "| %c%s%s\n", 'a' + rank, view->is_ascii ? "" : " ",
                view->is_ascii ? "" : RANKS[rank]);
    }
    draw_frame(out);
    show_hand(pos, view->is_flipped ? SECOND : FIRST, view->is_ascii, out);
}
