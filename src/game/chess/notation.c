#include "notation.h"

#include "chess_inside.h"

static const char LETTERS[] = {
    '.',
#define PIECE(kind, letter, value) letter,
#include "pieces.def"
#undef PIECE
};
_Static_assert(ARRAY_LEN(LETTERS) == KIND_NB, "every kind has a letter");

SquareName square_name(Square square) {
    return (SquareName){{(char)('a' + square_file(square)), (char)('1' + square_rank(square)), 0}};
}

bool square_parse(Str text, Square *square) {
    if (text.len != 2 || text.at[0] < 'a' || text.at[0] > 'h' || text.at[1] < '1' ||
        text.at[1] > '8')
        return false;
    *square = square_make((unsigned)(text.at[0] - 'a'), (unsigned)(text.at[1] - '1'));
    return true;
}

char piece_letter(Piece piece) {
    const char upper = LETTERS[piece_kind(piece)];
    return piece && piece_color(piece) == SECOND ? (char)(upper - 'A' + 'a') : upper;
}

Piece piece_parse(char letter) {
    const bool is_black = letter >= 'a' && letter <= 'z';
    const char upper = is_black ? (char)(letter - 'a' + 'A') : letter;
    for (Kind kind = PAWN; kind < KIND_NB; kind++)
        if (LETTERS[kind] == upper)
            return piece_make(is_black ? SECOND : FIRST, kind);
    return NO_PIECE;
}

// UCI promotes in lower case: the letters of Black's knight, bishop, rook and queen.
static Kind promotion_parse(char letter) {
    const Piece piece = piece_parse(letter);
    const Kind kind = piece_kind(piece);
    return piece_color(piece) == SECOND && kind >= KNIGHT && kind <= QUEEN ? kind : NO_KIND;
}

// The castling move whose king goes from `from` to `to`, or MOVE_NONE. One square is an ordinary
// king move, never castling.
static Move castling_by_destination(const Position *pos, Square from, Square to) {
    const Color us = pos_side(pos);
    if (from != pos_king(pos, us) || square_rank(from) != square_rank(to) ||
        (ATTACKS.king[from] & bb_of(to)))
        return MOVE_NONE;
    Bitboard rooks = pos->castling_rooks & pos->colors[us];
    while (rooks) {
        const Square rook = bb_pop(&rooks);
        if (castling_king_to(from, rook) == to && from != to)
            return move_make_typed(MOVE_CASTLING, from, rook);
    }
    return MOVE_NONE;
}

// The legal move with this origin, target and promotion, or MOVE_NONE.
static Move move_between(const Position *pos, Square from, Square to, Kind promotion) {
    if (promotion) {
        const Move move = move_make_promotion(from, to, promotion);
        return pos_is_legal(pos, move) ? move : MOVE_NONE;
    }
    const Move readings[] = {
        move_make(from, to),
        move_make_typed(MOVE_EN_PASSANT, from, to),
        move_make_typed(MOVE_CASTLING, from, to),
        castling_by_destination(pos, from, to),
    };
    for (size_t i = 0; i < ARRAY_LEN(readings); i++)
        if (pos_is_legal(pos, readings[i]))
            return readings[i];
    return MOVE_NONE;
}

Status move_parse(const Position *pos, Str text, Move *move, Error *error) {
    Square from = 0, to = 0;
    const bool has_shape = (text.len == 4 || text.len == 5) &&
                           square_parse((Str){text.at, 2}, &from) &&
                           square_parse((Str){text.at + 2, 2}, &to);
    const Kind promotion = has_shape && text.len == 5 ? promotion_parse(text.at[4]) : NO_KIND;
    if (!has_shape || (text.len == 5 && !promotion))
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.*s' is not a move; expected like e2e4 or e7e8q", STR_ARG(text));
    const Move found = move_between(pos, from, to, promotion);
    if (!found)
        return error_set(error, STATUS_BAD_INPUT, "%.*s is not a legal move here", STR_ARG(text));
    *move = found;
    return STATUS_OK;
}

void move_format(const Position *pos, Move move, char text[MOVE_TEXT_MAX]) {
    StrBuf out = strbuf_init(text, MOVE_TEXT_MAX);
    if (!move) {
        strbuf_text(&out, "0000");
        return;
    }
    const Square from = move_from(move), to = move_to(move);
    const bool by_destination = move_is_castling(move) && !pos->is_chess960;
    strbuf_text(&out, square_name(from).text);
    strbuf_text(&out, square_name(by_destination ? castling_king_to(from, to) : to).text);
    if (move_is_promotion(move))
        strbuf_char(&out, piece_letter(piece_make(SECOND, move_promotion(move))));
}
