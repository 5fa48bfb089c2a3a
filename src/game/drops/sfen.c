// SFEN: `board side hands [ply]`. The text may be hostile; every error names the field, the place
// and what is wrong.
#include <string.h>

#include "notation.h"
#include "position.h"

static Kind kind_of_letter(char letter) {
    for (Kind kind = PAWN; kind <= KING; kind++)
        if (PIECE_INFO[kind].letter == letter && letter)
            return kind;
    return NO_KIND;
}

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static char to_upper(char c) {
    return is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

static const char *color_name(Color color) {
    return color == FIRST ? "black" : "white";
}

// One piece, with its optional '+', at the front of *row.
static Status parse_piece(Str *row, Color *color, Kind *kind, int square, Error *error) {
    char where[SQUARE_TEXT_MAX];
    square_format(square, where);
    const bool is_promoted = *row->at == '+';
    if (is_promoted)
        row->at++, row->len--;
    if (!row->len)
        return error_set(error, STATUS_BAD_INPUT, "board: '+' before %s without a piece", where);
    const char c = *row->at;
    row->at++, row->len--;
    *color = is_lower(c) ? SECOND : FIRST;
    *kind = kind_of_letter(to_upper(c));
    if (*kind == NO_KIND)
        return error_set(error, STATUS_BAD_INPUT, "board: '%c' at %s is not a piece", c, where);
    if (!is_promoted)
        return STATUS_OK;
    if (!kind_can_promote(*kind))
        return error_set(error, STATUS_BAD_INPUT, "board: '%c' at %s cannot be promoted", c, where);
    *kind = kind_promoted(*kind);
    return STATUS_OK;
}

static Status parse_row(Position *pos, Str row, int rank, Error *error) {
    int file = FILE_NB - 1;
    while (row.len) {
        if (*row.at >= '1' && *row.at <= '9') {
            file -= *row.at - '0';
            row.at++, row.len--;
        } else {
            if (file < 0)
                break;
            Color color = FIRST;
            Kind kind = NO_KIND;
            const int square = square_make(file, rank);
            TRY(parse_piece(&row, &color, &kind, square, error));
            if (kind == KING && pos_has_king(pos, color))
                return error_set(error, STATUS_BAD_INPUT, "board: %s has two kings",
                                 color_name(color));
            pos_put(pos, color, kind, square);
            file--;
        }
    }
    if (row.len || file < -1)
        return error_set(error, STATUS_BAD_INPUT, "board: rank %c has more than %d squares",
                         'a' + rank, FILE_NB);
    if (file != -1)
        return error_set(error, STATUS_BAD_INPUT, "board: rank %c has %d squares, must have %d",
                         'a' + rank, FILE_NB - 1 - file, FILE_NB);
    return STATUS_OK;
}

static Status parse_board(Position *pos, Str board, Error *error) {
    if (!board.len)
        return error_set(error, STATUS_BAD_INPUT, "the position is empty, expected an SFEN");
    int rows = 0;
    for (bool is_last = false; !is_last; rows++) {
        if (rows == RANK_NB)
            return error_set(error, STATUS_BAD_INPUT, "board: more than %d ranks", RANK_NB);
        is_last = memchr(board.at, '/', board.len) == NULL;
        TRY(parse_row(pos, str_until(&board, '/'), rows, error));
    }
    if (rows != RANK_NB)
        return error_set(error, STATUS_BAD_INPUT, "board: %d ranks, must have %d", rows, RANK_NB);
    return STATUS_OK;
}

static Status parse_hands(Position *pos, Str hands, Error *error) {
    if (str_eq(hands, "-"))
        return STATUS_OK;
    if (!hands.len)
        return error_set(error, STATUS_BAD_INPUT, "hands: missing; '-' stands for empty hands");
    while (hands.len) {
        int count = 0, digits = 0;
        for (; hands.len && *hands.at >= '0' && *hands.at <= '9'; hands.at++, hands.len--, digits++)
            count = count < 1000 ? count * 10 + (*hands.at - '0') : count;
        if (!hands.len)
            return error_set(error, STATUS_BAD_INPUT, "hands: the number at the end has no piece");
        const char c = *hands.at;
        hands.at++, hands.len--;
        const Kind kind = kind_of_letter(to_upper(c));
        if (kind == NO_KIND || kind == KING)
            return error_set(error, STATUS_BAD_INPUT, "hands: '%c' cannot be held in hand", c);
        if (!digits)
            count = 1;
        const Color color = is_lower(c) ? SECOND : FIRST;
        if (count < 1 || count + hand_count(pos->hand[color], kind) > PIECE_INFO[kind].count)
            return error_set(error, STATUS_BAD_INPUT, "hands: %d of '%c', there are only %d", count,
                             c, PIECE_INFO[kind].count);
        pos->hand[color] += (Hand)count * hand_one(kind);
    }
    return STATUS_OK;
}

// No kind may occur more often than the set has pieces of it.
static Status check_numbers(const Position *pos, Error *error) {
    for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++) {
        int count = bb_count(pos->kind[kind]) + hand_count(pos->hand[FIRST], kind) +
                    hand_count(pos->hand[SECOND], kind);
        if (kind_can_promote(kind))
            count += bb_count(pos->kind[kind_promoted(kind)]);
        if (count > PIECE_INFO[kind].count)
            return error_set(error, STATUS_BAD_INPUT,
                             "board and hands: %d of piece '%c', there are only %d", count,
                             PIECE_INFO[kind].letter, PIECE_INFO[kind].count);
    }
    return STATUS_OK;
}

static Status check_dead_pieces(const Position *pos, Error *error) {
    static const struct {
        Kind kind;
        int ranks;
    } limits[] = {{PAWN, 1}, {LANCE, 1}, {KNIGHT, 2}};
    for (Color color = FIRST; color < COLOR_NB; color++)
        for (size_t i = 0; i < ARRAY_LEN(limits); i++) {
            const Bitboard dead =
                pos_pieces(pos, color, limits[i].kind) & bb_far_ranks(color, limits[i].ranks);
            if (!dead)
                continue;
            char where[SQUARE_TEXT_MAX];
            square_format(bb_first(dead), where);
            return error_set(error, STATUS_BAD_INPUT, "board: the %s '%c' at %s could never move",
                             color_name(color), PIECE_INFO[limits[i].kind].letter, where);
        }
    return STATUS_OK;
}

static Status check_pawn_files(const Position *pos, Error *error) {
    for (Color color = FIRST; color < COLOR_NB; color++)
        for (int file = 0; file < FILE_NB; file++)
            if (bb_has_many(pos_pieces(pos, color, PAWN) & BB_FILE << (file * RANK_NB)))
                return error_set(error, STATUS_BAD_INPUT, "board: %s has two pawns on file %d",
                                 color_name(color), file + 1);
    return STATUS_OK;
}

static Status check_kings(const Position *pos, Error *error) {
    const Color us = pos_side(pos), them = color_other(us);
    if (!pos_has_king(pos, FIRST) && !pos_has_king(pos, SECOND))
        return error_set(error, STATUS_BAD_INPUT, "board: neither side has a king");
    if (pos_has_king(pos, them) && pos_attackers(pos, us, pos->king[them], pos_occupied(pos)))
        return error_set(error, STATUS_BAD_INPUT,
                         "side to move: %s could take the king, %s must be to move", color_name(us),
                         color_name(them));
    return STATUS_OK;
}

static Status parse_counter(Position *pos, Str text, Error *error) {
    int64_t number = 1;
    if (text.len && !str_int(text, 0, 1000000, &number))
        return error_set(error, STATUS_BAD_INPUT,
                         "move number: '%.*s', expected a number up to 1000000", STR_ARG(text));
    pos->ply = number > 0 ? (int32_t)number - 1 : 0;
    return STATUS_OK;
}

Status pos_accept(Position *pos, Error *error) {
    TRY(check_numbers(pos, error));
    TRY(check_dead_pieces(pos, error));
    TRY(check_pawn_files(pos, error));
    TRY(check_kings(pos, error));
    pos_settle(pos);
    return STATUS_OK;
}

Status pos_parse(Position *pos, Str text, Error *error) {
    Position fresh;
    pos_clear(&fresh);
    TRY(parse_board(&fresh, str_word(&text), error));
    const Str side = str_word(&text);
    if (!str_eq(side, "b") && !str_eq(side, "w"))
        return error_set(error, STATUS_BAD_INPUT, "side to move: '%.*s', must be b or w",
                         STR_ARG(side));
    fresh.side = str_eq(side, "w");
    TRY(parse_hands(&fresh, str_word(&text), error));
    TRY(parse_counter(&fresh, str_word(&text), error));
    const Str rest = str_trim(text);
    if (rest.len)
        return error_set(error, STATUS_BAD_INPUT, "'%.*s' after the position", STR_ARG(rest));
    TRY(pos_accept(&fresh, error));
    *pos = fresh;
    return STATUS_OK;
}

static void format_piece(StrBuf *buf, Piece piece) {
    const Kind kind = piece_kind(piece);
    const char letter = PIECE_INFO[kind].letter;
    if (kind > KING)
        strbuf_char(buf, '+');
    strbuf_char(buf, piece_color(piece) == FIRST ? letter : (char)(letter - 'A' + 'a'));
}

static void format_row(StrBuf *buf, const Position *pos, int rank) {
    int empty = 0;
    for (int file = FILE_NB - 1; file >= 0; file--) {
        const Piece piece = pos->board[square_make(file, rank)];
        if (!piece) {
            empty++;
            continue;
        }
        if (empty)
            strbuf_char(buf, (char)('0' + empty));
        empty = 0;
        format_piece(buf, piece);
    }
    if (empty)
        strbuf_char(buf, (char)('0' + empty));
}

void pos_format(const Position *pos, char text[POS_TEXT_MAX]) {
    static const Kind order[] = {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN};
    StrBuf buf = strbuf_init(text, POS_TEXT_MAX);
    for (int rank = 0; rank < RANK_NB; rank++) {
        if (rank)
            strbuf_char(&buf, '/');
        format_row(&buf, pos, rank);
    }
    strbuf_text(&buf, pos_side(pos) == FIRST ? " b " : " w ");
    if (!pos->hand[FIRST] && !pos->hand[SECOND])
        strbuf_char(&buf, '-');
    for (Color color = FIRST; color < COLOR_NB; color++)
        for (size_t i = 0; i < ARRAY_LEN(order); i++) {
            const int count = hand_count(pos->hand[color], order[i]);
            if (count > 1)
                strbuf_format(&buf, "%d", count);
            if (count)
                format_piece(&buf, piece_make(color, order[i]));
        }
    strbuf_format(&buf, " %d", pos->ply + 1);
}
