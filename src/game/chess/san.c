#include "san.h"

#include <assert.h>
#include <string.h>

#include "movegen.h"
#include "notation.h"

static char kind_letter(Kind kind) {
    return piece_letter(piece_make(FIRST, kind));
}

// SAN's letters are upper case for both sides: b is a file.
static Kind kind_parse(char letter) {
    const Piece piece = piece_parse(letter);
    return piece_color(piece) == FIRST ? piece_kind(piece) : NO_KIND;
}

// Enough of the origin to distinguish this move from other legal moves of the same kind to the same
// square: the file if that is enough, else the rank if that is, else both.
static void origin_format(const Position *pos, Move move, StrBuf *out) {
    const Square from = move_from(move);
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    bool is_alone = true, shares_file = false, shares_rank = false;
    for (int i = 0; i < count; i++) {
        const Square other = move_from(moves[i]);
        if (other == from || move_to(moves[i]) != move_to(move) || move_is_castling(moves[i]) ||
            pos->board[other] != pos->board[from])
            continue;
        is_alone = false;
        shares_file |= square_file(other) == square_file(from);
        shares_rank |= square_rank(other) == square_rank(from);
    }
    if (is_alone)
        return;
    if (!shares_file || shares_rank)
        strbuf_char(out, (char)('a' + square_file(from)));
    if (shares_file)
        strbuf_char(out, (char)('1' + square_rank(from)));
}

static void step_format(const Position *pos, Move move, StrBuf *out) {
    const Kind kind = piece_kind(pos->board[move_from(move)]);
    const bool is_capture = pos_captured(pos, move) != NO_KIND;
    if (kind != PAWN) {
        strbuf_char(out, kind_letter(kind));
        origin_format(pos, move, out);
    } else if (is_capture) {
        strbuf_char(out, (char)('a' + square_file(move_from(move))));
    }
    if (is_capture)
        strbuf_char(out, 'x');
    strbuf_text(out, square_name(move_to(move)).text);
    if (move_is_promotion(move)) {
        strbuf_char(out, '=');
        strbuf_char(out, kind_letter(move_promotion(move)));
    }
}

void san_format(const Position *pos, Move legal, char text[SAN_TEXT_MAX]) {
    StrBuf out = strbuf_init(text, SAN_TEXT_MAX);
    if (move_is_castling(legal))
        strbuf_text(&out, move_to(legal) > move_from(legal) ? "O-O" : "O-O-O");
    else
        step_format(pos, legal, &out);
    if (pos_gives_check(pos, legal)) {
        Position after = *pos;
        Undo undo;
        pos_do(&after, legal, &undo);
        strbuf_char(&out, pos_has_legal(&after) ? '+' : '#');
    }
    assert(!out.is_cut);
}

static bool ends_with(Str text, const char *end) {
    const size_t len = strlen(end);
    return text.len >= len && memcmp(text.at + text.len - len, end, len) == 0;
}

// Cuts the characters that do not identify the move.
static Str without_remarks(Str text) {
    static const char *const REMARKS[] = {"e.p.", "ep", "e.p", "+", "#", "!", "?"};
    text = str_trim(text);
    for (size_t i = 0; i < ARRAY_LEN(REMARKS); i++) {
        if (!ends_with(text, REMARKS[i]))
            continue;
        text.len -= strlen(REMARKS[i]);
        text = str_trim(text);
        i = (size_t)-1;
    }
    return text;
}

// What the text specifies; a file or rank of 8 is unspecified.
typedef struct Pattern {
    Kind kind, promotion;
    unsigned from_file, from_rank;
    Square to;
    int castling; // 1 towards the h-file, -1 towards the a-file; the other fields are then unused
} Pattern;

static char last_of(Str text) {
    return text.len ? text.at[text.len - 1] : '\0';
}

// Cuts a promotion (=Q, Q, (Q), /Q, also in lower case) off the end.
static Kind promotion_cut(Str *text) {
    Str rest = *text;
    if (last_of(rest) == ')')
        rest.len--;
    const Kind kind = piece_kind(piece_parse(last_of(rest)));
    if (kind < KNIGHT || kind > QUEEN)
        return NO_KIND;
    rest.len--;
    const char before = last_of(rest);
    if (before == '=' || before == '(' || before == '/')
        rest.len--;
    *text = rest;
    return kind;
}

static bool rank_cut(Str *text, unsigned *rank) {
    const char c = last_of(*text);
    if (c < '1' || c > '8')
        return false;
    *rank = (unsigned)(c - '1');
    text->len--;
    return true;
}

static bool file_cut(Str *text, unsigned *file) {
    const char c = last_of(*text);
    if (c < 'a' || c > 'h')
        return false;
    *file = (unsigned)(c - 'a');
    text->len--;
    return true;
}

// 1 for O-O, -1 for O-O-O, 0 for anything else.
static int castling_parse(Str text) {
    if (text.len != 3 && text.len != 5)
        return 0;
    for (size_t i = 0; i < text.len; i++) {
        const bool is_oh = text.at[i] == 'O' || text.at[i] == '0' || text.at[i] == 'o';
        if (i % 2 ? text.at[i] != '-' : !is_oh)
            return 0;
    }
    return text.len == 3 ? 1 : -1;
}

static bool wish_parse(Str text, Pattern *pattern) {
    *pattern = (Pattern){.kind = PAWN, .from_file = FILE_NB, .from_rank = RANK_NB};
    pattern->castling = castling_parse(text);
    if (pattern->castling)
        return true;
    if (text.len && kind_parse(text.at[0])) {
        pattern->kind = kind_parse(text.at[0]);
        text.at++, text.len--;
    }
    pattern->promotion = promotion_cut(&text);
    unsigned file = 0, rank = 0;
    if (!rank_cut(&text, &rank) || !file_cut(&text, &file))
        return false;
    pattern->to = square_make(file, rank);
    const char sign = last_of(text);
    if (sign == 'x' || sign == ':' || sign == '-')
        text.len--;
    rank_cut(&text, &pattern->from_rank);
    file_cut(&text, &pattern->from_file);
    return text.len == 0;
}

static bool wish_matches(const Position *pos, const Pattern *pattern, Move move) {
    const Square from = move_from(move);
    if (move_is_castling(move))
        return pattern->castling == (move_to(move) > from ? 1 : -1);
    return !pattern->castling && move_to(move) == pattern->to &&
           piece_kind(pos->board[from]) == pattern->kind &&
           move_promotion(move) == pattern->promotion &&
           (pattern->from_file == FILE_NB || pattern->from_file == square_file(from)) &&
           (pattern->from_rank == RANK_NB || pattern->from_rank == square_rank(from));
}

int san_read(const Position *pos, Str text, Move moves[MOVE_MAX]) {
    Pattern pattern;
    if (!wish_parse(without_remarks(text), &pattern))
        return -1;
    const int count = gen_legal(pos, moves);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (wish_matches(pos, &pattern, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}

Status san_parse(const Position *pos, Str text, Move *move, Error *error) {
    Move moves[MOVE_MAX];
    const int count = san_read(pos, text, moves);
    if (count < 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.*s' is not a move; expected like Nf3 or exd8=Q", STR_ARG(text));
    if (count == 0)
        return error_set(error, STATUS_BAD_INPUT, "%.*s is not a legal move here", STR_ARG(text));
    if (count > 1)
        return error_set(error, STATUS_BAD_INPUT,
                         "%.*s: ambiguous, the pieces on %s and %s can both go there",
                         STR_ARG(text), square_name(move_from(moves[0])).text,
                         square_name(move_from(moves[1])).text);
    *move = moves[0];
    return STATUS_OK;
}

// UCI first: a text that is valid in both, like e2e4, is the same move in both.
Status move_read(const Position *pos, Str text, Move *move, Error *error) {
    if (move_parse(pos, text, move, NULL) == STATUS_OK)
        return STATUS_OK;
    return san_parse(pos, text, move, error);
}

void move_write(const Position *pos, Move legal, char text[MOVE_WORD_MAX]) {
    _Static_assert((int)MOVE_WORD_MAX == (int)SAN_TEXT_MAX, "room for every move");
    san_format(pos, legal, text);
}
