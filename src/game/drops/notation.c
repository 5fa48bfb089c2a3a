#include "notation.h"

void square_format(int square, char text[SQUARE_TEXT_MAX]) {
    text[0] = (char)('1' + square_file(square));
    text[1] = (char)('a' + square_rank(square));
    text[2] = '\0';
}

static int parse_square(const char *at) {
    const int file = at[0] - '1', rank = at[1] - 'a';
    if (file < 0 || file >= FILE_NB || rank < 0 || rank >= RANK_NB)
        return SQUARE_NONE;
    return square_make(file, rank);
}

static bool parse_shape(Str text, Move *move) {
    if (text.len != 4 && !(text.len == 5 && text.at[4] == '+'))
        return false;
    const int to = parse_square(text.at + 2);
    if (to == SQUARE_NONE)
        return false;
    if (text.at[1] == '*') {
        for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
            if (PIECE_INFO[kind].letter == text.at[0]) {
                *move = move_make_drop(kind, to);
                return text.len == 4;
            }
        return false;
    }
    const int from = parse_square(text.at);
    if (from == SQUARE_NONE)
        return false;
    *move = move_make(from, to) | (text.len == 5 ? MOVE_PROMOTE : 0);
    return true;
}

Status move_parse(const Position *pos, Str text, Move *move, Error *error) {
    Move shape;
    if (!parse_shape(text, &shape))
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.*s' is not a move; expected like 2g2f, 8h2b+ or P*5e", STR_ARG(text));
    if (!pos_is_legal(pos, shape))
        return error_set(error, STATUS_BAD_INPUT, "%.*s is not a legal move here", STR_ARG(text));
    *move = shape;
    return STATUS_OK;
}

void move_format(const Position *pos, Move move, char text[MOVE_TEXT_MAX]) {
    (void)pos; // other games need it
    StrBuf buf = strbuf_init(text, MOVE_TEXT_MAX);
    char square[SQUARE_TEXT_MAX];
    if (move == MOVE_NONE) {
        strbuf_text(&buf, "none");
        return;
    }
    if (move_is_drop(move)) {
        strbuf_char(&buf, PIECE_INFO[move_drop_kind(move)].letter);
        strbuf_char(&buf, '*');
    } else {
        square_format(move_from(move), square);
        strbuf_text(&buf, square);
    }
    square_format(move_to(move), square);
    strbuf_text(&buf, square);
    if (move_is_promotion(move))
        strbuf_char(&buf, '+');
}

Status move_read(const Position *pos, Str text, Move *move, Error *error) {
    return move_parse(pos, text, move, error);
}

void move_write(const Position *pos, Move legal, char text[MOVE_WORD_MAX]) {
    move_format(pos, legal, text);
}
